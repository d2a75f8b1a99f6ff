import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkScenario, parseScenario } from './load.ts';
import { perturbStarts } from './perturb.ts';
import type { Agent, ScenarioInput } from './schema.ts';

const caseOf = (name: string) => {
  const file = new URL(`../../../../scenarios/steerbench/${name}.json`, import.meta.url);
  return parseScenario(readFileSync(file, 'utf8'), name);
};

const gap = (a: Agent, b: Agent) => Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]) - a.radius - b.radius;

const open: ScenarioInput = {
  version: 1,
  name: 'open',
  bounds: { min: [-10, -10], max: [10, 10] },
  duration: 10,
};

const place = fc.tuple(
  fc.double({ min: -4, max: 4, noNaN: true }),
  fc.double({ min: -4, max: 4, noNaN: true }),
);
const crowd = fc.record({
  places: fc.array(place, { minLength: 1, maxLength: 40 }),
  seed: fc.nat(1_000_000),
});

describe('perturbed starts', () => {
  test('are within 0.1 m and 5°, in no wall, apart, and valid; groups get the seed', () => {
    fc.assert(
      fc.property(crowd, ({ places, seed }) => {
        // Bodies of 0.5 m that do not overlap to begin with: each drawn place is kept if it is free of the earlier ones.
        const agents: { at: [number, number]; radius: number; heading: number }[] = [];
        for (const at of places) {
          const free = agents.every((other) => Math.hypot(at[0] - other.at[0], at[1] - other.at[1]) >= 1);
          if (free && Math.abs(at[0]) > 0.7) agents.push({ at, radius: 0.5, heading: 0.3 });
        }
        const scenario = checkScenario({
          ...open,
          bounds: { min: [-4.5, -4.5], max: [4.5, 4.5], walls: true },
          obstacles: [{ shape: 'box', min: [-0.1, -4], max: [0.1, 4] }],
          agents,
        });
        const perturbed = perturbStarts(scenario, seed);
        expect(perturbed.seed).toBe(seed);
        perturbed.agents.forEach(({ at, heading }, k) => {
          for (const axis of [0, 1])
            expect(Math.abs(at[axis]! - agents[k].at[axis])).toBeLessThanOrEqual(0.1);
          expect(Math.abs(heading! - 0.3)).toBeLessThanOrEqual(Math.PI / 36);
          for (const other of perturbed.agents.slice(0, k)) {
            expect(gap(perturbed.agents[k], other)).toBeGreaterThanOrEqual(-1e-12);
          }
          // The body, in the border and in the wall.
          expect(Math.max(Math.abs(at[0]), Math.abs(at[1]))).toBeLessThanOrEqual(4 + 1e-8);
          expect(Math.abs(at[0])).toBeGreaterThanOrEqual(Math.abs(at[1]) <= 4 ? 0.6 - 1e-8 : 0);
        });
        // And the checks of any scenario agree.
        checkScenario(perturbed);
      }),
      { numRuns: 60 },
    );
  });

  test('are the same for the same seed, and others for another', () => {
    const scenario = caseOf('double-squeeze');
    expect(perturbStarts(scenario, 7)).toEqual(perturbStarts(scenario, 7));
    expect(perturbStarts(scenario, 7).agents).not.toEqual(perturbStarts(scenario, 8).agents);
  });

  test('of an agent do not hang on who else is in the list, far off', () => {
    const scenario = caseOf('crossing-1');
    const [first, second] = perturbStarts(scenario, 3).agents;
    const more = [...scenario.agents, { ...scenario.agents[0], at: [-8, -8] as [number, number] }];
    expect(perturbStarts({ ...scenario, agents: more }, 3).agents.slice(0, 2)).toEqual([first, second]);
  });

  test('of two that touch treat both alike: neither comes first', () => {
    // 1000 seeds of two bodies that touch: both move in all of them, and on the average away from each other alike.
    const scenario = checkScenario({
      ...open,
      agents: [
        { at: [-0.5, 0], radius: 0.5 },
        { at: [0.5, 0], radius: 0.5 },
      ],
    });
    let left = 0;
    let right = 0;
    for (let seed = 1; seed <= 1000; seed++) {
      const [a, b] = perturbStarts(scenario, seed).agents;
      expect(a.at[0]).not.toBe(-0.5);
      expect(b.at[0]).not.toBe(0.5);
      left += -0.5 - a.at[0];
      right += b.at[0] - 0.5;
    }
    expect(left / 1000).toBeGreaterThan(0.01);
    // The deviation of a mean of 1000 draws of a width of 0.2 m is below 2 mm.
    expect(Math.abs(left - right) / 1000).toBeLessThan(0.008);
  });

  test('fill the square evenly where nothing is in the way', () => {
    const scenario = checkScenario({ ...open, agents: [{ at: [2, 3], goal: [2, 9] }] });
    const draws = Array.from({ length: 2000 }, (_, seed) => perturbStarts(scenario, seed).agents[0]);
    for (const axis of [0, 1]) {
      const shares = Array(4).fill(0);
      for (const { at } of draws) shares[Math.floor((at[axis]! - [2, 3][axis] + 0.1) / 0.05)]++;
      for (const share of shares) expect(Math.abs(share / 2000 - 0.25)).toBeLessThan(0.05);
    }
    // Without a heading of its own an agent faces its goal, here along y; the turn is about that.
    const turns = draws.map(({ heading }) => heading! - Math.PI / 2);
    expect(Math.max(...turns)).toBeGreaterThan(0.9 * (Math.PI / 36));
    expect(Math.min(...turns)).toBeLessThan(-0.9 * (Math.PI / 36));
  });

  test('where there is no room an agent stays where it was', () => {
    const wall = (x: number) => ({
      shape: 'box' as const,
      min: [x, -5] as [number, number],
      max: [x + 1, 5] as [number, number],
    });
    const lid = (y: number) => ({
      shape: 'box' as const,
      min: [-0.5, y] as [number, number],
      max: [0.5, y + 1] as [number, number],
    });
    const scenario = checkScenario({
      ...open,
      obstacles: [wall(-1.5), wall(0.5), lid(0.5), lid(-1.5)],
      agents: [{ at: [0, 0], radius: 0.5 }],
    });
    expect(perturbStarts(scenario, 1).agents[0].at).toEqual([0, 0]);
  });
});
