import { cos, sin } from '../../numerics/index.ts';
import type { SteeringInput } from '../contract.ts';
import type { HeadingFixedPoint, HeadingPortrait, HeadingSample, PortraitOptions } from '../portrait.ts';
import { competition } from './class-parameters.ts';
import { createClasses } from './classes.ts';
import type { NonlinearColumns } from './columns.ts';
import { rateCompetition } from './competition.ts';
import { beginDrives, clearDrives, createDrives } from './drives.ts';
import { gatherAgents, gatherThings, measureWay, thingsInView } from './gather.ts';
import type { NonlinearParameters } from './parameters.ts';
import { characterize } from './personality.ts';
import { createRepellers, createWindow, evaluateRepellers } from './repellers.ts';
import { integrateWeights, solveWeights } from './weights.ts';

/** Width of the bracket at which a fixed point counts as found, radians. */
const PRECISION = 1e-9;

/**
 * The heading dynamics of one agent, over the heading (docs/models/heading.md): what the model would compute in the same
 * position and surroundings if the agent faced elsewhere. Noise and the filter of agility are left out.
 * Weights and rates are those of the present heading, or (1, 1) with the plain sum.
 *
 * A fixed point is a change of sign. If the total jumps through zero (a wall right behind, weights that switch), the sign
 * gives its kind: a change from plus to minus attracts the heading. If the total vanishes over several samples or touches
 * zero without crossing, nothing is reported.
 */
export function portrayHeading(
  input: SteeringInput,
  row: number,
  parameters: NonlinearParameters,
  { samples: count = 360, weights: choice = 'present' }: PortraitOptions = {},
): HeadingPortrait {
  if (!Number.isInteger(row) || row < 0 || row >= input.crowd.count) {
    throw new RangeError(`no row ${row} in a crowd of ${input.crowd.count}`);
  }
  if (!Number.isInteger(count) || count < 4) {
    throw new RangeError(`a portrait takes 4 samples or more, not ${count}`);
  }
  if (input.crowd.dimension === 3 || !createClasses(parameters).standard) {
    throw new TypeError('a portrait is of the plane, and of one target and one class of obstacles');
  }
  const { motion } = input.crowd;
  const { feel, weigh } = createEvaluation(input, row, parameters);
  feel(motion.headingX[row], motion.headingY[row]);
  const present = weigh();
  const sampleAt = (heading: number): HeadingSample => {
    const here = feel(cos(heading), sin(heading));
    const { weights } = choice === 'own' ? weigh() : present;
    const [target, obstacles] = choice === 'sum' ? [1, 1] : [weights.target, weights.obstacles];
    return {
      heading,
      target: here.target,
      obstacles: here.obstacles,
      total: target * here.target + obstacles * here.obstacles,
    };
  };
  const samples = Array.from({ length: count }, (_, i) =>
    sampleAt((Math.PI * (2 * (i + 1) - count)) / count),
  );
  return {
    samples,
    weights: choice === 'sum' ? { target: 1, obstacles: 1 } : present.weights,
    gamma12: present.gamma12,
    gamma21: competition.targetOverObstacles,
    alpha1: present.alpha1,
    alpha2: present.alpha2,
    fixedPoints: findFixedPoints(samples, (heading) => sampleAt(heading).total),
  };
}

/** The model's own functions, on a crowd in which the agent in `row` has the given heading. */
function createEvaluation(input: SteeringInput, row: number, parameters: NonlinearParameters) {
  const { crowd } = input;
  const headingX = crowd.motion.headingX.slice();
  const headingY = crowd.motion.headingY.slice();
  // As if all agents walked and this one were due, whatever the schedule.
  const turned: SteeringInput = {
    ...input,
    crowd: {
      ...crowd,
      motion: { ...crowd.motion, headingX, headingY },
      plan: { ...crowd.plan, status: new Uint8Array(crowd.count) },
    },
    due: new Uint8Array(crowd.count).fill(1),
  };
  const faithful = parameters.variant === 'faithful';
  const solve = parameters.solver === 'integrate' ? integrateWeights : solveWeights;
  const window = createWindow(parameters.margin);
  const directionX = crowd.plan.directionX[row];
  const directionY = crowd.plan.directionY[row];
  const repellers = createRepellers(window, 64);
  const classes = createClasses(parameters);
  const drives = createDrives(crowd.count, classes, 2);
  characterize(crowd, row, row + 1, parameters, input.dt, drives);
  beginDrives(drives, crowd, classes);
  const weights = new Float64Array(2);
  /** Computes the drives of the agent at a heading. */
  const feel = (forwardX: number, forwardY: number) => {
    headingX[row] = forwardX;
    headingY[row] = forwardY;
    clearDrives(drives, crowd.count);
    gatherAgents(turned, row, window, classes, faithful, repellers, drives);
    gatherThings(turned, thingsInView(turned), row, window, classes, faithful, repellers, drives);
    if (turned.hearsay)
      gatherThings(turned, turned.hearsay, row, window, classes, faithful, repellers, drives);
    evaluateRepellers(repellers, faithful, false, drives);
    measureWay(faithful, classes, drives, row, row + 1, crowd.distances.inUse);
    drives.targetForce[row] = -parameters.attraction * (forwardY * directionX - forwardX * directionY);
    drives.targetSlope[row] = -parameters.attraction * (forwardX * directionX + forwardY * directionY);
    return { target: drives.targetForce[row], obstacles: drives.force[row] };
  };
  /** Weighs target and obstacles at the last heading. */
  const weigh = () => {
    rateCompetition(faithful, drives, row, row + 1);
    const { weight0, weight1 } = crowd.steer as NonlinearColumns;
    weights[0] = weight0[row];
    weights[1] = weight1[row];
    solve(drives, row, weights);
    return {
      weights: { target: weights[0], obstacles: weights[1] },
      gamma12: drives.gamma12[row],
      alpha1: drives.alpha1[row],
      alpha2: drives.alpha2[row],
    };
  };
  return { feel, weigh };
}

/** Changes of sign around the circle. */
function findFixedPoints(
  samples: HeadingSample[],
  totalAt: (heading: number) => number,
): HeadingFixedPoint[] {
  const points: HeadingFixedPoint[] = [];
  const { length } = samples;
  /** The samples continue after the last, one turn later. */
  const sample = (i: number): HeadingSample =>
    i < length ? samples[i] : { ...samples[i - length], heading: samples[i - length].heading + 2 * Math.PI };
  for (let i = 0; i < length; i++) {
    const from = sample(i);
    const to = sample(i + 1);
    const crosses = from.total * (to.total === 0 ? sample(i + 2) : to).total < 0;
    if (!crosses) continue;
    const heading = to.total === 0 ? to.heading : bisect(from, to, totalAt);
    points.push({
      heading: heading > Math.PI ? heading - 2 * Math.PI : heading,
      kind: from.total > 0 ? 'attractor' : 'repeller',
    });
  }
  return points.sort((a, b) => a.heading - b.heading);
}

/** Halves the bracket down to the precision; then interpolates linearly. */
function bisect(low: HeadingSample, high: HeadingSample, totalAt: (heading: number) => number): number {
  let from = low.heading;
  let to = high.heading;
  let totalFrom = low.total;
  let totalTo = high.total;
  while (to - from > PRECISION) {
    const middle = from + (to - from) / 2;
    const total = totalAt(middle);
    if (total === 0) return middle;
    if (total > 0 === totalFrom > 0) {
      from = middle;
      totalFrom = total;
    } else {
      to = middle;
      totalTo = total;
    }
  }
  return from + ((to - from) * totalFrom) / (totalFrom - totalTo);
}
