// A recording replays to the same states, and no byte of it can change unnoticed.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Crowd, turning } from 'wend';
import { replayRecording } from 'wend/scenario';
import { lawn, requireBuild, temporaryFolder, wend, writeTo } from './wend.fixture.ts';

const folder = temporaryFolder();
const out = join(folder, 'results');
const recording = join(out, 'recording.jsonl');
let text: string;

beforeAll(async () => {
  requireBuild();
  const { code } = await wend('run', writeTo(folder, 'lawn.json', lawn), '--out', out, '--quiet');
  expect(code).toBe(0);
  text = readFileSync(recording, 'latin1');
});

test('a whole recording is the same, by its folder or by its file', async () => {
  const byFolder = await wend('replay', out, '--check');
  expect(byFolder).toMatchObject({
    code: 0,
    stdout: `${out}: the same, bit by bit, in all 80 steps\n`,
    stderr: '',
  });
  const byFile = await wend('replay', recording, '--check', '--json');
  expect(byFile.code).toBe(0);
  expect(JSON.parse(byFile.stdout)).toEqual({ kind: 'same', steps: 80 });
});

test('personal distances that a mode sets replay, and one that differs by a millimetre is found', async () => {
  const results = join(folder, 'mouse');
  const ended = await wend('run', 'mouse-selective', '--duration', '60', '--out', results, '--quiet');
  // The mouse is not at its cheese yet.
  expect(ended.code).toBe(1);
  expect((await wend('replay', results, '--check')).code).toBe(0);
  const file = join(folder, 'distances.json');
  const near = (metres: number) =>
    wend('run', writeTo(folder, 'distances.json', withDistance(metres)), '--json', '--quiet');
  const hashes = [];
  for (const metres of [0.8, 0.801, 0.8]) hashes.push(JSON.parse((await near(metres)).stdout).stateHash);
  expect(hashes[2], file).toBe(hashes[0]);
  expect(hashes[1]).not.toBe(hashes[0]);
});

/** Two agents that never meet, one of which has a personal distance: it changes nothing but the state itself. */
function withDistance(metres: number) {
  return {
    version: 1,
    name: 'distances',
    bounds: { min: [0, 0], max: [40, 40] },
    duration: 1,
    agents: [
      { at: [2, 2], goal: [30, 2], personalDistance: [{ to: 'agents', distance: metres }] },
      { at: [2, 38], goal: [30, 38] },
    ],
  };
}

describe('with one byte changed, --check exits with 1 and says where', () => {
  const changeIn = (part: string, line = 1) => {
    const start = text.split('\n', line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    return text.indexOf(part, start) + part.length;
  };
  test.each<[what: string, at: () => number, complaint: RegExp]>([
    ['the first byte', () => 0, /damaged in line 1:/],
    ['the scenario in the header', () => changeIn('"radius":0'), /damaged in line 1:/],
    ['the seed', () => changeIn('"seed":'), /damaged in line 1:/],
    ['the hash of the start', () => changeIn('"hash":"'), /damaged in line 1:/],
    [
      'the number of a step',
      () => changeIn('"step":', 41),
      /damaged in line 41:.* the 39 steps before it are the same/,
    ],
    ['the hash of a step', () => changeIn('"hash":"', 41), /damaged in line 41:/],
    ['a sum', () => changeIn('"sum":"', 41), /damaged in line 41:/],
    ['the end of a line', () => changeIn('"}', 41), /damaged in line 41:/],
    ['the closing line', () => changeIn('"end":'), /damaged in line 82:/],
    ['the last byte', () => text.length - 1, /interrupted: the 80 steps .* its end is missing/],
  ])('%s', async (_what, at, complaint) => {
    const { code, stdout } = await checkChanged(at());
    expect(code).toBe(1);
    expect(stdout).toMatch(complaint);
  });

  test('any byte at all: none of 300 changes spread over the file passes', () => {
    for (let change = 0; change < 300; change++) {
      const at = Math.floor((change * text.length) / 300);
      const changed = replaceByte(at, 1 << (change % 7));
      // The command ignores text after the last line end.
      const outcome = replayRecording(changed.split('\n').slice(0, -1));
      expect(outcome.kind, `byte ${at}`).not.toBe('same');
    }
  });

  async function checkChanged(at: number) {
    const file = join(folder, 'changed.jsonl');
    writeFileSync(file, replaceByte(at, 1), 'latin1');
    return wend('replay', file, '--check');
  }

  function replaceByte(at: number, mask: number): string {
    return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ mask) + text.slice(at + 1);
  }
});

test('lines left out, put twice or in another order are noticed', () => {
  const lines = text.trimEnd().split('\n');
  const without = lines.toSpliced(30, 1);
  const twice = lines.toSpliced(30, 0, lines[30]);
  const swapped = lines.toSpliced(30, 2, lines[31], lines[30]);
  const longer = [...lines, lines[81]];
  for (const changed of [without, twice, swapped, longer]) {
    expect(replayRecording(changed).kind).toBe('damaged');
  }
  expect(replayRecording(lines.slice(0, 31))).toEqual({ kind: 'interrupted', steps: 30 });
});

test('other states than the recorded ones are found, by the first step that differs', () => {
  // As a library with another behaviour would simulate it: the recording itself is intact.
  const columns = { ...turning.turnColumns, weight0: 'float64', weight1: 'float64' } as const;
  const begin = ({ steer }: Crowd, row: number) => {
    steer.weight0[row] = 0.5;
    steer.weight1[row] = 0.5;
  };
  const steering = { name: 'straight on', columns, begin, computeControls: () => {} };
  const outcome = replayRecording(text.trimEnd().split('\n'), { steering });
  expect(outcome).toMatchObject({
    kind: 'different',
    step: 1,
    recorded: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
});
