import { addTarget } from '../crowd/index.ts';
import { addHash, createHash, finishHash, type Hash64, hashDouble, resetHash } from '../numerics/index.ts';
import { checkJourneyPlaces, reasonOutOfReach } from './command-places.ts';
import type { Command } from './command-schema.ts';
import { readSimpleComer } from './given/simple-comer.ts';
import type { WorldParts } from './parts.ts';
import { shapesAhead } from './placed-obstacles.ts';
import { type Addition, isAddition, scenarioAhead, withAddition } from './scenario/additions.ts';
import { checkAddedAlone, checkExtended, originsOf } from './scenario/check-additions.ts';
import { checkFieldMemory } from './scenario/check-field-memory.ts';
import { checkFields } from './scenario/check-fields.ts';
import { checkEntrance, checkSourceChange, type SourceChange } from './scenario/check-sources.ts';
import { checkTargetRegion } from './scenario/check-target-regions.ts';
import { checkPlanners } from './scenario/check-walkable.ts';
import { classNumbers } from './scenario/classes.ts';
import { type Findings, report } from './scenario/error.ts';
import type { Group, Obstacle, Scenario, Target } from './scenario/index.ts';
import { createObstacleIndex, type ObstacleIndex } from './scenario/obstacle-index.ts';
import { changeSource } from './sources.ts';
import type { World } from './world.ts';

/** Carries out a command that adds something to the scenario, or changes a source. */
function change(world: World, command: Command): void {
  if (command.kind === 'set-source') changeSource(world, command.group, command as SourceChange);
  else add(world, command as Addition);
}

function add(world: World, addition: Addition): void {
  extendScenario(world, addition);
  if (addition.kind !== 'add-group') return;
  const number = world.scenario.groups.length - 1;
  takeUpGroups(world, number);
  const { count, name, source: given } = addition.group;
  const source = given ?? world.scenario.groups[number].source!;
  // All of its agents come now, besides those of its source.
  const most = source.most === undefined ? {} : { most: source.most + count };
  changeSource(world, name, { enter: count, source: { ...source, ...most } });
}

/** Puts something behind what the scenario of the world has; groups are taken up separately. */
export function extendScenario(world: World, addition: Addition): void {
  Object.assign(world, { scenario: withAddition(world.scenario, addition) });
  world.additions.push(addition as Command);
  if (addition.kind !== 'add-target') return;
  const { target } = addition;
  addTarget(world.targets, {
    ...target,
    class: classNumbers(world.scenario).targetClassOf(target.class),
  });
}

/** Tells journeys, models and news of the groups from a number on. */
export function takeUpGroups(world: World, from: number): void {
  const { itinerary, models, news, parts, scenario } = world;
  const added = scenario.groups.slice(from);
  if (added.length === 0) return;
  const first = added.map(({ journey }) => (journey ? parts.addJourney(world, journey) : -1));
  itinerary.ofGroup = Int32Array.of(...itinerary.ofGroup, ...first);
  for (const { model } of models) model.groupsChanged?.(scenario.groups);
  const known = added.some(({ sharing }) => sharing) ? parts.createNews(scenario) : undefined;
  if (news && known) news.sharing = known.sharing;
  else world.news ??= known;
}

/** What is wrong with a new command of this kind: as in a scenario, among what there is now. */
function checkChange(world: World, command: Command, findings: Findings): void {
  const ahead = scenarioAhead(world);
  if (command.kind === 'set-source') {
    const sources = world.sources?.groups ?? [];
    const hasSource = (name: string) => sources.some((group) => ahead.groups[group].name === name);
    checkSourceChange(ahead, command as { group: string } & SourceChange, hasSource, [], findings);
  } else if (isAddition(command)) {
    checkAddition(world, ahead, command as Addition, findings);
    if (findings.problems.length > 0) return;
    if (command.kind === 'add-target') checkTargetPlace(world, command.target as Target, findings);
    else if (command.kind === 'add-group') checkGroupPlace(world, command.group as Group, findings);
  }
}

/** What is wrong with an addition to a scenario wherever things stand. */
export function checkAddition(world: World, ahead: Scenario, addition: Addition, findings: Findings): void {
  checkAddedAlone(ahead, addition, [], findings);
  if (addition.kind === 'add-target' || findings.problems.length > 0) return;
  // The area is what it was. What the script will add or has added is not there, or there twice: only the addition is judged.
  const ground = (world.patches?.list ?? []) as Scenario['ground'];
  const script = ahead.script.filter((entry) => !isAddition(entry));
  const extended: Scenario = { ...withAddition(ahead, addition), ground, script };
  delete extended.area;
  const origins = originsOf(extended, addition, []);
  checkExtended(extended, [checkFields, checkFieldMemory], origins, findings, false);
  checkExtended(extended, [checkPlanners], origins, findings, true);
  if (addition.kind === 'add-group' && addition.group.sharing && !world.parts.createNews(extended))
    report(findings, ['group', 'sharing'], 'only in a world of a scenario in which a group shares');
}

/** Obstacles that stand still, where they are when all that waits is done. */
function stillNow(world: World): ObstacleIndex {
  const { area, dimension } = world.scenario;
  const still = shapesAhead(world).filter((shape) => shape && !shape.course) as Obstacle[];
  return createObstacleIndex(still, dimension, area);
}

/** Where a group enters, and where it goes. */
function checkGroupPlace(world: World, group: Group, findings: Findings): void {
  const { goal, goalRadius, journey } = group;
  checkEntrance(world.scenario, group, stillNow(world), ['group', 'region'], findings);
  const wrong = goal && 'point' in goal && reasonOutOfReach(world, goal.point, goalRadius);
  if (wrong) report(findings, ['group', 'goal', 'point'], `cannot be reached: ${wrong}`);
  checkJourneyPlaces(world, journey, ['group', 'journey'], findings);
}

function checkTargetPlace(world: World, { at, radius, region }: Target, findings: Findings): void {
  if (region) {
    checkTargetRegion(world.scenario, region, stillNow(world), ['target', 'region'], findings);
    return;
  }
  const wrong = reasonOutOfReach(world, at!, radius);
  if (wrong !== undefined) report(findings, ['target', 'at'], `cannot be reached: ${wrong}`);
}

function addAdditionHashes({ additions }: World, total: Hash64): void {
  for (const addition of additions as Addition[]) {
    // What is measured decides nothing.
    if (addition.kind === 'add-measurement') continue;
    const text = JSON.stringify(addition.kind === 'add-target' ? addition.target : addition);
    resetHash(scratch);
    for (let k = 0; k < text.length; k++) hashDouble(scratch, text.charCodeAt(k));
    finishHash(scratch);
    addHash(total, scratch);
  }
}

const scratch = createHash();

export const additionParts = {
  readComer: readSimpleComer,
  change,
  checkChange,
  addAdditionHashes,
} satisfies Partial<WorldParts>;
