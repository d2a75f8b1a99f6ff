import { choice, defaultsOf, flag, number, type SettingsOf, wholeNumber } from '../../settings/index.ts';

/**
 * Parameters of the pipeline; docs/models/pipeline.md gives their sources. The ranges of two that must be in order meet at
 * one value, so no setting can break the order.
 */
export const pipelineParameters = {
  prediction: flag({
    default: true,
    about: 'Whether agents predict collisions and avoid them early.',
  }),
  spaceTime: flag({
    default: true,
    about: 'Whether agents plan in space and time where they would get stuck.',
  }),
  reaction: choice(['rules', 'crowd'], {
    default: 'rules',
    about:
      'How agents react to what their feelers touch. rules: by rules; crowd: by forces in a dense crowd, by rules elsewhere.',
  }),
  crowdFrom: wholeNumber({
    default: 3,
    min: 0,
    max: 1000,
    about:
      'With reaction crowd: a crowd is dense if at least this many others are within reach of the feelers.',
  }),
  forceStrength: number({
    default: 2.7,
    min: 0,
    max: 100,
    unit: 'm/s²',
    about: 'With reaction crowd: acceleration away from what touches the body, m/s².',
  }),
  forceLength: number({
    default: 0.3,
    above: 0,
    max: 100,
    unit: 'm',
    about: 'With reaction crowd: the gap at which forces have fallen to 37 %, m.',
  }),
  view: number({
    default: 10,
    min: 0,
    max: 1000,
    unit: 'm',
    about: 'How far ahead agents are seen, m; at most neighbours.radius.',
  }),
  threatFrom: number({
    default: 0.8,
    min: 0,
    max: 2,
    unit: 's',
    about: 'A predicted collision is a threat if it ends later than this, s from now.',
  }),
  threatUntil: number({
    default: 4,
    min: 2,
    max: 60,
    unit: 's',
    about: 'A predicted collision is a threat if it begins sooner than this, s from now.',
  }),
  margin: number({
    default: 0.05,
    min: 0,
    max: 10,
    unit: 'm',
    about: 'Passing with a smaller gap counts as a collision, m.',
  }),
  similarCosine: number({
    default: 0.94,
    min: 0,
    max: 1,
    about: 'Agents have the same direction if the cosine between their headings is larger.',
  }),
  oncomingCosine: number({
    default: -0.95,
    min: -1,
    max: 0,
    about: 'Agents are oncoming if the cosine between their headings is smaller.',
  }),
  waitAfter: number({
    default: 0.5,
    min: 0,
    max: 60,
    unit: 's',
    about: 'How long an agent waits after the predicted end of a threat that it has avoided, s.',
  }),
  feeler: number({
    default: 1.46,
    min: 0.01,
    max: 100,
    unit: 'm',
    about: 'Length of the feeler ahead, from the front of the body, m.',
  }),
  sideFeeler: number({
    default: 1,
    min: 0.01,
    max: 100,
    unit: 'm',
    about: 'Length of the two feelers beside it, m.',
  }),
  whisker: number({
    default: 0.2,
    min: 0,
    max: 100,
    unit: 'm',
    about: 'Length of the whiskers to the sides, m.',
  }),
  wallReach: number({
    default: 0.3,
    min: 0,
    max: 100,
    unit: 'm',
    about: 'Gap below which agents react to a wall alone, m.',
  }),
  turnBelow: number({
    default: 0.55,
    min: -1,
    max: 0.9,
    about: 'An agent turns in place if the cosine to its local target is smaller.',
  }),
  turnUntil: number({
    default: 0.99,
    min: 0.9,
    max: 0.9999,
    about: 'It walks on when the cosine is larger.',
  }),
  turnRate: number({ default: 3, above: 0, max: 100, unit: 'rad/s', about: 'Largest turn rate, rad/s.' }),
  reactTurnRate: number({
    default: 1.2,
    above: 0,
    max: 100,
    unit: 'rad/s',
    about: 'Turn rate of reactions, rad/s.',
  }),
  slightTurnRate: number({
    default: 0.4,
    above: 0,
    max: 100,
    unit: 'rad/s',
    about: 'Turn rate that avoids predicted threats, rad/s.',
  }),
  scoot: number({ default: 0.4, min: 0, max: 1, about: 'Speed of a step aside, as a share of the pace.' }),
  gain: number({
    default: 2,
    above: 0,
    max: 1000,
    unit: '1/s',
    about: 'Force per mass as a multiple of the missing velocity, 1/s.',
  }),
  planGain: number({
    default: 4,
    above: 0,
    max: 1000,
    unit: '1/s',
    about: 'The same for an agent that follows a space-time plan, 1/s.',
  }),
  forceLimit: number({
    default: 14,
    above: 0,
    max: 1e6,
    unit: 'm/s²',
    about: 'Largest force per mass, m/s².',
  }),
  maximumSpeed: number({ default: 2.6, above: 0, max: 50, unit: 'm/s', about: 'Largest speed, m/s.' }),
  haste: number({
    default: 1.15,
    min: 1,
    max: 10,
    about: 'Largest speed as a multiple of the pace of the plan.',
  }),
  planningCrowd: wholeNumber({
    default: 3,
    min: 0,
    max: 100,
    about: 'An agent that sees more agents than this does not plan in space and time.',
  }),
  planLayer: number({
    default: 0.5,
    min: 0.05,
    max: 10,
    unit: 's',
    about: 'Time between two points of a space-time plan, s.',
  }),
  planLayers: wholeNumber({
    default: 24,
    min: 1,
    max: 1000,
    about: 'Largest number of points of a space-time plan, besides its start.',
  }),
  planNodes: wholeNumber({
    default: 6000,
    min: 1,
    max: 1_000_000,
    about: 'Nodes that the search for a space-time plan may expand.',
  }),
  planClearance: number({
    default: 0.05,
    min: 0,
    max: 10,
    unit: 'm',
    about: 'Gap that a space-time plan keeps to other agents where it can, m.',
  }),
  planRoom: number({
    default: 0.6,
    min: 0,
    max: 100,
    unit: 'm',
    about: 'A threat is a deadlock if walls leave less than this beside two bodies abreast, m.',
  }),
  planAgain: number({
    default: 1,
    min: 0,
    max: 60,
    unit: 's',
    about: 'Time from a failed plan to the next attempt, s.',
  }),
  stuckShare: number({
    default: 0.1,
    min: 0,
    max: 1,
    about: 'An agent slower than this share of its pace may be stuck.',
  }),
  stuckAfter: number({ default: 1, min: 0, max: 60, unit: 's', about: 'Time after which it is stuck, s.' }),
  detour: number({
    default: 2,
    min: 0,
    max: 60,
    unit: 's',
    about: 'How long an agent that others block walks around them, on the right, s.',
  }),
};

export type PipelineParameters = SettingsOf<typeof pipelineParameters>;

export const pipelineDefaults: PipelineParameters = defaultsOf(pipelineParameters);
