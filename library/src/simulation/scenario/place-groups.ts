import { heightOf } from '../../geometry/index.ts';
import { cos, Purpose, sin } from '../../numerics/index.ts';
import {
  type BodyGrid,
  createBodyGrid,
  emptyGrid,
  findBody,
  insertBody,
  largestFirst,
  overlapOf,
} from './body-grid.ts';
import { gapToBounds } from './bounds.ts';
import { metres, misplacement, placeInWords } from './check-places.ts';
import { drawPoint } from './draw.ts';
import { type Findings, report } from './error.ts';
import { findObstacle, isOutsideArea, type ObstacleIndex } from './obstacle-index.ts';
import { packPlaces } from './packing.ts';
import type { Population } from './population.ts';
import { overlapTolerance } from './regions.ts';
import type { Group, Scenario } from './schema.ts';

/** Draws for one body before its group counts as too crowded; at the density where random placing jams, few succeed. */
const maximumAttempts = 10_000;

/** Groups without room that are looked for: a message lists no more, and each costs many draws. */
const maximumCrowded = 20;

/** Gives every member of a group its place: rings first, since they have no choice, then the largest bodies. */
export function placeGroups(
  scenario: Scenario,
  seed: number,
  population: Population,
  obstacles: ObstacleIndex,
  findings: Findings,
): void {
  const { agents, dimension, groups } = scenario;
  const { x, y, z, radius } = population;
  const grid = createBodyGrid(x, y, dimension === 3 ? z : undefined, radius);
  for (let body = 0; body < agents.length; body++) insertBody(grid, body);
  placeRings(scenario, population, obstacles, grid, findings);

  const placed = new Int32Array(groups.length);
  const isCrowded = new Uint8Array(groups.length);
  const isPacked = new Uint8Array(groups.length);
  const isPlaced = new Uint8Array(population.count).fill(1, 0, agents.length);
  for (let body = 0; body < population.count; body++) {
    const group = population.group[body];
    if (group >= 0 && 'ring' in groups[group].region) isPlaced[body] = 1;
  }
  const point = new Float64Array(3);
  let left = maximumCrowded;
  for (const body of largestFirst(radius, membersOfRandomGroups(scenario, population))) {
    const group = population.group[body];
    if (isPacked[group] === 1) continue;
    if (!placeBody(scenario, groups[group], seed, body, radius[body], obstacles, grid, point)) {
      if (packGroups(scenario, group, seed, population, obstacles, grid, isPlaced, isPacked)) continue;
      if (left-- === 0) break;
      isCrowded[group] = 1;
      // It takes no part in the packing of other groups.
      isPacked[group] = 1;
      makeRoom(group, population, grid, isPlaced);
      continue;
    }
    x[body] = point[0];
    y[body] = point[1];
    z[body] = point[2];
    insertBody(grid, body);
    isPlaced[body] = 1;
    placed[group]++;
  }
  groups.forEach(({ count, name }, group) => {
    if (isCrowded[group] === 0) return;
    report(
      findings,
      ['groups', group],
      `only ${placed[group]} of the ${count} agents of ${JSON.stringify(name)} found room, at random or in rows; enlarge the region, or ask for fewer, smaller or closer bodies`,
    );
  });
}

/** Takes the members of a group out of the grid, so that the other groups are judged without it. */
function makeRoom(number: number, { group }: Population, grid: BodyGrid, isPlaced: Uint8Array): void {
  emptyGrid(grid);
  for (let body = 0; body < group.length; body++) {
    if (group[body] === number) isPlaced[body] = 0;
    if (isPlaced[body] === 1) insertBody(grid, body);
  }
}

/** Puts all members of a group, and of others in the same region, in rows; false where rows have too few places. */
function packGroups(
  scenario: Scenario,
  number: number,
  seed: number,
  { group, radius, x, y, z }: Population,
  obstacles: ObstacleIndex,
  grid: BodyGrid,
  isPlaced: Uint8Array,
  isPacked: Uint8Array,
): boolean {
  const { groups } = scenario;
  const { region } = groups[number];
  const key = JSON.stringify(region);
  const isOne = groups.map((other, k) => isPacked[k] === 0 && JSON.stringify(other.region) === key);
  const members: number[] = [];
  let largest = 0;
  let clearance = 0;
  for (let body = 0; body < group.length; body++) {
    if (group[body] < 0 || !isOne[group[body]]) continue;
    members.push(body);
    largest = Math.max(largest, radius[body]);
    clearance = Math.max(clearance, groups[group[body]].clearance);
  }
  emptyGrid(grid);
  for (let body = 0; body < group.length; body++) {
    if (isPlaced[body] === 1 && !(group[body] >= 0 && isOne[group[body]])) insertBody(grid, body);
  }
  const isFree = (px: number, py: number, pz: number) =>
    findBody(grid, px, py, pz, largest, clearance) < 0 &&
    !isOutsideArea(obstacles, px, py) &&
    findObstacle(obstacles, px, py, pz, largest) < 0;
  const distance = 2 * largest + clearance;
  const places = packPlaces(scenario, region, members.length, largest, distance, isFree, seed, members[0]);
  if (!places) return false;
  members.forEach((body, k) => {
    [x[body], y[body], z[body]] = places.subarray(3 * k, 3 * k + 3);
    insertBody(grid, body);
    isPlaced[body] = 1;
    isPacked[group[body]] = 1;
  });
  return true;
}

/** Looks for a free place and leaves it in `point`. */
function placeBody(
  scenario: Scenario,
  { region, clearance }: Group,
  seed: number,
  body: number,
  radius: number,
  obstacles: ObstacleIndex,
  grid: BodyGrid,
  point: Float64Array,
): boolean {
  if ('ring' in region) return false;
  const margin = scenario.bounds.walls ? radius : 0;
  for (let attempt = 0; attempt < maximumAttempts; attempt++) {
    if (!drawPoint(region, Purpose.placement, seed, body, attempt, point)) continue;
    const x = point[0];
    const y = point[1];
    const z = point[2];
    if (gapToBounds(scenario, x, y, z, margin) < 0) continue;
    if (findBody(grid, x, y, z, radius, clearance) >= 0) continue;
    if (isOutsideArea(obstacles, x, y) || findObstacle(obstacles, x, y, z, radius) >= 0) continue;
    return true;
  }
  return false;
}

function membersOfRandomGroups({ groups }: Scenario, { group }: Population): Int32Array {
  const rows = new Int32Array(group.length);
  let count = 0;
  for (let body = 0; body < group.length; body++) {
    if (group[body] >= 0 && !('ring' in groups[group[body]].region)) rows[count++] = body;
  }
  return rows.subarray(0, count);
}

/** A ring's places are given, so that a conflict is an error in the scenario. */
function placeRings(
  scenario: Scenario,
  { x, y, z, radius }: Population,
  obstacles: ObstacleIndex,
  grid: BodyGrid,
  findings: Findings,
): void {
  let body = scenario.agents.length;
  scenario.groups.forEach(({ region, count }, group) => {
    if (!('ring' in region)) {
      body += count;
      return;
    }
    const { ring } = region;
    for (let k = 0; k < count; k++, body++) {
      const angle = (2 * Math.PI * k) / count;
      x[body] = ring.center[0] + ring.radius * cos(angle);
      y[body] = ring.center[1] + ring.radius * sin(angle);
      z[body] = heightOf(ring.center);
      const other = findBody(grid, x[body], y[body], z[body], radius[body], -overlapTolerance);
      const wrong =
        other >= 0
          ? `the body overlaps another agent by ${metres(overlapOf(grid, body, other))}`
          : misplacement(scenario, obstacles, x[body], y[body], z[body], radius[body]);
      if (wrong === undefined) insertBody(grid, body);
      else
        report(
          findings,
          ['groups', group, 'region'],
          `agent ${k} of ${count}, at ${placeInWords(scenario, x[body], y[body], z[body])}: ${wrong}`,
        );
    }
  });
}
