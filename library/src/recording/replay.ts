import { createHash } from '../numerics/index.ts';
import {
  createWorld,
  sendCommand,
  stateHashOf,
  stepWorld,
  type World,
  type WorldOptions,
} from '../simulation/index.ts';
import {
  openLine,
  type RecordedStep,
  type RecordingEnd,
  type RecordingHeader,
  readableVersions,
} from './recording.ts';

/** What a replay found. */
export type ReplayOutcome =
  /** Every state is the same, and the recording is complete. */
  | { kind: 'same'; steps: number }
  /** The first step whose state has another hash; step 0 is the start. */
  | { kind: 'different'; step: number; recorded: string; simulated: string }
  /** A line (counted from 1) differs from what was written; all steps before it were the same. */
  | { kind: 'damaged'; line: number; why: string; steps: number }
  /** The recording stops without its closing line; all its steps were the same. */
  | { kind: 'interrupted'; steps: number };

/**
 * Simulates a recording again and compares every state. Lines come without their line ends. `observe` is called with the
 * world at its start and after each step that is the same.
 */
export function replayRecording(
  lines: Iterable<string>,
  options: WorldOptions = {},
  observe: (world: World) => void = () => {},
): ReplayOutcome {
  const iterator = lines[Symbol.iterator]();
  const sum = createHash();
  let line = 0;
  let steps = 0;
  const damaged = (why: string): ReplayOutcome => ({ kind: 'damaged', line, why, steps });

  const read = (): { content: unknown } | { damage: string } | undefined => {
    const next = iterator.next();
    if (next.done) return undefined;
    line++;
    return openLine(sum, next.value);
  };

  const first = read();
  if (!first) return { kind: 'interrupted', steps: 0 };
  if ('damage' in first) return damaged(first.damage);
  const header = first.content as RecordingHeader;
  if (header.format !== 'wend-recording') return damaged('this is not a recording of wend');
  if (!readableVersions.includes(header.version)) {
    const known = readableVersions.join(' and ');
    return damaged(`recordings of version ${header.version} cannot be read, only ${known}`);
  }
  let world: World;
  try {
    world = createWorld(header.scenario, { ...options, seed: header.seed });
  } catch (error) {
    return damaged(`its scenario cannot be simulated: ${messageOf(error)}`);
  }
  if (stateHashOf(world) !== header.hash) {
    return { kind: 'different', step: 0, recorded: header.hash, simulated: stateHashOf(world) };
  }
  observe(world);
  for (;;) {
    const opened = read();
    if (!opened) return { kind: 'interrupted', steps };
    if ('damage' in opened) return damaged(opened.damage);
    const content = opened.content as RecordedStep | RecordingEnd;
    if ('end' in content) {
      if (content.end !== steps) return damaged(`the recording says ${content.end} steps, but has ${steps}`);
      return read() ? damaged('there is something behind the end') : { kind: 'same', steps };
    }
    if (content.step !== world.step + 1) return damaged(`step ${content.step} follows step ${world.step}`);
    try {
      for (const command of content.commands ?? []) sendCommand(world, command);
    } catch (error) {
      return damaged(`a command cannot be carried out: ${messageOf(error)}`);
    }
    stepWorld(world);
    const simulated = stateHashOf(world);
    if (simulated !== content.hash)
      return { kind: 'different', step: world.step, recorded: content.hash, simulated };
    steps++;
    observe(world);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
