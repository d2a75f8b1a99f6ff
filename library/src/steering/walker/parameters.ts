import { defaultsOf, flag, number, type SettingsOf, wholeNumber } from '../../settings/index.ts';

/** Parameters of the walker; docs/models/walker.md. */
export const walkerParameters = {
  horizon: number({
    default: 8,
    min: 0.01,
    max: 60,
    unit: 's',
    about: 'How far ahead collisions with agents are avoided, s.',
  }),
  wallHorizon: number({
    default: 0.3,
    min: 0.01,
    max: 60,
    unit: 's',
    about: 'How far ahead walls are avoided, s.',
  }),
  headway: number({
    default: 0.95,
    min: 0.01,
    max: 60,
    unit: 's',
    about: 'In a crowd: the time for which the free distance ahead lasts at the speed of the agent, s.',
  }),
  impatientHeadway: number({
    default: 0.57,
    min: 0.01,
    max: 60,
    unit: 's',
    about: 'The same for an agent that has stood in a crowd for 2 s, s.',
  }),
  spaceTime: flag({
    default: true,
    about: 'Whether agents plan in space and time where they would get stuck.',
  }),
  planningCrowd: wholeNumber({
    default: 3,
    min: 0,
    max: 100,
    about:
      'An agent with more agents than this beside it, or on a course to meet it, does not plan in space and time.',
  }),
};

export type WalkerParameters = SettingsOf<typeof walkerParameters>;

export const walkerDefaults: WalkerParameters = defaultsOf(walkerParameters);
