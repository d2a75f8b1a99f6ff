import { alternatives, exactly, list, named, number, record, variants } from '../../settings/index.ts';

/** Targets that are pursued, or obstacles and agents that are avoided, in the same manner. */
export type BehaviourClass = {
  name: string;
  kind: 'target' | 'obstacle';
  /** A factor on d0, the distance at which obstacles of this class begin to matter. */
  distance: number;
  advantage?: Advantage | undefined;
};

/** α of a class: how fast its weight recovers. */
export type Advantage =
  | { constant: number }
  /** tanh(scale × closeness) of the obstacles of the class: ΣD (faithful), or D of the closest in the way. */
  | { closeness: { scale: number } }
  /** share × (1 − tanh closeness) over all obstacles. */
  | { remaining: { share: number } }
  /** share × exp(−distance/length) of the class's target. */
  | { nearby: { share: number; length: number } };

/** γ: how much the class `from` suppresses the class `of`. */
export type Rivalry = {
  of: string;
  from: string;
  by:
    | { constant: number }
    /** exp(−sharpness (P_of P_from + 1)): high if both have a fixed point in the same direction. */
    | { conflict: { sharpness: number } }
    /** margin × α_from: only one of the two is on, until the other's advantage is `margin` times as large. */
    | { exclusive: { margin: number } };
};

/** Constants of the competition between target and obstacles: docs/models/weights.md. */
export const competition = {
  /** How narrow the fixed-point detectors are; c1. */
  detectorSharpness: 2,
  /** How narrow the competition's peak is; c2. */
  competitionSharpness: 2,
  /** γ21: how much the target suppresses the obstacles. */
  targetOverObstacles: 0.05,
  /** α1 without obstacles. */
  targetAdvantage: 0.4,
  /** Slope of the smooth sign; κ. */
  signSharpness: 5,
  /** The ratio of advantages at which the agent switches to another exclusive target. */
  changeOver: 1.5,
} as const;

/** The default classes: the target, and all obstacles and agents. */
export const standardClasses: readonly BehaviourClass[] = [
  { name: 'target', kind: 'target', distance: 1 },
  { name: 'obstacles', kind: 'obstacle', distance: 1 },
];

/** The largest number of classes that compete for the heading. */
const maximumClasses = 16;

const share = () =>
  number({
    default: competition.targetAdvantage,
    above: 0,
    max: 1000,
    about: 'Its largest value.',
  });

const constantAdvantage = record(
  {
    constant: number({
      above: 0,
      max: 1000,
      why: 'with α ≤ 0 the state (0, 0) would be stable: everything would be switched off',
    }),
  },
  { about: 'Always the same, above 0.' },
);

const targetClass = record(
  {
    name: named({ about: 'Unique among the classes.' }),
    kind: exactly('target', { about: 'Attracts.' }),
    distance: exactly(1, { default: 1, about: 'Always 1: only repulsion fades with the distance.' }),
    advantage: alternatives(
      [
        constantAdvantage,
        record(
          { remaining: record({ share: share() }, {}) },
          {
            about:
              'share × (1 − tanh C), C the closeness of the obstacles of all classes: ΣD in the faithful variant, D of the closest in the way in the smooth one.',
          },
        ),
        record(
          {
            nearby: record(
              {
                share: share(),
                length: number({ above: 0, max: 1e6, unit: 'm', about: 'Decay length, m.' }),
              },
              {},
            ),
          },
          { about: 'share × exp(−distance / length): what is near counts more.' },
        ),
      ],
      {
        default: { remaining: {} },
        expected: 'expected for a target class {"constant"}, {"remaining"} or {"nearby"}',
        about: 'How strong the class is in the competition, α.',
      },
    ),
  },
  { about: 'A class of targets.' },
);

const obstacleClass = record(
  {
    name: named({ about: 'Unique among the classes.' }),
    kind: exactly('obstacle', { about: 'Repels.' }),
    distance: number({
      default: 1,
      min: 0.001,
      max: 1000,
      about: 'Factor on the distance d0 at which its obstacles begin to matter.',
    }),
    advantage: alternatives(
      [
        constantAdvantage,
        record(
          {
            closeness: record(
              { scale: number({ default: 1, above: 0, max: 1000, about: 'Slope at C = 0.' }) },
              {},
            ),
          },
          {
            about:
              'tanh(scale × C), C the closeness of the obstacles of the class: ΣD in the faithful variant, D of the closest in the way in the smooth one.',
          },
        ),
      ],
      {
        default: { closeness: {} },
        expected: 'expected for an obstacle class {"constant"} or {"closeness"}',
        about: 'How strong the class is in the competition, α.',
      },
    ),
  },
  { about: 'A class of obstacles.' },
);

const rivalry = record(
  {
    of: named({ about: 'The class that loses.' }),
    from: named({ about: 'The class that it loses to.' }),
    by: alternatives(
      [
        record({ constant: number({ min: 0, max: 1000 }) }, { about: 'Always the same.' }),
        record(
          {
            conflict: record(
              {
                sharpness: number({
                  default: competition.competitionSharpness,
                  above: 0,
                  max: 100,
                  about: 'How narrow the peak is, c2.',
                }),
              },
              {},
            ),
          },
          { about: 'exp(−sharpness × (P_of P_from + 1)): of a target class from an obstacle class.' },
        ),
        record(
          {
            exclusive: record(
              {
                margin: number({
                  default: competition.changeOver,
                  above: 1,
                  max: 1000,
                  about: 'Factor, above 1: the stronger of two switches the other off.',
                }),
              },
              {},
            ),
          },
          { about: 'margin × the advantage of the class that it loses to.' },
        ),
      ],
      { expected: 'expected {"constant"}, {"conflict"} or {"exclusive"}', about: 'How much, γ.' },
    ),
  },
  {
    about: 'How much one class loses to another in the competition; pairs that are not listed have defaults.',
  },
);

/** The parameters that define the classes and their competition. */
export const classFields = {
  /** Absent: the target and the obstacles. docs/models/stability.md. */
  classes: list(variants('kind', [targetClass, obstacleClass], {}), {
    optional: true,
    min: 2,
    max: maximumClasses,
    about:
      'Classes of targets and obstacles that compete for the heading; if absent, "target" and "obstacles".',
  }),
  competition: list(rivalry, {
    optional: true,
    min: 0,
    max: maximumClasses * (maximumClasses - 1),
    about:
      'How much classes lose to each other. Defaults: a target class loses to an obstacle class by conflict and to another target class by exclusion; an obstacle class loses 0.05 to a target class and 0 to another obstacle class.',
  }),
};
