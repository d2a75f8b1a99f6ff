import type { Command } from './command-schema.ts';
import {
  checkDoorName,
  checkGroundName,
  checkOneGoal,
  checkOverlaps,
  checkPatch,
  checkQueueName,
} from './scenario/check-ground.ts';
import type { Findings } from './scenario/error.ts';
import { report } from './scenario/error.ts';
import { maximumGround } from './scenario/limits.ts';
import type { GroundPatch } from './scenario/schema-ground.ts';
import type { World } from './world.ts';

/** A command that changes the ground: beside the ground as it is when all that waits is done. */
export function checkGroundChange(world: World, command: Command, findings: Findings): void {
  if (command.kind === 'retarget' && command.queue !== undefined) checkOneGoal(command, [], findings);
  else if (command.kind !== 'set-ground' && command.kind !== 'remove-ground' && command.kind !== 'open-door')
    return;
  const ground = world.commands.reduce(changeGround, (world.patches?.list ?? []) as GroundPatch[]);
  if (command.kind === 'retarget') checkQueueName(command.queue!, ground, ['queue'], findings);
  else if (command.kind === 'open-door') checkDoorName(command.door, ground, ['door'], findings);
  else if (command.kind === 'remove-ground') checkGroundName(command.ground, ground, ['ground'], findings);
  else if (command.kind === 'set-ground') {
    const patch = command.ground as GroundPatch;
    const others = ground.filter(({ name }) => name !== patch.name);
    if (!checkPatch(patch, world.scenario, ['ground'], findings)) return;
    checkOverlaps(patch, others, ['ground'], findings);
    if (others.length >= maximumGround)
      report(findings, ['ground'], `a world has at most ${maximumGround} parts of the ground`);
  }
}

function changeGround(ground: readonly GroundPatch[], command: Command): GroundPatch[] {
  if (command.kind === 'remove-ground') return ground.filter(({ name }) => name !== command.ground);
  if (command.kind !== 'set-ground') return [...ground];
  return [...ground.filter(({ name }) => name !== command.ground.name), command.ground as GroundPatch];
}
