import { needPart } from '../../crowd/index.ts';
import { heightOf } from '../../geometry/index.ts';
import { checkArea } from './check-area.ts';
import { checkAutomata } from './check-automata.ts';
import { checkChanges } from './check-changes.ts';
import { checkDimension } from './check-dimension.ts';
import { checkDistribution } from './check-distributions.ts';
import { checkJourneys } from './check-journeys.ts';
import { checkMeasurements } from './check-measurements.ts';
import { checkBox, checkObstacles } from './check-obstacles.ts';
import { checkSource } from './check-sources.ts';
import { checkSteering } from './check-steering.ts';
import { checkTeams } from './check-teams.ts';
import { type Findings, hasEnough, type Path, report } from './error.ts';
import { fieldPart } from './field-part.ts';
import { groundChecks } from './ground-part.ts';
import { maximumSteps } from './limits.ts';
import { boundsOfRegion, capacityOf } from './regions.ts';
import type { Cadence, Group, Region, Scenario } from './schema.ts';
import { scriptChecks } from './script-part.ts';
import { checkTraits } from './traits.ts';
import { checkUnique } from './unique.ts';

/** What fields say about each other: orders, names, sizes. */
export function checkFields(scenario: Scenario, findings: Findings): void {
  const { bounds, dimension, dt, duration, targets, agents, groups, cadence, expect } = scenario;
  checkDimension(scenario, findings);
  // Where something is of another dimension, all that follows would be said of the wrong world.
  if (findings.problems.length > 0) return;
  checkBox(bounds, dimension, ['bounds'], findings);
  // Nothing can lie inside a world without area; to say so of each thing would hide the cause.
  if (findings.problems.length > 0) return;
  if (duration / dt > maximumSteps) {
    report(
      findings,
      ['duration'],
      `expected at most ${maximumSteps} steps, got ${duration} s / ${dt} s = ${duration / dt}`,
    );
  }
  if (typeof cadence !== 'string') {
    for (const [phase, value] of Object.entries(cadence)) checkCadence(value, ['cadence', phase], findings);
  }
  checkArea(scenario, findings);
  checkObstacles(scenario, findings);
  if (scenario.ground.length > 0) needPart(groundChecks).check(scenario, findings);
  checkUnique(targets, ['targets'], findings);
  checkUnique(groups, ['groups'], findings);
  checkSteering(scenario, findings);
  checkChanges(scenario, findings);
  checkAutomata(scenario, findings);
  checkTeams(scenario, findings);
  checkTraits(scenario, findings);
  if (scenario.velocityFields.length > 0) needPart(fieldPart).check(scenario, findings);
  if (expect) checkExpectations(expect, findings);
  checkMeasurements(scenario, findings);
  const known = new Set(targets.map(({ name }) => name));
  for (let k = 0; k < agents.length && !hasEnough(findings); k++) {
    checkGoals(agents[k], known, ['agents', k], findings);
    checkWandering(agents[k], scenario, ['agents', k], findings);
  }
  const checkPlace = (region: Region, path: Path) => checkRegion(region, scenario, path, findings);
  checkJourneys(scenario, checkPlace, findings);
  if (scenario.script.length > 0) needPart(scriptChecks).check(scenario, checkPlace, findings);
  groups.forEach((group, k) => {
    checkGoals(group, known, ['groups', k], findings);
    checkWandering(group, scenario, ['groups', k], findings);
    checkGroup(group, scenario, ['groups', k], findings);
  });
}

function checkCadence(cadence: Cadence, path: Path, findings: Findings): void {
  if (typeof cadence === 'number' || cadence.fastest <= cadence.slowest) return;
  const { fastest, slowest } = cadence;
  report(
    findings,
    [...path, 'slowest'],
    `expected at least the steps of fastest, ${fastest}, got ${slowest}`,
  );
}

function checkExpectations(
  { arrivedAtLeast = 0, arrivedAtMost = 1 }: NonNullable<Scenario['expect']>,
  findings: Findings,
): void {
  if (arrivedAtLeast <= arrivedAtMost) return;
  report(
    findings,
    ['expect', 'arrivedAtMost'],
    `expected at least arrivedAtLeast, ${arrivedAtLeast}, got ${arrivedAtMost}`,
  );
}

function checkGoals(
  { targets, goal }: { targets?: string[]; goal?: unknown },
  known: ReadonlySet<string>,
  path: Path,
  findings: Findings,
): void {
  if (targets && goal !== undefined)
    report(findings, [...path, 'goal'], 'expected targets or a goal, got both');
  targets?.forEach((name, k) => {
    if (!known.has(name)) {
      report(findings, [...path, 'targets', k], `expected the name of a target, got ${JSON.stringify(name)}`);
    }
  });
}

function checkWandering(
  { wander }: { wander?: { region: Region } },
  scenario: Scenario,
  path: Path,
  findings: Findings,
): void {
  if (wander) checkRegion(wander.region, scenario, [...path, 'wander', 'region'], findings);
}

function checkGroup(group: Group, scenario: Scenario, path: Path, findings: Findings): void {
  checkSource(group, path, findings);
  checkDistribution(group.radius, [...path, 'radius'], findings);
  checkDistribution(group.premovement, [...path, 'premovement'], findings);
  checkDistribution(group.speed, [...path, 'speed'], findings, true);
  for (const [trait, value] of Object.entries(group.personality)) {
    checkDistribution(value, [...path, 'personality', trait], findings);
  }
  if (group.goal && 'random' in group.goal) {
    checkRegion(group.goal.random, scenario, [...path, 'goal', 'random'], findings);
  }
  if (!checkRegion(group.region, scenario, [...path, 'region'], findings)) return;
  const capacity = capacityOf(group);
  if (group.count > capacity) {
    report(
      findings,
      [...path, 'count'],
      `expected at most ${capacity}, for which the region has room, got ${group.count}`,
    );
  }
}

/** Whether the region is well formed and lies in the world. In space a box may be flat and level. */
export function checkRegion(
  region: Region,
  { bounds, dimension }: Scenario,
  path: Path,
  findings: Findings,
): boolean {
  if ('box' in region) {
    const { min, max } = region.box;
    const level = heightOf(min) === heightOf(max);
    if (min[0] >= max[0] || min[1] >= max[1] || heightOf(min) > heightOf(max)) {
      checkBox(region.box, level ? 2 : dimension, [...path, 'box'], findings);
      return false;
    }
  }
  const [minX, minY, minZ, maxX, maxY, maxZ] = boundsOfRegion(region);
  // A circle that touches the border may stand out by rounding.
  const slack = 1e-9;
  const inside =
    minX >= bounds.min[0] - slack &&
    minY >= bounds.min[1] - slack &&
    minZ >= heightOf(bounds.min) - slack &&
    maxX <= bounds.max[0] + slack &&
    maxY <= bounds.max[1] + slack &&
    maxZ <= heightOf(bounds.max) + slack;
  if (!inside) {
    const level = `x from ${minX} to ${maxX} and y from ${minY} to ${maxY}`;
    const extent = dimension === 2 ? level : `${level} and z from ${minZ} to ${maxZ}`;
    report(findings, path, `expected a region inside the bounds, got ${extent}`);
  }
  return inside;
}
