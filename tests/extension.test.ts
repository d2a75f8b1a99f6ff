// What CONTRIBUTING.md promises: a program can replace each layer with the public exports of `wend` alone.
// For a steering model, see examples/own-steering.js.
import { describe, expect, test } from 'vitest';
import {
  type Automaton,
  createPlanner,
  DirectionState,
  type NeighbourDefinition,
  type NeighbourIndex,
  type Planner,
  type PlannerDefinition,
  readAgent,
  registerNeighbourIndex,
  registerPlanner,
  registerSteering,
  Status,
  type SteeringDefinition,
  settings,
  stateHashOf,
  stepWorld,
  type World,
} from 'wend';
import { createScenarioWorld, parseScenario, type ScenarioInput } from 'wend/scenario';

const crossing = {
  version: 1,
  name: 'crossing',
  bounds: { min: [-15, -15], max: [15, 15] },
  duration: 20,
  groups: [
    {
      name: 'people',
      count: 120,
      region: { circle: { center: [0, 0], radius: 12 } },
      goal: { mirror: [0, 0] },
      speed: { uniform: [1, 1.6] },
    },
  ],
  steering: { noise: 0.1 },
} satisfies ScenarioInput;

function stepOften(world: World, steps: number): string {
  for (let step = 0; step < steps; step++) stepWorld(world);
  return stateHashOf(world);
}

/** Sorts all agents by x and searches along that line: correct, but in another order than the built-in indexes. */
function createSweepIndex(): NeighbourIndex {
  let crowd: World['crowd'];
  const unasked = () => {
    throw new Error('a world that does not ask for sight or events has no need of this');
  };
  return {
    name: 'sweep',
    near: unasked,
    visible: unasked,
    nearest: unasked,
    insert: unasked,
    remove: unasked,
    events: unasked,
    update(surroundings) {
      crowd = surroundings.crowd;
    },
    list(due, _, lists) {
      const { x, y } = crowd.motion;
      const order = Array.from({ length: crowd.count }, (_, row) => row).sort((a, b) => x[a] - x[b] || a - b);
      const found: number[] = [];
      lists.starts = new Int32Array(crowd.capacity);
      lists.counts = new Int32Array(crowd.capacity);
      for (let place = 0; place < order.length; place++) {
        const row = order[place];
        if (due[row] === 0) continue;
        const radius = crowd.traits.viewRadius[row];
        lists.starts[row] = found.length;
        const look = (other: number) => {
          const dx = x[other] - x[row];
          const dy = y[other] - y[row];
          if (dx * dx + dy * dy <= radius * radius) found.push(other);
        };
        for (let at = place + 1; at < order.length && x[order[at]] - x[row] <= radius; at++) look(order[at]);
        for (let at = place - 1; at >= 0 && x[row] - x[order[at]] <= radius; at--) look(order[at]);
        lists.counts[row] = found.length - lists.starts[row];
      }
      lists.items = Int32Array.from(found);
      lists.length = found.length;
    },
  };
}

test('a neighbour index of one’s own gives the same states as the grid and as brute force', () => {
  const own = createScenarioWorld(crossing, { neighbours: createSweepIndex() });
  const grid = createScenarioWorld(crossing);
  const brute = createScenarioWorld({ ...crossing, neighbours: { name: 'brute' } });
  for (let step = 0; step < 200; step++) {
    const hashes = [own, grid, brute].map((world) => stepOften(world, 1));
    expect(new Set(hashes).size, `step ${step + 1}`).toBe(1);
  }
});

test('an index that a program registers can be named in a scenario, in the dimensions that it says', () => {
  const sweep: NeighbourDefinition = {
    name: 'sweep',
    summary: 'Sorts all agents by x.',
    dimensions: [2],
    create: createSweepIndex,
  };
  const named = { ...crossing, neighbours: { name: 'sweep' } };
  expect(() => parseScenario(JSON.stringify(named))).toThrow(
    'neighbours.name: expected "grid", "auto", "brute" or "kinetic", got "sweep"',
  );
  registerNeighbourIndex(sweep);
  const world = createScenarioWorld(parseScenario(JSON.stringify(named)));
  expect(world.environment.index.name).toBe('sweep');
  expect(stepOften(world, 20)).toBe(stepOften(createScenarioWorld(crossing), 20));
  const raised = {
    ...named,
    dimension: 3,
    bounds: { min: [-15, -15, 0], max: [15, 15, 9] },
    steering: { name: 'nonlinear' },
    groups: [],
  };
  expect(() => parseScenario(JSON.stringify(raised))).toThrow(
    'neighbours.name: expected one of "grid", "auto", "brute", "kinetic" in a world of dimension 3, got "sweep"',
  );
});

test('a planner that a program registers can be named in a scenario, with defaults and dimensions of its own', () => {
  const streets: PlannerDefinition = {
    name: 'streets',
    about: 'First along x, then along y.',
    dimensions: [2],
    parameters: {
      tolerance: settings.number({ min: 0, default: 0.2, about: 'How exactly, m.' }),
      cell: settings.number({ min: 0, default: 3, about: 'Not the cell of the others, m.' }),
    },
    create: (parameters) => {
      const { cell, tolerance } = parameters as { cell: number; tolerance: number };
      return createPlanner({
        name: 'streets',
        findDirection({ crowd }, row, aim, direction) {
          const dx = aim.x - crowd.motion.x[row];
          const dy = aim.y - crowd.motion.y[row];
          const isAcross = Math.abs(dx) > tolerance;
          Object.assign(direction, {
            x: isAcross ? Math.sign(dx) : 0,
            y: isAcross ? 0 : Math.sign(dy),
            z: 0,
          });
          Object.assign(direction, { distance: Math.abs(dx) + Math.abs(dy), ahead: cell });
          Object.assign(direction, { state: DirectionState.known, isStraight: !isAcross });
        },
      });
    },
  };
  const town = {
    version: 1,
    name: 'town',
    bounds: { min: [0, 0], max: [20, 20] },
    duration: 60,
    agents: [
      { at: [2, 2], goal: [15, 12], planner: { name: 'streets', tolerance: 0.3 } },
      { at: [2, 17], goal: [15, 17] },
    ],
  } satisfies ScenarioInput;
  expect(() => createScenarioWorld(town)).toThrow(
    'agents[0].planner.name: expected "direct", "path", "distance" or "harmonic", got "streets"',
  );
  registerPlanner(streets);
  const world = createScenarioWorld(parseScenario(JSON.stringify(town)));
  const [first, second] = world.planners.list;
  expect([first.planner.name, first.settings.cell]).toEqual(['direct', 0.25]);
  expect(second.settings).toMatchObject({ name: 'streets', tolerance: 0.3, cell: 3 });
  stepOften(world, 100);
  // Along its street, while the direct line rises.
  expect(readAgent(world, 0).y).toBeCloseTo(2, 1);
  expect(readAgent(world, 0).x).toBeGreaterThan(6);
  expect(() => createScenarioWorld({ ...town, planner: { name: 'streets', tolerance: -1 } })).toThrow(
    'planner.tolerance: expected a number of at least 0, got -1',
  );
  const raised = { ...town, dimension: 3 as const, bounds: { min: [0, 0, 0], max: [20, 20, 9] } };
  expect(() =>
    parseScenario(JSON.stringify({ ...raised, agents: [], planner: { name: 'streets' } })),
  ).toThrow('planner.name: expected "direct" in a world of dimension 3, got "streets"');
});

describe('a planner of one’s own', () => {
  const lawn = {
    version: 1,
    name: 'lawn',
    bounds: { min: [0, 0], max: [20, 20] },
    duration: 60,
    steering: { name: 'nonlinear' },
    agents: [3, 5, 7].map((y) => ({ at: [3, y] as [number, number], goal: [17, y] as [number, number] })),
  } satisfies ScenarioInput;

  /** Through the gate first, then to the goal. */
  const throughGate: Planner = {
    name: 'through the gate',
    updatePlans({ crowd, due }) {
      const { motion, plan, traits } = crowd;
      for (let row = 0; row < crowd.count; row++) {
        if (due[row] === 0) continue;
        const isBefore = motion.x[row] < 10.5;
        const dx = (isBefore ? 11 : plan.goalX[row]) - motion.x[row];
        const dy = (isBefore ? 18 : plan.goalY[row]) - motion.y[row];
        const distance = Math.sqrt(dx * dx + dy * dy);
        plan.directionX[row] = dx / distance;
        plan.directionY[row] = dy / distance;
        plan.pace[row] = plan.status[row] === Status.walking ? traits.desiredSpeed[row] : 0;
        plan.goalDistance[row] = isBefore ? distance + 15 : distance;
      }
    },
  };

  test('leads all agents through its gate at (11, 18), where none goes without it', () => {
    const highest = (planner?: Planner) => {
      const world = createScenarioWorld(lawn, planner && { planner });
      const most = [0, 0, 0];
      for (let step = 0; step < 800; step++) {
        stepWorld(world);
        for (let id = 0; id < 3; id++) most[id] = Math.max(most[id], readAgent(world, id).y);
      }
      expect(world.arrived).toBe(3);
      return most;
    };
    expect(Math.max(...highest())).toBeLessThan(9);
    expect(Math.min(...highest(throughGate))).toBeGreaterThan(12);
  });
});

test('an automaton of one’s own changes what people are like', () => {
  const hurry: Automaton = {
    name: 'hurry',
    update({ crowd, step, dt }) {
      if (step * dt >= 2) crowd.traits.desiredSpeed.fill(3, 0, crowd.count);
    },
  };
  const lone = {
    ...crossing,
    groups: [],
    agents: [{ at: [-14, 0] as [number, number], goal: [14, 0] as [number, number] }],
  };
  const calm = createScenarioWorld(lone);
  const hurried = createScenarioWorld(lone, { automaton: hurry });
  expect(stepOften(calm, 40)).toBe(stepOften(hurried, 40));
  stepOften(calm, 40);
  stepOften(hurried, 40);
  expect(readAgent(hurried, 0).speed).toBeGreaterThan(2);
  expect(readAgent(calm, 0).speed).toBeLessThan(1.5);
});

test('a layer that lacks its function, or has memory of an unknown kind, is refused at creation', () => {
  const create = (options: object) => () => createScenarioWorld(crossing, options);
  const update = () => {};
  expect(create({ automaton: { name: 'odd', memory: { count: 'float32' }, update } })).toThrow(
    new TypeError('options.automaton.memory.count: expected "float64", "int32" or "uint8", got "float32"'),
  );
  for (const [option, name] of [
    ['steering', 'computeControls'],
    ['neighbours', 'update'],
    ['planner', 'updatePlans'],
    ['automaton', 'update'],
  ]) {
    const message = `options.${option}.${name}: expected a function, got nothing`;
    expect(create({ [option]: { name: 'idle' } })).toThrow(new TypeError(message));
  }
});

test('a scenario of one’s own is a file: read, checked, simulated', () => {
  const world = createScenarioWorld(parseScenario(JSON.stringify(crossing), 'crossing.json'));
  expect(stepOften(world, 100)).toBe(stepOften(createScenarioWorld(crossing), 100));
});

test('a format of one’s own reads the columns after each step, and changes nothing', () => {
  const world = createScenarioWorld(crossing);
  const lines = ['step,id,x,y'];
  for (let step = 0; step < 50; step++) {
    stepWorld(world);
    const { count, ids, motion } = world.crowd;
    for (let row = 0; row < count; row++) {
      lines.push([world.step, ids[row], motion.x[row], motion.y[row]].join());
    }
  }
  expect(lines).toHaveLength(1 + 50 * 120);
  const [step, id, x, y] = lines.at(-1)!.split(',').map(Number);
  expect(step).toBe(50);
  expect(readAgent(world, id)).toMatchObject({ x, y });
  expect(stateHashOf(world)).toBe(stepOften(createScenarioWorld(crossing), 50));
});

describe('a steering model that a program registers', () => {
  const parameters = {
    share: settings.number({ default: 0.5, above: 0, max: 1, about: 'Share of the pace.' }),
  };
  const sloth = {
    name: 'sloth',
    about: 'Walks straight on, slowly.',
    parameters,
    dimensions: [2],
    perception: { radius: 1.5, sight: true },
    create: ({ share }) => ({
      name: 'sloth',
      computeControls: ({ crowd, due }) => {
        for (let row = 0; row < crowd.count; row++) {
          if (due[row] === 0) continue;
          const speed = share * crowd.plan.pace[row];
          crowd.next.velocityX[row] = speed * crowd.motion.headingX[row];
          crowd.next.velocityY[row] = speed * crowd.motion.headingY[row];
        }
      },
    }),
  } as const satisfies SteeringDefinition<typeof parameters>;
  registerSteering(sloth);
  const scenario = {
    version: 1,
    name: 'slow',
    bounds: { min: [0, 0], max: [20, 20] },
    duration: 5,
    obstacles: [{ shape: 'circle', center: [10, 15], radius: 1 }],
    agents: [{ at: [2, 2], goal: [18, 2], speed: 1 }],
  };

  test('is named in scenario files, with its own parameters and defaults and no others', () => {
    const read = parseScenario(JSON.stringify({ ...scenario, steering: { name: 'sloth' } }));
    expect(read.steering).toEqual({ name: 'sloth', share: 0.5 });
    expect(read.neighbours).toMatchObject({ radius: 1.5, sight: true });
    // The walker asks for a path around obstacles and looks around every few steps; this one does neither.
    expect(read.planner.name).toBe('direct');
    expect(read.cadence).toMatchObject({ perception: 1 });
  });

  test('moves a group beside walkers', () => {
    const steering = { name: 'sloth', share: 0.25 };
    const mixed = {
      ...scenario,
      agents: [...scenario.agents, { ...scenario.agents[0], at: [2, 9], goal: [18, 9], steering }],
    };
    const world = createScenarioWorld(mixed as unknown as ScenarioInput);
    for (let k = 0; k < 40; k++) stepWorld(world);
    expect(readAgent(world, 1).x - 2).toBeCloseTo(40 * 0.05 * 0.25, 6);
    expect(readAgent(world, 0).x - 2).toBeGreaterThan(1);
  });

  test('has its settings checked as those of the built-in models are', () => {
    const refusal = (steering: object) => () => parseScenario(JSON.stringify({ ...scenario, steering }));
    expect(refusal({ name: 'sloth', share: 2 })).toThrow(
      'steering.share: expected a number above 0 and at most 1, got 2',
    );
    expect(refusal({ name: 'sloth', horizon: 2 })).toThrow('steering.horizon: belongs in walker steering');
    expect(refusal({ name: 'slot' })).toThrow(/"walker", .*"sloth".*, got "slot"/);
  });

  test('is refused where another has its name', () => {
    expect(() => registerSteering({ ...sloth })).toThrow('there is a steering model "sloth" already');
  });
});
