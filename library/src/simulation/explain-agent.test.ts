import { describe, expect, test } from 'vitest';
import { EventKind } from '../crowd/index.ts';
import type { SteeringModel } from '../steering/index.ts';
import { explainAgent } from './explain-agent.ts';
import { explanationInWords } from './explain-words.ts';
import { createWorld, type ScenarioInput, saveWorld, stateHashOf, stepWorld, type World } from './index.ts';
import { portraitOf } from './portrait.ts';
import { circle, square, walker } from './walker.fixture.ts';
import { busySquare } from './worlds.fixture.ts';

const models = ['walker', 'nonlinear', 'pipeline', 'critters', 'straight'] as const;

/** Two groups that meet in a corridor: planes, lanes, headway, feelers, threats and repellers. */
function corridor(name: (typeof models)[number], more: Partial<ScenarioInput> = {}): ScenarioInput {
  const row = (from: number, to: number) =>
    Array.from({ length: 14 }, (_, k) =>
      walker(
        [from + Math.sign(to) * -0.9 * Math.floor(k / 4), -1.5 + (k % 4) + 0.1 * (k % 3)],
        [to, -1.5 + (k % 4)],
        { radius: 0.2 },
      ),
    );
  return square([...row(-4, 12), ...row(4, -12)], {
    steering: { name },
    obstacles: [
      { shape: 'segment', from: [-20, -2.2], to: [20, -2.2] },
      { shape: 'segment', from: [-20, 2.2], to: [20, 2.2] },
      { shape: 'circle', center: [0, 0.4], radius: 0.4 },
    ],
    ...more,
  });
}

const stepsTo = (world: World, steps: number) => {
  while (world.step < steps) stepWorld(world);
  return world;
};

/** Ids that a contact names in the last step. */
function touched({ events }: World): Set<number> {
  const ids = new Set<number>();
  for (let k = 0; k < events.count; k++) {
    if (events.kind[k] === EventKind.arrival) continue;
    ids.add(events.agent[k]);
    ids.add(events.other[k]);
  }
  return ids;
}

describe('explainAgent', () => {
  test.each(
    models.flatMap(
      (name) =>
        [
          [name, 'in a corridor', corridor(name)],
          [name, 'among moving things', { ...busySquare, steering: { name } }],
          ...(name === 'walker' || name === 'pipeline'
            ? ([
                [name, 'that steers every third step', corridor(name, { cadence: { steering: 3 } })],
              ] as const)
            : []),
        ] as const,
    ),
  )('says what the step does: %s %s', (_, __, scenario) => {
    const world = createWorld(scenario as ScenarioInput);
    for (const step of [7, 40]) {
      stepsTo(world, step);
      const ids = [...world.crowd.ids.subarray(0, world.crowd.count)].filter((_, k) => k % 10 === 0);
      const explained = ids.map((id) => {
        try {
          return explainAgent(world, id);
        } catch (error) {
          expect((error as Error).message).toBe(`agent ${id} leaves the world in this step`);
          return undefined;
        }
      });
      stepWorld(world);
      const { crowd } = world;
      const contacts = touched(world);
      let compared = 0;
      for (let row = 0; row < crowd.count; row++) {
        const one = explained.find((each) => each?.agent === crowd.ids[row]);
        if (!one) continue;
        const { x, y, velocityX, velocityY } = crowd.motion;
        expect(one.moved.x).toBe((x[row] - one.position.x) / world.dt);
        expect(one.moved.y).toBe((y[row] - one.position.y) / world.dt);
        expect(one.stages.at(-1)?.velocity).toEqual(one.chosen);
        if (contacts.has(one.agent)) continue;
        compared++;
        expect([one.chosen.x, one.chosen.y]).toEqual([velocityX[row], velocityY[row]]);
      }
      expect(compared).toBeGreaterThan(0);
    }
  });

  test.each(models)('leaves the world as it is, and its result is data: %s', (name) => {
    const world = stepsTo(createWorld(corridor(name)), 40);
    const twin = stepsTo(createWorld(corridor(name)), 40);
    const bytes = saveWorld(world);
    const explained = explainAgent(world, world.crowd.ids[3]);
    expect(saveWorld(world)).toEqual(bytes);
    expect(JSON.parse(JSON.stringify(explained))).toEqual(explained);
    expect(stateHashOf(stepsTo(world, 80))).toBe(stateHashOf(stepsTo(twin, 80)));
  });

  test('the goal is where the agent goes: a target, a point of a region, its own goal, or another agent', () => {
    const { obstacles: _, ...open } = corridor('walker');
    const seek = (targets: string[]) => ({ at: [0, 0], targets });
    const world = createWorld({
      ...open,
      targets: [
        { name: 'disc', at: [8, 3] },
        { name: 'zone', region: { box: { min: [10, -2], max: [12, 2] } } },
      ],
      agents: [
        { ...seek(['disc']), at: [0, 6] },
        seek(['zone']),
        { name: 'prey', at: [0, -6], goal: [7, -6] },
        { at: [-8, -6], journey: { stages: [{ kind: 'pursue', agent: 'prey' }] } },
      ],
    } as ScenarioInput);
    stepsTo(world, 20);
    const goals = [0, 1, 2, 3].map((id) => explainAgent(world, id).desired.goal);
    expect(goals[0]).toEqual({ x: 8, y: 3, z: 0 });
    expect(goals[1].x).toBeGreaterThanOrEqual(10);
    expect(goals[1].x).toBeLessThan(10.5);
    expect(goals[1].y).toBeCloseTo(explainAgent(world, 1).position.y, 9);
    expect(goals[2]).toEqual({ x: 7, y: -6, z: 0 });
    const { position } = explainAgent(world, 2);
    expect(goals[3]).toEqual(position);
  });

  test('refuses an agent that is not there, and a call inside a step', () => {
    const world = createWorld(corridor('walker'));
    expect(() => explainAgent(world, 99)).toThrow(RangeError);
    world.isStepping = true;
    expect(() => explainAgent(world, 0)).toThrow('between two steps');
  });
});

/** The velocity on a grid that is nearest to the wish among those in all half-planes, and its distance from the wish. */
function bestOnGrid(
  planes: { pointX: number; pointY: number; normalX: number; normalY: number }[],
  wish: { x: number; y: number },
  speed: number,
  step: number,
): number {
  let best = Number.POSITIVE_INFINITY;
  for (let x = -speed; x <= speed; x += step) {
    for (let y = -speed; y <= speed; y += step) {
      if (x * x + y * y > speed * speed) continue;
      const distance = Math.hypot(x - wish.x, y - wish.y);
      if (distance >= best) continue;
      if (planes.every((p) => (x - p.pointX) * p.normalX + (y - p.pointY) * p.normalY >= 0)) best = distance;
    }
  }
  return best;
}

describe('half-planes of the walker', () => {
  test('those that bind hold the velocity back, and the others do not, by a search over all velocities', () => {
    const speed = 1.3;
    const step = 0.005;
    let bound = 0;
    let free = 0;
    const scene = square([...circle(3, 4), walker([0.3, 0], [9, 0.2])], {
      obstacles: [{ shape: 'segment', from: [-9, -1], to: [9, -1] }],
    });
    const world = createWorld(scene);
    for (const at of [10, 20, 30, 40]) {
      stepsTo(world, at);
      for (const id of [0, 1, 2, 3]) {
        const { constraints, stages } = explainAgent(world, id);
        const found = stages.find(({ name }) => name === 'half-planes');
        if (!found) continue;
        const wish = stages[stages.indexOf(found) - 1].velocity;
        const halves = constraints.flatMap(({ binds, halfPlane }) =>
          halfPlane ? [{ binds, halfPlane }] : [],
        );
        const planes = halves.map(({ halfPlane }) => halfPlane);
        const distance = Math.hypot(found.velocity.x - wish.x, found.velocity.y - wish.y);
        const best = bestOnGrid(planes, wish, speed, step);
        // Where nothing is allowed, the search has no answer.
        if (best === Number.POSITIVE_INFINITY) continue;
        expect(best).toBeGreaterThan(distance - 1e-9);
        expect(best).toBeLessThan(distance + 3 * step);
        for (const half of halves) {
          const others = planes.filter((one) => one !== half.halfPlane);
          const without = bestOnGrid(others, wish, speed, step);
          if (half.binds) bound++;
          else free++;
          // Removing a half-plane that does not bind changes nothing.
          if (!half.binds) expect(without).toBeGreaterThan(distance - 1e-9);
          else expect(without).toBeLessThan(best);
        }
      }
    }
    expect(bound).toBeGreaterThan(5);
    expect(free).toBeGreaterThan(5);
  });

  test('without the agents whose half-planes bind, the agent chooses another velocity', () => {
    const agents = [walker([0, 0], [20, 0]), walker([5, 0.3], [-20, 0]), walker([0, 15], [-20, 15])];
    const world = stepsTo(createWorld(square(agents)), 20);
    const { chosen, constraints } = explainAgent(world, 0);
    const sources = constraints.map(({ binds, from }) => [from.kind === 'agent' && from.id, binds]);
    expect(sources).toEqual([[1, true]]);
    const alone = createWorld(square([agents[0]]));
    stepsTo(alone, 20);
    for (const name of ['x', 'y', 'velocityX', 'velocityY'] as const) {
      alone.crowd.motion[name][0] = world.crowd.motion[name][0];
    }
    expect(explainAgent(alone, 0).chosen).not.toEqual(chosen);
  });
});

describe('headway and right of way', () => {
  test('an agent in a queue follows the one before it, at the speed at which the gap lasts', () => {
    const queue = Array.from({ length: 10 }, (_, k) =>
      walker([-0.7 * k, 0], [20, 0], { radius: 0.2, speed: k === 0 ? 0.3 : 1.3 }),
    );
    const walls = [0.3, -0.3].map((y) => ({
      shape: 'segment' as const,
      from: [-20, y] as [number, number],
      to: [20, y] as [number, number],
    }));
    const world = stepsTo(createWorld(square(queue, { obstacles: walls, planner: { name: 'direct' } })), 30);
    const { constraints, headway, velocity } = explainAgent(world, 4);
    expect(headway?.from).toEqual({ kind: 'agent', id: 3 });
    const { x } = world.crowd.motion;
    expect(headway?.freeDistance).toBeCloseTo(x[3] - x[4] - 0.4, 2);
    const limit = constraints.find(({ kind }) => kind === 'headway');
    expect(limit?.binds).toBe(true);
    expect(limit?.limit).toBeCloseTo((headway?.freeDistance ?? 0) / (headway?.time ?? 1), 12);
    expect(velocity.x).toBeLessThan(1);
  });

  test('the more aggressive agent goes first', () => {
    const bold = walker([0, 0], [20, 0], { personality: { aggressiveness: 0.9 } });
    const meek = walker([5, 0.1], [-20, 0], { personality: { aggressiveness: 0.1 } });
    const world = stepsTo(createWorld(square([bold, meek])), 5);
    expect(explainAgent(world, 0).rightOfWay).toEqual({ over: [1], yieldsTo: [] });
    expect(explainAgent(world, 1).rightOfWay).toEqual({ over: [], yieldsTo: [0] });
  });

  test('agents that block each other in a corridor follow plans, which begin where they are', () => {
    const walls = [0.7, -0.7].map((y) => ({
      shape: 'segment' as const,
      from: [-9, y] as [number, number],
      to: [9, y] as [number, number],
    }));
    const agents = [walker([-3, 0], [12, 0]), walker([3, 0], [-12, 0])];
    const world = createWorld(square(agents, { obstacles: walls }));
    let plan = explainAgent(world, 1).plan;
    for (; !plan && world.step < 300; plan = explainAgent(world, 1).plan) stepsTo(world, world.step + 20);
    const { x, y } = world.crowd.motion;
    expect(Math.hypot((plan?.points[0].x ?? 99) - x[1], (plan?.points[0].y ?? 99) - y[1])).toBeLessThan(0.6);
    expect(plan?.points.length).toBeGreaterThan(1);
  });
});

test.each([
  ['walker', /horizon: \d+(\.\d+)? s;/],
  ['pipeline', /turn rate: -?\d+(\.\d+)? rad\/s; speed: \d+(\.\d+)? m\/s; side step/],
  ['nonlinear', /turn rate: -?\d+(\.\d+)? rad\/s\./],
] as const)('facts of %s have their units in words', (name, fact) => {
  const world = stepsTo(createWorld(corridor(name)), 5);
  expect(explanationInWords(explainAgent(world, 0)).join('\n')).toMatch(fact);
});

describe('models that add what they feel', () => {
  test('the repellers of nonlinear add up to the turn that its portrait shows', () => {
    const world = stepsTo(createWorld(corridor('nonlinear')), 30);
    for (const id of [0, 5, 9]) {
      const { constraints, heading } = explainAgent(world, id);
      const sum = constraints.reduce((total, { turnRate = 0 }) => total + turnRate, 0);
      const { samples, weights } = portraitOf(world, id, { samples: 720 });
      const angle = Math.atan2(heading.y, heading.x);
      const nearest = samples.reduce((best, one) =>
        Math.abs(one.heading - angle) < Math.abs(best.heading - angle) ? one : best,
      );
      expect(sum).toBeCloseTo(weights.obstacles * nearest.obstacles, 1);
    }
  });

  test('the fields of critters add up to the whole field', () => {
    const world = stepsTo(createWorld(corridor('critters')), 30);
    const { constraints, facts } = explainAgent(world, 2);
    const sum = constraints.reduce((total, { acceleration }) => total + (acceleration?.x ?? 0), 0);
    expect(constraints.length).toBeGreaterThan(3);
    expect(sum + Number(facts.pullX)).toBeCloseTo(Number(facts.fieldX), 6);
  });

  test('a feeler of the pipeline names the agent that it touches', () => {
    const agents = [walker([0, 0], [20, 0]), walker([1.6, 0], [20, 0], { speed: 0.2 })];
    const world = stepsTo(createWorld(square(agents, { steering: { name: 'pipeline' } })), 2);
    const { constraints } = explainAgent(world, 0);
    const centre = constraints.find(({ kind }) => kind === 'centre feeler');
    expect(centre?.from).toEqual({ kind: 'agent', id: 1 });
    expect(centre?.binds).toBe(true);
  });
});

describe('a model of a program, without the hook', () => {
  /** The desired velocity, plus a push away from each agent in view, of 1 m²/s over the squared distance. */
  const pushed: SteeringModel = {
    name: 'pushed',
    bounds: { speedFactor: 2 },
    computeControls({ crowd, due, perception }) {
      const { motion, next, plan } = crowd;
      const { counts, items, starts } = perception.agents;
      for (let row = 0; row < crowd.count; row++) {
        if (due[row] === 0) continue;
        next.velocityX[row] = plan.pace[row] * plan.directionX[row];
        next.velocityY[row] = plan.pace[row] * plan.directionY[row];
        for (let entry = starts[row]; entry < starts[row] + counts[row]; entry++) {
          const dx = motion.x[items[entry]] - motion.x[row];
          const dy = motion.y[items[entry]] - motion.y[row];
          const squared = dx * dx + dy * dy;
          next.velocityX[row] -= dx / squared / Math.sqrt(squared);
          next.velocityY[row] -= dy / squared / Math.sqrt(squared);
        }
      }
    },
  };

  test('says what the agent wanted, and what each neighbour changes', () => {
    const agents = [
      walker([0, 0], [20, 0]),
      walker([2, 0], [20, 0]),
      walker([0, -2.5], [20, 0]),
      walker([0, 40], [20, 0]),
    ];
    const { steering: _, ...scene } = square(agents);
    const world = createWorld(scene, { steering: pushed });
    const { chosen, constraints, desired, influences, model } = explainAgent(world, 0);
    expect(model).toBe('pushed');
    expect(constraints).toEqual([]);
    expect(desired.velocity).toEqual({ x: 1.3, y: 0, z: 0 });
    const found = influences.map(({ from, change }) => [
      from.kind === 'agent' && from.id,
      change.x,
      change.y,
    ]);
    const expected = [
      [1, -1 / 4, 0],
      [2, 0, 1 / 6.25],
    ];
    for (const [k, [id, x, y]] of expected.entries()) {
      expect(found[k][0]).toBe(id);
      expect(found[k][1]).toBeCloseTo(x, 12);
      expect(found[k][2]).toBeCloseTo(y, 12);
    }
    expect(chosen.x).toBeCloseTo(1.3 - 1 / 4, 12);
  });
});
