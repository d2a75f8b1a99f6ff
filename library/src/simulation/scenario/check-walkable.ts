import {
  closestOfTarget,
  createObstacles,
  createTargets,
  isAtTarget,
  type ObstacleSpecification,
  type Targets,
} from '../../crowd/index.ts';
import { type PlannerMap, type PlannerSettings, plannerNamed, planners } from '../../planning/index.ts';
import {
  bodyClassOn,
  cellsOf,
  createMap,
  createTerrain,
  footingOn,
  type GridMap,
  maximumCells,
  radiusClass,
  spareToFit,
  type Terrain,
} from '../../planning/map/index.ts';
import { obstaclesOf } from './area-part.ts';
import { radiusOf } from './comers.ts';
import { createFindings, type Findings, hasEnough, type Path, report } from './error.ts';
import { distanceBetween, partNear, partsOfDisc, partsOfRegion, partsWhere } from './ground-parts.ts';
import { type PlannerUse, plannerUses } from './planner-uses.ts';
import { smallestRadius } from './regions.ts';
import type { Agent, Group, Journey, Place, Scenario } from './schema.ts';

/**
 * Finds what a planner with a map could never do: reach a target where no cell is open, or one that no open ground joins to
 * an agent. Where something solid or a target can move, or a script changes more than what enters, that is left to the run.
 */
export function checkWalkable(scenario: Scenario, findings: Findings): void {
  checkPlanners(scenario, findings);
  if (findings.problems.length > 0 || canChange(scenario)) return;
  const uses = plannerUses(scenario);
  checkPaths(scenario, uses, findings);
  if (findings.problems.length > 0) return;
  checkDoors(scenario, uses, findings);
}

/** That all planners fit the world, and their cells the bodies that they plan for. */
export function checkPlanners(scenario: Scenario, findings: Findings): void {
  for (const use of plannerUses(scenario)) checkPlanner(scenario, use, findings);
}

/** Doors that are shut and never open stand in the way like walls. */
function checkDoors(scenario: Scenario, uses: readonly PlannerUse[], findings: Findings): void {
  const { ground, obstacles, script } = scenario;
  const opened = new Set(
    script.flatMap((entry) => (entry.kind === 'open-door' && entry.open ? [entry.door] : [])),
  );
  const isShut = (patch: Patch): patch is Door => staysShut(patch) && !opened.has(patch.name);
  const shut = ground.findIndex(isShut);
  if (shut < 0) return;
  const walls = ground.filter(isShut).map(({ from, to }) => ({ shape: 'segment' as const, from, to }));
  const inner = createFindings('');
  checkPaths({ ...scenario, obstacles: [...obstacles, ...walls] }, uses, inner);
  for (const { message, path } of inner.problems) {
    const name = JSON.stringify(ground[shut].name);
    report(
      findings,
      ['ground', shut],
      `the door ${name} never opens and leaves no path: ${path}: ${message}`,
    );
  }
}

type Patch = Scenario['ground'][number];
type Door = Extract<Patch, { kind: 'door' }>;

function staysShut(patch: Patch): patch is Door {
  return patch.kind === 'door' && !patch.open && !patch.schedule?.some(({ open }) => open);
}

function checkPaths(scenario: Scenario, uses: readonly PlannerUse[], findings: Findings): void {
  const { agents, groups } = scenario;
  for (const use of uses) {
    const planner = mapOf(use.settings);
    const leads = (body: Agent | Group) => use.plansFor(body) && !changesPlanner(body);
    if (!planner || ![...agents, ...groups].some(leads)) continue;
    const grounds = createGrounds(scenario, planner, leads);
    checkTargets(grounds, findings);
    if (findings.problems.length > 0) return;
    agents.forEach((agent, k) => {
      if (leads(agent) && !hasEnough(findings)) checkAgent(grounds, agent, ['agents', k], findings);
    });
    groups.forEach((group, k) => {
      if (leads(group) && !hasEnough(findings)) checkGroup(grounds, group, ['groups', k], findings);
    });
  }
}

/** Whether a journey leads by several planners, which then find out themselves. */
function changesPlanner({ journey }: Agent | Group): boolean {
  return journey?.stages.some(({ planner }) => planner !== undefined) ?? false;
}

/** The map of the planner with some settings; none where it plans without one. */
export function mapOf(settings: PlannerSettings): PlannerMap | undefined {
  return plannerNamed(settings.name).map?.(settings);
}

/** Whether a planner fits the world, and its cells the bodies that it plans for. */
function checkPlanner(scenario: Scenario, use: PlannerUse, findings: Findings): void {
  const { agents, groups, script } = scenario;
  const bodies = script.flatMap((entry) =>
    entry.kind === 'add' ? [{ ...entry.agent, radius: radiusOf(scenario, entry.agent) }] : [],
  );
  let smallest = Number.POSITIVE_INFINITY;
  for (const body of [...agents, ...groups, ...bodies]) {
    if (use.plansFor(body)) smallest = Math.min(smallest, smallestRadius(body.radius));
  }
  checkPlannerFits(scenario, use.settings, smallest, use.path, findings);
}

/** Whether a planner knows the dimension, its map is not too large and its cells are small enough for a body. */
export function checkPlannerFits(
  scenario: Scenario,
  settings: PlannerSettings,
  radius: number,
  path: Path,
  findings: Findings,
): void {
  const { dimension } = scenario;
  const { definitions } = planners;
  if (!plannerNamed(settings.name).dimensions.includes(dimension)) {
    const others = definitions.filter((other) => other.dimensions.includes(dimension));
    const names = others.map(({ name }) => `"${name}"`).join(', ');
    report(
      findings,
      [...path, 'name'],
      `expected ${names} in a world of dimension ${dimension}, got "${settings.name}"`,
    );
    return;
  }
  const map = mapOf(settings);
  if (map && checkMapSize(scenario, map, path, findings)) checkCell(map, radius, path, findings);
}

/** The ground at time 0, for each size of bodies that has been asked about. */
type Grounds = {
  scenario: Scenario;
  planner: PlannerMap;
  /** Whether the planner plans for a body. */
  leads(body: Agent | Group): boolean;
  map: GridMap;
  terrains: Terrain[];
  targets: Targets;
  /** For each terrain the parts of the targets that have been asked about. */
  parts: Map<Terrain, Set<number>[]>;
  numbers: ReadonlyMap<string, number>;
};

function checkMapSize(
  { bounds: { min, max } }: Scenario,
  { cell }: PlannerMap,
  path: Path,
  findings: Findings,
): boolean {
  const { columns, rows } = cellsOf({ minX: min[0], minY: min[1], maxX: max[0], maxY: max[1] }, cell);
  if (columns * rows <= maximumCells) return true;
  report(
    findings,
    [...path, 'cell'],
    `expected a map of at most ${maximumCells} cells, got ${columns} × ${rows}; take larger cells`,
  );
  return false;
}

/**
 * Cells must be smaller than this, metres: a wall between two open cells that touch would be half a cell from one of them,
 * so that much room must close a cell.
 */
export function cellLimit({ clearance }: PlannerMap, radius: number): number {
  return 2 * (radiusClass(radius) + clearance);
}

function checkCell(map: PlannerMap, radius: number, path: Path, findings: Findings): void {
  if (radius === Number.POSITIVE_INFINITY || map.cell < cellLimit(map, radius)) return;
  report(
    findings,
    [...path, 'cell'],
    `expected less than ${cellLimit(map, radius)} m, twice the radius and clearance of the smallest body, so that no wall is lost between cells; got ${map.cell} m`,
  );
}

function canChange({ obstacles, targets, script }: Scenario): boolean {
  return (
    script.some(({ kind }) => !keepsPaths.has(kind)) ||
    [...obstacles, ...targets].some(({ course }) => course !== undefined)
  );
}

/** Entries of scripts that change neither the paths nor the goals of what is there; doors are looked at by themselves. */
const keepsPaths = new Set([
  'add',
  'add-target',
  'add-group',
  'add-measurement',
  'set-source',
  'set-sink',
  'open-door',
]);

function createGrounds(scenario: Scenario, planner: PlannerMap, leads: Grounds['leads']): Grounds {
  const { bounds, groups, agents, targets } = scenario;
  const [[minX, minY], [maxX, maxY]] = [bounds.min, bounds.max];
  let largest = 0;
  for (const { radius } of agents) largest = Math.max(largest, radiusClass(radius));
  for (const { radius } of groups) largest = Math.max(largest, radiusClass(smallestRadius(radius)));
  // The checks have made sure that the shapes are those of the plane.
  const shapes = obstaclesOf(scenario).map(({ class: _, ...shape }) => shape as ObstacleSpecification);
  const obstacles = createObstacles(shapes);
  return {
    scenario,
    planner,
    leads,
    map: createMap({ minX, minY, maxX, maxY }, planner.cell, largest + planner.clearance, obstacles),
    terrains: [],
    targets: createTargets(targets.map(({ class: _, ...target }) => target)),
    parts: new Map(),
    numbers: new Map(targets.map(({ name }, k) => [name, k])),
  };
}

function terrainOf({ map, parts, planner, terrains }: Grounds, radius: number): Terrain {
  const body = bodyClassOn(map, radius);
  const room = body + planner.clearance;
  let terrain = terrains.find((one) => one.radius === room);
  if (!terrain) {
    terrain = createTerrain(map, room, body);
    terrains.push(terrain);
    parts.set(terrain, []);
  }
  return terrain;
}

/** Checks that one of the bodies that pursue a target has room there. */
function checkTargets(grounds: Grounds, findings: Findings): void {
  const agents = grounds.scenario.agents.filter(grounds.leads);
  const groups = grounds.scenario.groups.filter(grounds.leads);
  const smallest = new Map<number, number>();
  const record = (names: readonly string[] | undefined, radius: number) => {
    for (const name of names ?? []) {
      const target = grounds.numbers.get(name)!;
      smallest.set(target, Math.min(radius, smallest.get(target) ?? radius));
    }
  };
  for (const agent of agents) {
    for (const { targets } of wantsOf(agent, agent.goal, [])) record(targets, agent.radius);
  }
  for (const group of groups) {
    for (const { targets } of wantsOf(group, undefined, [])) record(targets, smallestRadius(group.radius));
  }
  grounds.scenario.targets.forEach(({ region }, target) => {
    const radius = smallest.get(target);
    if (radius === undefined) return;
    if (partsOfTarget(grounds, terrainOf(grounds, radius), target).size > 0) return;
    report(findings, ['targets', target, region ? 'region' : 'at'], `cannot be reached: ${noGround(radius)}`);
  });
}

function checkAgent(grounds: Grounds, agent: Agent, path: Path, findings: Findings): void {
  const { at, radius } = agent;
  const wants = wantsOf(agent, agent.goal, path);
  if (wants.length === 0) return;
  const terrain = terrainOf(grounds, radius);
  const getsTo = (accepts: (part: number) => boolean) =>
    footingOn(terrain, at[0], at[1], (cell) => accepts(terrain.part[cell]), []) >= 0;
  if (!getsTo(() => true)) report(findings, [...path, 'at'], noGround(radius));
  else checkWants(grounds, terrain, wants, (goals) => getsTo((part) => goals.has(part)), radius, findings);
}

/** Only where none of the places of its region leads anywhere: where its members will be is not known yet. */
function checkGroup(grounds: Grounds, group: Group, path: Path, findings: Findings): void {
  const radius = smallestRadius(group.radius);
  const point = group.goal && 'point' in group.goal ? group.goal.point : undefined;
  const wants = wantsOf(group, point, path);
  if (wants.length === 0) return;
  const terrain = terrainOf(grounds, radius);
  const starts = partsOfRegion(grounds.planner, terrain, group.region);
  if (starts.size === 0) return;
  const isJoined = (goals: ReadonlySet<number>) => [...starts].some((part) => goals.has(part));
  checkWants(grounds, terrain, wants, isJoined, radius, findings);
}

/** A place that an agent is to reach: some targets or a point, and where the scenario says so. */
type Want = { targets?: string[] | undefined; point?: Place | undefined; radius: number; path: Path };

type Walker = { targets?: string[]; goalRadius: number; journey?: Journey };

/** The goals that do not depend on chance; those of a journey one after the other. */
function wantsOf({ goalRadius, journey, targets }: Walker, point: Place | undefined, path: Path): Want[] {
  if (targets) return [{ targets, radius: goalRadius, path: [...path, 'targets'] }];
  if (point) return [{ point, radius: goalRadius, path: [...path, 'goal'] }];
  return (journey?.stages ?? []).flatMap((stage, k): Want[] => {
    if (stage.kind !== 'seek') return [];
    const key = stage.targets ? 'targets' : 'point';
    return [{ ...stage, path: [...path, 'journey', 'stages', k, key] }];
  });
}

/** Reports what cannot be reached: where no start is joined to any of the parts of a goal. */
function checkWants(
  grounds: Grounds,
  terrain: Terrain,
  wants: readonly Want[],
  isJoined: (goals: ReadonlySet<number>) => boolean,
  radius: number,
  findings: Findings,
): void {
  for (const want of wants) {
    // A closed target may be opened by a program.
    if (want.targets?.every((name) => grounds.targets.open[grounds.numbers.get(name)!] === 0)) continue;
    if (isJoined(partsOfWant(grounds, terrain, want))) continue;
    const body = `a body of radius ${radius} m with ${spareToFit} m to spare`;
    report(
      findings,
      want.path,
      `cannot be reached: no path for ${body} leads from the start to ${want.targets ? 'any of them' : 'it'}`,
    );
  }
}

/** The parts of the ground from which it can be reached. */
function partsOfWant(grounds: Grounds, terrain: Terrain, { targets, point, radius }: Want): Set<number> {
  if (point) return partsOfDisc(grounds.planner, terrain, point[0], point[1], radius);
  const parts = new Set<number>();
  for (const name of targets ?? []) {
    const target = grounds.numbers.get(name)!;
    if (grounds.targets.open[target] === 0) continue;
    for (const part of partsOfTarget(grounds, terrain, target)) parts.add(part);
  }
  return parts;
}

/** The parts that the open cells of a target are in; of a target without any, that of the open cell next to it. */
function partsOfTarget(grounds: Grounds, terrain: Terrain, target: number): Set<number> {
  const known = grounds.parts.get(terrain)!;
  known[target] ??= findPartsOfTarget(grounds, terrain, target);
  return known[target];
}

function findPartsOfTarget(
  { planner, scenario, targets }: Grounds,
  terrain: Terrain,
  target: number,
): Set<number> {
  const { region, radius } = scenario.targets[target];
  const x = targets.x[target];
  const y = targets.y[target];
  if (!region) return partsOfDisc(planner, terrain, x, y, radius);
  const parts = partsWhere(terrain, (cellX, cellY) => isAtTarget(targets, target, cellX, cellY, 0));
  if (parts.size > 0) return parts;
  const closest = new Float64Array(3);
  return partNear(planner, terrain, x, y, (cellX, cellY) => {
    closestOfTarget(targets, target, cellX, cellY, closest);
    return distanceBetween(closest[0], closest[1], cellX, cellY);
  });
}

function noGround(radius: number): string {
  return `no open ground for a body of radius ${radius} m with ${spareToFit} m to spare`;
}
