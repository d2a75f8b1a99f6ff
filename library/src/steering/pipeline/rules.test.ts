import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { combinationOf, compileRules, type Rule, rules, TurnCode } from './rules.ts';

const compiled = compileRules(rules);
const feels = [0, 1, 2, 3, 4];
const combinations = feels.flatMap((left) =>
  feels.flatMap((centre) => feels.map((right) => [left, centre, right] as const)),
);

/** An independent reading of the table: what each word stands for. */
const words: Record<string, readonly number[]> = {
  '-': [0],
  wall: [1],
  oncoming: [2],
  crossing: [3],
  same: [4],
  agent: [2, 3, 4],
  some: [1, 2, 3, 4],
  any: feels,
};

function fits({ when }: Rule, felt: readonly number[]): boolean {
  return when.every((word, k) => words[word].includes(felt[k]));
}

describe('the table of rules', () => {
  test('has one rule for every combination: the first that fits it, or whose mirror image does', () => {
    expect(new Set(combinations.map((felt) => combinationOf(...felt))).size).toBe(125);
    for (const felt of combinations) {
      const mirrored = [...felt].reverse();
      const number = rules.findIndex((rule) => fits(rule, felt) || fits(rule, mirrored));
      expect(number).toBeGreaterThanOrEqual(0);
      const at = combinationOf(...felt);
      expect(compiled.rule[at]).toBe(number);
      expect(compiled.mirrored[at]).toBe(fits(rules[number], felt) ? 0 : 1);
      expect(compiled.speed[at]).toBe(rules[number].speed);
    }
  });

  test('has no rule that is never used', () => {
    expect([...new Set(compiled.rule)].sort((a, b) => a - b)).toEqual(rules.map((_, number) => number));
  });

  test('answers mirrored situations with mirrored commands, and symmetric ones by nothing or on the right', () => {
    const opposite = (turn: number) => (turn === TurnCode.left || turn === TurnCode.right ? -turn : turn);
    for (const [left, centre, right] of combinations) {
      const at = combinationOf(left, centre, right);
      const mirrored = combinationOf(right, centre, left);
      expect(compiled.speed[mirrored]).toBe(compiled.speed[at]);
      if (left === right) {
        expect(compiled.turn[at]).not.toBe(TurnCode.left);
        expect(compiled.scoot[at]).toBeLessThanOrEqual(0);
        continue;
      }
      // A rule that fits both a situation and its mirror image passes on the right in both.
      const isBroad = compiled.mirrored[at] === 0 && compiled.mirrored[mirrored] === 0;
      if (isBroad) {
        expect(compiled.turn[at]).not.toBe(TurnCode.left);
        expect(compiled.turn[mirrored]).toBe(compiled.turn[at]);
      } else {
        expect(compiled.turn[mirrored]).toBe(opposite(compiled.turn[at]));
        expect(compiled.scoot[mirrored] + compiled.scoot[at]).toBe(0);
      }
    }
  });

  test('never turns or steps to a side that is not free while the other is', () => {
    for (const [left, centre, right] of combinations) {
      const at = combinationOf(left, centre, right);
      if (left !== 0 && right === 0) {
        expect(compiled.turn[at]).not.toBe(TurnCode.left);
        expect(compiled.scoot[at]).toBeLessThanOrEqual(0);
      }
    }
  });

  test('never commands a full stop', () => {
    for (const speed of compiled.speed) expect(speed).toBeGreaterThan(0);
  });

  test('refuses a table with gaps', () => {
    expect(() => compileRules(rules.slice(1))).toThrow('no rule');
  });

  test('is the one in docs/models/pipeline.md', () => {
    const page = readFileSync(
      fileURLToPath(new URL('../../../../docs/models/pipeline.md', import.meta.url)),
      'utf8',
    );
    const rows = page
      .split('\n')
      .filter((line) => /^\| +\d+ +\|/.test(line))
      .map((line) =>
        line
          .split('|')
          .slice(2, -1)
          .map((cell) => cell.trim()),
      );
    expect(rows).toEqual(
      rules.map(({ when, turn, speed, scoot, why }) => [
        ...when.map((word) => (word === '-' ? '–' : word)),
        turn,
        `${speed}`,
        scoot,
        why,
      ]),
    );
  });
});
