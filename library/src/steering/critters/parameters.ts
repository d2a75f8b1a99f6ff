import { choice, defaultsOf, number, record, type SettingsOf } from '../../settings/index.ts';
import { attraction } from '../definition.ts';

/** How an object acts on critters: an acceleration of strength × distance^exponent towards it. */
export type Field = {
  /** Metres^(1 − exponent) per second²: positive attracts, negative repels; k. */
  strength: number;
  /** How the acceleration changes with the distance; e. */
  exponent: number;
};

const fieldOf = (about: string, { strength, exponent }: Field) =>
  record(
    {
      strength: number({
        default: strength,
        min: -1e6,
        max: 1e6,
        about: 'Acceleration at a distance of 1 m, m/s²: positive attracts, negative repels.',
      }),
      exponent: number({
        default: exponent,
        min: -10,
        max: 10,
        about: 'Exponent of the distance.',
      }),
    },
    { default: {}, about },
  );

/** Parameters of the acceleration fields; equations and how to choose them: docs/models/critters.md. SI units. */
export const crittersParameters = {
  method: choice(['semi-implicit', 'euler'], {
    default: 'semi-implicit',
    about: 'semi-implicit: places follow the new velocity; euler: the old one, which adds energy.',
  }),
  /** k_d. */
  drag: number({
    default: 1,
    min: 0,
    max: 1000,
    unit: '1/s',
    about: 'Deceleration by drag as a multiple of the velocity, 1/s.',
  }),
  maximumAcceleration: number({
    default: 20,
    above: 0,
    max: 1e6,
    unit: 'm/s²',
    about: 'Largest acceleration, m/s².',
  }),
  maximumStep: number({
    default: 0.02,
    min: 0.0001,
    max: 1,
    unit: 's',
    about: 'Longest sub-step, s; longer steps are divided.',
  }),
  /** Also of the border. */
  obstacles: fieldOf('Acceleration by obstacles.', { strength: -0.3, exponent: -2 }),
  agents: fieldOf('Acceleration by other agents.', { strength: -0.2, exponent: -2 }),
  /** Also of a goal that is a point. */
  targets: fieldOf('Acceleration by targets and goals.', attraction),
};

/** The parameters of critters steering. */
export type CrittersParameters = SettingsOf<typeof crittersParameters>;

/** The default parameters of critters steering. */
export const crittersDefaults: CrittersParameters = defaultsOf(crittersParameters);

/** 2^-40: quotients of times with a smaller relative difference count as equal. Rounding is far below, a step far above. */
export const HAIR = 1 / 1099511627776;
