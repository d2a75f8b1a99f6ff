import type { Command } from './command-schema.ts';
import { plainParts } from './plain-parts.ts';
import { checkDoorName, checkGroundName, checkOverlaps, checkPatch } from './scenario/check-ground.ts';
import type { Findings } from './scenario/error.ts';
import { report } from './scenario/error.ts';
import { maximumGround } from './scenario/limits.ts';
import type { GroundPatch } from './scenario/schema-ground.ts';
import type { World } from './world.ts';

/** A command that changes the ground: beside the ground as it is when all that waits is done. */
export function checkGroundChange(world: World, command: Command, findings: Findings): void {
  if (command.kind !== 'set-ground' && command.kind !== 'remove-ground' && command.kind !== 'open-door')
    return;
  if (world.parts.setGround === plainParts.setGround) {
    report(findings, [], 'expected a scenario with ground: openScenario has loaded this world without it');
    return;
  }
  const ground = world.commands.reduce(changeGround, (world.patches?.list ?? []) as GroundPatch[]);
  if (command.kind === 'open-door') checkDoorName(command.door, ground, ['door'], findings);
  else if (command.kind === 'remove-ground') checkGroundName(command.ground, ground, ['ground'], findings);
  else {
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
