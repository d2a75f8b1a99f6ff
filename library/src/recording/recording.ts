import type { JumpOf } from '../automata/index.ts';
import { createHash, finishHash, type Hash64, hashWords, toHex } from '../numerics/index.ts';
import type { Command, Scenario } from '../simulation/index.ts';
import { stateHashOf, type World } from '../simulation/world.ts';

/**
 * A recording: scenario, seed, every command and the state's hash after every step, as lines of JSON in pure ASCII.
 * Each line ends with a sum over all lines up to it, so that no byte can change unnoticed, and a run that was killed
 * leaves lines that can be trusted up to the last whole one.
 *
 *   {"format":"wend-recording","version":2,"scenario":{…},"seed":1,"hash":"…","sum":"…"}
 *   {"step":1,"hash":"…","sum":"…"}
 *   {"step":2,"commands":[…],"jumps":[…],"hash":"…","sum":"…"}
 *   {"end":2,"sum":"…"}
 */
export type Recorder = { sum: Hash64 };

/** Version 1 had no jumps of automata. */
const recordingVersion = 2;
export const readableVersions: readonly number[] = [1, recordingVersion];

export type RecordingHeader = {
  format: 'wend-recording';
  version: number;
  scenario: Scenario;
  seed: number;
  hash: string;
};
export type RecordedStep = {
  step: number;
  commands?: Command[];
  /** The jumps of automata in the step, with the values that caused them: for readers; a replay finds them again. */
  jumps?: JumpOf[];
  hash: string;
};
export type RecordingEnd = { end: number };

/** A recorder of one run; recordStart, recordStep and recordEnd return the lines of the recording. */
export function createRecorder(): Recorder {
  return { sum: createHash() };
}

/** The first line, for a world that has not stepped yet. */
export function recordStart(recorder: Recorder, world: World): string {
  const header: RecordingHeader = {
    format: 'wend-recording',
    version: recordingVersion,
    scenario: world.scenario,
    seed: world.seed,
    hash: stateHashOf(world),
  };
  return sealLine(recorder.sum, header);
}

/** The line of the step that the world has just done. */
export function recordStep(recorder: Recorder, world: World): string {
  const { applied: commands, automaton, step } = world;
  const jumps = automaton.jumps?.() ?? [];
  const line: RecordedStep = {
    step,
    ...(commands.length > 0 && { commands }),
    ...(jumps.length > 0 && { jumps }),
    hash: stateHashOf(world),
  };
  return sealLine(recorder.sum, line);
}

/** The last line of a run that ended normally. */
export function recordEnd(recorder: Recorder, world: World): string {
  return sealLine(recorder.sum, { end: world.step } satisfies RecordingEnd);
}

/** A line with its sum, which continues the sum of the lines before. */
export function sealLine(sum: Hash64, content: object): string {
  const text = toAscii(JSON.stringify(content));
  addToSum(sum, text);
  return `${text.slice(0, -1)},"sum":"${toHex(sum)}"}\n`;
}

const SUM_TAIL = /,"sum":"([0-9a-f]{16})"\}$/;

/** Returns the content of a line and adds it to `sum` if its sum is right; otherwise returns why not. */
export function openLine(sum: Hash64, line: string): { content: unknown } | { damage: string } {
  const tail = SUM_TAIL.exec(line);
  if (!tail) return { damage: 'the line does not end with its sum' };
  const text = `${line.slice(0, tail.index)}}`;
  addToSum(sum, text);
  if (toHex(sum) !== tail[1]) return { damage: `the sum is ${tail[1]}, but the text gives ${toHex(sum)}` };
  try {
    return { content: JSON.parse(text) };
  } catch {
    return { damage: 'the line is not JSON' };
  }
}

/**
 * Continues the sum so far with pairs of UTF-16 units, and with the length, which distinguishes a text from the same
 * text with trailing zeros.
 */
function addToSum(sum: Hash64, text: string): void {
  for (let i = 0; i < text.length; i += 4) {
    hashWords(
      sum,
      text.charCodeAt(i) | ((text.charCodeAt(i + 1) || 0) << 16),
      (text.charCodeAt(i + 2) || 0) | ((text.charCodeAt(i + 3) || 0) << 16),
    );
  }
  hashWords(sum, 0, text.length);
  finishHash(sum);
}

function toAscii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
