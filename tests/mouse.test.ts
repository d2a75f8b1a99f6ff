import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { stepWorld, timeOf, type World } from 'wend';
import { createScenarioWorld, parseScenario } from 'wend/scenario';

/** The experiments of E. Aaron, H. Sun, F. Ivančić, D. Metaxas (2002), each measured over 20 seeds. */

const SEEDS = Array.from({ length: 20 }, (_, k) => k + 1);

type Jump = { from: string; to: string; time: number; comfort: number; x: number; y: number };
type Run = {
  arrived: number;
  /** Metres walked in each stage of the journey, and the smallest gap to each thing in it, by name. */
  walked: number[];
  gaps: Map<string, number>[];
  jumps: Jump[];
  /** Of each step: stage, place, speed and mode as the number of jumps so far. */
  steps: { stage: number; x: number; y: number; speed: number; jumps: number }[];
};

function load(name: string) {
  const file = fileURLToPath(new URL(`../scenarios/${name}.json`, import.meta.url));
  return parseScenario(readFileSync(file, 'utf8'), name);
}

function run(name: string, seed: number): Run {
  const scenario = load(name);
  const world = createScenarioWorld(scenario, { seed });
  const result: Run = { arrived: 0, walked: [], gaps: [], jumps: [], steps: [] };
  let [x, y] = scenario.agents[0].at;
  while (timeOf(world) < scenario.duration && (scenario.agents[0].journey?.loop || world.arrived === 0)) {
    stepWorld(world);
    const { motion, plan } = world.crowd;
    const stage = Math.max(0, plan.stage[0]);
    const step = Math.hypot(motion.x[0] - x, motion.y[0] - y);
    [x, y] = [motion.x[0], motion.y[0]];
    result.walked[stage] = (result.walked[stage] ?? 0) + step;
    result.gaps[stage] ??= new Map();
    measureGaps(world, result.gaps[stage]);
    for (const { agent, from, time, to, values } of world.automaton.jumps!()) {
      if (agent === 0) result.jumps.push({ from, to, time, comfort: values.comfort, x, y });
    }
    result.steps.push({ stage, x, y, speed: step / world.dt, jumps: result.jumps.length });
  }
  result.arrived = world.arrived;
  return result;
}

/** Gaps between the first agent and the circles and other agents of the scenario. */
function measureGaps({ crowd, scenario }: World, gaps: Map<string, number>): void {
  const { motion, traits } = crowd;
  const store = (name: string, px: number, py: number, radius: number) => {
    const gap = Math.hypot(px - motion.x[0], py - motion.y[0]) - radius - traits.radius[0];
    gaps.set(name, Math.min(gap, gaps.get(name) ?? Number.POSITIVE_INFINITY));
  };
  for (const obstacle of scenario.obstacles) {
    if (obstacle.shape === 'circle') {
      const { center, name, radius } = obstacle as unknown as {
        center: number[];
        name: string;
        radius: number;
      };
      store(name, center[0], center[1], radius);
    }
  }
  for (let row = 1; row < crowd.count; row++)
    store(scenario.agents[row].name!, motion.x[row], motion.y[row], traits.radius[row]);
}

const runs = new Map<string, Run[]>();
const runsOf = (name: string) => {
  const known = runs.get(name) ?? SEEDS.map((seed) => run(name, seed));
  runs.set(name, known);
  return known;
};

/** Numbers that differ between seeds. */
const distinct = (values: number[]) => new Set(values.map((value) => value.toFixed(3))).size;

describe('two legs to the second cheese', () => {
  test('the second leg is longer with selective response than straight, and longest with uniform avoidance', () => {
    const [straight, selective, detour] = ['mouse-straight', 'mouse-selective', 'mouse-detour'].map((name) =>
      runsOf(name).map(({ arrived, walked }) => {
        expect(arrived).toBe(1);
        return walked[1];
      }),
    );
    SEEDS.forEach((_, k) => {
      expect(straight[k]).toBeLessThan(selective[k] - 0.05);
      expect(selective[k]).toBeLessThan(detour[k] - 1);
    });
  });

  test('with comfort near 6.1 and rising the mouse walks exactly straight, between saucer and dinosaur, at 0.5', () => {
    for (const { gaps, jumps, steps } of runsOf('mouse-straight')) {
      expect(jumps.map(({ from, to }) => `${from} ${to}`)).toEqual(['standard linear']);
      expect(jumps[0].comfort).toBeGreaterThan(6);
      expect(jumps[0].comfort).toBeLessThan(6.4);
      const linear = steps.filter((step) => step.jumps === 1);
      const [first, last] = [linear[0], linear.at(-1)!];
      const length = Math.hypot(last.x - first.x, last.y - first.y);
      for (const { speed, x, y } of linear.slice(1, -1)) {
        const aside = ((last.x - first.x) * (y - first.y) - (last.y - first.y) * (x - first.x)) / length;
        expect(Math.abs(aside)).toBeLessThan(1e-9);
        expect(speed).toBeCloseTo(0.5, 9);
      }
      // The speed of a mode is constant once the agent has taken it up.
      for (const { jumps: before, speed } of steps.slice(20))
        if (before === 0) expect(speed).toBeCloseTo(0.3, 3);
      for (const name of ['saucer', 'dinosaur']) expect(gaps[1].get(name)).toBeGreaterThan(0.1);
    }
  });

  test('with comfort near 4.1 it passes close to the toy mouse and far from the saucer', () => {
    for (const { gaps, jumps } of runsOf('mouse-selective')) {
      expect(jumps.map(({ from, to }) => `${from} ${to}`)).toEqual(['standard selective']);
      expect(jumps[0].comfort).toBeGreaterThan(4);
      expect(jumps[0].comfort).toBeLessThan(4.2);
      expect(gaps[1].get('saucer')).toBeGreaterThan(2 * gaps[1].get('toy mouse')!);
      expect(gaps[1].get('toy mouse')).toBeGreaterThan(0.05);
    }
  });

  test('with uniform avoidance it goes around both', () => {
    for (const { gaps, jumps } of runsOf('mouse-detour')) {
      expect(jumps).toEqual([]);
      expect(gaps[1].get('saucer')).toBeGreaterThan(1.5);
      expect(gaps[1].get('dinosaur')).toBeGreaterThan(0.2);
    }
  });

  test('it avoids the sneaker and the train on the first leg', () => {
    for (const name of ['mouse-straight', 'mouse-selective', 'mouse-detour']) {
      for (const { gaps } of runsOf(name)) expect(gaps[0].get('sneaker')).toBeGreaterThan(0.2);
    }
  });
});

describe('comfort changes modes, not places or times', () => {
  test('in the lead-in the mouse begins at c = 0 and becomes faster and bolder at other places and times in each run', () => {
    const all = runsOf('mouse-lead-in');
    for (const number of [0, 1]) {
      expect(distinct(all.map(({ jumps }) => jumps[number].time))).toBeGreaterThan(15);
      expect(distinct(all.map(({ jumps }) => jumps[number].x))).toBeGreaterThan(15);
    }
    for (const { arrived, jumps } of all) {
      expect(arrived).toBe(1);
      expect(jumps.slice(0, 2).map(({ to }) => to)).toEqual(['calm', 'bold']);
      const times = jumps.map(({ time }) => time);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }
  });

  test('along the row the gap shrinks once the mouse is bold, and the friend is passed closer than the odd toy', () => {
    for (const { arrived, gaps } of runsOf('mouse-row')) {
      expect(arrived).toBe(1);
      expect(gaps[0].get('post 9')).toBeLessThan(gaps[0].get('post 4')! - 0.1);
      expect(gaps[0].get('friend')).toBeLessThan(gaps[0].get('odd toy')! - 0.1);
    }
  });

  test('one run has all features: lead-in, standard avoidance, a decision, and a friend', () => {
    const decisions = runsOf('mouse-journey').map(({ arrived, gaps, jumps }) => {
      expect(arrived).toBe(1);
      expect(jumps.map(({ to }) => to)).toContain('leadIn.calm');
      expect(gaps[2].get('friend')).toBeLessThan(0.6);
      return jumps.filter(({ to }) => to === 'room.linear' || to === 'room.selective')[0].to;
    });
    // Comfort decides, and it differs from run to run.
    expect(new Set(decisions)).toEqual(new Set(['room.linear', 'room.selective']));
  });
});

test('friendship grows: each time the mouse passes its friend closer, as its distance says', () => {
  for (const seed of SEEDS.slice(0, 5)) {
    const scenario = load('mouse-friendship');
    const world = createScenarioWorld(scenario, { seed });
    const passes: number[] = [];
    let least = Number.POSITIVE_INFINITY;
    while (timeOf(world) < scenario.duration) {
      stepWorld(world);
      const { distances, motion } = world.crowd;
      const trust = world.crowd.memory['friendship/trust'][0];
      expect(distances.columns['agent 1'][0]).toBeCloseTo(3 * (1 - trust) ** 2, 9);
      const gap = Math.hypot(motion.x[0] - motion.x[1], motion.y[0] - motion.y[1]) - 0.45;
      if (gap < 3) least = Math.min(least, gap);
      else if (least < 3) {
        passes.push(least);
        least = Number.POSITIVE_INFINITY;
      }
    }
    expect(passes.length).toBeGreaterThan(2);
    expect(passes[1]).toBeLessThan(passes[0] - 0.1);
    expect(passes.at(-1)).toBeLessThan(0.7 * passes[0]);
  }
});

test('adaptive weighting: obstacles that block the path switch the target off, one beside it does not', () => {
  for (const seed of SEEDS) {
    const scenario = load('mouse-weights');
    const world = createScenarioWorld(scenario, { seed });
    const least = [1, 1];
    while (timeOf(world) < scenario.duration && world.arrived < 2) {
      stepWorld(world);
      const { weight0 } = world.crowd.steer;
      for (const row of [0, 1]) least[row] = Math.min(least[row], weight0[row]);
    }
    expect(world.arrived).toBe(2);
    expect(least[0]).toBeGreaterThan(0.5);
    expect(least[1]).toBe(0);
  }
});
