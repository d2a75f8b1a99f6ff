import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stepWorld } from '../../index.ts';
import { createScenarioWorld } from '../../scenario.ts';
import { avoidCorners, avoidWalls, createAvoidance } from './avoidance.ts';
import { gatherWalls } from './nearby.ts';
import { inputOf } from './scene.fixture.ts';

type Place = [number, number];

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const place = (size: number) => fc.tuple(number(-size, size), number(-size, size));

describe('obstacles that move', () => {
  test('a velocity that all half-planes allow does not touch a moving disc within the horizon', () => {
    fc.assert(
      fc.property(place(4), place(2), place(1.5), place(1.5), (at, course, own, chosen) => {
        const [radius, horizon] = [0.3, 2];
        const input = inputOf({
          walkers: [{ at: [0, 0], velocity: own, radius }],
          pillars: [{ at, radius: 0.5 }],
        });
        const { obstacles } = input;
        obstacles.firstMoving = 0;
        obstacles.shiftX[0] = course[0] * input.dt;
        obstacles.shiftY[0] = course[1] * input.dt;
        const gapAt = (time: number) =>
          Math.hypot(at[0] + time * (course[0] - chosen[0]), at[1] + time * (course[1] - chosen[1])) - 0.8;
        // Bodies apart, and coming nearer at the present velocity: else only the wall counts, for a short time.
        const comes = at[0] * (own[0] - course[0]) + at[1] * (own[1] - course[1]) > 0;
        if (gapAt(0) < 0.06 || !comes) return;
        const { near, planes } = createAvoidance();
        near.reach = 10;
        gatherWalls(near, input, 0);
        avoidWalls(planes, near, input, 0.3);
        near.horizon = horizon;
        avoidCorners(planes, near, input, 0);
        const { directionX, directionY, pointX, pointY } = planes;
        const isAllowed = Array.from({ length: planes.count }).every(
          (_, k) => directionX[k] * (chosen[1] - pointY[k]) - directionY[k] * (chosen[0] - pointX[k]) >= 0,
        );
        const least = Math.min(...Array.from({ length: 81 }, (_, k) => gapAt((k / 80) * horizon)));
        if (isAllowed) expect(least).toBeGreaterThan(-1e-9);
      }),
      { numRuns: 1000 },
    );
  });

  test('a wall that comes nearer drives an agent before it; one that leaves lets it follow', () => {
    const limitOf = (velocity: number) => {
      const input = inputOf({
        walkers: [{ at: [0, 0], velocity: [0, 1], radius: 0.5 }],
        walls: [
          [
            [-9, 1.5],
            [9, 1.5],
          ],
        ],
      });
      input.obstacles.firstMoving = 0;
      input.obstacles.shiftY[0] = velocity * input.dt;
      const { near, planes } = createAvoidance();
      near.reach = 5;
      gatherWalls(near, input, 0);
      avoidWalls(planes, near, input, 0.5);
      near.horizon = 2;
      avoidCorners(planes, near, input, 0);
      return Math.min(...planes.pointY.subarray(0, 2));
    };
    // The gap is 1 m: at a relative speed of 0.5 m/s it lasts for the 2 s of the horizon.
    expect(limitOf(-1)).toBeCloseTo(0.5 - 1, 9);
    expect(limitOf(-0.2)).toBeCloseTo(0.5 - 0.2, 9);
  });

  /** The smallest gap between a walker and a moving obstacle, by the places of both. */
  function leastGap(obstacle: object, gapTo: (x: number, y: number, time: number) => number): number {
    const world = createScenarioWorld({
      version: 1,
      name: 'a thing that moves',
      bounds: { min: [-20, -20], max: [20, 20] },
      duration: 30,
      obstacles: [obstacle as never],
      agents: [{ at: [-6, 0], goal: [6, 0], heading: 0, radius: 0.3, speed: 1.3 }],
      arrival: 'stop',
    });
    let least = Number.POSITIVE_INFINITY;
    while (world.step < 30 / world.dt && world.arrived === 0) {
      stepWorld(world);
      const { x, y } = world.crowd.motion;
      least = Math.min(least, gapTo(x[0], y[0], world.step * world.dt));
    }
    expect(world.arrived).toBe(1);
    return least;
  }

  test.each([1, 2, 3])('a disc that crosses the path at %d m/s is let pass', (speed) => {
    // At the walker's free pace both would be at the origin at once.
    const from: Place = [0, -(6 / 1.3) * speed];
    const gap = leastGap(
      {
        shape: 'circle',
        center: from,
        radius: 0.6,
        course: { kind: 'velocity', velocity: [0, speed] },
      },
      (x, y, time) => Math.hypot(x, y - from[1] - speed * time) - 0.9,
    );
    expect(gap).toBeGreaterThan(0.01);
  });
});
