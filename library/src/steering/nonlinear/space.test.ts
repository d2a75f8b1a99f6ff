import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createCrowd,
  createEvents,
  createNearLists,
  createObstacles,
  createPerception,
  enterAgent,
  reserveAgent,
} from '../../crowd/index.ts';
import { createSolids } from '../../crowd/solids.ts';
import { registerSpace } from '../../simulation/scenario/space.ts';
import { nonlinearColumns } from './columns.ts';
import { createNonlinearModel } from './model.ts';
import { type NonlinearParameters, nonlinearDefaults } from './parameters.ts';
import {
  type Ball,
  type Box,
  byEquations,
  cross,
  dot,
  type Face,
  minus,
  openingTo,
  ownRadius,
  plus,
  type Scene,
  size,
  times,
  turnOf,
  unit,
  type Vector,
} from './space.fixture.ts';

registerSpace();

const immediate = { noise: 0, agilityTime: [1e-9, 1e-9], massTime: [1e-9, 1e-9] } as const;

/** Uniformly distributed, unlike fc.double, which would make most scenes flat, with much straight ahead. */
const number = (min: number, max: number) =>
  fc.noBias(fc.integer({ min: 0, max: 2 ** 30 })).map((part) => min + (max - min) * (part / 2 ** 30));
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

/** A triangle or rectangle of any orientation, with its corner near the agent. */
const face = fc
  .record({
    triangle: fc.boolean(),
    towards: direction,
    distance: number(0.3, 4),
    along: direction,
    across: direction,
    lengths: fc.tuple(number(0.2, 4), number(0.2, 4)),
  })
  .filter(({ along, across }) => size(cross(along, across)) > 0.2)
  .map(({ triangle, towards, distance, along, across, lengths }): Face => {
    const upright = triangle ? across : unit(cross(along, across));
    const [side, other] = [times(along, lengths[0]), times(upright, lengths[1])];
    const middle = times(plus(side, other), triangle ? 1 / 3 : 1 / 2);
    return { triangle, corner: minus(times(towards, distance), middle), side, other };
  });

describe('the model in space is the equations', () => {
  /** Counts the scenes in which the obstacles have a weight: the others say nothing about obstacles. */
  function compare(scenes: fc.Arbitrary<Scene>, faithful: boolean, runs: number): number {
    let repelled = 0;
    const parameters: NonlinearParameters = {
      ...nonlinearDefaults,
      ...immediate,
      variant: faithful ? 'faithful' : 'smooth',
    };
    fc.assert(
      fc.property(scenes, (drawn) => {
        const agents = drawn.agents.filter(
          (agent) => faithful || dot(agent.at, drawn.heading) >= 0 || openingTo(agent, drawn.heading) > 1e-4,
        );
        const scene = { ...drawn, agents };
        const expected = byEquations(scene, faithful);
        fc.pre(expected !== undefined);
        const turn = turnOf(scene, parameters);
        expect(size(minus(turn, expected!))).toBeLessThan(1e-6);
        if (size(minus(turn, cross(scene.heading, scene.goal))) > 1e-3) repelled++;
      }),
      // Shrinking would take minutes: most smaller scenes are flat.
      { numRuns: runs, endOnFailure: true },
    );
    return repelled;
  }

  test.each([true, false])('bodies and a floor; faithful: %s', (faithful) => {
    const scenes = fc.record({
      heading: direction,
      goal: direction,
      agents: fc.array(ball, { maxLength: 5 }),
      spheres: fc.array(ball, { maxLength: 3 }),
      floor: fc.option(number(-6, -0.3), { nil: undefined }),
    });
    expect(compare(scenes, faithful, 300)).toBeGreaterThan(75);
  });

  test.each([true, false])('triangles and rectangles of any orientation; faithful: %s', (faithful) => {
    const scenes = fc.record({
      heading: direction,
      goal: direction,
      agents: fc.constant<Ball[]>([]),
      spheres: fc.array(ball, { maxLength: 1 }),
      faces: fc.array(face, { minLength: 1, maxLength: 3 }),
    });
    expect(compare(scenes, faithful, 300)).toBeGreaterThan(75);
  });

  test.each([true, false])('a box, from outside and from inside; faithful: %s', (faithful) => {
    const box = fc
      .tuple(direction, number(0, 3), number(0.3, 4), number(0.3, 4), number(0.3, 4))
      .map(([towards, distance, ...lengths]): Box => {
        const [middle, half] = [times(towards, distance), times(lengths, 0.5)];
        return { min: minus(middle, half), max: plus(middle, half) };
      });
    const scenes = fc.record({
      heading: direction,
      goal: direction,
      agents: fc.constant<Ball[]>([]),
      spheres: fc.constant<Ball[]>([]),
      box,
    });
    expect(compare(scenes, faithful, 300)).toBeGreaterThan(75);
  });

  test('smooth: agents behind with W D below exp(−10) are left out', () => {
    const parameters = { ...nonlinearDefaults, ...immediate };
    let leftOut = 0;
    fc.assert(
      fc.property(direction, direction, ball, ball, (heading, goal, sphere, agent) => {
        fc.pre(dot(agent.at, heading) < 0 && openingTo(agent, heading) < Math.exp(-12));
        const scene = { heading, goal, agents: [], spheres: [sphere] };
        expect(turnOf({ ...scene, agents: [agent] }, parameters)).toEqual(turnOf(scene, parameters));
        leftOut++;
      }),
    );
    expect(leftOut).toBeGreaterThan(50);
  });

  test('does not depend on the orientation of the scene', () => {
    // A third of a turn about the diagonal permutes the axes: only noise distinguishes them.
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

/** Angular velocities after one step from rest, of agents without goals or surroundings, over many draws of noise. */
function* jolts(headings: readonly Vector[], parameters: NonlinearParameters, steps: number, dt: number) {
  const shape = { dimension: 3, targetClasses: 1, memory: {}, steer: nonlinearColumns() } as const;
  const crowd = createCrowd(headings.length, shape);
  const { motion, traits } = crowd;
  for (const heading of headings) {
    const row = enterAgent(crowd, reserveAgent(crowd));
    [motion.headingX[row], motion.headingY[row], motion.headingZ[row]] = heading;
    traits.agility[row] = 0.7;
  }
  const perception = createPerception();
  for (const lists of [perception.agents, perception.obstacles]) {
    for (const column of ['starts', 'counts', 'order'] as const)
      lists[column] = new Int32Array(crowd.capacity);
    lists.order.forEach((_, row, order) => {
      order[row] = row;
    });
  }
  const due = new Uint8Array(crowd.capacity).fill(1);
  const model = createNonlinearModel(parameters);
  const things = { obstacles: createObstacles([]), solids: createSolids([]), events: createEvents() };
  const { turnRate, turnX, turnY } = crowd.steer;
  for (let step = 0; step < steps; step++) {
    for (const column of [turnRate, turnX, turnY]) column.fill(0);
    model.computeControls({
      crowd,
      perception,
      ...things,
      due,
      duePrediction: due,
      dueReaction: due,
      close: createNearLists(),
      seed: 3,
      step,
      dt,
    });
    for (let row = 0; row < headings.length; row++) {
      yield { heading: headings[row], turn: [turnX[row], turnY[row], turnRate[row]] as Vector };
    }
  }
}

describe('noise', () => {
  const dt = 0.04;
  const gain = 1 - Math.exp(-dt / (0.05 + 0.95 * 0.3));
  const headings = fc.sample(direction, { numRuns: 500, seed: 8 });
  const draws = 40 * headings.length;

  test.each([
    [0.05, 0.05],
    [0.3, 0.1],
    [0, 0.2],
  ])('%f to the sides and %f up and down are their spreads per √second', (noise, climbNoise) => {
    const mean = { aside: 0, climb: 0 };
    const square = { aside: 0, climb: 0, both: 0 };
    for (const { heading, turn } of jolts(headings, { ...nonlinearDefaults, noise, climbNoise }, 40, dt)) {
      const e = unit(minus([0, 0, 1], times(heading, heading[2])));
      const aside = dot(turn, e);
      const climb = dot(turn, cross(heading, e));
      expect(Math.abs(dot(turn, heading))).toBeLessThan(1e-14);
      mean.aside += aside / draws;
      mean.climb += climb / draws;
      square.aside += aside ** 2 / draws;
      square.climb += climb ** 2 / draws;
      square.both += (aside * climb) / draws;
    }
    // Means and products vary by 1/√draws of a draw, squares by √2 as much: all within four of these.
    const unitAside = (noise * gain) / Math.sqrt(dt);
    const unitClimb = (climbNoise * gain) / Math.sqrt(dt);
    const spread = 4 / Math.sqrt(draws);
    const rounding = 1e-15;
    expect(Math.abs(mean.aside)).toBeLessThan(spread * unitAside + rounding);
    expect(Math.abs(mean.climb)).toBeLessThan(spread * unitClimb + rounding);
    expect(Math.abs(square.both)).toBeLessThan(spread * unitAside * unitClimb + rounding);
    expect(Math.abs(square.aside - unitAside ** 2)).toBeLessThan(
      Math.SQRT2 * spread * unitAside ** 2 + rounding,
    );
    expect(Math.abs(square.climb - unitClimb ** 2)).toBeLessThan(
      Math.SQRT2 * spread * unitClimb ** 2 + rounding,
    );
  });

  test('without noise up and down a level heading stays level, exactly', () => {
    const level = headings.map(([x, y]) => unit([x, y, 0]));
    let turned = 0;
    for (const { turn } of jolts(level, { ...nonlinearDefaults, climbNoise: 0 }, 2, dt)) {
      expect(Math.abs(turn[0])).toBe(0);
      expect(Math.abs(turn[1])).toBe(0);
      if (turn[2] !== 0) turned++;
    }
    expect(turned).toBe(2 * level.length);
  });

  test('a vertical heading is turned about x sideways, about y up and down', () => {
    const upright: Vector[] = [
      [0, 0, 1],
      [0, 0, -1],
    ];
    for (const [noise, climbNoise, axis] of [
      [0.1, 0, 0],
      [0, 0.1, 1],
    ]) {
      for (const { turn } of jolts(upright, { ...nonlinearDefaults, noise, climbNoise }, 2, dt)) {
        turn.forEach((part, k) => {
          if (k === axis) expect(part).not.toBe(0);
          else expect(Math.abs(part)).toBe(0);
        });
      }
    }
  });
});
