// What CONTRIBUTING.md promises of an obstacle shape: one registered definition is enough for everything. The example is
// an ellipse, made with public exports only.
import { walkableArea } from '@wend/formats';
import { expect, test } from 'vitest';
import {
  addAgent,
  beginLists,
  createMeasurements,
  createNearLists,
  createNeighbourIndex,
  moveObstacle,
  numerics,
  observeStep,
  registerShape,
  ScenarioError,
  type Shape,
  type ShapeDefinition,
  Status,
  shapeFields,
  stepWorld,
  summarize,
  type World,
} from 'wend';
import { drawWorld } from 'wend/draw';
import { checkScenario, createScenarioWorld, type ScenarioInput, scenarioJsonSchema } from 'wend/scenario';

const SIDES = 64;

const fields = {
  center: shapeFields.placeInPlane('Centre [x, y], m.'),
  width: shapeFields.length('Diameter along x, m.'),
  height: shapeFields.length('Diameter along y, m.'),
};

const ellipse = {
  name: 'ellipse',
  sentence: 'A solid ellipse along the axes, in two dimensions.',
  region: 'An ellipse along the axes, in two dimensions.',
  fields,
  vertices: SIDES,
  instead: ['sphere', 'box'],
  encloses: true,
  anchor: ({ center }) => center,
  *faults({ width, height }) {
    if (width <= 50 * height) return;
    yield { path: ['width'], message: `expected at most 50 times the height, ${height} m, got ${width} m` };
  },
  plane: {
    outline({ center: [x, y], width, height }) {
      const points = Array.from({ length: SIDES }, (_, k) => {
        const angle = (2 * Math.PI * k) / SIDES;
        return [x + 0.5 * width * numerics.cos(angle), y + 0.5 * height * numerics.sin(angle)] as const;
      });
      return { kind: 'ring', points };
    },
  },
} satisfies ShapeDefinition<'ellipse', typeof fields>;

// A scenario is read before the shape is registered: nothing cached then may remain.
const early = attempt({ obstacles: [pond()] });
registerShape(ellipse);

function pond(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { shape: 'ellipse', name: 'pond', center: [0, 0], width: 8, height: 4, ...changes };
}

function scenarioWith(changes: Record<string, unknown>): ScenarioInput {
  const scenario = { version: 1, name: 'round the pond', duration: 60, ...changes };
  return { bounds: { min: [-10, -10], max: [10, 10] }, ...scenario } as unknown as ScenarioInput;
}

/** The problems of a scenario, as reported to a user. */
function attempt(changes: Record<string, unknown>): string[] {
  try {
    checkScenario(scenarioWith(changes));
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.problems.map(({ path, message }) => `${path}: ${message}`);
  }
}

/** Metres from a place to the exact ellipse, by very many points on it. */
function distanceToEllipse(x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 2000; k++) {
    const angle = (2 * Math.PI * k) / 2000;
    least = Math.min(least, Math.hypot(x - 4 * Math.cos(angle), y - 2 * Math.sin(angle)));
  }
  return x * x + 4 * y * y < 16 ? -least : least;
}

/** The largest distance of the outline's chords inside the ellipse, metres: 4 (1 − numerics.cos(π / 64)). */
const SAGITTA = 0.005;

test('before it is registered, it is refused; afterwards it is read, and the schema for editors has it', () => {
  expect(early).toEqual([
    'obstacles[0].shape: expected "circle", "box", "segment", "polygon", "sphere", "plane" or "triangles", got "ellipse"',
  ]);
  expect(attempt({ obstacles: [pond()] })).toEqual([]);
  expect(attempt({ obstacles: [{ shape: 'oval' }] })).toEqual([
    'obstacles[0].shape: expected "circle", "box", "segment", "polygon", "sphere", "plane", "triangles" or "ellipse", got "oval"',
  ]);
  expect(JSON.stringify(scenarioJsonSchema())).toContain(ellipse.sentence);
});

test('what is wrong with one is told by its place and what was expected', () => {
  const problem = (changes: Record<string, unknown>, others: Record<string, unknown> = {}) =>
    attempt({ obstacles: [pond(changes)], ...others });
  expect(problem({ width: 0 })).toEqual([
    'obstacles[0].width: expected a number above 0 and at most 1000000 m, got 0',
  ]);
  expect(problem({ centre: [0, 0] })).toEqual(['obstacles[0].centre: unknown key, did you mean "center"?']);
  expect(problem({ height: 0.1 })).toEqual([
    'obstacles[0].width: expected at most 50 times the height, 0.1 m, got 8 m',
  ]);
  expect(problem({}, { dimension: 3, bounds: { min: [-9, -9, 0], max: [9, 9, 9] } })).toContain(
    'obstacles[0].shape: "ellipse" belongs to a world of dimension 2; here use "sphere" or "box"',
  );
  expect(problem({}, { agents: [{ at: [4.1, 0], radius: 0.25 }] })).toEqual([
    'agents[0].at: the body (radius 0.25 m) reaches 0.15 m into obstacles[0] "pond" (gap -0.15 m)',
  ]);
  expect(problem({}, { agents: [{ at: [-8, 0], goal: [0, 0] }] })).toEqual([
    'agents[0].goal: cannot be reached: 2 m inside obstacles[0] "pond"',
  ]);
  expect(attempt({ obstacles: Array.from({ length: 15_626 }, () => pond()) })).toEqual([
    `obstacles: expected at most 1000000 obstacle vertices in all, got ${15_626 * SIDES}`,
  ]);
});

function run(world: World, seconds: number, look: () => void): void {
  for (let step = 0; step * world.dt < seconds; step++) {
    stepWorld(world);
    look();
  }
}

test('bodies that press on it stay outside', () => {
  const agents = [-1.5, -0.5, 0.1, 0.9, 1.9].map((y) => ({ at: [-8, y], radius: 0.3, goal: [8, y] }));
  const world = createScenarioWorld(
    scenarioWith({
      obstacles: [pond()],
      agents,
      steering: { name: 'straight' },
      planner: { name: 'direct' },
    }),
  );
  let nearest = Number.POSITIVE_INFINITY;
  run(world, 12, () => {
    for (let row = 0; row < agents.length; row++) {
      nearest = Math.min(nearest, distanceToEllipse(world.crowd.motion.x[row], world.crowd.motion.y[row]));
    }
  });
  expect(nearest).toBeGreaterThan(0.3 - SAGITTA - 1e-6);
  // With 2000 points on the ellipse, they are at most 0.013 m apart.
  expect(nearest).toBeLessThan(0.3 + 1e-4);
});

test('where nothing is resolved, a body that passes through it is measured as deep as it gets', () => {
  const world = createScenarioWorld(
    scenarioWith({
      obstacles: [pond()],
      agents: [{ at: [-8, 0], radius: 0.3, goal: [8, 0] }],
      steering: { name: 'straight' },
      contacts: 'none',
    }),
  );
  const measurements = createMeasurements(world);
  run(world, 15, () => observeStep(measurements, world));
  const { collisions, minimumClearance } = summarize(measurements, world);
  // In the middle it is 2 m to the edge, and the body adds its radius.
  expect(minimumClearance).toBeCloseTo(-2.3, 1);
  expect(collisions.serious).toBe(1);
});

test('it cannot be put over an agent, and an agent cannot be put into it where it has moved to', () => {
  const world = createScenarioWorld(scenarioWith({ obstacles: [pond()], agents: [{ at: [0, 5] }] }));
  expect(() => moveObstacle(world, 'pond', [0, 4])).toThrow('would stand on agent 0');
  moveObstacle(world, 'pond', [0, -4]);
  stepWorld(world);
  expect(() => addAgent(world, { at: [0, -4] })).toThrow('into obstacles[0]');
  expect(addAgent(world, { at: [0, 0.5] })).toBe(1);
});

test.each(['path', 'distance', 'harmonic'])('the planner %s finds the path around it', (planner) => {
  const world = createScenarioWorld(
    scenarioWith({
      obstacles: [pond()],
      agents: [{ at: [-8, 0.2], goal: [8, -0.2] }],
      planner: { name: planner, cell: 0.25 },
    }),
  );
  let nearest = Number.POSITIVE_INFINITY;
  run(world, 40, () => {
    nearest = Math.min(nearest, distanceToEllipse(world.crowd.motion.x[0], world.crowd.motion.y[0]));
  });
  expect(world.crowd.plan.status[0]).toBe(Status.arrived);
  expect(nearest).toBeGreaterThan(0);
});

test.each(['grid', 'brute', 'kinetic'])('it hides agents from one another, index %s', (name) => {
  const world = createScenarioWorld(
    scenarioWith({ obstacles: [pond()], agents: [{ at: [-6, 0] }, { at: [6, 0] }, { at: [-6, 6] }] }),
  );
  const index = createNeighbourIndex(name);
  index.update(world);
  const lists = createNearLists();
  const ask = (query: 'near' | 'visible') => {
    beginLists(lists, world.crowd.capacity);
    index[query](0, 30, lists);
    return [...lists.items.subarray(lists.starts[0], lists.starts[0] + lists.counts[0])].sort();
  };
  expect(ask('near')).toEqual([1, 2]);
  expect(ask('visible')).toEqual([2]);
});

test('on a course it moves; as a region it is a place to go to', () => {
  const shore = { name: 'island', region: { ellipse: { center: [6, 6], width: 3, height: 2 } } };
  const course = { kind: 'velocity', velocity: [0.5, 0] };
  const world = createScenarioWorld(
    scenarioWith({
      obstacles: [pond({ center: [-5, -4], course })],
      targets: [shore],
      agents: [{ at: [6, -6], targets: ['island'] }],
    }),
  );
  const start = world.obstacles.startX[0];
  let arrivedAt: [number, number] | undefined;
  run(world, 20, () => {
    if (world.crowd.plan.status[0] !== Status.arrived) return;
    arrivedAt ??= [world.crowd.motion.x[0], world.crowd.motion.y[0]];
  });
  expect(world.obstacles.startX[0] - start).toBeCloseTo(10, 6);
  const [x, y] = arrivedAt!;
  expect(((x - 6) / 1.5) ** 2 + ((y - 6) / 1) ** 2).toBeLessThan(1);
  expect(attempt({ targets: [{ name: 'sea', region: { oval: {} } }] })).toEqual([
    'targets[0].region: expected {"box"}, {"circle"}, {"ellipse"} or {"polygon"}, got {"oval"}',
  ]);
});

test('pictures and files have its outline', () => {
  const world = createScenarioWorld(scenarioWith({ obstacles: [pond()] }));
  const corners = /<path d="M([^"]*)Z"/.exec(drawWorld(world))![1].split('L');
  const points = corners.map((corner) => corner.split(' ').map(Number));
  expect(points).toHaveLength(SIDES);
  const across = points.map(([x]) => x);
  const down = points.map(([, y]) => y);
  const extent = (values: number[]) => Math.max(...values) - Math.min(...values);
  expect(extent(across) / extent(down)).toBeCloseTo(2, 2);
  const bounds = { minX: -10, minY: -10, maxX: 10, maxY: 10 };
  const { area, holes } = walkableArea(bounds, [pond() as unknown as Shape]);
  expect(holes).toHaveLength(1);
  // The area of a regular polygon in a circle, stretched.
  expect(area).toBeCloseTo(400 - 0.5 * SIDES * Math.sin((2 * Math.PI) / SIDES) * 4 * 2, 2);
});

test('a shape is registered once, and in a dimension', () => {
  expect(() => registerShape(ellipse)).not.toThrow();
  expect(() => registerShape({ ...ellipse })).toThrow('there is a shape "ellipse" already');
  const named = { ...ellipse, name: 'badge', fields: { ...fields, name: fields.width } };
  expect(() => registerShape(named)).toThrow('cannot have a field "name": all obstacles have one');
  const { plane: _, ...flat } = ellipse;
  expect(() => registerShape({ ...flat, name: 'nothing' })).toThrow('needs "plane", "space" or both');
});
