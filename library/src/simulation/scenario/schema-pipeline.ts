import { pipelineDefaults } from './defaults.ts';
import { number, wholeNumber, yesOrNo } from './fields.ts';

/**
 * The parameters of the pipeline. Pairs have ranges that meet: what must be smaller than its partner cannot be larger.
 * docs/models/pipeline.md.
 */

const length = (min: number, max: number) => number({ min, max, unit: 'm' });
const seconds = (min: number, max: number) => number({ min, max, unit: 's' });
const rate = () => number({ above: 0, max: 100, unit: 'rad/s' });

export const pipelineParameters = {
  prediction: yesOrNo()
    .default(pipelineDefaults.prediction)
    .describe('Whether agents predict collisions and steer clear of them in time.'),
  spaceTime: yesOrNo()
    .default(pipelineDefaults.spaceTime)
    .describe('Whether agents plan in space and time where they would get stuck.'),
  view: length(0, 1000)
    .default(pipelineDefaults.view)
    .describe('How far ahead agents are seen, m; of those within neighbours.radius.'),
  threatFrom: seconds(0, 2)
    .default(pipelineDefaults.threatFrom)
    .describe('A predicted collision is a threat if it ends later than this, s from now.'),
  threatUntil: seconds(2, 60)
    .default(pipelineDefaults.threatUntil)
    .describe('A predicted collision is a threat if it begins sooner than this, s from now.'),
  margin: length(0, 10)
    .default(pipelineDefaults.margin)
    .describe('Passing with a smaller gap counts as a collision, m.'),
  similarCosine: number({ min: 0, max: 1 })
    .default(pipelineDefaults.similarCosine)
    .describe('Agents go the same way where the cosine between their headings is larger.'),
  oncomingCosine: number({ min: -1, max: 0 })
    .default(pipelineDefaults.oncomingCosine)
    .describe('Agents are oncoming where the cosine between their headings is smaller.'),
  waitAfter: seconds(0, 60)
    .default(pipelineDefaults.waitAfter)
    .describe('How long an agent waits after the predicted end of a threat that it has avoided, s.'),
  feeler: length(0.01, 100)
    .default(pipelineDefaults.feeler)
    .describe('Length of the feeler ahead, from the front of the body, m.'),
  sideFeeler: length(0.01, 100)
    .default(pipelineDefaults.sideFeeler)
    .describe('Length of the two feelers beside it, m.'),
  whisker: length(0, 100)
    .default(pipelineDefaults.whisker)
    .describe('Length of the whiskers to the sides, m.'),
  wallReach: length(0, 100)
    .default(pipelineDefaults.wallReach)
    .describe('Gap below which a wall alone calls for a reaction, m.'),
  turnBelow: number({ min: -1, max: 0.9 })
    .default(pipelineDefaults.turnBelow)
    .describe('An agent turns in place where the cosine to its local target is smaller.'),
  turnUntil: number({ min: 0.9, max: 0.9999 })
    .default(pipelineDefaults.turnUntil)
    .describe('It goes on once the cosine is larger.'),
  turnRate: rate().default(pipelineDefaults.turnRate).describe('Largest turn rate, rad/s.'),
  reactTurnRate: rate().default(pipelineDefaults.reactTurnRate).describe('Turn rate of reactions, rad/s.'),
  slightTurnRate: rate()
    .default(pipelineDefaults.slightTurnRate)
    .describe('Turn rate that avoids predicted threats, rad/s.'),
  scoot: number({ min: 0, max: 1 })
    .default(pipelineDefaults.scoot)
    .describe('Speed of a step aside, as a share of the pace.'),
  gain: number({ above: 0, max: 1000, unit: '1/s' })
    .default(pipelineDefaults.gain)
    .describe('Force per mass as a multiple of the velocity that is missing, 1/s.'),
  forceLimit: number({ above: 0, max: 1e6, unit: 'm/s²' })
    .default(pipelineDefaults.forceLimit)
    .describe('Larger forces per mass become this, m/s².'),
  maximumSpeed: number({ above: 0, max: 50, unit: 'm/s' })
    .default(pipelineDefaults.maximumSpeed)
    .describe('Nobody is faster, m/s.'),
  haste: number({ min: 1, max: 10 })
    .default(pipelineDefaults.haste)
    .describe('Nobody is faster than so many times the pace of its plan.'),
  planningCrowd: wholeNumber({ min: 0, max: 100 })
    .default(pipelineDefaults.planningCrowd)
    .describe('Nobody plans in space and time who sees more agents than this.'),
  planLayer: seconds(0.05, 10)
    .default(pipelineDefaults.planLayer)
    .describe('Time between two points of a space-time plan, s.'),
  planLayers: wholeNumber({ min: 1, max: 1000 })
    .default(pipelineDefaults.planLayers)
    .describe('Points that a space-time plan has at the most, besides its start.'),
  planNodes: wholeNumber({ min: 1, max: 1_000_000 })
    .default(pipelineDefaults.planNodes)
    .describe('Nodes that the search for a space-time plan may expand.'),
  planClearance: length(0, 10)
    .default(pipelineDefaults.planClearance)
    .describe('Gap that a space-time plan keeps to other agents where it can, m.'),
  planRoom: length(0, 100)
    .default(pipelineDefaults.planRoom)
    .describe('Where walls leave less than this besides two bodies abreast, a threat is a deadlock, m.'),
  planAgain: seconds(0, 60)
    .default(pipelineDefaults.planAgain)
    .describe('Time from a plan that failed to the next, s.'),
  stuckShare: number({ min: 0, max: 1 })
    .default(pipelineDefaults.stuckShare)
    .describe('An agent slower than this share of its pace may be stuck.'),
  stuckAfter: seconds(0, 60).default(pipelineDefaults.stuckAfter).describe('It is stuck after so long, s.'),
};
