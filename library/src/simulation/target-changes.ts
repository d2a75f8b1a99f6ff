import { addTarget as appendTarget } from '../crowd/index.ts';
import { addHash, createHash, finishHash, type Hash64, hashDouble, resetHash } from '../numerics/index.ts';
import { reasonOutOfReach } from './command-places.ts';
import type { WorldParts } from './parts.ts';
import { shapesAhead } from './placed-obstacles.ts';
import { checkNewTarget } from './scenario/check-new-target.ts';
import { checkTargetRegion } from './scenario/check-target-regions.ts';
import { classNumbers } from './scenario/classes.ts';
import { type Findings, report } from './scenario/error.ts';
import type { Obstacle, Target } from './scenario/index.ts';
import { createObstacleIndex } from './scenario/obstacle-index.ts';
import type { World } from './world.ts';

/** What is wrong with a target that a command adds: as in a scenario, among the obstacles that are there now. */
export function checkAddedTarget(world: World, target: Target, findings: Findings): void {
  const { commands, scenario } = world;
  const waiting = commands.flatMap((other) => (other.kind === 'add-target' ? [other.target.name] : []));
  const names = [...scenario.targets.map(({ name }) => name), ...waiting];
  checkNewTarget(scenario, target, names, ['target'], findings);
  if (findings.problems.length > 0) return;
  const { at, radius, region } = target;
  if (region) {
    const still = shapesAhead(world).filter((shape) => shape && !shape.course) as Obstacle[];
    const index = createObstacleIndex(still, scenario.dimension, scenario.area);
    checkTargetRegion(scenario, region, index, ['target', 'region'], findings);
    return;
  }
  const wrong = reasonOutOfReach(world, at!, radius);
  if (wrong !== undefined) report(findings, ['target', 'at'], `cannot be reached: ${wrong}`);
}

/** Adds a target behind the others, which keep their numbers; the scenario of the world has it from now on. */
function addTarget(world: World, target: Target): void {
  const { scenario, targets } = world;
  appendTarget(targets, { ...target, class: classNumbers(scenario).targetClassOf(target.class) });
  Object.assign(world, { scenario: { ...scenario, targets: [...scenario.targets, target] } });
}

/** The targets that commands have added. */
export function addedTargets({ scenario, targets }: World): Target[] {
  return scenario.targets.slice(targets.given);
}

function addTargetHashes(world: World, total: Hash64): void {
  for (const target of addedTargets(world)) {
    const text = JSON.stringify(target);
    resetHash(scratch);
    for (let k = 0; k < text.length; k++) hashDouble(scratch, text.charCodeAt(k));
    finishHash(scratch);
    addHash(total, scratch);
  }
}

const scratch = createHash();

export const targetParts = { addTarget, addTargetHashes } satisfies Partial<WorldParts>;
