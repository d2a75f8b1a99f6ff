import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createWorld, type ScenarioInput, stepWorld, type World } from '../simulation/index.ts';
import { createCollisionLog, observeCollisions } from './collisions.ts';
import { createMeasurements, observeStep, summarize } from './index.ts';

type Point = [number, number, number];
type Solid = NonNullable<ScenarioInput['obstacles']>[number];

const space: ScenarioInput = {
  version: 1,
  name: 'space',
  dimension: 3,
  bounds: { min: [-20, -20, -20], max: [20, 20, 20] },
  duration: 60,
  steering: { noise: 0, massTime: [1e-4, 1e-4] },
};

function distanceToBox([x, y, z]: Point, min: Point, max: Point): number {
  const beyond = (value: number, axis: 0 | 1 | 2) => Math.max(min[axis] - value, 0, value - max[axis]);
  return Math.hypot(beyond(x, 0), beyond(y, 1), beyond(z, 2));
}

/** A box as a mesh of twelve triangles. */
function boxOfTriangles(min: Point, max: Point): Solid {
  const points = Array.from(
    { length: 8 },
    (_, i): Point => [i & 1 ? max[0] : min[0], i & 2 ? max[1] : min[1], i & 4 ? max[2] : min[2]],
  );
  const squares = [
    [0, 1, 3, 2],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 3, 7, 5],
  ];
  return {
    shape: 'triangles',
    points,
    faces: squares.flatMap(([a, b, c, d]): Point[] => [
      [a, b, c],
      [a, c, d],
    ]),
  };
}

describe('gaps in three dimensions', () => {
  test('between bodies are found by columns of cells as by looking at all', () => {
    const world = createWorld({
      ...space,
      groups: [{ name: 'all', count: 200, region: { ball: { center: [0, 0, 0], radius: 4 } } }],
    });
    const { motion, traits, count } = world.crowd;
    for (let row = 0; row < count; row += 3) motion.z[row] += 0.3;
    let least = Number.POSITIVE_INFINITY;
    let [overlaps, flatOverlaps] = [0, 0];
    for (let a = 0; a < count; a++) {
      for (let b = 0; b < a; b++) {
        const [dx, dy, dz] = [
          motion.x[a] - motion.x[b],
          motion.y[a] - motion.y[b],
          motion.z[a] - motion.z[b],
        ];
        const reach = traits.radius[a] + traits.radius[b];
        least = Math.min(least, Math.hypot(dx, dy, dz) - reach);
        if (Math.hypot(dx, dy, dz) - reach < -0.001) overlaps++;
        if (Math.hypot(dx, dy) - reach < -0.001) flatOverlaps++;
      }
    }
    const log = createCollisionLog();
    observeCollisions(log, world);
    expect(log.unique).toBe(overlaps);
    expect(overlaps).toBeGreaterThan(0);
    expect(flatOverlaps).toBeGreaterThan(overlaps);
    expect(log.minimumClearance).toBeCloseTo(least, 12);
  });

  const coordinate = fc.double({ min: -6, max: 6, noNaN: true });
  const place = fc.tuple(coordinate, coordinate, coordinate);
  const extent = fc.double({ min: 0.1, max: 4, noNaN: true });
  const box = fc
    .tuple(place, extent, extent, extent)
    .map(([min, ...sides]) => ({ min, max: min.map((value, axis) => value + sides[axis]) as Point }));
  const solid: fc.Arbitrary<{ solid: Solid; distance: (point: Point) => number }> = fc.oneof(
    fc.tuple(place, extent).map(([center, radius]) => ({
      solid: { shape: 'sphere', center, radius } as Solid,
      distance: (point: Point) => Math.hypot(...point.map((value, axis) => value - center[axis])) - radius,
    })),
    box.map(({ min, max }) => ({
      solid: { shape: 'box', min, max } as Solid,
      distance: (point: Point) => distanceToBox(point, min, max),
    })),
    box.map(({ min, max }) => ({
      solid: boxOfTriangles(min, max),
      distance: (point: Point) => distanceToBox(point, min, max),
    })),
    fc.tuple(place, fc.constantFrom<Point>([0, 0, 1], [0, -1, 0], [0.6, 0, -0.8])).map(([point, normal]) => ({
      solid: { shape: 'plane', point, normal } as Solid,
      distance: (at: Point) => at.reduce((sum, value, axis) => sum + (value - point[axis]) * normal[axis], 0),
    })),
  );

  test('to solids are those of closed forms; bodies inside boxes are left out, behind planes they overlap', () => {
    let measured = 0;
    fc.assert(
      fc.property(
        fc.array(solid, { minLength: 1, maxLength: 6 }),
        fc.array(place, { minLength: 1, maxLength: 8 }),
        (solids, places) => {
          const free = places.filter((point) =>
            solids.every(
              ({ solid: { shape }, distance }) =>
                shape === 'sphere' || shape === 'plane' || distance(point) > 0,
            ),
          );
          const world = createWorld({
            ...space,
            obstacles: solids.map((one) => one.solid),
            bounds: { min: [-100, -100, -100], max: [100, 100, 100] },
            // In front of any of the planes.
            agents: [{ at: [90, -90, 20] }],
          });
          const log = createCollisionLog();
          let least = Number.POSITIVE_INFINITY;
          for (const point of free) {
            [world.crowd.motion.x[0], world.crowd.motion.y[0], world.crowd.motion.z[0]] = point;
            observeCollisions(log, world);
            for (const { distance } of solids) least = Math.min(least, distance(point) - 0.25);
          }
          if (least > 1) expect(log.minimumClearance).toBe(Number.POSITIVE_INFINITY);
          else {
            measured++;
            expect(log.minimumClearance).toBeCloseTo(least, 9);
          }
        },
      ),
      { numRuns: 200 },
    );
    expect(measured).toBeGreaterThan(50);
  });

  test('to solids count as collisions, one for each obstacle, and to the border above and below', () => {
    const heard: [number, number][] = [];
    const world = createWorld({
      ...space,
      bounds: { min: [-5, -5, 0], max: [5, 5, 6], walls: true },
      obstacles: [
        { shape: 'sphere', center: [2, 0, 3], radius: 1 },
        { shape: 'box', min: [-3, -1, 0], max: [-2, 1, 6] },
      ],
      agents: [{ at: [0, 0, 3] }],
    });
    const log = createCollisionLog();
    const lookFrom = (x: number, z: number) => {
      world.step++;
      world.crowd.motion.x[0] = x;
      world.crowd.motion.z[0] = z;
      observeCollisions(log, world, (agent, other) => heard.push([agent, other]));
    };
    lookFrom(0, 3);
    expect(log.minimumClearance).toBeCloseTo(0.75, 12);
    lookFrom(0.8, 3);
    lookFrom(-1.8, 3);
    lookFrom(0, 5.9);
    expect(heard).toEqual([
      [0, -2],
      [0, -3],
      [0, -1],
    ]);
  });
});

/** Climbs straight up at 2 m/s from the first step on. */
function createClimber(): World {
  const world = createWorld({ ...space, agents: [{ at: [0, 0, -19], goal: [0, 0, 19], speed: 2 }] });
  world.crowd.motion.velocityZ[0] = 2;
  return world;
}

describe('figures in three dimensions', () => {
  test('a straight climber at 2 m/s for 4 s: energy ½ v² × 80 frames, acceleration 0, all of the desired speed', () => {
    const world = createClimber();
    const measurements = createMeasurements(world);
    for (let step = 0; step < 80; step++) {
      stepWorld(world);
      observeStep(measurements, world);
    }
    const { score, meanSpeed, outside } = summarize(measurements, world);
    expect(world.crowd.motion.z[0]).toBeCloseTo(-11, 6);
    expect(score.energy).toBeCloseTo(0.5 * 4 * 80, 6);
    expect(score.acceleration).toBeCloseTo(0, 6);
    expect(meanSpeed).toBeCloseTo(1, 9);
    expect(outside).toBe(0);
  });

  test('from rest to 2 m/s upwards in one step of 0.05 s: an acceleration of 40 m/s² for one frame', () => {
    const world = createClimber();
    world.crowd.motion.velocityZ[0] = 0;
    const measurements = createMeasurements(world);
    for (let step = 0; step < 10; step++) {
      stepWorld(world);
      observeStep(measurements, world);
    }
    expect(summarize(measurements, world).score.acceleration).toBeCloseTo(40, 5);
  });

  test('above the bounds is outside them', () => {
    const world = createClimber();
    const measurements = createMeasurements(world);
    for (const [z, outside] of [
      [20, 0],
      [20.001, 1],
      [0, 1],
    ]) {
      world.crowd.motion.z[0] = z;
      observeStep(measurements, world);
      expect(summarize(measurements, world).outside).toBe(outside);
    }
  });
});
