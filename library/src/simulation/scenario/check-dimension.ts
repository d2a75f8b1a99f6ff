import { definitionOf } from '../../crowd/index.ts';
import { type NeighbourDefinition, neighbourIndexes } from '../../environment/index.ts';
import { shapeDefinition } from '../../geometry/index.ts';
import { type Findings, hasEnough, type Path, report } from './error.ts';

import type { Place, Region, Scenario } from './schema.ts';
import type { Course } from './schema-obstacles.ts';
import { inWords } from './words.ts';

/** That a place of a world of two dimensions has two numbers. */
export function checkPlaceInPlane(place: Place | undefined, path: Path, findings: Findings): void {
  if (place?.length === 3)
    report(findings, path, 'expected two numbers in a world of dimension 2, got three');
}

/** The places that a region is given by. */
type RegionPlaces = { min?: Place; max?: Place; center?: Place; from?: Place; to?: Place };

type Walker = { climb?: number; velocity?: Place | 'walking'; wander?: { region: Region } };

/** That everything belongs to a world of the scenario's dimension. */
export function checkDimension(scenario: Scenario, findings: Findings): void {
  checkThings(scenario, findings);
  checkWalkers(scenario, findings);
  checkNeighbourIndex(scenario, findings);
}

type Check = (place: Place | undefined, path: Path) => void;

/** Reports places in space, in a scenario of the plane. */
function placeCheck({ dimension }: Scenario, findings: Findings): Check {
  return (place, path) => {
    if (dimension === 2) checkPlaceInPlane(place, path, findings);
  };
}

function checkRegion(region: Region, path: Path, check: Check): void {
  const [kind, shape] = Object.entries(region)[0] as [string, RegionPlaces];
  check(shape.min, [...path, kind, 'min']);
  check(shape.max, [...path, kind, 'max']);
  check(shape.center, [...path, kind, 'center']);
  check(shape.from, [...path, kind, 'from']);
  check(shape.to, [...path, kind, 'to']);
}

/** The bounds, obstacles and targets. */
export function checkThings(scenario: Scenario, findings: Findings): void {
  const { bounds, obstacles, targets } = scenario;
  const inPlane = scenario.dimension === 2;
  const check = placeCheck(scenario, findings);
  const checkCourse = (course: Course | undefined, path: Path) => {
    if (course?.kind === 'velocity') check(course.velocity, [...path, 'course', 'velocity']);
    if (course?.kind === 'oscillation') check(course.amplitude, [...path, 'course', 'amplitude']);
    if (course?.kind === 'waypoints' || course?.kind === 'loop')
      course.points.forEach((point, k) => {
        check(point, [...path, 'course', 'points', k]);
      });
  };
  check(bounds.min, ['bounds', 'min']);
  check(bounds.max, ['bounds', 'max']);
  for (let k = 0; k < obstacles.length && !hasEnough(findings); k++) {
    const obstacle = obstacles[k];
    const definition = shapeDefinition(obstacle);
    if (inPlane ? definition.plane : definition.space) {
      for (const [key, { kind }] of Object.entries(definition.fields)) {
        if (kind === 'place')
          check((obstacle as Record<string, unknown>)[key] as Place, ['obstacles', k, key]);
      }
    } else {
      const { instead } = definition;
      const other = instead ? `; here use ${inWords(instead.map((name) => `"${name}"`))}` : '';
      const dimension = inPlane ? 3 : 2;
      const message = `"${obstacle.shape}" belongs to a world of dimension ${dimension}${other}`;
      report(findings, ['obstacles', k, 'shape'], message);
    }
    checkCourse(obstacle.course, ['obstacles', k]);
  }
  targets.forEach(({ at, course, region }, k) => {
    check(at, ['targets', k, 'at']);
    if (region && 'box' in region) checkRegion(region, ['targets', k, 'region'], check);
    else if (region && !inPlane) {
      const [kind] = Object.keys(region);
      report(findings, ['targets', k, 'region', kind], 'only in a world of dimension 2; here use box');
    }
    checkCourse(course, ['targets', k]);
  });
}

/** The agents and groups. */
function checkWalkers(scenario: Scenario, findings: Findings): void {
  const { agents, groups } = scenario;
  const inPlane = scenario.dimension === 2;
  const check = placeCheck(scenario, findings);
  const checkPlaces = (region: Region, path: Path) => {
    if (inPlane && 'ball' in region)
      report(findings, [...path, 'ball'], 'only in a world of dimension 3; use circle');
    checkRegion(region, path, check);
  };
  const checkWalker = ({ climb, velocity, wander }: Walker, path: Path) => {
    if (velocity !== 'walking') check(velocity, [...path, 'velocity']);
    if (inPlane && climb !== undefined)
      report(findings, [...path, 'climb'], 'only in a world of dimension 3');
    if (wander) checkPlaces(wander.region, [...path, 'wander', 'region']);
  };
  for (let k = 0; k < agents.length && !hasEnough(findings); k++) {
    check(agents[k].at, ['agents', k, 'at']);
    check(agents[k].goal, ['agents', k, 'goal']);
    checkWalker(agents[k], ['agents', k]);
  }
  for (let k = 0; k < groups.length && !hasEnough(findings); k++) {
    const { region, goal } = groups[k];
    checkPlaces(region, ['groups', k, 'region']);
    checkWalker(groups[k], ['groups', k]);
    if (goal && 'random' in goal) checkPlaces(goal.random, ['groups', k, 'goal', 'random']);
    else if (goal) {
      const [kind, place] = Object.entries(goal)[0] as [string, Place];
      check(place, ['groups', k, 'goal', kind]);
    }
  }
}

/** That the neighbour index knows the dimension. */
export function checkNeighbourIndex({ dimension, neighbours }: Scenario, findings: Findings): void {
  const fits = (definition: NeighbourDefinition) => definition.dimensions.includes(dimension);
  if (fits(definitionOf(neighbourIndexes, neighbours.name))) return;
  const others = neighbourIndexes.definitions.filter(fits).map(({ name }) => `"${name}"`);
  report(
    findings,
    ['neighbours', 'name'],
    `expected one of ${others.join(', ')} in a world of dimension ${dimension}, got "${neighbours.name}"`,
  );
}
