import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHash } from '../numerics/index.ts';
import {
  addAgent,
  createWorld,
  removeAgent,
  retargetAgent,
  type ScenarioInput,
  stepWorld,
} from '../simulation/index.ts';
import { createRecorder, recordEnd, recordStart, recordStep, replayRecording } from './index.ts';
import { openLine, sealLine } from './recording.ts';

const scenario: ScenarioInput = {
  version: 1,
  name: 'ein Weg – “kurz” \u{1F6B6}',
  bounds: { min: [-20, -20], max: [20, 20] },
  duration: 60,
  steering: { name: 'nonlinear' },
  targets: [{ name: 'Tür', at: [5, 5] }],
  agents: [
    { at: [0, 0], goal: [9, 0] },
    { at: [0, 3], targets: ['Tür'] },
  ],
};

/** Twelve steps with commands in three of them, as one text. */
function record(): string {
  const world = createWorld(scenario, { seed: 5 });
  const recorder = createRecorder();
  let text = recordStart(recorder, world);
  for (let k = 0; k < 12; k++) {
    if (k === 3) addAgent(world, { at: [-5, 0], targets: ['Tür'] });
    if (k === 5) retargetAgent(world, 0, { goal: [0, -9] });
    if (k === 8) removeAgent(world, 1);
    stepWorld(world);
    text += recordStep(recorder, world);
  }
  return text + recordEnd(recorder, world);
}

function replay(text: string) {
  const lines = text.split('\n');
  // A whole line ends with a line end: nothing follows the last.
  if (lines.at(-1) === '') lines.pop();
  return replayRecording(lines);
}

/** Contents changed by `change`, and every line sealed again, as a forger would. */
function forge(text: string, change: (content: Record<string, unknown>, line: number) => object): string {
  const [before, after] = [createHash(), createHash()];
  return text
    .trimEnd()
    .split('\n')
    .map((line, k) => {
      const opened = openLine(before, line);
      if ('damage' in opened) throw new Error(opened.damage);
      return sealLine(after, change(opened.content as Record<string, unknown>, k));
    })
    .join('');
}

const recording = record();

describe('a recording', () => {
  test('is lines of ASCII, and replays to the same states', () => {
    expect(/^[\n -~]*$/.test(recording)).toBe(true);
    expect(recording.split('\n').length).toBe(15);
    expect(replay(recording)).toEqual({ kind: 'same', steps: 12 });
  });

  test('of which any byte was changed is damaged, whatever the byte and the change: every position', () => {
    const bytes = new TextEncoder().encode(recording);
    const decoder = new TextDecoder();
    for (let position = 0; position < bytes.length; position++) {
      const damaged = bytes.slice();
      damaged[position] ^= 1 << (position % 8);
      const outcome = replay(decoder.decode(damaged));
      if (outcome.kind !== 'damaged') throw new Error(`byte ${position}: ${JSON.stringify(outcome)}`);
    }
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (position, change) => {
        const damaged = bytes.slice();
        damaged[position] ^= change;
        expect(replay(decoder.decode(damaged)).kind).toBe('damaged');
      }),
      { numRuns: 300 },
    );
  });

  test('that stops at a whole line is interrupted, and tells how many steps were the same', () => {
    const lines = recording.trimEnd().split('\n');
    for (let count = 1; count < lines.length; count++) {
      expect(replayRecording(lines.slice(0, count))).toEqual({ kind: 'interrupted', steps: count - 1 });
    }
    expect(replayRecording([])).toEqual({ kind: 'interrupted', steps: 0 });
  });

  test('that stops within a line is damaged there, and the steps before it were the same', () => {
    const lines = recording.trimEnd().split('\n');
    const outcome = replayRecording([...lines.slice(0, 5), lines[5].slice(0, 30)]);
    expect(outcome).toMatchObject({ kind: 'damaged', line: 6, steps: 4 });
  });

  test('whose lines were swapped, left out or repeated is damaged', () => {
    const lines = recording.trimEnd().split('\n');
    const swapped = [...lines];
    [swapped[4], swapped[6]] = [swapped[6], swapped[4]];
    for (const wrong of [
      swapped,
      lines.toSpliced(3, 1),
      lines.toSpliced(3, 0, lines[3]),
      [...lines, lines[14]],
    ]) {
      expect(replayRecording(wrong).kind).toBe('damaged');
    }
  });

  test('with another command, sealed again, names the first step that differs', () => {
    const forged = forge(recording, (content, line) => {
      if (line !== 6) return content;
      expect(content).toMatchObject({ commands: [{ kind: 'retarget', goal: [0, -9] }] });
      return { ...content, commands: [{ kind: 'retarget', id: 0, goal: [0, 9], goalRadius: 0.5 }] };
    });
    expect(replay(forged)).toMatchObject({ kind: 'different', step: 6 });
  });

  test('with another seed or another start, sealed again, differs from step 0 or 1 on', () => {
    const seed = forge(recording, (content, line) => (line === 0 ? { ...content, seed: 6 } : content));
    expect(replay(seed)).toMatchObject({ kind: 'different', step: 1 });
    const start = forge(recording, (content, line) => {
      if (line !== 0) return content;
      const other = structuredClone(content) as { scenario: { agents: { at: number[] }[] } };
      other.scenario.agents[0].at[0] = 0.001;
      return other;
    });
    expect(replay(start)).toMatchObject({ kind: 'different', step: 0 });
  });

  test('that cannot be simulated, or is none, is damaged: replay never throws', () => {
    const changes: [number, (content: Record<string, unknown>) => object][] = [
      [0, (content) => ({ ...content, version: 3 })],
      [0, (content) => ({ ...content, format: 'other' })],
      [0, (content) => ({ ...content, scenario: { version: 1 } })],
      [6, (content) => ({ ...content, commands: [{ kind: 'explode' }] })],
      [4, (content) => ({ ...content, commands: [{ kind: 'add', id: 77, agent: { at: [-5, 0] } }] })],
      [2, (content) => ({ ...content, step: 9 })],
      [13, () => ({ end: 11 })],
    ];
    for (const [line, change] of changes) {
      const forged = forge(recording, (content, k) => (k === line ? change(content) : content));
      expect(replay(forged)).toMatchObject({ kind: 'damaged', line: line + 1 });
    }
  });
});
