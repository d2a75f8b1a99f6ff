import { expect, test } from 'vitest';
import { State } from './columns.ts';
import { bindFrame } from './frame.ts';
import { moveBodies } from './locomotion.ts';
import { pipelineDefaults } from './parameters.ts';
import { createPlanStore, takePlace } from './plans.ts';
import { inputOf } from './scene.fixture.ts';
import { followPlan } from './upkeep.ts';

test.each([3, 8])('a follower beside its plan comes back with a damping ratio of 1/√2, gain %d', (gain) => {
  const parameters = { ...pipelineDefaults, planGain: gain };
  const dt = 0.002;
  const input = inputOf({ walkers: [{ at: [0, 0.1], speed: 1 }], dt });
  const { crowd } = input;
  // A plan along the axis x at 1 m/s.
  const store = createPlanStore(24);
  const place = takePlace(store, bindFrame(input), 0);
  store.begin[place] = 0;
  store.length[place] = 24;
  store.x.set(
    Array.from({ length: 25 }, (_, layer) => layer * parameters.planLayer),
    place * 25,
  );
  for (let step = 0; step * dt < 10 / gain; step++) {
    const frame = bindFrame({ ...input, step });
    frame.own.state[0] = State.spaceTime;
    followPlan(frame, parameters, store, 0);
    const { motion, next } = crowd;
    moveBodies(frame, next, parameters);
    next.x[0] = motion.x[0] + dt * next.velocityX[0];
    next.y[0] = motion.y[0] + dt * next.velocityY[0];
    [crowd.motion, crowd.next] = [crowd.next, crowd.motion];
    // y'' + k y' + k²/2 y = 0 from rest beside the plan.
    const phase = (gain * (step + 1) * dt) / 2;
    const closed = 0.1 * Math.exp(-phase) * (Math.cos(phase) + Math.sin(phase));
    expect(Math.abs(crowd.motion.y[0] - closed)).toBeLessThan(0.002);
    expect(Math.abs(crowd.motion.x[0] - (step + 1) * dt)).toBeLessThan(0.002);
  }
});
