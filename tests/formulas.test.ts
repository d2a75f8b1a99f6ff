// The formulas of docs/models/ are read from the pages and computed beside the code, so that page and code cannot part.
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changingCrossingTimes } from '../library/src/environment/common/changing-radius.ts';
import { createMeasurements, observeStep, summarize } from '../library/src/measurement/index.ts';
import { speedShare } from '../library/src/planning/distance/density.ts';
import { createField, sampleField } from '../library/src/planning/fields/field.ts';
import { bestOmega } from '../library/src/planning/harmonic/sweeps.ts';
import { createWorld, isOver, stepWorld } from '../library/src/simulation/index.ts';
import { analyseStability } from '../library/src/steering/competition/index.ts';
import { accelerationOf, quiet } from '../library/src/steering/critters/habitat.fixture.ts';
import { silent } from '../library/src/steering/nonlinear/situations.fixture.ts';
import { cross, turnOf, unit, type Vector } from '../library/src/steering/nonlinear/space.fixture.ts';
import { pushApart } from '../library/src/steering/pipeline/forces.ts';
import { pipelineDefaults } from '../library/src/steering/pipeline/parameters.ts';
import { predictThreats } from '../library/src/steering/pipeline/prediction.ts';
import { batchOf, frameOf, pairsOf } from '../library/src/steering/pipeline/scene.fixture.ts';
import { Batch } from '../library/src/steering/pipeline/states.ts';
import { createSpaceTimeSearch, planSpaceTime } from '../library/src/steering/spacetime/index.ts';
import { problemOf } from '../library/src/steering/spacetime/spacetime.fixture.ts';
import { compressed, headwayOf } from '../library/src/steering/walker/headway.ts';
import { walkerDefaults } from '../library/src/steering/walker/parameters.ts';
import { page, readFormula, textOf } from './latex.fixture.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });

describe('the other pages', () => {
  test('stability.md: eigenvalues where both weights are on', () => {
    const stability = page('stability.md');
    fc.assert(
      fc.property(number(0.2, 1), number(0.2, 1), number(0.05, 0.9), number(0.05, 0.9), (a1, a2, g, h) => {
        const scope = { '\\alpha_1': a1, '\\alpha_2': a2, '\\gamma_{12}': g * a1, '\\gamma_{21}': h * a2 };
        const m = stability('m')(scope);
        const parts = { m, d_1: stability('d_1')(scope), d_2: stability('d_2')(scope) };
        const all = { ...parts, '\\Delta': stability('\\Delta')({ ...scope, m }) };
        const page = [-1, 1].map((sign) => stability('\\lambda')({ ...all, '\\pm': sign }));
        const { fixedPoints } = analyseStability(
          [a1, a2],
          [
            [0, g * a1],
            [h * a2, 0],
          ],
        );
        const both = fixedPoints.find(({ weights }) => weights?.every((weight) => weight > 0));
        const code = both?.eigenvalues.map(({ re }) => re).sort((x, y) => x - y);
        expect(code).toHaveLength(2);
        for (const i of [0, 1]) expect(code?.[i]).toBeCloseTo(page[i], 8);
      }),
    );
  });

  test('space.md: angular velocity towards a target in any direction', () => {
    const space = page('space.md');
    const vectors = fc
      .tuple(number(-1, 1), number(-1, 1), number(-1, 1))
      .filter((v) => Math.hypot(...v) > 0.1);
    fc.assert(
      fc.property(vectors, vectors, (u, d) => {
        const scene = { heading: unit(u as Vector), goal: unit(d as Vector), agents: [], spheres: [] };
        fc.pre(Math.hypot(...cross(scene.goal, scene.heading)) > 1e-3);
        const parameters = { ...silent, attraction: 1.3, agilityTime: [1e-9, 1e-9] as [number, number] };
        const code = turnOf(scene, parameters);
        const scope = { k: 1.3, '\\mathbfu': scene.heading, '\\mathbfd': scene.goal };
        expect(space('\\cosa')(scope) ** 2 + space('\\sina')(scope) ** 2).toBeCloseTo(1, 12);
        for (const component of [0, 1, 2]) {
          const page = space('\\boldsymbol\\omega_\\mathrm{tar}')({ ...scope, component });
          expect(code[component]).toBeCloseTo(page, 9);
        }
      }),
    );
  });

  test('critters.md: the acceleration by one body', () => {
    const critters = page('critters.md');
    fc.assert(
      fc.property(number(0.3, 3), number(-2, 2), number(-3, 2), (d, k, e) => {
        const reach = { d, R_i: 0.2, R_a: 0.1, e_i: e, '\\mathrm{mm}': 1e-3 };
        const least = critters('d_\\mathrm{min}')(reach);
        const gap = critters('|\\mathbfd_i|')({ ...reach, 'd_\\mathrm{min}': least });
        const scope = { k_i: k, e_i: e, '\\hat\\mathbfd_i': 1, '\\mathbfd_i': [gap, 0, 0] };
        const page = critters('\\mathbfa_i')(scope);
        const bound = critters('[\\mathbfu]_A')({ '\\mathbfu': [page, 0, 0], A: 20 });
        const [code] = accelerationOf({
          critters: [
            { at: [0, 0], radius: 0.1 },
            { at: [d, 0], radius: 0.2 },
          ],
          parameters: { ...quiet, agents: { strength: k, exponent: e }, drag: 1, maximumAcceleration: 20 },
        });
        expect(Math.abs(code - bound)).toBeLessThan(1e-3 + 1e-6 * Math.abs(bound));
      }),
    );
  });

  test('distance.md: the speed in a crowd', () => {
    const share = page('distance.md')('f', '\\rho');
    for (const density of [1.1, 2, 3.3, 5, 9]) {
      const scope = { w: 0.8, '\\rho': density, '\\rho_0': 1, '\\rho_{\\max}': 5.4 };
      expect(speedShare({ comfort: 1, weight: 0.8 }, density)).toBeCloseTo(share(scope), 12);
    }
  });

  test('harmonic.md: the best relaxation', () => {
    for (const N of [8, 64, 500]) expect(bestOmega(N)).toBeCloseTo(page('harmonic.md')('\\omega')({ N }), 12);
  });

  test('measurements.md: the score of a straight walker', () => {
    const frames = page('measurements.md')('n');
    const [, text] = /\$\$([^$]*150[^$]*)\$\$/.exec(textOf('measurements.md')) ?? [];
    const score = readFormula(text?.trim().replace(/\.$/, '') ?? '');
    const distance = 12.3;
    const world = createWorld({
      version: 1,
      name: 'straight',
      bounds: { min: [-5, -5], max: [25, 5] },
      duration: 60,
      steering: { name: 'straight' },
      planner: { name: 'direct' },
      targets: [{ name: 'end', at: [distance, 0], radius: 0.5 }],
      agents: [{ at: [0, 0], targets: ['end'], speed: 1.3 }],
    });
    const measurements = createMeasurements(world);
    while (!isOver(world)) {
      stepWorld(world);
      observeStep(measurements, world);
    }
    const scope = { d: distance, r: 0.5, v: 1.3, '\\Deltat': 0.05, c: 0 };
    expect(summarize(measurements, world).score.steerbench).toBeCloseTo(
      score({ ...scope, n: frames(scope) }),
      9,
    );
  });

  test('neighbours.md: when an agent crosses a view radius that changes', () => {
    const [, text] = /\$\$([^$]*?)= 0,/.exec(textOf('neighbours.md')) ?? [];
    // The page writes vectors as plain letters.
    const bold = text
      ?.replace(/\\lvert (\w)\\rvert/g, '\\mathbf $1')
      .replace('d \\cdot w', '\\mathbf d \\cdot \\mathbf w');
    const quadratic = readFormula(bold ?? '');
    const times = new Float64Array(2);
    let crossings = 0;
    const place = fc.tuple(number(-3, 3), number(-3, 3), number(-3, 3));
    fc.assert(
      fc.property(place, place, number(0.5, 3), number(0.5, 3), (from, to, r, after) => {
        const count = changingCrossingTimes(...from, ...to, r, after, times);
        const w = to.map((value, k) => value - from[k]);
        for (let k = 0; k < count; k++) {
          crossings++;
          const scope = { s: times[k], r, '\\rho': after - r, '\\mathbfd': from, '\\mathbfw': w };
          expect(quadratic(scope)).toBeCloseTo(0, 9);
        }
      }),
      { numRuns: 500 },
    );
    expect(crossings).toBeGreaterThan(100);
  });

  test('pipeline.md: when two bodies meet and part', () => {
    const times = page('pipeline.md')('t_\\mp');
    const at = [6, 0.3] as const;
    const frame = frameOf({
      walkers: [
        { at: [0, 0], speed: 1.3 },
        { at, heading: Math.PI - 0.05, speed: 1.1 },
      ],
      step: 40,
    });
    predictThreats(frame, pipelineDefaults, pairsOf(frame));
    const u = [-1.1 * Math.cos(0.05) - 1.3, 1.1 * Math.sin(0.05)];
    const scope = { '\\mathbfp': at, '\\mathbfu': u, R: 1, m: pipelineDefaults.margin };
    const now = 40 * 0.05;
    expect(frame.own.threatBegin[0] - now).toBeCloseTo(times({ ...scope, '\\mp': -1 }), 9);
    expect(frame.own.threatEnd[0] - now).toBeCloseTo(times({ ...scope, '\\mp': 1 }), 9);
  });

  test('pipeline.md: forces in a dense crowd', () => {
    const pipeline = page('pipeline.md');
    const { forceLength, forceStrength, gain } = pipelineDefaults;
    const at = [1.2, 0.5] as const;
    const distance = Math.hypot(...at);
    // The wall is 0.9 m to the left of a body of 0.5 m.
    const frame = frameOf({
      walkers: [{ at: [0, 0], speed: 1.3 }, { at }],
      walls: [
        [
          [-9, 0.9],
          [9, 0.9],
        ],
      ],
    });
    pushApart(frame, pipelineDefaults, batchOf(Batch.crowd, 0));
    const constants = { A: forceStrength, B: forceLength, k: gain, u: 1.3, '\\mathbfd': [1, 0] };
    const n = [at[0] / distance, at[1] / distance];
    const agent = pipeline('F_j')({ ...constants, g_j: distance - 1, '\\mathbfn_j': n });
    const wall = pipeline('F_w')({ ...constants, g_w: 0.4 });
    const force = [agent * n[0], agent * n[1] + wall];
    const wanted = pipeline('\\mathbfv^*');
    const scope = { ...constants, '\\mathbfF': force };
    expect(frame.own.commandSpeed[0]).toBeCloseTo(wanted(scope), 7);
    expect(frame.own.commandScoot[0]).toBeCloseTo(wanted({ ...scope, component: 1 }), 7);
  });

  test('space-time.md: the layers of a plan that nothing hinders', () => {
    const [, text] = /\$\$\\Bigl\(([\s\S]+?),\\quad/.exec(textOf('space-time.md')) ?? [];
    const layers = readFormula(text ?? '');
    for (const goalX of [3.3, 7.7, 10]) {
      const problem = problemOf({ goalX });
      const scope = { t: 0, d: goalX, g: problem.goalRadius, v: problem.speed, '\\tau': problem.layer };
      expect(planSpaceTime(createSpaceTimeSearch(), problem)).toBe(layers(scope));
    }
  });

  test('teams.md: the shares of a team that arrives together', () => {
    const teams = page('teams.md');
    const members = [4, 9, 14].map((x, k) => ({
      name: `m${k}`,
      at: [-x, 3 * k] as [number, number],
      speed: 1 + 0.1 * k,
    }));
    const world = createWorld({
      version: 1,
      name: 'party',
      bounds: { min: [-30, -30], max: [30, 30] },
      duration: 60,
      planner: { name: 'direct' },
      agents: members,
      teams: [
        {
          name: 'party',
          agents: members.map(({ name }) => name),
          task: { kind: 'together', point: [20, 0], radius: 2, minimumShare: 0.5 },
        },
      ],
    });
    for (let step = 0; step < 5; step++) stepWorld(world);
    const { plan, traits } = world.crowd;
    const before = [0, 1, 2].map((row) => ({ l: plan.goalDistance[row], v: traits.desiredSpeed[row] }));
    stepWorld(world);
    const times = before.map(({ l, v }) => teams('t_i')({ '\\ell_i': l, r: 2, v_i: v }));
    times.forEach((time, row) => {
      const share = teams('s_i')({ 's_{\\min}': 0.5, t_i: time, t_j: times });
      expect(Math.abs(plan.paceShare[row] - share)).toBeLessThan(0.01);
    });
  });

  test('velocity-fields.md: between the vectors', () => {
    const fields = page('velocity-fields.md');
    const field = createField({ minX: 0, minY: 0, cell: 2, columns: 2, rows: 2, outside: 'clamp' });
    field.u.set([1, -2, 0.5, 3]);
    const out = new Float64Array(2);
    sampleField(field, 1.8, 2.6, out);
    const scope = { x: 1.8, y: 2.6, m_x: 0, m_y: 0, h: 2 };
    const corners = ['_{ij}', '_{i+1,j}', '_{i,j+1}', '_{i+1,j+1}'].map((corner, k) => [
      `\\mathbff${corner}`,
      [field.u[k]],
    ]);
    const bilinear = fields('\\mathbf{f}(x,y)');
    expect(out[0]).toBeCloseTo(
      bilinear({ ...Object.fromEntries(corners), s: fields('\\xi')(scope), t: fields('\\eta')(scope) }),
      12,
    );
  });

  test('walker.md: headway and compression', () => {
    const walker = page('walker.md');
    const { headway, impatientHeadway } = walkerDefaults;
    for (const i of [0, 0.3, 1]) {
      const scope = { i, r: 0.3, r_o: 0.25, T_0: headway, T_1: impatientHeadway };
      expect(compressed(0.55, i)).toBeCloseTo(walker('D')(scope), 12);
      expect(headwayOf(walkerDefaults, i)).toBeCloseTo(walker('T(i)')(scope), 12);
    }
  });
});

test('every page with a formula has one that is computed', () => {
  const tests = ['formulas', 'formulas-agents', 'formulas-more', 'formulas-nonlinear'].map((name) =>
    readFileSync(new URL(`${name}.test.ts`, import.meta.url), 'utf8'),
  );
  const pages = readdirSync(new URL('../docs/models/', import.meta.url)).filter((name) =>
    name.endsWith('.md'),
  );
  const isRead = (name: string) => tests.some((text) => text.includes(`('${name}'`));
  expect(pages.filter((name) => textOf(name).includes('$') && !isRead(name))).toEqual([]);
});
