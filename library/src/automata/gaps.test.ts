import { describe, expect, test } from 'vitest';
import { createDice } from '../crowd/crowd.fixture.ts';
import { createObstacles } from '../crowd/index.ts';
import { createSolids } from '../crowd/solids.ts';
import { gapToShape, type Shape } from '../geometry/index.ts';
import { registerSpace } from '../simulation/scenario/space.ts';
import { change, crowdFor, everything, nothing } from './changes.fixture.ts';
import { createChanges } from './changes.ts';

registerSpace();

describe('the gap', () => {
  const identity = [
    [0, 0],
    [10, 10],
  ] as const;
  const watching = change({ trait: 'speed', over: 'gap', points: identity, as: 'value' });

  test('is the free space to the nearest body or obstacle, at least 0', () => {
    const dice = createDice(5);
    for (let run = 0; run < 50; run++) {
      const place = (): [number, number] => [8 * dice(), 8 * dice()];
      const shapes: Shape[] = [
        { shape: 'circle', center: place(), radius: 0.1 + dice() },
        { shape: 'segment', from: place(), to: place() },
      ];
      const obstacles = createObstacles(shapes as Parameters<typeof createObstacles>[0]);
      const automaton = createChanges([watching]);
      const crowd = crowdFor(automaton, 4);
      for (let row = 0; row < 4; row++) {
        automaton.begin!(crowd, row);
        crowd.motion.x[row] = 8 * dice();
        crowd.motion.y[row] = 8 * dice();
        crowd.traits.radius[row] = 0.1 + 0.3 * dice();
      }
      automaton.sense!({ crowd, ...nothing, obstacles, step: 0, dt: 0.1 }, everything(crowd, 2, run));
      automaton.update({ crowd, ...nothing, obstacles, step: 1, dt: 0.1 });
      const { x, y } = crowd.motion;
      const { desiredSpeed, radius } = crowd.traits;
      for (let row = 0; row < 4; row++) {
        const gaps = shapes.map((shape) => gapToShape(shape, x[row], y[row], radius[row]));
        for (let other = 0; other < 4; other++) {
          const apart = Math.hypot(x[row] - x[other], y[row] - y[other]);
          if (other !== row) gaps.push(apart - radius[row] - radius[other]);
        }
        expect(desiredSpeed[row]).toBeCloseTo(Math.max(0, Math.min(...gaps)), 12);
      }
    }
  });

  test('in space: to spheres, planes and boxes, and to other bodies', () => {
    const solids = createSolids([
      { shape: 'sphere', center: [0, 0, 5], radius: 1 },
      { shape: 'plane', point: [0, 0, 0], normal: [0, 0, 1] },
      { shape: 'box', min: [4, -1, 1], max: [5, 1, 9] },
    ]);
    const automaton = createChanges([watching]);
    const crowd = crowdFor(automaton, 4, 3);
    // Beside the sphere, above the plane, beside the box, and above that one.
    const places = [
      [0, 2.5, 5],
      [-6, 0, 0.9],
      [3.3, 0, 4],
      [3.3, 0, 4.7],
    ];
    places.forEach(([x, y, z], row) => {
      automaton.begin!(crowd, row);
      crowd.motion.x[row] = x;
      crowd.motion.y[row] = y;
      crowd.motion.z[row] = z;
    });
    automaton.sense!({ crowd, ...nothing, solids, step: 0, dt: 0.1 }, everything(crowd, solids.count, 2));
    automaton.update({ crowd, ...nothing, solids, step: 1, dt: 0.1 });
    const gaps = [1.25, 0.65, 0.2, 0.2];
    gaps.forEach((gap, row) => {
      expect(crowd.traits.desiredSpeed[row]).toBeCloseTo(gap, 12);
    });
  });

  test('of a plane scene is the same in space, to the bit', () => {
    const dice = createDice(8);
    for (let run = 0; run < 50; run++) {
      const center = [6 * dice(), 6 * dice()] as const;
      const [x, y] = [6 * dice(), 6 * dice()];
      const corner = [x + 0.1 + dice(), y + 0.1 + dice()] as const;
      const obstacles = createObstacles([
        { shape: 'circle', center, radius: 0.3 },
        { shape: 'box', min: [x, y], max: corner },
      ]);
      const solids = createSolids([
        { shape: 'sphere', center: [...center, 0], radius: 0.3 },
        { shape: 'box', min: [x, y, -20], max: [...corner, 20] },
      ]);
      const places = Array.from({ length: 3 }, () => [6 * dice(), 6 * dice()]);
      const [flat, upright] = ([2, 3] as const).map((dimension) => {
        const automaton = createChanges([watching]);
        const crowd = crowdFor(automaton, 3, dimension);
        places.forEach(([x, y], row) => {
          automaton.begin!(crowd, row);
          crowd.motion.x[row] = x;
          crowd.motion.y[row] = y;
        });
        const elements = dimension === 2 ? obstacles.count : solids.count;
        automaton.sense!(
          { crowd, ...nothing, obstacles, solids, step: 0, dt: 0.1 },
          everything(crowd, elements, run),
        );
        return Array.from(crowd.memory.gap.subarray(0, 3));
      });
      expect(upright).toEqual(flat);
    }
  });

  test('with nothing near, and before the first look, the last point counts; a lag starts at the first look', () => {
    const automaton = createChanges([
      change({
        name: 'adrenaline',
        trait: 'aggressiveness',
        over: 'gap',
        points: [
          [0.2, 2],
          [1, 1.5],
        ],
        lag: 2,
      }),
    ]);
    const crowd = crowdFor(automaton, 2);
    for (const row of [0, 1]) automaton.begin!(crowd, row);
    crowd.motion.x[1] = 0.75;
    automaton.update({ crowd, ...nothing, step: 0, dt: 0.1 });
    expect(crowd.traits.aggressiveness[0]).toBeCloseTo(0.6, 12);
    automaton.sense!({ crowd, ...nothing, step: 0, dt: 0.1 }, everything(crowd, 0, 1));
    automaton.update({ crowd, ...nothing, step: 1, dt: 0.1 });
    // Gap 0.25 m at once, for there was no other before.
    expect(crowd.traits.aggressiveness[0]).toBeCloseTo(0.4 * (2 - (0.5 * 0.05) / 0.8), 12);
    const alone = everything(crowd, 0, 1);
    alone.agents.counts.fill(0);
    for (let step = 2; step < 12; step++) {
      automaton.sense!({ crowd, ...nothing, step, dt: 0.1 }, alone);
      automaton.update({ crowd, ...nothing, step, dt: 0.1 });
    }
    const gap = 1 - 0.75 * Math.exp(-1 / 2);
    expect(crowd.traits.aggressiveness[0]).toBeCloseTo(0.4 * (2 - (0.5 * (gap - 0.2)) / 0.8), 12);
  });
});
