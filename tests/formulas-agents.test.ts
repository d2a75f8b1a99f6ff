// The pages on how agents decide: formulas of docs/models/ are read from the pages and computed beside the code.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createWorld, type ScenarioInput, stepWorld } from '../library/src/simulation/index.ts';
import {
  accelerationOf,
  createHabitat,
  placeOf,
  quiet,
  stepHabitat,
  velocityOf,
} from '../library/src/steering/critters/habitat.fixture.ts';
import { createNonlinearModel } from '../library/src/steering/nonlinear/model.ts';
import { standstillGap } from '../library/src/steering/nonlinear/personality.ts';
import { inputOf, silent } from '../library/src/steering/nonlinear/situations.fixture.ts';
import { moveBodies } from '../library/src/steering/pipeline/locomotion.ts';
import { pipelineDefaults } from '../library/src/steering/pipeline/parameters.ts';
import { frameOf } from '../library/src/steering/pipeline/scene.fixture.ts';
import { meetAgents } from '../library/src/steering/walker/avoidance.ts';
import { gapAhead, keepHeadway } from '../library/src/steering/walker/headway.ts';
import { createHindrances } from '../library/src/steering/walker/nearby.ts';
import { findIn, page, readFormula, textOf } from './latex.fixture.ts';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });

const plain: ScenarioInput = {
  version: 1,
  name: 'plain',
  bounds: { min: [-50, -50], max: [50, 50] },
  duration: 60,
  planner: { name: 'direct' },
};

describe('critters.md', () => {
  test('bodies that overlap count as the smallest distance apart', () => {
    const critters = page('critters.md');
    const reach = { d: 0.2, R_i: 0.2, R_a: 0.1, e_i: -1, '\\mathrm{mm}': 1e-3 };
    const gap = critters('|\\mathbfd_i|')({
      ...reach,
      'd_\\mathrm{min}': critters('d_\\mathrm{min}')(reach),
    });
    const [code] = accelerationOf({
      critters: [
        { at: [0, 0], radius: 0.1 },
        { at: [0.2, 0], radius: 0.2 },
      ],
      parameters: { ...quiet, agents: { strength: 1e-3, exponent: -1 } },
    });
    const scope = { k_i: 1e-3, e_i: -1, '\\hat\\mathbfd_i': 1, '\\mathbfd_i': [gap, 0, 0] };
    expect(code).toBeCloseTo(critters('\\mathbfa_i')(scope), 2);
  });

  test.each(['semi-implicit', 'euler'] as const)('sub-steps, bounds and drag of a step: %s', (method) => {
    const critters = page('critters.md');
    const bound = (u: number, A: number) =>
      u === 0 ? 0 : critters('[\\mathbfu]_A')({ '\\mathbfu': [u, 0, 0], A });
    const single = Number(findIn('critters.md', /\[\\mathbf a_i\]_\{(\d+)\}/));
    for (const strength of [0.5, 30, 900]) {
      const [dt, A, drag, goal] = [0.05, 20, 1.5, 3];
      const steps = { '\\Deltat': dt, 'h_\\mathrm{max}': 0.02, k_d: drag };
      const n = critters('n')(steps);
      const h = critters('h')({ ...steps, n });
      let [x, v] = [0, 0.8];
      for (let k = 0; k < n; k++) {
        const field = critters('\\mathbfa_i')({
          k_i: strength,
          e_i: 1,
          '\\hat\\mathbfd_i': 1,
          '\\mathbfd_i': [goal - x, 0, 0],
        });
        const before = v;
        v += h * bound(bound(bound(field, single), A) - drag * v, A);
        x += h * (method === 'euler' ? before : v);
      }
      const alive = createHabitat({
        critters: [{ at: [0, 0], velocity: [0.8, 0], goal: [goal, 0] }],
        dt,
        parameters: {
          ...quiet,
          targets: { strength, exponent: 1 },
          method,
          drag,
          maximumAcceleration: A,
          maximumStep: 0.02,
        },
      });
      stepHabitat(alive);
      expect(velocityOf(alive)[0]).toBeCloseTo(v, 6);
      expect(placeOf(alive)[0]).toBeCloseTo(x, 6);
    }
  });
});

test('personality.md: the level of a change with a lag, and the filter of mass', () => {
  const personality = page('personality.md');
  const world = createWorld({
    ...plain,
    agents: [{ at: [0, 0], goal: [40, 0], speed: 1.2 }],
    changes: [
      {
        name: 'tired',
        trait: 'speed',
        over: 'time',
        points: [
          [0, 1],
          [10, 0.2],
        ],
        lag: 0.7,
      },
    ],
  } as never);
  let level = 0;
  for (let n = 0; n < 40; n++) {
    const scope = { '\\Deltat': world.dt, '\\tau': 0.7, u_n: n * world.dt, '\\ell_{n-1}': level };
    level = n === 0 ? 0 : personality('\\ell_n')(scope);
    stepWorld(world);
    expect(world.crowd.traits.desiredSpeed[0]).toBeCloseTo(1.2 * (1 - 0.08 * level), 9);
  }
  const g = personality('g')({ '\\Deltat': 0.05, T: 0.4 });
  const input = inputOf({ heading: 0, targetDirection: 0 } as never);
  input.crowd.motion.velocityX[0] = 0.3;
  createNonlinearModel({ ...silent, massTime: [0.4, 0.4] }).computeControls({ ...input, dt: 0.05 });
  const filtered = personality('y_{n+1}')({ y_n: 0.3, g, u: 1 });
  expect(input.crowd.next.velocityX[0]).toBeCloseTo(filtered, 6);
});

test('pipeline.md: locomotion', () => {
  const [, force] = /\\bigr\]_\{(\d+)\}, \\qquad \\mathbf v'/.exec(textOf('pipeline.md')) ?? [];
  const [, fastest, haste] =
    /_\{\\min\(([\d.]+),\\; ([\d.]+)\\,\\text\{pace\}\)\}/.exec(textOf('pipeline.md')) ?? [];
  const shorten = (u: number, most: number) => (Math.abs(u) > most ? Math.sign(u) * most : u);
  for (const [speed, pace, gain] of [
    [1.3, 1.3, 2],
    [40, 1.3, 8],
    [40, 9, 8],
    [-1, 1.3, 2],
  ]) {
    const frame = frameOf({ walkers: [{ at: [0, 0], speed: 1.1, pace }] });
    frame.own.commandSpeed[0] = speed;
    const next = { velocityX: [0], velocityY: [0], headingX: [0], headingY: [0] };
    moveBodies(frame, next as never, { ...pipelineDefaults, gain });
    const f = shorten(gain * (speed - 1.1), Number(force));
    const v = shorten(1.1 + 0.05 * f, Math.min(Number(fastest), Number(haste) * pace));
    expect(next.velocityX[0]).toBeCloseTo(v, 9);
  }
});

test('pipeline.md: followers of plans look two relaxation times ahead', () => {
  const seconds = findIn('pipeline.md', /position of its plan \$2\/k\$ later.*?: ([\d.]+) s/);
  expect(Number(seconds)).toBe(2 / pipelineDefaults.planGain);
});

test('speed.md: the retreat from what is too close', () => {
  const speed = page('speed.md');
  fc.assert(
    fc.property(number(0.001, 0.09), number(0.05, 0.5), (gap, retreatSpeed) => {
      const radius = 0.25;
      const situation = {
        heading: 0,
        targetDirection: 0,
        radius,
        pillars: [{ at: [radius + 0.3 + gap, 0], radius: 0.3 }],
      };
      const parameters = { ...silent, retreatSpeed, massTime: [1e-9, 1e-9] as [number, number] };
      const d1 = standstillGap(0.5, parameters.baseDistance, parameters.safetyDistance);
      const scope = {
        'v_\\mathrm{pace}': 1,
        'r_\\mathrm{front}': gap,
        d_1: d1,
        't_{2c}': parameters.timeToContact,
      };
      const wanted = speed('v')(scope);
      expect(wanted).toBeLessThan(0);
      const back = { 'v_\\mathrm{retreat}': retreatSpeed, 'r_\\mathrm{back}': 1e9 };
      const expected = speed('v', 'retreat')({ ...scope, ...back, v: wanted });
      const input = inputOf(situation as never);
      createNonlinearModel(parameters).computeControls(input);
      expect(input.crowd.next.velocityX[0]).toBeCloseTo(expected, 6);
    }),
  );
});

test('teams.md: the shares of a team that keeps together', () => {
  const teams = page('teams.md');
  const members = [0, 2.5, 5.5, 6.5].map((x, k) => ({
    name: `m${k}`,
    at: [x, 0] as [number, number],
    goal: [45, 0],
  }));
  const world = createWorld({
    ...plain,
    agents: members,
    steering: { name: 'straight' },
    teams: [
      {
        name: 'flock',
        agents: members.map(({ name }) => name),
        task: { kind: 'keep-together', distance: 7 },
      },
    ],
  } as never);
  stepWorld(world);
  stepWorld(world);
  const x = Array.from(world.crowd.motion.x.subarray(0, 4));
  stepWorld(world);
  const centre = x.reduce((sum, each) => sum + each, 0) / 4;
  x.forEach((own, row) => {
    const scope = {
      '\\mathbfp_i': [own],
      '\\mathbfp_j': x.map((each) => [each]),
      '\\mathbfc': [centre],
      '\\mathbfd': [1],
    };
    const share = teams('s_i', 'e_i')({ e_i: teams('e_i')(scope as never), D: 7 });
    expect(Math.abs(world.crowd.plan.paceShare[row] - share)).toBeLessThan(0.01);
  });
});

describe('walker.md', () => {
  const walker = page('walker.md');
  const pair = () =>
    createWorld({
      ...plain,
      agents: [
        { at: [0, 0], goal: [40, 0], radius: 0.3, personality: { aggressiveness: 0.2 } },
        { at: [1.7, 0.15], goal: [40, 0], radius: 0.25, personality: { aggressiveness: 0.9 } },
      ],
    } as never);

  test('the share of the avoidance', () => {
    const world = pair();
    stepWorld(world);
    const share = (a: number, o: number) => walker('s', 'a_o')({ a, a_o: o });
    const near = createHindrances();
    near.agents = 1;
    for (const [row, own, other] of [
      [0, 0.2, 0.9],
      [1, 0.9, 0.2],
    ]) {
      near.row[0] = 1 - row;
      meetAgents(near, { crowd: world.crowd } as never, row);
      expect(near.share[0]).toBeCloseTo(share(own, other), 12);
    }
  });

  test('the free distance ahead and the speed that it allows', () => {
    const { crowd } = pair();
    crowd.plan.pace.fill(2);
    crowd.plan.directionX.fill(1);
    const D = walker('D')({ r: 0.3, r_o: 0.25, i: 0.4 });
    const text = findIn('walker.md', /g\(\\mathbf e\) = \\min_j \\Bigl\((.*)\\Bigr\), \\qquad g/);
    const free = readFormula(
      text.replace('\\mathbf p_j \\cdot \\mathbf e', 'A').replace('(\\mathbf p_j \\times \\mathbf e)', 'C'),
    );
    const gap = free({ A: 1.7, C: 0.15, D });
    const near = createHindrances();
    near.agents = 1;
    near.row[0] = 1;
    [near.x[0], near.y[0], near.outlines[0], near.impatience] = [1.7, 0.15, 0.55, 0.4];
    expect(gapAhead(near, crowd, 0, 0, 1, 0)).toBeCloseTo(gap, 12);
    const velocity = { x: 5, y: 0 };
    const limit = readFormula(findIn('walker.md', /\$\$v \\le (.*?), \\qquad T\(i\)/).replace('T(i)', 'T'));
    keepHeadway(near, crowd, 0, velocity, 0.8 * 0.9);
    expect(velocity.x).toBeCloseTo(limit({ g: gap, c: 0.8, T: 0.9 }), 12);
  });
});

test('automata.md: the listing runs as the page says', () => {
  const model = JSON.parse(findIn('automata.md', /```json\n([\s\S]*?)```/));
  const world = createWorld({
    ...plain,
    agents: [{ at: [0, 0], goal: [45, 0] }],
    automata: [model],
  } as never);
  for (let step = 0; step < 100; step++) stepWorld(world);
  const seconds = 100 * world.dt;
  const [comfort] = world.crowd.memory['mood/comfort'] as Float64Array;
  const rate = Number(/^([\d.]+) \+ weather$/.exec(model.modes.shy.flow.comfort)?.[1]);
  const [low, high] = model.noise.weather;
  expect(comfort).toBeGreaterThan((rate + low) * seconds);
  expect(comfort).toBeLessThan((rate + high) * seconds);
  expect(world.crowd.traits.desiredSpeed[0]).toBe(model.modes.shy.set.speed);
});
