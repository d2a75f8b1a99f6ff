import type { Command } from '../simulation/command-schema.ts';
import { sendCommand } from '../simulation/commands.ts';
import { stepWorld } from '../simulation/step.ts';
import type { World } from '../simulation/world.ts';

type Saving = { saveWorld(world: World): Uint8Array; loadWorld(bytes: Uint8Array): World };

/**
 * The past of a world: its commands, and saved worlds from which any step is made again. Steps are deterministic, so the
 * same step has the same state hash as the first time.
 */
export type History = {
  saving: Saving;
  /** Saved worlds by their steps, from the oldest on; the first is the beginning. */
  saved: Map<number, Uint8Array>;
  /** Steps between two saved worlds; it doubles when they take too much memory. */
  interval: number;
  bytes: number;
  /** Commands by the step that they were sent before. */
  commands: Map<number, Command[]>;
  /** The last step that was made. */
  lastStep: number;
};

/** Bytes that saved worlds may take. */
const MOST_BYTES = 200e6;
const FIRST_INTERVAL = 32;

/** Starts a history with the present state. A page that does not want one does not load what saves worlds. */
export async function createHistory(world: World): Promise<History> {
  const saving = await import('../simulation/snapshot.ts');
  const history: History = {
    saving,
    saved: new Map(),
    interval: FIRST_INTERVAL,
    bytes: 0,
    commands: new Map(),
    lastStep: world.step,
  };
  save(history, world);
  return history;
}

/**
 * Makes a step with commands. In the past, the commands of that time are sent again; new ones begin another future, and
 * the steps that followed are forgotten.
 */
export function stepWithHistory(history: History, world: World, commands: readonly Command[]): void {
  const { step } = world;
  if (commands.length > 0) {
    forgetAfter(history, step);
    const accepted: Command[] = [];
    history.commands.set(step, accepted);
    for (const command of commands) {
      sendCommand(world, command);
      accepted.push(command);
    }
  } else if (world.commands.length === 0) {
    // Commands may wait already, where a later one of the same step was refused.
    for (const command of history.commands.get(step) ?? []) sendCommand(world, command);
  }
  stepWorld(world);
  if (world.step <= history.lastStep) return;
  history.lastStep = world.step;
  if (world.step % history.interval === 0) save(history, world);
}

/** The world at a step of the past: from the nearest state before it that is saved, or from the given one. */
export function worldAt(
  history: History,
  world: World,
  step: number,
  observe: (world: World) => void,
): World {
  const nearest = Math.max(...[...history.saved.keys()].filter((at) => at <= step));
  const isOnTheWay = world.step <= step && world.step >= nearest;
  const from = isOnTheWay ? world : history.saving.loadWorld(history.saved.get(nearest)!);
  while (from.step < step) {
    stepWithHistory(history, from, []);
    observe(from);
  }
  return from;
}

function forgetAfter(history: History, step: number): void {
  for (const at of history.commands.keys()) if (at >= step) history.commands.delete(at);
  for (const [at, bytes] of history.saved) {
    if (at <= step) continue;
    history.saved.delete(at);
    history.bytes -= bytes.length;
  }
  history.lastStep = step;
}

function save(history: History, world: World): void {
  const bytes = history.saving.saveWorld(world);
  history.saved.set(world.step, bytes);
  history.bytes += bytes.length;
  // The beginning always stays.
  while (history.bytes > MOST_BYTES && history.saved.size > 2) {
    history.interval *= 2;
    for (const [at, old] of history.saved) {
      if (at % history.interval === 0 || at === history.saved.keys().next().value) continue;
      history.saved.delete(at);
      history.bytes -= old.length;
    }
  }
}
