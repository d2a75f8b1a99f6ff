import { describe, expect, test } from 'vitest';
import type { Frame } from './frame.ts';
import { type PipelineParameters, pipelineDefaults } from './parameters.ts';
import { predictThreats } from './prediction.ts';
import { frameOf, pairsOf, type Scene } from './scene.fixture.ts';
import { createSpaceTime, planAhead } from './space-time.ts';

const head = [{ at: [-4, 0] as const }, { at: [4, 0] as const, heading: Math.PI }];
const corridor = (width: number): Scene['walls'] => [
  [
    [-9, width / 2],
    [9, width / 2],
  ],
  [
    [-9, -width / 2],
    [9, -width / 2],
  ],
];

/** Predicts and plans once; returns which rows have a plan then, and the number of searches. */
function plan(
  scene: Scene,
  changed: Partial<PipelineParameters> = {},
  change: (frame: Frame) => void = () => {},
) {
  const parameters = { ...pipelineDefaults, ...changed };
  const frame = frameOf(scene);
  predictThreats(frame, parameters, pairsOf(frame));
  change(frame);
  const state = createSpaceTime(parameters);
  const searches = planAhead(frame, parameters, state);
  const has = scene.walkers.map((_, row) => frame.own.plan[row] > 0);
  return { frame, has, parameters, searches, state };
}

describe('a plan is sought', () => {
  test('where walls leave no room to pass a threat, and not in the open', () => {
    expect(plan({ walkers: head, walls: corridor(2.5) }).has).toEqual([true, true]);
    expect(plan({ walkers: head, walls: corridor(4) }).has).toEqual([false, false]);
    expect(plan({ walkers: head }).has).toEqual([false, false]);
  });

  test('where two threats come together', () => {
    const third = { at: [0, 4] as const, heading: -Math.PI / 2 };
    expect(plan({ walkers: [...head, third] }).has).toEqual([true, true, true]);
  });

  test('by an agent that is stuck, and by one that feels an agent with a plan', () => {
    const walkers = [{ at: [0, 0] as const }, { at: [1.5, 0] as const, heading: 1.5, speed: 0 }];
    const stuck = plan({ walkers }, {}, ({ own }) => {
      own.threat[0] = -1;
      own.stuck[0] = 20;
    });
    expect(stuck.has).toEqual([true, false]);
    expect(
      plan({ walkers }, {}, ({ own }) => {
        own.threat[0] = -1;
        own.stuck[0] = 19;
      }).searches,
    ).toBe(0);
    // The second touches the first, which has a plan by now.
    const { frame, parameters, state } = stuck;
    frame.own.felt[1] = 0;
    expect(planAhead(frame, parameters, state)).toBe(1);
    expect(frame.own.plan[1]).toBeGreaterThan(0);
  });

  test('not with too many in view, nor before its time', () => {
    const scene = { walkers: head, walls: corridor(2.5) };
    expect(plan(scene, { planningCrowd: 0 }).searches).toBe(0);
    expect(plan(scene, {}, ({ own }) => own.planAgain.fill(0.1)).searches).toBe(0);
  });
});

describe('plans', () => {
  test('keep two apart along the whole path in a corridor where neither could pass in the middle', () => {
    const { frame, state } = plan({ walkers: head, walls: corridor(2.5) });
    const { layers, length, x, y } = state.store;
    const [a, b] = [0, 1].map((row) => frame.own.plan[row] - 1);
    for (let t = 0; t <= Math.min(length[a], length[b]); t++) {
      const [k, l] = [a * (layers + 1) + t, b * (layers + 1) + t];
      expect(Math.hypot(x[k] - x[l], y[k] - y[l])).toBeGreaterThanOrEqual(1 - 1e-9);
      for (const at of [k, l]) expect(Math.abs(y[at])).toBeLessThanOrEqual(0.75 + 1e-9);
    }
    // Both get past the other.
    expect(x[a * (layers + 1) + length[a]]).toBeGreaterThan(x[b * (layers + 1) + length[b]]);
  });

  test('that cannot be found leave the agent without one, until a second later', () => {
    // A body in a box that is smaller than itself, and a search that may expand one node.
    const walkers = [{ at: [0, 0] as const, speed: 0 }];
    const wall = (from: readonly [number, number], to: readonly [number, number]) => [from, to] as const;
    const walls = [
      wall([-0.4, -0.4], [0.4, -0.4]),
      wall([0.4, -0.4], [0.4, 0.4]),
      wall([0.4, 0.4], [-0.4, 0.4]),
      wall([-0.4, 0.4], [-0.4, -0.4]),
    ];
    const { frame, parameters, state, searches } = plan({ walkers, walls }, { planNodes: 1 }, ({ own }) => {
      own.stuck[0] = 20;
    });
    expect(searches).toBe(1);
    expect(frame.own.plan[0]).toBe(0);
    expect(frame.own.planAgain[0]).toBe(1);
    frame.own.stuck[0] = 20;
    expect(planAhead({ ...frame, now: 0.95 }, parameters, state)).toBe(0);
    expect(planAhead({ ...frame, now: 1 }, parameters, state)).toBe(1);
  });
});
