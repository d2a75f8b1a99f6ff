import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCrowd, createPerception, createSolids, enterAgent, reserveAgent } from '../../crowd/index.ts';
import { createObstacles } from '../../crowd/obstacles.ts';
import { createNonlinearModel } from './model.ts';
import { type NonlinearParameters, nonlinearDefaults } from './parameters.ts';

type Vector = [number, number, number];
type Ball = { at: Vector; radius: number };
type Scene = { heading: Vector; goal: Vector; agents: Ball[]; spheres: Ball[]; floor?: number | undefined };

const ownRadius = 0.25;
const view = 10;
const immediate = { noise: 0, agilityTime: [1e-9, 1e-9], massTime: [1e-9, 1e-9] } as const;

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const size = (a: Vector) => Math.sqrt(dot(a, a));
const times = (a: Vector, factor: number): Vector => [a[0] * factor, a[1] * factor, a[2] * factor];

/** What the model makes of it: the angular velocity, unfiltered. */
function turnOf({ heading, goal, agents, spheres, floor }: Scene, parameters: NonlinearParameters): Vector {
  const crowd = createCrowd(16, { dimension: 3, weights: 2, targetClasses: 1, memory: {} });
  const { motion, plan, traits } = crowd;
  for (const { at, radius } of [{ at: [0, 0, 0] as Vector, radius: ownRadius }, ...agents]) {
    const row = enterAgent(crowd, reserveAgent(crowd));
    [motion.x[row], motion.y[row], motion.z[row]] = at;
    [motion.headingX[row], motion.headingY[row], motion.headingZ[row]] = heading;
    [plan.directionX[row], plan.directionY[row], plan.directionZ[row]] = goal;
    [motion.weight0[row], motion.weight1[row]] = [0.5, 0.5];
    plan.pace[row] = 1;
    traits.radius[row] = radius;
    traits.agility[row] = 1;
    traits.aggressiveness[row] = 0.5;
    traits.viewRadius[row] = view;
  }
  const solids = createSolids([
    ...spheres.map(({ at, radius }) => ({ shape: 'sphere' as const, center: at, radius })),
    ...(floor === undefined
      ? []
      : [{ shape: 'plane' as const, point: [3, 4, floor] as Vector, normal: [0, 0, 2] as Vector }]),
  ]);
  const perception = createPerception();
  for (const [lists, count, first] of [
    [perception.agents, agents.length, 1],
    [perception.obstacles, solids.count, 0],
  ] as const) {
    lists.starts = new Int32Array(crowd.capacity);
    lists.counts = new Int32Array(crowd.capacity);
    lists.order = Int32Array.from({ length: crowd.capacity }, (_, row) => row);
    lists.counts[0] = count;
    lists.items = Int32Array.from({ length: count }, (_, k) => k + first);
    lists.length = count;
  }
  const due = new Uint8Array(crowd.capacity);
  due[0] = 1;
  createNonlinearModel(parameters).computeControls({
    ...{ crowd, perception, obstacles: createObstacles([]), solids, due, seed: 1, step: 0, dt: 0.05 },
  });
  return [crowd.next.turnX[0], crowd.next.turnY[0], crowd.next.turnRate[0]];
}

/** The same by the equations sheet, §1 and §5: the contribution in each plane, times its normal, added up. */
function byEquations({ heading, goal, agents, spheres, floor }: Scene, faithful: boolean) {
  const margin = nonlinearDefaults.margin;
  const widest = (Math.PI - margin) / 2 - 0.01;
  const bodies = [...agents, ...spheres].map(({ at, radius }) => {
    const distance = size(at);
    const reach = radius + ownRadius;
    const half = Math.min(Math.asin(Math.min(1, reach / distance)), widest);
    return { direction: times(at, 1 / distance), half, distance, reach };
  });
  if (floor !== undefined) {
    const direction: Vector = [0, 0, Math.sign(floor)];
    bodies.push({ direction, half: widest, distance: Math.abs(floor), reach: ownRadius });
  }
  const windowAt = (a: number, half: number) => {
    const edge = Math.cos(2 * half + margin);
    return 0.5 * (Math.tanh((4 / (Math.cos(2 * half) - edge)) * (Math.cos(a) - edge)) + 1);
  };
  let force: Vector = [0, 0, 0];
  let slope = 0;
  let windows = 0;
  let decays = 0;
  let closest = Number.POSITIVE_INFINITY;
  bodies.forEach(({ direction, half, distance, reach }, k) => {
    const gap = Math.max(0, distance - reach);
    const a = Math.acos(Math.max(-1, Math.min(1, dot(heading, direction))));
    const normal = cross(direction, heading);
    // An obstacle fades in over the last quarter of the view.
    const inside = Math.max(0, Math.min(1, (view - distance + reach - ownRadius) / (view / 4)));
    const share = faithful || k < agents.length ? 1 : 3 * inside ** 2 - 2 * inside ** 3;
    const at = (angle: number) =>
      share * (angle / half) * Math.exp(1 - Math.abs(angle / half)) * windowAt(angle, half) * Math.exp(-gap);
    const along = times(normal, at(a) / size(normal));
    force = [force[0] + along[0], force[1] + along[1], force[2] + along[2]];
    slope += (at(a + 1e-6) - at(a - 1e-6)) / 2e-6;
    windows += share * windowAt(a, half);
    decays += Math.exp(-gap);
    const beside = k < agents.length ? Math.cos(a) : (Math.cos(a) + 0.3) / 1.3;
    const aside = Math.max(0, distance * Math.sin(a) - reach);
    const ahead = Math.max(Math.cos(a), beside);
    if (ahead > 0) closest = Math.min(closest, (gap + 3 * aside + 1 / 1024) / ahead - 1 / 1024);
  });
  const pull = times(cross(goal, heading), -1);
  const targetSlope = -dot(goal, heading);
  const sign = faithful ? Math.sign : (x: number) => Math.tanh(5 * x);
  const targetDetector = sign(targetSlope) * Math.exp(-2 * size(pull));
  const obstacleDetector = sign(slope) * Math.exp(-2 * size(force)) * Math.min(1, windows);
  const flipped = !faithful && targetDetector > 0 && obstacleDetector < 0;
  const gamma12 = Math.exp(-2 * (flipped ? 0 : targetDetector * obstacleDetector) - 2);
  const alpha2 = Math.tanh(faithful ? decays : Math.exp(-closest));
  const alpha1 = 0.4 * (1 - alpha2);
  if (Math.abs(gamma12 - alpha1) < 1e-3 || Math.abs(0.05 - alpha2) < 1e-3) return undefined;
  let [w1, w2] = [1, 0];
  if (gamma12 > alpha1) [w1, w2] = [0, 1];
  else if (alpha2 > 0.05) {
    const determinant = alpha1 * alpha2 - gamma12 * 0.05;
    w1 = Math.sqrt((alpha2 * (alpha1 - gamma12)) / determinant);
    w2 = Math.sqrt((alpha1 * (alpha2 - 0.05)) / determinant);
  }
  return [0, 1, 2].map((k) => w1 * pull[k] + w2 * force[k]);
}

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const direction = fc
  .tuple(number(-1, 1), number(-3.1, 3.1))
  .map(
    ([z, angle]): Vector => [
      Math.sqrt(1 - z * z) * Math.cos(angle),
      Math.sqrt(1 - z * z) * Math.sin(angle),
      z,
    ],
  );
const ball = fc
  .record({ towards: direction, gap: number(0.02, 3), radius: number(0.1, 0.8) })
  .map(({ towards, gap, radius }): Ball => ({ at: times(towards, gap + radius + ownRadius), radius }));

describe('the model in space is the equations', () => {
  test.each([true, false])('faithful: %s', (faithful) => {
    let compared = 0;
    const parameters: NonlinearParameters = {
      ...nonlinearDefaults,
      ...immediate,
      variant: faithful ? 'faithful' : 'smooth',
    };
    const scenes = fc.record({
      heading: direction,
      goal: direction,
      agents: fc.array(ball, { maxLength: 5 }),
      spheres: fc.array(ball, { maxLength: 3 }),
      floor: fc.option(number(-6, -0.3), { nil: undefined }),
    });
    fc.assert(
      fc.property(scenes, (scene) => {
        // Straight ahead a repeller has a kink, exactly behind it a jump; a sign of nothing is not a sign.
        const things = [...scene.agents, ...scene.spheres].map(({ at }) => times(at, 1 / size(at)));
        if (scene.floor !== undefined) things.push([0, 0, -1]);
        fc.pre(things.every((towards) => Math.abs(dot(towards, scene.heading)) < 0.999));
        fc.pre(things.every((towards) => Math.abs(dot(towards, scene.heading)) > 1e-6));
        fc.pre(Math.abs(dot(scene.goal, scene.heading)) > 1e-6);
        const expected = byEquations(scene, faithful);
        fc.pre(expected !== undefined);
        compared++;
        const turn = turnOf(scene, parameters);
        for (let k = 0; k < 3; k++) expect(Math.abs(turn[k] - expected![k])).toBeLessThan(2e-3);
      }),
      { numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(250);
  });

  test('is the same however the scene is turned', () => {
    // A third of a turn about the diagonal exchanges the axes: nothing is special about any of them but noise.
    const turned = ([x, y, z]: Vector): Vector => [z, x, y];
    const parameters = { ...nonlinearDefaults, ...immediate };
    fc.assert(
      fc.property(direction, direction, fc.array(ball, { maxLength: 4 }), (heading, goal, spheres) => {
        const first = turnOf({ heading, goal, agents: [], spheres }, parameters);
        const second = turnOf(
          {
            heading: turned(heading),
            goal: turned(goal),
            agents: [],
            spheres: spheres.map(({ at, radius }) => ({ at: turned(at), radius })),
          },
          parameters,
        );
        const expected = turned(first);
        for (let k = 0; k < 3; k++) expect(Math.abs(second[k] - expected[k])).toBeLessThan(1e-5);
      }),
    );
  });
});
