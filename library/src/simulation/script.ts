import { needPart, nextAgent, reserveAgent } from '../crowd/index.ts';
import { heightOf } from '../geometry/index.ts';
import type { Command } from './command-schema.ts';
import { isObstacleCommand, obstacleChanges } from './obstacle-changes.ts';
import { isTaken } from './occupied.ts';
import { findPlacedObstacle } from './placed-obstacles.ts';
import type { Agent, Scenario, ScriptEntry } from './scenario/index.ts';
import type { World } from './world.ts';

/** What the scenario lets happen at given times, and how much of it has happened. */
export type Script = {
  /** In the order of their times, and of equals as the scenario has them. */
  entries: { at: number; command: Command }[];
  /** 1 for each that has happened. */
  done: Uint8Array;
  /** How many have not happened yet, and how many of those bring an agent or give each other goal. */
  left: number;
  comers: number;
};

export function createScript({ agents, script }: Scenario): Script {
  const numbers = new Map(agents.map(({ name }, k) => [name, k]));
  const entries = script
    .map((entry, k) => ({ at: entry.at, k, command: toCommand(entry, numbers) }))
    .sort((a, b) => a.at - b.at || a.k - b.k)
    .map(({ at, command }) => ({ at, command }));
  const done = new Uint8Array(entries.length);
  const result = { entries, done, left: 0, comers: 0 };
  countLeft(result);
  return result;
}

/** Counts what has not happened yet. */
export function countLeft(script: Script): void {
  script.left = 0;
  script.comers = 0;
  script.entries.forEach(({ command }, k) => {
    if (script.done[k] === 1) return;
    script.left++;
    const brings = command.kind === 'set-source' && (command.source || command.enter || command.rate);
    if (brings || ['add', 'add-group', 'retarget'].includes(command.kind)) script.comers++;
  });
}

function toCommand(entry: ScriptEntry, numbers: ReadonlyMap<string | undefined, number>): Command {
  const { at, ...command } = entry;
  // What an agent that comes leaves to be drawn is drawn then.
  if (command.kind === 'add' || !('agent' in command)) return command as Command;
  const { agent, ...rest } = command;
  return { ...rest, id: typeof agent === 'number' ? agent : numbers.get(agent)! } as Command;
}

/** An agent of the script gets its id, and what it leaves to its group, when it comes. */
function completeEntry(world: World, command: Command): Command {
  if (command.kind !== 'add') return command;
  const id = nextAgent(world.crowd);
  return { ...command, id, agent: world.parts.completeAgent(world, command.agent, id) };
}

/**
 * Lets happen what is due. The others do not wait for a command that has to wait. They are not among the commands of a
 * recording, because a replay has the scenario.
 */
export function runScript(world: World, apply: (command: Command) => void): void {
  const { crowd, dt, script, step } = world;
  for (let k = 0; k < script.entries.length; k++) {
    const { at, command } = script.entries[k];
    if (at > step * dt) break;
    if (script.done[k] === 1) continue;
    const complete = completeEntry(world, command);
    if (isBlocked(world, complete)) continue;
    script.done[k] = 1;
    if (complete.kind === 'add') reserveAgent(crowd);
    apply(complete);
  }
  countLeft(script);
}

/** Whether something of the script has to wait, because nothing is put on an agent or into an obstacle. */
function isBlocked(world: World, command: Command): boolean {
  if (isObstacleCommand(command)) return needPart(obstacleChanges).isBlocked(world, command);
  if (command.kind !== 'add') return false;
  const { group } = command.agent;
  const number = world.scenario.groups.findIndex(({ name }) => name === group);
  return isOccupied(world, command.agent as Agent) || !world.parts.hasTeamPlace(world, number);
}

/** Whether a body would reach into an obstacle or another body. */
function isOccupied(world: World, { at, radius }: Agent): boolean {
  const [x, y] = at;
  const z = heightOf(at);
  return findPlacedObstacle(world, x, y, z, radius) >= 0 || isTaken(world, x, y, z, radius);
}
