import { flag, number, record, wholeNumber } from '../../settings/index.ts';

/** Parameters that several planners have in common. */

export const sight = flag({
  default: false,
  about: 'Whether agents prefer targets that they see directly to nearer ones that they do not see.',
});

export const mapParameters = {
  cell: number({ default: 0.25, min: 0.01, max: 1000, unit: 'm', about: 'Side of the cells of the map, m.' }),
  clearance: number({
    default: 0.1,
    min: 0,
    max: 100,
    unit: 'm',
    about: 'Room between a body and static things, m.',
  }),
  budget: record(
    {
      searches: wholeNumber({
        default: 32,
        min: 1,
        max: 1_000_000,
        about: 'Largest number of path searches in one step.',
      }),
      cells: wholeNumber({
        default: 200_000,
        min: 1000,
        max: 1_000_000_000,
        about: 'Approximate number of cells processed in one step.',
      }),
    },
    {
      default: {},
      about: 'How much is planned in one step; a waiting agent follows its last plan.',
    },
  ),
} as const;
