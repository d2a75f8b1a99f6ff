// The cost of reading test cases of SteerSuite. It is here because the reader is in formats and the measure of growth in the library.
import { readSteerSuite } from '@wend/formats';
import { expect, test } from 'vitest';
import { agent, seek, testCase } from '../formats/src/steersuite/test-case.fixture.ts';
import { growthOf } from '../library/src/numerics/growth.fixture.ts';

test('many of one name and many unknown names cost as much each as few do', () => {
  const readSameNames = (length: number) => {
    // Apart: starts that overlap are moved, which costs more than all else.
    const at = (k: number) => [1.1 * (k % 90) - 49, 1.1 * Math.floor(k / 90) - 39] as const;
    const chased = Array.from({ length }, (_, k) => agent(...at(k), seek(1, 1), 'A'));
    expect(readSteerSuite(testCase(...chased)).agents!.at(-1)!.name).toBe(`A (${length})`);
  };
  const refuseNames = (length: number) => {
    const names = Array.from({ length }, (_, k) => `<n${k}/>`).join('');
    expect(() => readSteerSuite(testCase(`<agent>${names}</agent>`))).toThrow('agent[1]/n0: expected');
  };
  // Comparing all pairs would cost 16 times as much.
  expect(growthOf(readSameNames, 1500, 4)).toBeLessThan(10);
  expect(growthOf(refuseNames, 12_500, 4)).toBeLessThan(10);
});
