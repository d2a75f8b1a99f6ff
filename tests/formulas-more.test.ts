// The pages on maps, neighbours, rates and competition, and the defaults in the tables of all pages, beside the code.
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placesHide } from '../library/src/environment/sight/sight.ts';
import { smoothStep } from '../library/src/planning/fields/combine.ts';
import { createField } from '../library/src/planning/fields/field.ts';
import { paintStrokes } from '../library/src/planning/fields/strokes.ts';
import { randomNumbers, roomTerrain } from '../library/src/planning/harmonic/mazes.fixture.ts';
import { solve } from '../library/src/planning/harmonic/solved.fixture.ts';
import { DIAGONAL, STRAIGHT } from '../library/src/planning/paths/search.ts';
import { createWorld, newsOf, type ScenarioInput, stepWorld } from '../library/src/simulation/index.ts';
import { cadencesOf, markDue } from '../library/src/simulation/schedule.ts';
import { analyseStability } from '../library/src/steering/competition/index.ts';
import { findIn, page, readFormula, textOf } from './latex.fixture.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });

const plain: ScenarioInput = {
  version: 1,
  name: 'plain',
  bounds: { min: [-50, -50], max: [50, 50] },
  duration: 60,
  planner: { name: 'direct' },
};

test('harmonic.md: the potential of a cell is the mean of its neighbours', () => {
  const mean = page('harmonic.md')('\\lambda_{jk}');
  const terrain = roomTerrain(16, 0.15, 3);
  const source = terrain.open.indexOf(1);
  const { potential } = solve(terrain, [source]);
  const { columns } = terrain.map;
  const lambda = (cell: number) => 1 - Math.exp(-potential[cell]);
  let cells = 0;
  potential.forEach((value, cell) => {
    if (cell === source || !Number.isFinite(value)) return;
    cells++;
    const scope = {
      '\\lambda_{j+1,k}': lambda(cell + 1),
      '\\lambda_{j,k+1}': lambda(cell + columns),
      '\\lambda_{j-1,k}': lambda(cell - 1),
      '\\lambda_{j,k-1}': lambda(cell - columns),
    };
    expect(lambda(cell)).toBeCloseTo(mean(scope), 9);
  });
  expect(cells).toBeGreaterThan(50);
});

describe('neighbours.md', () => {
  test('the discriminant is that of the quadratic', () => {
    const text = findIn('neighbours.md', /discriminant\} = ([^$]*)\.\$\$/);
    const lengths = text
      .replace(/\\lvert r' d - r\\, d'\\rvert\^2/, 'S')
      .replace(/\\lvert d \\times d'\\rvert\^2/, 'C');
    const discriminant = readFormula(lengths);
    const point = fc.tuple(number(-3, 3), number(-3, 3));
    fc.assert(
      fc.property(point, point, number(0.5, 3), number(0.5, 3), (d, e, r, s) => {
        const w = [e[0] - d[0], e[1] - d[1]];
        const rho = s - r;
        const half = d[0] * w[0] + d[1] * w[1] - r * rho;
        const quarter = half * half - (w[0] ** 2 + w[1] ** 2 - rho * rho) * (d[0] ** 2 + d[1] ** 2 - r * r);
        const S = (s * d[0] - r * e[0]) ** 2 + (s * d[1] - r * e[1]) ** 2;
        expect(discriminant({ S, C: (d[0] * e[1] - d[1] * e[0]) ** 2 })).toBeCloseTo(quarter, 8);
      }),
    );
  });

  test('when a wall hides two agents from each other', () => {
    const area = (x: readonly number[], y: readonly number[], z: readonly number[]) =>
      (y[0] - x[0]) * (z[1] - x[1]) - (y[1] - x[1]) * (z[0] - x[0]);
    const corners = ['A', 'B', 'P', 'Q'].map((name) =>
      findIn('neighbours.md', new RegExp(`${name} = \\[(\\w, \\w, \\w)\\]`)).split(', '),
    );
    const [, ends, sides] = /\$\$A\\,B \\le (\d+) .*P\\,Q < (\d+),/.exec(textOf('neighbours.md')) ?? [];
    const random = randomNumbers(5);
    let hidden = 0;
    for (let round = 0; round < 500; round++) {
      const point = () => [3 * random(), 3 * random()] as const;
      const points = { p: point(), q: point(), a: point(), b: point() };
      const [A, B, P, Q] = corners.map((names) => {
        const [x, y, z] = names.map((name) => points[name as keyof typeof points]);
        return area(x, y, z);
      });
      const hides = A * B <= Number(ends) && P * Q < Number(sides);
      if (hides) hidden++;
      expect(placesHide(...points.p, ...points.q, ...points.a, ...points.b, 0)).toBe(hides);
    }
    expect(hidden).toBeGreaterThan(20);
  });
});

test('paths.md: whole numbers for lengths are a convergent of the root of two', () => {
  const [, straight, diagonal] = /\$(\d+)\\,a \+ (\d+)\\,b\$/.exec(textOf('paths.md')) ?? [];
  expect([Number(straight), Number(diagonal)]).toEqual([STRAIGHT, DIAGONAL]);
  const [p, q] = [BigInt(diagonal), BigInt(straight)];
  expect([-1n, 1n]).toContain(p * p - 2n * q * q);
});

test('decimation.md: the interval of planning by the distance to the local target', () => {
  const frames = readFormula(findIn('decimation.md', /at \$d\$ metres \$([^$]*)\$ frames/));
  const { crowd } = createWorld({ ...plain, agents: [{ at: [0, 0], goal: [40, 0] }] } as never);
  const cadence = cadencesOf('adaptive', 0.05).planning;
  for (const d of [5, 6.5, 9, 11]) {
    crowd.plan.localDistance[0] = d;
    crowd.schedule.planning[0] = 7;
    markDue(crowd, 'planning', cadence, 7, new Uint8Array(crowd.capacity));
    expect(crowd.schedule.planning[0] - 7).toBe(Math.floor(frames({ d })));
  }
  // The first interval of agents that start together, by their ids.
  const first = findIn('decimation.md', /shortened to \$(\d) \+ \(i \\bmod n\)\$/);
  crowd.schedule.planning[0] = 0;
  crowd.plan.localDistance[0] = 0;
  markDue(crowd, 'planning', cadence, 0, new Uint8Array(crowd.capacity));
  expect(crowd.schedule.planning[0]).toBe(Number(first) + (crowd.ids[0] % 75));
});

test('sharing.md: the age of news after some hops', () => {
  const least = readFormula(findIn('sharing.md', /hops is therefore at least \$([^$]*)\$ old/));
  const most = readFormula(findIn('sharing.md', /the news is at most \$([^$]*)\$ old/));
  const delay = 0.4;
  const world = createWorld({
    ...plain,
    neighbours: { radius: 2 },
    steering: { name: 'nonlinear' },
    obstacles: [{ shape: 'circle', center: [-1.5, 0], radius: 0.5 }],
    groups: [0, 4, 8, 12].map((x, k) => ({
      name: `g${k}`,
      count: 1,
      speed: 0,
      region: { box: { min: [x, 0], max: [x + 0.01, 0.01] } },
      sharing: { distance: 5, delay, channel: 'all' },
    })),
  } as never);
  const hops = new Set<number>();
  for (let step = 1; step <= 120; step++) {
    stepWorld(world);
    for (const id of world.crowd.ids.subarray(0, 4)) {
      for (const news of newsOf(world, id)) {
        if (news.hops === 0 || !news.usable) continue;
        hops.add(news.hops);
        const scope = { k: news.hops, '\\tau': delay };
        const age = world.step * world.dt - news.seen;
        expect(age).toBeGreaterThanOrEqual(least(scope) - 1e-9);
        expect(age).toBeLessThanOrEqual(most(scope) + (news.hops + 1) * world.dt + 1e-9);
      }
    }
  }
  expect([...hops].sort()).toEqual([1, 2, 3]);
});

describe('stability.md', () => {
  test('weights of any number of classes rest at the fixed points', () => {
    const rate = page('stability.md')('\\dotw_i');
    const alpha = [0.7, 0.5, 0.9];
    const gamma = [
      [0, 0.2, 0.3],
      [0.1, 0, 0.2],
      [0.3, 0.1, 0],
    ];
    for (const { weights } of analyseStability(alpha, gamma).fixedPoints) {
      if (!weights) continue;
      weights.forEach((w, i) => {
        const others = [0, 1, 2].filter((j) => j !== i);
        const scope = {
          '\\alpha_i': alpha[i],
          w_i: w,
          '\\gamma_{ij}': others.map((j) => gamma[i][j]),
          w_j: others.map((j) => weights[j]),
        };
        expect(rate(scope)).toBeCloseTo(0, 9);
      });
    }
  });

  test('a class that all others compete with, and with no other', () => {
    const centre = page('stability.md')('w_c^2', '\\sum');
    const others = page('stability.md')('w_j^2');
    const alpha = [0.8, 0.6, 0.9];
    const gamma = [
      [0, 0.15, 0.2],
      [0.3, 0, 0],
      [0.25, 0, 0],
    ];
    const { fixedPoints } = analyseStability(alpha, gamma);
    const all = fixedPoints.find(({ weights }) => weights?.every((weight) => weight > 0))?.weights ?? [];
    const scope = {
      '\\alpha_c': alpha[0],
      '\\gamma_{cj}': [0.15, 0.2],
      '\\gamma_{jc}': [0.3, 0.25],
      '\\alpha_j': [0.6, 0.9],
    };
    const square = centre(scope);
    expect(all[0] ** 2).toBeCloseTo(square, 9);
    [1, 2].forEach((j) => {
      const own = {
        '\\alpha_j': alpha[j],
        '\\gamma_{jc}': gamma[j][0],
        'w_c^2': square,
        w_c: Math.sqrt(square),
      };
      expect(all[j] ** 2).toBeCloseTo(others(own), 9);
    });
  });
});

describe('velocity-fields.md', () => {
  test('strokes over one another', () => {
    const fields = page('velocity-fields.md');
    const field = createField({ minX: 0, minY: 0, cell: 1, columns: 5, rows: 5, outside: 'clamp' });
    const strokes = [
      {
        points: [
          [-9, 2.2],
          [9, 2.2],
        ],
        width: 4,
        strength: 1.5,
      },
      {
        points: [
          [-9, 2.9],
          [9, 2.9],
        ],
        width: 3,
        strength: 0.6,
      },
    ] as const;
    paintStrokes(field, strokes);
    for (let row = 0; row < 5; row++) {
      const near = strokes.map(({ points, width }) => ({
        d: Math.abs(row + 0.5 - points[0][1]),
        r: width / 2,
      }));
      const scope = {
        w_k: near.map(({ d, r }) => (d < r ? fields('w')({ d, r }) : 0)),
        q_k: strokes.map(({ strength }) => strength),
        '\\mathbft_k': strokes.map(() => [1]),
      };
      expect(field.u[row * 5 + 2]).toBeCloseTo(fields('\\mathbf{f}', '\\sum')(scope as never), 12);
    }
  });

  test('the smooth step of masks and blends', () => {
    const between = readFormula(findIn('velocity-fields.md', /1 from \$b\$ on, and \$([^$]*)\$/));
    for (const d of [2.1, 3, 4.7]) {
      const p = page('velocity-fields.md')('p')({ a: 2, b: 5, d });
      expect(smoothStep(2, 5, d)).toBeCloseTo(between({ p }), 12);
    }
  });
});

function schemaDefaults(): Map<string, Set<unknown>> {
  const schema = JSON.parse(
    readFileSync(new URL('../library/scenario.schema.json', import.meta.url), 'utf8'),
  );
  const defaults = new Map<string, Set<unknown>>();
  const visit = (node: unknown, name: string) => {
    if (node === null || typeof node !== 'object') return;
    if ('default' in node) defaults.set(name, (defaults.get(name) ?? new Set()).add(node.default));
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties') for (const [own, each] of Object.entries(value)) visit(each, own);
      else visit(value, name);
    }
  };
  visit(schema, '');
  return defaults;
}

const modelPages = readdirSync(new URL('../docs/models/', import.meta.url)).filter((name) =>
  name.endsWith('.md'),
);

test('the defaults in the tables of parameters are those of the schema', () => {
  const defaults = schemaDefaults();
  let compared = 0;
  const wrong: string[] = [];
  for (const name of modelPages) {
    let column = -1;
    for (const line of textOf(name).split('\n')) {
      const cells = line.split('|').map((cell) => cell.trim());
      if (cells.length < 3) column = -1;
      else if (/^(name|key)$/.test(cells[1])) column = cells.indexOf('default');
      else if (column > 0) {
        const setting = /^`([\w.]+)`$/.exec(cells[1])?.[1].split('.').at(-1) ?? '';
        const known = defaults.get(setting);
        const value = cells[column]
          .replace(/,(?=\d{3})/g, '')
          .replace('−', '-')
          .replace(/^`|`$/g, '');
        if (!known || value === '' || /^[–-]$|\s/.test(value)) continue;
        compared++;
        if (![...known].some((each) => String(each) === value))
          wrong.push(`${name}: ${setting} ${value}, not ${[...known]}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(40);
});
