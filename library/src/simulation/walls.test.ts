import { describe, expect, test } from 'vitest';
import { gapToShape } from '../geometry/index.ts';
import { createWorld, type ScenarioInput, stepWorld } from './index.ts';
import { openSquare } from './worlds.fixture.ts';

const segment = (from: [number, number], to: [number, number]) => ({ shape: 'segment' as const, from, to });

const scenes: Record<string, Pick<ScenarioInput, 'obstacles' | 'agents'>> = {
  'a wall is followed': {
    obstacles: [segment([-6, 1], [8, -1.5])],
    agents: [{ at: [-8, -1], heading: 0, goal: [12, 0.5] }],
  },
  'a corner is rounded': {
    obstacles: [{ shape: 'box', min: [-3, -6], max: [2, 0] }],
    agents: [{ at: [-8, 1.3], heading: 0, goal: [4, -5] }],
  },
  'a doorway is passed': {
    obstacles: [segment([0, -8], [0, -0.8]), segment([0, 0.8], [0, 8])],
    agents: [{ at: [-7, 1.5], heading: 0, goal: [8, -1] }],
  },
};

/** The largest change of the turn rate between two steps on the way, and the smallest gap to anything. */
function walk(scene: Pick<ScenarioInput, 'obstacles' | 'agents'>, dt: number) {
  const world = createWorld({ ...openSquare, ...scene, dt, steering: { noise: 0 } });
  const { turnRate } = world.crowd.steer;
  let before = turnRate[0];
  let largest = 0;
  let gap = Number.POSITIVE_INFINITY;
  while (world.step * dt < 40) {
    stepWorld(world);
    // On arrival the agent stops turning at once: that is not the walls' doing.
    if (world.arrived > 0) break;
    largest = Math.max(largest, Math.abs(turnRate[0] - before));
    before = turnRate[0];
    for (const obstacle of world.scenario.obstacles) {
      const { x, y } = world.crowd.motion;
      gap = Math.min(gap, gapToShape(obstacle as Parameters<typeof gapToShape>[0], x[0], y[0], 0.25));
    }
  }
  return { largest, gap, arrived: world.arrived === 1 };
}

describe('walls, far and near, without a jump', () => {
  test.each(Object.entries(scenes))('%s: the change of the turn rate halves with the step', (_, scene) => {
    const walks = [0.01, 0.005, 0.0025, 0.00125].map((dt) => walk(scene, dt));
    for (const { arrived, gap } of walks) {
      expect(arrived).toBe(true);
      expect(gap).toBeGreaterThan(0);
    }
    for (let k = 1; k < walks.length; k++) {
      // A jump would leave it as it is.
      const ratio = walks[k].largest / walks[k - 1].largest;
      expect(ratio).toBeGreaterThan(0.4);
      expect(ratio).toBeLessThan(0.6);
    }
  });

  test('who walks along a wall keeps off it', () => {
    expect(walk(scenes['a wall is followed'], 0.05).gap).toBeGreaterThan(0.1);
  });
});
