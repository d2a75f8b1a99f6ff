import { boundsOfShape, outlineOf, outlinesOverlap, shapeOfRegion } from '../../geometry/index.ts';
import { planners } from '../../planning/index.ts';
import { checkDirection } from './check-direction.ts';
import { checkDistribution } from './check-distributions.ts';
import { checkRegionShape } from './check-obstacles.ts';
import { misplacedPoint } from './check-places.ts';
import { type Findings, inNotation, type Path, report } from './error.ts';
import { groundChecks } from './ground-part.ts';
import { maximumCourseSpeed, maximumGroundCorners, maximumQueuePlaces } from './limits.ts';
import { createScenarioIndex } from './obstacle-index.ts';
import { plannerUses } from './planner-uses.ts';
import type { Scenario } from './schema.ts';
import type { GroundPatch } from './schema-ground.ts';
import { checkUnique } from './unique.ts';
import { inWords } from './words.ts';

type World = Scenario;
type Line = Extract<GroundPatch, { kind: 'gate' | 'door' }>;
type Queue = Extract<GroundPatch, { kind: 'queue' }>;
type Area = Exclude<GroundPatch, Line | Queue>;

const isLine = (patch: GroundPatch): patch is Line => patch.kind === 'gate' || patch.kind === 'door';
const isArea = (patch: GroundPatch): patch is Area => 'region' in patch;

/** That each part of the ground lies in the world, makes sense by itself, and no two give factors for one place. */
function checkGround(scenario: Scenario, findings: Findings): void {
  const { ground } = scenario;
  checkUnique(ground, ['ground'], findings);
  const sound = ground.map((patch, k) => checkPatch(patch, scenario, ['ground', k], findings));
  ground.forEach((patch, k) => {
    if (sound[k]) checkOverlaps(patch, ground.slice(0, k), ['ground', k], findings, ['ground']);
    if (isLine(patch)) checkPlanners(scenario, ['ground', k], findings);
  });
}

/** That no planner is in use which does not know gates. */
function checkPlanners(scenario: Scenario, path: Path, findings: Findings): void {
  const use = plannerUses(scenario).find(({ definition }) => definition.gates === false);
  if (!use) return;
  const others = planners.definitions.filter(({ gates, map }) => map && gates !== false);
  const instead = inWords(others.map(({ name }) => JSON.stringify(name)));
  report(
    findings,
    path,
    `the planner ${JSON.stringify(use.settings.name)} does not know gates; use ${instead}`,
  );
}

/** What is wrong with a part of the ground by itself; whether nothing is. */
export function checkPatch(patch: GroundPatch, world: World, path: Path, findings: Findings): boolean {
  const before = findings.problems.length;
  if (world.dimension === 3) report(findings, path, 'only in a world of dimension 2');
  else if (isLine(patch)) checkLine(patch, world, path, findings);
  else if (isArea(patch)) checkArea(patch, world, path, findings);
  else checkQueue(patch, world, path, findings);
  if (patch.kind === 'stairs') checkDirection(patch.up, [...path, 'up'], findings);
  if (patch.kind === 'belt') {
    const [x, y] = patch.velocity;
    if (x === 0 && y === 0 && patch.factor === 0)
      report(findings, [...path, 'velocity'], 'expected a velocity where agents stand, got [0, 0]');
    const speed = Math.sqrt(x * x + y * y);
    if (speed > maximumCourseSpeed)
      report(
        findings,
        [...path, 'velocity'],
        `expected a speed of at most ${maximumCourseSpeed} m/s, got ${speed} m/s`,
      );
  }
  return findings.problems.length === before;
}

function checkArea({ region }: Area, { bounds, dimension }: World, path: Path, findings: Findings): void {
  const before = findings.problems.length;
  const shape = shapeOfRegion(region);
  const corners = 'polygon' in region ? region.polygon.points.length : 0;
  if (corners > maximumGroundCorners) {
    const at = [...path, 'region', 'polygon', 'points'];
    report(findings, at, `expected at most ${maximumGroundCorners} points, got ${corners}`);
    return;
  }
  checkRegionShape(region, dimension, [...path, 'region'], findings);
  if (findings.problems.length > before) return;
  const [minX, minY, maxX, maxY] = boundsOfShape(shape);
  const isBeside =
    maxX <= bounds.min[0] || minX >= bounds.max[0] || maxY <= bounds.min[1] || minY >= bounds.max[1];
  if (!isBeside) return;
  const extent = `x from ${minX} to ${maxX} and y from ${minY} to ${maxY}`;
  report(findings, [...path, 'region'], `expected a region inside the bounds, got ${extent}`);
}

function checkLine(line: Line, { bounds: { max, min } }: World, path: Path, findings: Findings): void {
  const { from, to } = line;
  const direction = line.kind === 'gate' ? line.direction : undefined;
  const alongX = to[0] - from[0];
  const alongY = to[1] - from[1];
  if (alongX === 0 && alongY === 0) {
    report(findings, [...path, 'to'], 'expected another point than from: it is a line');
  } else if (direction && alongX * direction[1] - alongY * direction[0] === 0) {
    report(
      findings,
      [...path, 'direction'],
      `expected a direction across the line, got [${direction[0]}, ${direction[1]}]`,
    );
  }
  const isBeside = [0, 1].some(
    (axis) => Math.max(from[axis], to[axis]) <= min[axis]! || Math.min(from[axis], to[axis]) >= max[axis]!,
  );
  if (isBeside) report(findings, path, 'expected a line inside the bounds');
  if (line.kind === 'door') checkSchedule(line, [...path, 'schedule'], findings);
}

/** That all places of a queue and its servers are where agents can stand, and that the line has a place. */
function checkQueue(queue: Queue, scenario: World, path: Path, findings: Findings): void {
  const { line, servers = [], service, spacing } = queue;
  checkDistribution(service, [...path, 'service'], findings);
  checkSchedule(queue, [...path, 'schedule'], findings);
  let length = 0;
  for (let k = 1; k < line.length; k++) {
    const [dx, dy] = [line[k][0] - line[k - 1][0], line[k][1] - line[k - 1][1]];
    if (dx === 0 && dy === 0)
      report(findings, [...path, 'line', k], 'expected another point than the one before');
    length += Math.sqrt(dx * dx + dy * dy);
  }
  if (length < spacing)
    report(findings, [...path, 'line'], `expected at least ${spacing} m, the spacing, got ${length} m`);
  if (length > maximumQueuePlaces * spacing) {
    const places = `${maximumQueuePlaces} places`;
    report(findings, [...path, 'line'], `expected at most ${places}, got ${Math.floor(length / spacing)}`);
    return;
  }
  const index = createScenarioIndex(scenario);
  const expectFree = ([x, y]: readonly [number, number], at: Path) => {
    const wrong = misplacedPoint(scenario, index, x, y);
    if (wrong !== undefined) report(findings, at, wrong);
    return wrong === undefined;
  };
  servers.forEach((place, k) => {
    expectFree(place, [...path, 'servers', k]);
  });
  for (let k = 1; k < line.length; k++) {
    const [[fromX, fromY], [toX, toY]] = [line[k - 1], line[k]];
    const [dx, dy] = [toX - fromX, toY - fromY];
    const pieces = Math.max(1, Math.ceil(Math.sqrt(dx * dx + dy * dy) / spacing));
    for (let n = 0; n <= pieces; n++) {
      const place = [fromX + (n / pieces) * dx, fromY + (n / pieces) * dy] as const;
      if (!expectFree(place, [...path, 'line', n < pieces ? k - 1 : k])) break;
    }
  }
}

function checkSchedule({ schedule = [] }: Pick<Queue, 'schedule'>, path: Path, findings: Findings): void {
  schedule.forEach(({ at }, k) => {
    const before = schedule[k - 1]?.at ?? Number.NEGATIVE_INFINITY;
    if (at > before) return;
    report(findings, [...path, k, 'at'], `expected a time after the last one, ${before} s, got ${at} s`);
  });
}

/** That there is ground of a name. */
export function checkGroundName(
  name: string,
  ground: readonly { name: string }[],
  path: Path,
  findings: Findings,
): void {
  if (ground.some((patch) => patch.name === name)) return;
  report(findings, path, `expected the name of a part of the ground, got ${JSON.stringify(name)}`);
}

/** That an agent gets one goal only. */
export function checkOneGoal(
  { goal, queue, targets }: { goal?: unknown; queue?: string; targets?: unknown },
  path: Path,
  findings: Findings,
): void {
  if (queue === undefined || (goal ?? targets) === undefined) return;
  report(findings, [...path, 'queue'], `expected ${goal ? 'a goal' : 'targets'} or a queue, got both`);
}

/** That there is a queue of a name. */
export function checkQueueName(
  name: string,
  ground: readonly { kind: string; name: string }[],
  path: Path,
  findings: Findings,
): void {
  if (ground.some((patch) => patch.kind === 'queue' && patch.name === name)) return;
  report(findings, path, `expected the name of a queue, got ${JSON.stringify(name)}`);
}

/** That there is a door or a queue of a name. */
export function checkDoorName(
  name: string,
  ground: readonly { kind: string; name: string }[],
  path: Path,
  findings: Findings,
): void {
  const opens = ({ kind }: { kind: string }) => kind === 'door' || kind === 'queue';
  if (ground.some((patch) => opens(patch) && patch.name === name)) return;
  report(findings, path, `expected the name of a door or a queue, got ${JSON.stringify(name)}`);
}

/** That a part of the ground shares no place with others that have factors, too. */
export function checkOverlaps(
  patch: GroundPatch,
  others: readonly GroundPatch[],
  path: Path,
  findings: Findings,
  list?: Path,
): void {
  if (!isArea(patch)) return;
  const outline = outlineOf(shapeOfRegion(patch.region));
  const overlapped = others.findIndex(
    (other) => isArea(other) && outlinesOverlap(outline, outlineOf(shapeOfRegion(other.region))),
  );
  if (overlapped < 0) return;
  const which = list ? `${inNotation(list)}[${overlapped}] ` : '';
  report(
    findings,
    [...path, 'region'],
    `overlaps ${which}${JSON.stringify(others[overlapped].name)}: a place has one factor`,
  );
}

/** The ground as the script changes it, in the order of time. */
export function checkGroundScript(scenario: Scenario, findings: Findings): void {
  let ground = scenario.ground;
  const changes = scenario.script
    .map((entry, k) => ({ entry, k }))
    .filter(
      ({ entry }) =>
        entry.kind === 'retarget' ||
        entry.kind === 'set-ground' ||
        entry.kind === 'remove-ground' ||
        entry.kind === 'open-door',
    )
    .sort((a, b) => a.entry.at - b.entry.at || a.k - b.k);
  for (const { entry, k } of changes) {
    if (entry.kind === 'retarget') {
      if (entry.queue === undefined) continue;
      checkOneGoal(entry, ['script', k], findings);
      checkQueueName(entry.queue, ground, ['script', k, 'queue'], findings);
    } else if (entry.kind === 'open-door') checkDoorName(entry.door, ground, ['script', k, 'door'], findings);
    else if (entry.kind === 'remove-ground') {
      checkGroundName(entry.ground, ground, ['script', k, 'ground'], findings);
      ground = ground.filter(({ name }) => name !== entry.ground);
    } else if (entry.kind === 'set-ground') {
      const path = ['script', k, 'ground'];
      const others = ground.filter(({ name }) => name !== entry.ground.name);
      if (checkPatch(entry.ground, scenario, path, findings))
        checkOverlaps(entry.ground, others, path, findings);
      ground = [...others, entry.ground];
    }
  }
}

export function registerGroundChecks(): void {
  groundChecks.registered = { check: checkGround };
}
