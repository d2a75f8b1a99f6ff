import { type AgentId, needPart, nextAgent, reserveAgent } from '../crowd/index.ts';
import { checkCommand, readPlainAgent } from './command-checks.ts';
import type { ComerInput, Command, CommandInput, Goal, GroundInput } from './command-schema.ts';
import { obstacleChanges } from './obstacle-changes.ts';
import type { Place } from './scenario/index.ts';
import type { World } from './world.ts';

/**
 * The only way into a running world: a command waits for the next step, whose first stage carries it out. What a
 * recording notes is therefore all that happened.
 */
export function sendCommand(world: World, command: CommandInput): void {
  if (
    command?.kind === 'add' &&
    Object.keys(command).length === 2 &&
    addPlainAgent(world, command.agent) >= 0
  )
    return;
  sendChecked(world, command);
}

function sendChecked(world: World, command: CommandInput): void {
  // What is drawn is a number afterwards.
  const checked = checkCommand(world, command as Command);
  if (checked.kind === 'add') {
    // The id is taken now, so that the caller has it; a replay takes the same one. A refused command takes none.
    const id = nextAgent(world.crowd);
    if (checked.id !== undefined && checked.id !== id) {
      throw new RangeError(`the command adds agent ${checked.id}, but the next free id is ${id}`);
    }
    checked.id = reserveAgent(world.crowd);
  } else if (checked.kind === 'add-obstacle') needPart(obstacleChanges).reserve(world, checked);
  world.commands.push(checked);
}

/** Adds an agent that needs few checks, and gives its id; −1: it is to be checked in full. */
function addPlainAgent(world: World, given: ComerInput): AgentId {
  const agent = readPlainAgent(world, given);
  if (!agent) return -1;
  const id = reserveAgent(world.crowd);
  world.commands.push({ kind: 'add', agent, id });
  return id;
}

/** Adds an agent at the next step; the id is valid from then on. */
export function addAgent(world: World, agent: ComerInput): AgentId {
  const id = addPlainAgent(world, agent);
  if (id >= 0) return id;
  sendChecked(world, { kind: 'add', agent });
  return (world.commands.at(-1) as Command & { kind: 'add' }).id!;
}

/** Removes an agent at the next step. */
export function removeAgent(world: World, id: AgentId): void {
  sendCommand(world, { kind: 'remove', id });
}

/** Sends an agent elsewhere from the next step on: to a point, or to the nearest of some targets. */
export function retargetAgent(world: World, id: AgentId, goal: Goal): void {
  sendCommand(world, { kind: 'retarget', id, ...goal });
}

/** Puts a target elsewhere at the next step; a course continues from there. */
export function moveTarget(world: World, target: string, to: Place): void {
  sendCommand(world, { kind: 'move-target', target, to });
}

/** Adds a part of the ground at the next step, or puts it in the place of the one of its name. */
export function setGround(world: World, ground: GroundInput): void {
  sendCommand(world, { kind: 'set-ground', ground });
}

/** Makes a part of the ground plain again at the next step. */
export function removeGround(world: World, name: string): void {
  sendCommand(world, { kind: 'remove-ground', ground: name });
}

/** Opens a door of the ground, or shuts it, at the next step. */
export function openDoor(world: World, door: string, open: boolean): void {
  sendCommand(world, { kind: 'open-door', door, open });
}

/** Opens a target, or closes it, at the next step: agents choose again. */
export function openTarget(world: World, target: string, open: boolean): void {
  sendCommand(world, { kind: 'open-target', target, open });
}
