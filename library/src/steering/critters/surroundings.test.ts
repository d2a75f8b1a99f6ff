import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDice, shuffledOrder } from '../../crowd/crowd.fixture.ts';
import { type NearLists, reorderRows } from '../../crowd/index.ts';
import { createBruteIndex } from '../../environment/brute/brute.ts';
import { createGridIndex } from '../../environment/index.ts';
import {
  accelerationOf,
  createHabitat,
  endSpeedOf,
  type Habitat,
  type LivingHabitat,
  type Point,
  quiet,
  stateOf,
  stepHabitat,
} from './habitat.fixture.ts';

const strong = { maximumAcceleration: 1e6, drag: 0 } as const;
const repelling = { strength: -0.7, exponent: -2 } as const;

/** Towards `to` by strength × gap^exponent; each component is rounded to a multiple of 2^-30. */
function pull(to: Point, gap: number, strength: number, exponent: number): [number, number, number] {
  const [x, y, z = 0] = to;
  const size = (strength * gap ** exponent) / Math.hypot(x, y, z);
  return [size * x, size * y, size * z];
}

function expectAcceleration(actual: Point, ...terms: Point[]): void {
  for (let axis = 0; axis < 3; axis++) {
    const wanted = terms.reduce((sum, term) => sum + term[axis], 0);
    expect(Math.abs(actual[axis] - wanted)).toBeLessThan(2 ** -30 * terms.length);
  }
}

const coordinate = fc.double({ min: -4, max: 4, noNaN: true });
const radius = fc.double({ min: 0.05, max: 0.5, noNaN: true });

describe('closest points', () => {
  test('of another agent and of a circle: the distance of the centres minus both radii', () => {
    const body = fc.tuple(coordinate, coordinate, radius).filter(([x, y, r]) => Math.hypot(x, y) > r + 0.4);
    fc.assert(
      fc.property(body, body, radius, ([ax, ay, ar], [cx, cy, cr], own) => {
        const acceleration = accelerationOf({
          critters: [
            { at: [0, 0], radius: Math.min(own, 0.3) },
            { at: [ax, ay], radius: ar },
          ],
          obstacles: [{ shape: 'circle', center: [cx, cy], radius: cr }],
          parameters: { ...strong, agents: repelling, obstacles: { strength: 0.3, exponent: -1 } },
        });
        const gapTo = (x: number, y: number, r: number) => Math.hypot(x, y) - r - Math.min(own, 0.3);
        expectAcceleration(
          acceleration,
          pull([ax, ay], gapTo(ax, ay, ar), -0.7, -2),
          pull([cx, cy], gapTo(cx, cy, cr), 0.3, -1),
        );
      }),
    );
  });

  test('of a box: one point acts, not four walls', () => {
    const box = { shape: 'box' as const, min: [2, 1] as [number, number], max: [3, 4] as [number, number] };
    for (const [x, y] of [
      [0, 0],
      [0, 2],
      [2.5, 0],
      [4, 5],
      [2.2, 5],
      [3.5, 3],
    ]) {
      const to: Point = [Math.max(2, Math.min(3, x)) - x, Math.max(1, Math.min(4, y)) - y];
      const acceleration = accelerationOf({
        critters: [{ at: [x, y], radius: 0.2 }],
        obstacles: [box],
        parameters: { ...strong, obstacles: repelling },
      });
      expectAcceleration(acceleration, pull(to, Math.hypot(to[0], to[1]) - 0.2, -0.7, -2));
    }
  });

  test('of the border: every wall acts', () => {
    const acceleration = accelerationOf({
      critters: [{ at: [1, 1.5], radius: 0.2 }],
      border: { min: [0, 0], max: [5, 4] },
      parameters: { ...strong, obstacles: repelling },
    });
    expectAcceleration(
      acceleration,
      pull([-1, 0], 0.8, -0.7, -2),
      pull([4, 0], 3.8, -0.7, -2),
      pull([0, -1.5], 1.3, -0.7, -2),
      pull([0, 2.5], 2.3, -0.7, -2),
    );
  });

  test('in space: agents, spheres, and boxes by their one closest point', () => {
    const acceleration = accelerationOf({
      dimension: 3,
      critters: [
        { at: [0, 0, 0], radius: 0.2 },
        { at: [1, 2, 2], radius: 0.3 },
      ],
      solids: [
        { shape: 'sphere', center: [0, 3, -4], radius: 0.5 },
        { shape: 'box', min: [-3, -5, -6], max: [-2, 5, -1] },
      ],
      parameters: { ...strong, agents: { strength: -2, exponent: -1.5 }, obstacles: repelling },
    });
    expectAcceleration(
      acceleration,
      pull([1, 2, 2], 2.5, -2, -1.5),
      pull([0, 3, -4], 4.3, -0.7, -2),
      pull([-2, 0, -1], Math.sqrt(5) - 0.2, -0.7, -2),
    );
  });

  test('in space: triangles, tilted planes, and every wall of the border', () => {
    // A tilted roof of two triangles that share an edge: its one closest point acts.
    const roof: [number, number, number][] = [
      [-2, 3, 4],
      [2, 3, 4],
      [2, 6, 1],
      [-2, 6, 1],
    ];
    const lean: Point = [2 / 3, -1 / 3, 2 / 3];
    const border = {
      min: [-5, -6, -3] as [number, number, number],
      max: [7, 8, 9] as [number, number, number],
    };
    for (const at of [
      [0, 0, 0],
      [0.5, 1.5, 2],
      [1, 6.5, 3],
      [-4, 0, 3],
    ]) {
      const [x, y, z] = at;
      const acceleration = accelerationOf({
        dimension: 3,
        critters: [{ at, radius: 0.2 }],
        solids: [
          {
            shape: 'triangles',
            points: roof,
            faces: [
              [0, 1, 2],
              [0, 2, 3],
            ],
          },
          { shape: 'plane', point: [-6, 0, 0], normal: [4, -2, 4] },
        ],
        solidBorder: border,
        objects: { obstacles: [{}, { field: { strength: 0.4, exponent: -1 } }] },
        parameters: { ...strong, obstacles: repelling },
      });
      // The roof is a rectangle: x from −2 to 2, and down from the ridge at (y, z) = (3, 4) along (3, −3).
      const down = Math.max(0, Math.min(1, (y - 3 - (z - 4)) / 6));
      const toRoof: Point = [Math.max(-2, Math.min(2, x)) - x, 3 + 3 * down - y, 4 - 3 * down - z];
      const height = (x + 6) * lean[0] + y * lean[1] + z * lean[2];
      const toPlane: Point = lean.map((part) => -height * part);
      const walls = [0, 1, 2].flatMap((axis) =>
        [border.min, border.max].map((end) =>
          [0, 1, 2].map((other) => (other === axis ? end[axis] - at[axis] : 0)),
        ),
      );
      expectAcceleration(
        acceleration,
        pull(toRoof, Math.hypot(...toRoof) - 0.2, -0.7, -2),
        pull(toPlane, Math.abs(height) - 0.2, 0.4, -1),
        ...walls.map((wall) => pull(wall, Math.hypot(...wall) - 0.2, -0.7, -2)),
      );
    }
  });

  test('agents with coincident centres do not act on each other', () => {
    const acceleration = accelerationOf({
      critters: [{ at: [1, 1] }, { at: [1, 1] }],
      obstacles: [{ shape: 'circle', center: [1, 1], radius: 0.5 }],
      parameters: { ...strong, agents: repelling, obstacles: repelling },
    });
    expect(acceleration).toEqual([0, 0, 0]);
  });
});

describe('which field acts', () => {
  const own = { strength: 3, exponent: 1 };

  test('an obstacle acts by its own field, if it has one', () => {
    const acceleration = accelerationOf({
      critters: [{ at: [0, 0], radius: 0.2 }],
      obstacles: [
        { shape: 'circle', center: [2, 0], radius: 0.5 },
        { shape: 'circle', center: [0, 3], radius: 0.5 },
      ],
      objects: { obstacles: [{}, { field: own }] },
      parameters: { ...strong, obstacles: repelling },
    });
    expectAcceleration(acceleration, pull([2, 0], 1.3, -0.7, -2), pull([0, 3], 2.3, 3, 1));
  });

  test('an agent acts by the field of its group or its own, a later one by the default', () => {
    const others: [Point, number, { strength: number; exponent: number }][] = [
      [[2, 0], 0, own],
      [[0, 3], 1, repelling],
      [[-3, 0], -1, repelling],
    ];
    const acceleration = accelerationOf({
      critters: [
        { at: [0, 0], radius: 0.2 },
        { at: [1, 1], radius: 0.2 },
        ...others.map(([at, group]) => ({ at, group, radius: 0.2 })),
      ],
      objects: {
        groups: [{ field: own }, {}],
        agents: [{ field: { strength: 100, exponent: 2 } }, { field: { strength: 0.5, exponent: -1 } }],
      },
      parameters: { ...strong, agents: repelling },
    });
    expectAcceleration(
      acceleration,
      pull([1, 1], Math.SQRT2 - 0.4, 0.5, -1),
      ...others.map(([at, , { exponent, strength }]) =>
        pull(at, Math.hypot(...at) - 0.4, strength, exponent),
      ),
    );
  });

  test('a target acts by its own field, a goal that is a point by the default', () => {
    const accelerate = (target: number) => {
      const habitat = createHabitat({
        critters: [{ at: [0, 0], goal: [3, 4] }],
        objects: { targets: [{}, { field: own }] },
        parameters: { ...quiet, ...strong, maximumStep: 1, targets: { strength: 1, exponent: -1 } },
        dt: 0.125,
      });
      habitat.input.crowd.plan.target[0] = target;
      stepHabitat(habitat);
      return endSpeedOf(habitat) / 0.125;
    };
    expect(Math.abs(accelerate(-1) - 1 / 5)).toBeLessThan(2 ** -30);
    expect(accelerate(0)).toBe(accelerate(-1));
    expect(Math.abs(accelerate(1) - 15)).toBeLessThan(2 ** -30);
  });
});

/** Many critters among obstacles with many elements. */
function meadow(dimension: 2 | 3 = 2): Habitat {
  const dice = createDice(5);
  const critters = Array.from({ length: 40 }, () => ({
    at: [8 * dice(), 8 * dice()],
    velocity: [dice() - 0.5, dice() - 0.5],
    radius: 0.05 + 0.1 * dice(),
    group: 0,
  }));
  const shapes = [
    { shape: 'box' as const, min: [2, 2] as [number, number], max: [3, 3.5] as [number, number] },
    { shape: 'box' as const, min: [6, 5] as [number, number], max: [7, 6.5] as [number, number] },
  ];
  const circles: { center: [number, number]; radius: number }[] = [
    { center: [5, 1.5], radius: 0.4 },
    { center: [1.5, 6], radius: 0.6 },
  ];
  const wander = { region: { box: { min: [0, 0], max: [8, 8] } }, interval: 2, strength: 0.5, exponent: 0.5 };
  const tall = 100;
  return {
    dimension,
    critters,
    obstacles: [...shapes, ...circles.map((circle) => ({ shape: 'circle' as const, ...circle }))],
    solids: [
      ...shapes.map(({ shape, min, max }) => ({
        shape,
        min: [...min, -tall] as [number, number, number],
        max: [...max, tall] as [number, number, number],
      })),
      ...circles.map((circle) => ({ shape: 'sphere' as const, ...circle })),
    ],
    objects: { groups: [{ wander }] },
    dt: 0.05,
  };
}

function run(habitat: LivingHabitat, steps: number, before?: (habitat: LivingHabitat) => void): number[] {
  for (let step = 0; step < steps; step++) {
    before?.(habitat);
    stepHabitat(habitat);
  }
  return stateOf(habitat);
}

function shuffleLists(lists: NearLists, rows: number, seed: number): void {
  for (let row = 0; row < rows; row++) {
    const list = lists.items.subarray(lists.starts[row], lists.starts[row] + lists.counts[row]);
    list.set(Int32Array.from(shuffledOrder(list.length, seed + row), (k) => list[k]));
  }
}

describe('order', () => {
  test('the order of neighbours and of elements does not change a bit', () => {
    const expected = run(createHabitat(meadow()), 200);
    const shuffled = run(createHabitat(meadow()), 200, ({ input }) => {
      shuffleLists(input.perception.agents, input.crowd.count, 3 * input.step + 1);
      shuffleLists(input.perception.obstacles, input.crowd.count, 7 * input.step + 2);
    });
    expect(shuffled).toEqual(expected);
  });

  test('of two walls of an obstacle that are exactly as close, the same one acts in any order', () => {
    const points = [
      [0, 0],
      [3, 0],
      [3, 3],
      [2, 3],
      [2, 1],
      [1, 1],
      [1, 3],
      [0, 3],
    ] as [number, number][];
    const accelerate = (reversed: boolean) => {
      const habitat = createHabitat({
        critters: [{ at: [1.5, 2.5], radius: 0.125 }],
        obstacles: [{ shape: 'polygon', points }],
        parameters: { obstacles: repelling },
      });
      if (reversed) habitat.input.perception.obstacles.items.reverse();
      return run(habitat, 1);
    };
    expect(accelerate(true)).toEqual(accelerate(false));
    expect(accelerate(false)[0]).not.toBe(1.5);
  });

  test('the order of rows does not change a bit of any agent', () => {
    const plain = createHabitat(meadow());
    const mixed = createHabitat(meadow());
    // All agents see each other, so the lists fit any order; there is one group, so the goals do too.
    reorderRows(mixed.input.crowd, shuffledOrder(40, 9));
    run(plain, 200);
    run(mixed, 200);
    reorderRows(
      mixed.input.crowd,
      Int32Array.from({ length: 40 }, (_, id) => mixed.input.crowd.slots.row[id]),
    );
    expect(stateOf(mixed)).toEqual(stateOf(plain));
  });

  test('all pairs and the grid give the same bits', () => {
    const withIndex = (create: typeof createBruteIndex) => {
      const index = create();
      const habitat = createHabitat(meadow());
      habitat.input.crowd.traits.viewRadius.fill(1.5);
      return run(habitat, 200, ({ input }) => {
        index.update(input);
        index.list(input.due, false, input.perception.agents);
      });
    };
    const pairs = withIndex(createBruteIndex);
    expect(withIndex(createGridIndex)).toEqual(pairs);
    // The view matters: agents that see all others move differently.
    expect(run(createHabitat(meadow()), 200)).not.toEqual(pairs);
  });
});

test('a meadow put into space at height 0 gives the same bits', () => {
  expect(run(createHabitat(meadow(3)), 400)).toEqual(run(createHabitat(meadow(2)), 400));
});

test('surroundings without fields leave a critter alone', () => {
  const parameters = { ...quiet, drag: 0 };
  const critters = [{ at: [0, 0], velocity: [3, 4] }, { at: [1, 0] }];
  const obstacles = [{ shape: 'circle' as const, center: [1, 1] as const, radius: 0.5 }];
  const [x] = run(createHabitat({ critters, obstacles, parameters, dt: 0.0625 }), 16);
  expect(x).toBeCloseTo(3, 12);
});
