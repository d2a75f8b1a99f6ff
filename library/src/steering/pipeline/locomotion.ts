import type { Motion } from '../../crowd/index.ts';
import { fastCos, fastSin } from '../../numerics/index.ts';
import { State } from './columns.ts';
import type { Frame } from './frame.ts';
import type { PipelineParameters } from './parameters.ts';

/** The largest turn of one step, radians: fastSin and fastCos are made for |x| ≤ 4. */
const LARGEST_TURN = Math.PI;
/** Loops read a constant of the module faster than an import; see states.ts. */
const { spaceTime } = State;

/** The angle of a step at a turn rate, radians. */
export function turnOfStep(rate: number, dt: number): number {
  const wanted = rate * dt;
  return wanted > LARGEST_TURN ? LARGEST_TURN : wanted < -LARGEST_TURN ? -LARGEST_TURN : wanted;
}

/**
 * Turns commands into force and angular velocity, and these into motion, by Euler steps: the body turns, and the force acts
 * on the velocity. docs/models/pipeline.md, "Locomotion".
 */
export function moveBodies(frame: Frame, next: Motion, parameters: PipelineParameters): void {
  const { dt, headingX, headingY, pace, velocityX, velocityY } = frame;
  const { commandTurn, commandSpeed, commandScoot, state } = frame.own;
  const { forceLimit, gain, haste, maximumSpeed, planGain } = parameters;
  // A gain that would overshoot within the step is reduced to one that just arrives.
  const shareOfMost = gain * dt < 1 ? gain * dt : 1;
  const shareOnPlan = planGain * dt < 1 ? planGain * dt : 1;
  const most = forceLimit * dt;
  const { members } = frame;
  for (let row = 0; row < frame.count; row++) {
    if (members && members[row] === 0) continue;
    const hx = headingX[row];
    const hy = headingY[row];
    let vx = velocityX[row];
    let vy = velocityY[row];
    const turn = turnOfStep(commandTurn[row], dt);
    const sine = fastSin(turn);
    const cosine = fastCos(turn);
    let ax = hx * cosine - hy * sine;
    let ay = hx * sine + hy * cosine;
    const length = Math.sqrt(ax * ax + ay * ay);
    ax /= length;
    ay /= length;
    const share = state[row] === spaceTime ? shareOnPlan : shareOfMost;
    let gainX = share * (commandSpeed[row] * ax - commandScoot[row] * ay - vx);
    let gainY = share * (commandSpeed[row] * ay + commandScoot[row] * ax - vy);
    const squared = gainX * gainX + gainY * gainY;
    if (squared > most * most) {
      const bound = most / Math.sqrt(squared);
      gainX *= bound;
      gainY *= bound;
    }
    vx += gainX;
    vy += gainY;
    const own = haste * pace[row];
    const fastest = own > 0 && own < maximumSpeed ? own : maximumSpeed;
    const fast = vx * vx + vy * vy;
    if (fast > fastest * fastest) {
      const bound = fastest / Math.sqrt(fast);
      vx *= bound;
      vy *= bound;
    }
    next.velocityX[row] = vx;
    next.velocityY[row] = vy;
    next.headingX[row] = ax;
    next.headingY[row] = ay;
  }
}
