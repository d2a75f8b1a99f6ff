import { Status } from '../../crowd/index.ts';
import { fastExp, fastTanh, normal, Purpose } from '../../numerics/index.ts';
import type { SteeringInput, SteeringModel } from '../contract.ts';
import { Gap, gatherRepellers } from './gather.ts';
import { competition, type NonlinearParameters } from './parameters.ts';
import { avoidanceGrowth, speedTime, standstillGap, turnTime } from './personality.ts';
import { createRepellers, createWindow, Sum, sumRepellers } from './repellers.ts';
import { integrateWeights, solveWeights } from './weights.ts';

/** Scratch and constants of the model: nothing here outlives a step but the room it takes. */
function prepare(parameters: NonlinearParameters) {
  return {
    parameters,
    window: createWindow(parameters.margin),
    growth: avoidanceGrowth(parameters.baseDistance),
    repellers: createRepellers(),
    gaps: new Float64Array(2),
    sums: new Float64Array(4),
    weights: new Float64Array(2),
    decayRates: new Float64Array(1),
  };
}

type Prepared = ReturnType<typeof prepare>;

/** Bold agents have a decay length of 0; this keeps 0/0 away from touching bodies, where D is 1. */
const SHORTEST_DECAY = 1e-6;

/** Heading by attractors and repellers with competing weights, speed by time to contact, filtered by personality. */
export function createNonlinearModel(parameters: NonlinearParameters): SteeringModel {
  const prepared = prepare(parameters);
  return { name: 'nonlinear', computeControls: (input) => computeControls(input, prepared) };
}

function computeControls(input: SteeringInput, prepared: Prepared): void {
  const { crowd, due, dt } = input;
  const { motion, next, traits, plan } = crowd;
  const { parameters, window, growth, repellers, gaps, sums, weights, decayRates } = prepared;
  const { attraction, baseDistance, safetyDistance, timeToContact, retreatSpeed, speedScale } = parameters;
  const { agilityTime, massTime } = parameters;
  const { detectorSharpness, competitionSharpness, targetAdvantage, signSharpness } = competition;
  const faithful = parameters.variant === 'faithful';
  const integrate = parameters.solver === 'integrate';
  const constantSpeed = parameters.speedLaw === 'constant';
  const noise = parameters.noise / Math.sqrt(dt);
  for (let row = 0; row < crowd.count; row++) {
    if (due[row] === 0) continue;
    if (plan.status[row] !== Status.walking) {
      next.turnRate[row] = 0;
      next.speed[row] = 0;
      continue;
    }
    gatherRepellers(input, row, window, faithful, repellers, gaps);
    const aggressiveness = traits.aggressiveness[row];
    decayRates[0] = 1 / Math.max(SHORTEST_DECAY, fastExp(growth * (1 - aggressiveness)) - 1);
    sumRepellers(repellers, window, decayRates, faithful, sums);

    // Heading: docs/models/heading.md.
    const forwardX = motion.headingX[row];
    const forwardY = motion.headingY[row];
    const targetSine = forwardY * plan.directionX[row] - forwardX * plan.directionY[row];
    const targetCosine = forwardX * plan.directionX[row] + forwardY * plan.directionY[row];
    const targetForce = -attraction * targetSine;
    const targetSlope = -attraction * targetCosine;
    const force = sums[Sum.force];
    const slope = sums[Sum.slope];
    const targetSign = faithful ? Math.sign(targetSlope) : fastTanh(signSharpness * targetSlope);
    const obstacleSign = faithful ? Math.sign(slope) : fastTanh(signSharpness * slope);
    const targetDetector = targetSign * fastExp(-detectorSharpness * Math.abs(targetForce));
    const obstacleDetector =
      obstacleSign * fastExp(-detectorSharpness * Math.abs(force)) * Math.min(1, sums[Sum.window]);
    // Target behind and obstacle beside: the product has the sign of a conflict, but there is none.
    const bothFlipped = !faithful && targetDetector > 0 && obstacleDetector < 0;
    const conflict = bothFlipped ? 0 : targetDetector * obstacleDetector;
    const gamma12 = fastExp(-competitionSharpness * (conflict + 1));
    // How close things are: all of them added up, or the closest in the way. docs/decisions/0005-crowds.md.
    const alpha2 = fastTanh(faithful ? sums[Sum.decay] : fastExp(-gaps[Gap.front] * decayRates[0]));
    const alpha1 = targetAdvantage * (1 - alpha2);
    weights[0] = motion.weightTarget[row];
    weights[1] = motion.weightObstacles[row];
    if (integrate) integrateWeights(alpha1, alpha2, gamma12, weights);
    else solveWeights(alpha1, alpha2, gamma12, weights);
    const jitter =
      noise === 0 ? 0 : noise * normal(input.seed, Purpose.headingNoise, crowd.ids[row], input.step);
    const turn = weights[0] * targetForce + weights[1] * force + jitter;

    // Speed: docs/models/speed.md.
    let speed = plan.pace[row];
    if (!constantSpeed) {
      const standstill = standstillGap(aggressiveness, baseDistance, safetyDistance);
      speed = Math.min(speed, (gaps[Gap.front] - standstill) / timeToContact);
      if (speed < 0) {
        // Backing off must not hit who is behind.
        const room = Math.max(0, (gaps[Gap.behind] - standstill) / timeToContact);
        speed = -Math.min(-speed, retreatSpeed, room);
      }
    }

    // Personality filters both: docs/models/personality.md.
    const turnGain = 1 - fastExp(-dt / turnTime(traits.agility[row], agilityTime));
    const speedGain = 1 - fastExp(-dt / speedTime(traits.mass[row], massTime));
    next.turnRate[row] = motion.turnRate[row] + turnGain * (turn - motion.turnRate[row]);
    next.speed[row] = motion.speed[row] + speedGain * (speedScale * speed - motion.speed[row]);
    next.weightTarget[row] = weights[0];
    next.weightObstacles[row] = weights[1];
  }
}
