import { describe, expect, test } from 'vitest';
import { createWorld as createPlainWorld } from '../../index.ts';
import {
  addAgent,
  createWorld,
  removeAgent,
  type ScenarioInput,
  stateHashOf,
  stepWorld,
  type World,
} from '../../simulation/index.ts';
import { refusalOf } from '../../simulation/scenario/refusal.fixture.ts';
import { createSurvey, type SurveyOptions, summarizeSurvey, surveyStep } from './index.ts';

/** Agents that walk straight through everything at the speed they want. */
const corridor: ScenarioInput = {
  version: 1,
  name: 'corridor',
  bounds: { min: [0, 0], max: [40, 4] },
  duration: 60,
  steering: { name: 'straight' },
  contacts: 'none',
  arrival: 'vanish',
  agents: [
    { at: [1, 2], heading: 0, speed: 1, goal: [39, 2] },
    { at: [0.5, 1], heading: 0, speed: 2, goal: [39, 1] },
    { at: [30, 3], heading: Math.PI, speed: 1.5, goal: [1, 3] },
  ],
};

function surveyed(input: ScenarioInput, seconds: number, options?: SurveyOptions) {
  const world = createWorld(input);
  const survey = createSurvey(world, options);
  while (world.step * world.dt < seconds - 1e-9) {
    stepWorld(world);
    surveyStep(survey, world);
  }
  return { world, survey, ...summarizeSurvey(survey) };
}

describe('lines', () => {
  const line = { name: 'gate', from: [10.03, 0], to: [10.03, 4] } satisfies {
    name: string;
    from: [number, number];
    to: [number, number];
  };

  test('crossings have the time at which a straight path crosses, and a direction', () => {
    const { lines, survey } = surveyed({ ...corridor, measurements: { lines: [line] } }, 20);
    const { columns, count } = survey.lines[0].crossings;
    const seen = Array.from({ length: count }, (_, k) => [
      columns.id[k],
      columns.direction[k],
      columns.time[k],
    ]);
    const expected = [
      [1, 1, (10.03 - 0.5) / 2],
      [0, 1, (10.03 - 1) / 1],
      [2, -1, (30 - 10.03) / 1.5],
    ];
    expect(seen.map(([id, direction]) => [id, direction])).toEqual(expected.map((row) => row.slice(0, 2)));
    seen.forEach(([, , time], k) => {
      expect(time).toBeCloseTo(expected[k][2], 9);
    });
    const [first, , last] = expected.map((row) => row[2]);
    expect(lines[0]).toMatchObject({ crossings: 3, forward: 2, backward: 1, length: 4 });
    expect(lines[0].flow).toBeCloseTo(2 / (last - first), 9);
    expect(lines[0].specificFlow).toBeCloseTo(2 / (last - first) / 4, 9);
    expect(lines[0].meanGap).toBeCloseTo((last - first) / 2, 9);
    expect(lines[0].longestGap).toBeCloseTo(Math.max(expected[1][2] - first, last - expected[1][2]), 9);
  });

  test('a line that ends before the path is not crossed, and one outside the measured time counts nothing', () => {
    const short = { ...line, to: [10.03, 0.5] as [number, number] };
    const { lines } = surveyed({ ...corridor, measurements: { lines: [short] } }, 20);
    expect(lines[0]).toMatchObject({ crossings: 0, flow: null, longestGap: null, first: null });
    const late = surveyed({ ...corridor, measurements: { from: 5, until: 10, lines: [line] } }, 20);
    expect(late.lines[0]).toMatchObject({ crossings: 1, forward: 1 });
  });

  test('groups are counted apart', () => {
    const groups: ScenarioInput['groups'] = ['there', 'back'].map((name, k) => ({
      name,
      count: 6,
      region: { box: { min: [k === 0 ? 1 : 30, 0.5], max: [k === 0 ? 8 : 38, 3.5] } },
      speed: 1.3,
      goal: { offset: [k === 0 ? 20 : -20, 0] },
    }));
    const input = {
      ...corridor,
      agents: [],
      groups,
      measurements: {
        lines: [{ ...line, from: [20, 0] as [number, number], to: [20, 4] as [number, number] }],
      },
    };
    const { lines, travel } = surveyed(input, 30);
    expect(lines[0].groups).toEqual([
      { name: 'there', forward: 6, backward: 0 },
      { name: 'back', forward: 0, backward: 6 },
    ]);
    expect(travel.groups.map(({ agents, arrived, name }) => [name, agents, arrived])).toEqual([
      ['there', 6, 6],
      ['back', 6, 6],
    ]);
  });
});

describe('areas', () => {
  test('density, speed and flow of agents that walk at known speeds', () => {
    const areas = [
      { name: 'all', box: { min: [0, 0], max: [40, 4] } as const, along: [1, 0] as [number, number] },
    ];
    const {
      areas: [all],
    } = surveyed(
      {
        ...corridor,
        measurements: { areas: areas.map((area) => ({ ...area, box: { min: [0, 0], max: [40, 4] } })) },
      },
      10,
    );
    expect(all).toMatchObject({ size: 160, samples: 20 });
    expect(all.density).toBeCloseTo(3 / 160, 12);
    // All cells together are the whole area: every agent counts once.
    expect(all.voronoiDensity).toBeCloseTo(3 / 160, 12);
    expect(all.speed).toBeCloseTo((1 + 2 - 1.5) / 3, 9);
    expect(all.flow).toBeCloseTo((3 / 160) * (1.5 / 3), 9);
  });

  test('agents of a square lattice have a Voronoi density of one by the area of a square, where counting jumps', () => {
    const agents = Array.from({ length: 100 }, (_, k) => ({
      at: [0.5 + (k % 10), 0.5 + Math.floor(k / 10)] as [number, number],
    }));
    const { areas } = surveyed(
      {
        ...corridor,
        bounds: { min: [0, 0], max: [10, 10] },
        agents,
        measurements: {
          areas: [
            { name: 'box', box: { min: [2.2, 2.2], max: [5.9, 4.4] } },
            {
              name: 'triangle',
              polygon: [
                [2, 2],
                [5, 8],
                [8, 2],
              ],
            },
          ],
        },
      },
      1,
    );
    expect(areas[0].voronoiDensity).toBeCloseTo(1, 9);
    expect(areas[1].voronoiDensity).toBeCloseTo(1, 9);
    expect(areas[1].size).toBeCloseTo(18, 9);
    // Centres from 2.5 to 5.5 and from 2.5 to 3.5.
    expect(areas[0].density).toBeCloseTo((4 * 2) / (3.7 * 2.2), 9);
  });

  test('agents far away have no part in an area, and near ones only theirs: as if all cells had been computed', () => {
    // A region in a corner that owns little: the nearest agents decide, as the lattice says.
    const agents = Array.from({ length: 400 }, (_, k) => ({
      at: [0.5 + (k % 40), 0.2 + 0.4 * Math.floor(k / 40)] as [number, number],
      radius: 0.1,
    }));
    const { areas } = surveyed(
      {
        ...corridor,
        agents,
        measurements: { areas: [{ name: 'corner', box: { min: [0, 0], max: [1.5, 0.7] } }] },
      },
      1,
    );
    expect(areas[0].voronoiDensity).toBeCloseTo(2.5, 9);
  });
});

describe('travel', () => {
  test('times and distances of agents that walk straight', () => {
    const { travel, survey } = surveyed(corridor, 45);
    const exact = [37.5 / 1, 38 / 2, 28.5 / 1.5];
    expect(travel).toMatchObject({ agents: 3, arrived: 3 });
    // An agent arrives within its goal radius, 0.5 m, and is seen there at the end of a step.
    expect(travel.longest).toBeGreaterThan(exact[0] - 1e-9);
    expect(travel.longest).toBeLessThan(exact[0] + 0.051);
    expect(travel.evacuationTime).toBeCloseTo(travel.longest!, 12);
    expect(travel.median).toBeCloseTo(exact[1], 0);
    const { columns, count } = survey.travel;
    for (let k = 0; k < count; k++) {
      const speed = [1, 2, 1.5][columns.id[k]];
      expect(columns.walked[k]).toBeCloseTo(speed * (columns.arrived[k] - columns.entered[k]), 6);
    }
  });

  test('a removed agent did not arrive; one that entered later did, and slots are not confused', () => {
    const world = createWorld({ ...corridor, agents: [{ at: [1, 2], speed: 1, goal: [39, 2] }] });
    const survey = createSurvey(world);
    const go = (steps: number) => {
      for (let k = 0; k < steps; k++) {
        stepWorld(world);
        surveyStep(survey, world);
      }
    };
    go(20);
    removeAgent(world, 0);
    go(20);
    addAgent(world, { at: [30, 1], speed: 2, goal: [36.5, 1] });
    go(100);
    const { travel } = summarizeSurvey(survey);
    expect(travel).toMatchObject({ agents: 2, arrived: 1, evacuationTime: null });
    // It enters at 2 s, and its first observed position is that after its first step.
    expect(travel.mean).toBeCloseTo(3, 1);
  });
});

test('a survey changes no state', () => {
  const groups: ScenarioInput['groups'] = [
    {
      name: 'people',
      count: 60,
      region: { box: { min: [1, 0.5], max: [20, 3.5] } },
      goal: { offset: [15, 0] },
    },
  ];
  const { steering: _, contacts: __, ...rest } = corridor;
  const input: ScenarioInput = {
    ...rest,
    agents: [],
    groups,
    measurements: {
      lines: [{ name: 'a', from: [20, 0], to: [20, 4] }],
      areas: [{ name: 'b', box: { min: [18, 0], max: [22, 4] } }],
    },
  };
  const hashOf = (world: World) => stateHashOf(world);
  const plain = createWorld({ ...input, measurements: {} });
  for (let k = 0; k < 60; k++) stepWorld(plain);
  const { world } = surveyed(input, 3, { densityMap: true });
  expect(hashOf(world)).toBe(hashOf(plain));
});

test('a density map adds up to the agents that were there', () => {
  const { survey } = surveyed(corridor, 5, { densityMap: true });
  const { counts, samples, columns, rows, size } = survey.map!;
  expect(samples).toBe(10);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30);
  expect([columns * size, rows * size]).toEqual([40, 4]);
});

test('a world made by a program takes its plan as an option, checked as a file', () => {
  const world = createPlainWorld({ bounds: { min: [0, 0], max: [20, 4] } });
  addAgent(world, { at: [1, 2], goal: [19, 2], speed: 1 });
  const survey = createSurvey(world, { plan: { lines: [{ name: 'a', from: [5, 0], to: [5, 4] }] } });
  for (let k = 0; k < 200; k++) {
    stepWorld(world);
    surveyStep(survey, world);
  }
  expect(summarizeSurvey(survey).lines[0].forward).toBe(1);
  expect(() => createSurvey(world, { plan: { lines: [{ name: 'a', from: [5, 0], to: [5, 0] }] } })).toThrow(
    'survey: measurements.lines[0].to: expected another point than from',
  );
});

describe('refusals name the place', () => {
  const line = { name: 'a', from: [1, 1], to: [2, 2] };
  const box = { min: [1, 1], max: [2, 2] };
  test.each([
    [{ lines: [{ ...line, to: [1, 1] }] }, 'measurements.lines[0].to: expected another point than from'],
    [{ lines: [line, line] }, 'measurements.lines[1].name: expected a name of its own'],
    [
      { lines: [line], areas: [{ name: 'a', box }] },
      'measurements.areas[0].name: expected another name than that of a line',
    ],
    [{ areas: [{ name: 'a' }] }, 'measurements.areas[0]: expected a box or a polygon, got neither'],
    [
      { areas: [{ name: 'a', box: { min: [1, 1], max: [99, 2] } }] },
      'measurements.areas[0].box: expected an area inside the bounds',
    ],
    [{ areas: [{ name: 'a', box: { min: [2, 1], max: [1, 2] } }] }, 'measurements.areas[0].box'],
    [
      {
        areas: [
          {
            name: 'a',
            polygon: [
              [1, 1],
              [3, 1],
              [2, 1.5],
              [2, 3],
            ],
          },
        ],
      },
      'measurements.areas[0].polygon: expected the corners of a convex polygon',
    ],
    [
      {
        areas: [
          {
            name: 'a',
            polygon: [
              [2, 0],
              [3, 3],
              [0.5, 1],
              [3.5, 1],
              [1, 3],
            ],
          },
        ],
      },
      'measurements.areas[0].polygon: expected the corners of a convex polygon',
    ],
    [{ areas: [{ name: 'a', box, along: [0, 0] }] }, 'measurements.areas[0].along: expected a direction'],
    [
      { areas: [{ name: 'a', box, along: [0, 1e-300] }] },
      'measurements.areas[0].along: expected a direction',
    ],
    [
      { interval: 0.01, areas: [{ name: 'a', box }] },
      'measurements.interval: expected at least dt, 0.05 s, got 0.01',
    ],
    [{ interval: 0 }, 'measurements.interval: expected a number above 0'],
    [{ from: 5, until: 5 }, 'measurements.until: expected above from, 5 s, got 5'],
    [{ line: [] }, 'measurements.line: unknown key, did you mean "lines"?'],
  ])('%j', (measurements, message) => {
    expect(refusalOf({ ...corridor, measurements })).toContain(message);
  });

  test.each([
    [[{ of: 'gate', figure: 'flow' }], 'expect.measured[0]: expected atLeast or atMost'],
    [
      [{ of: 'door', figure: 'flow', atLeast: 1 }],
      'expect.measured[0].of: expected the name of a line or area of measurements, got "door"',
    ],
    [
      [{ of: 'gate', figure: 'speed', atLeast: 1 }],
      'expect.measured[0].figure: expected a figure of this line: crossings, flow',
    ],
    [[{ figure: 'flow', atLeast: 1 }], 'expect.measured[0].figure: expected a figure of the run'],
    [
      [{ of: 'gate', figure: 'flow', atLeast: 2, atMost: 1 }],
      'expect.measured[0].atMost: expected at least atLeast, 2, got 1',
    ],
  ])('%j', (measured, message) => {
    const measurements = { lines: [{ ...line, name: 'gate' }] };
    expect(refusalOf({ ...corridor, measurements, expect: { measured } })).toContain(message);
  });
});
