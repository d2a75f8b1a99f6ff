import { heightOf } from '../../geometry/index.ts';
import { gapToBounds } from './bounds.ts';
import { createReach } from './check-places.ts';
import { type Findings, type Path, report } from './error.ts';
import { findObstacle, isOutsideArea, type ObstacleIndex } from './obstacle-index.ts';
import { boundsOfRegion, smallestRadius } from './regions.ts';
import type { Group, Region, Scenario } from './schema.ts';
import type { SourceDefinition } from './schema-sources.ts';

/** Whether a group has members at time 0 or gets some, and its source makes sense. */
export function checkSource({ count, region, source }: Group, path: Path, findings: Findings): void {
  if (!source) {
    if (count === 0) report(findings, [...path, 'count'], 'expected at least 1 agent, or a source, got 0');
    return;
  }
  const at = [...path, 'source'];
  if ('ring' in region) {
    report(
      findings,
      [...path, 'region'],
      'expected {"box"}, {"circle"}, {"ball"} or {"line"} where agents enter during the run',
    );
  }
  if (source.rate === undefined && !source.schedule) {
    report(findings, at, 'expected a rate or a schedule, got neither');
  }
  const { from, until } = source;
  if (until !== undefined && until <= from) {
    report(findings, [...at, 'until'], `expected more than from, ${from} s, got ${until} s`);
  }
  checkSchedule(source, [...at, 'schedule'], findings);
}

function checkSchedule({ schedule = [] }: SourceDefinition, path: Path, findings: Findings): void {
  schedule.forEach(([time, count], k) => {
    if (k > 0 && time < schedule[k - 1][0]) {
      const before = schedule[k - 1][0];
      report(
        findings,
        [...path, k, 0],
        `expected a time not before the last one, ${before} s, got ${time} s`,
      );
    }
    if (!Number.isSafeInteger(count) || count < 1) {
      report(findings, [...path, k, 1], `expected a whole number of at least 1 agents, got ${count}`);
    }
  });
}

/** What a command changes of a source. */
export type SourceChange = { rate?: number; enter?: number; source?: SourceDefinition };

/** That a change of a source names one and changes something. */
export function checkSourceChange(
  { groups }: Pick<Scenario, 'groups'>,
  { enter, group: wanted, rate, source }: { group: string } & SourceChange,
  hasSource: (group: string) => boolean,
  path: Path,
  findings: Findings,
): void {
  const group = groups.find(({ name }) => name === wanted);
  if (!group || !(source || group.source || hasSource(wanted))) {
    const which = source ? 'a group' : 'a group with a source';
    report(findings, [...path, 'group'], `expected the name of ${which}, got ${JSON.stringify(wanted)}`);
  } else if (source) checkSource({ ...group, source }, path, findings);
  if (rate === undefined && enter === undefined && !source)
    report(findings, path, 'expected source, rate or enter, got none');
}

/** Points of a region that are looked at along each axis. */
const SAMPLES = 32;

/** Sources whose region has no room for any of their bodies, whatever moves away. */
export function checkEntrances(scenario: Scenario, findings: Findings): void {
  if (!scenario.groups.some(({ source }) => source)) return;
  const { index } = createReach(scenario);
  scenario.groups.forEach((group, k) => {
    if (group.source) checkEntrance(scenario, group, index, ['groups', k, 'region'], findings);
  });
}

/** That the region of a group has room for one of its bodies. */
export function checkEntrance(
  scenario: Scenario,
  { radius, region }: Group,
  index: ObstacleIndex,
  path: Path,
  findings: Findings,
): void {
  const smallest = smallestRadius(radius);
  if (hasRoom(scenario, index, region, smallest)) return;
  report(
    findings,
    path,
    `no agent can enter: a body of radius ${smallest} m has no room, since all of the region is inside obstacles, the border or outside the walkable area`,
  );
}

function hasRoom(scenario: Scenario, index: ObstacleIndex, region: Region, radius: number): boolean {
  const [minX, minY, minZ, maxX, maxY, maxZ] = boundsOfRegion(region);
  const line = 'line' in region ? region.line : undefined;
  const levels = !line && maxZ > minZ ? SAMPLES : 1;
  const rows = line ? 1 : SAMPLES;
  const share = (number: number) => (number % SAMPLES) / (SAMPLES - 1);
  const margin = scenario.bounds.walls ? radius : 0;
  for (let k = 0; k < SAMPLES * rows * levels; k++) {
    const across = share(k);
    const along = line ? across : share(Math.floor(k / SAMPLES));
    const up = line ? across : levels > 1 ? share(Math.floor(k / (SAMPLES * SAMPLES))) : 0;
    const x = line ? line.from[0] + across * (line.to[0] - line.from[0]) : minX + across * (maxX - minX);
    const y = line ? line.from[1] + along * (line.to[1] - line.from[1]) : minY + along * (maxY - minY);
    const bottom = line ? heightOf(line.from) : minZ;
    const z = bottom + up * ((line ? heightOf(line.to) : maxZ) - bottom);
    if (gapToBounds(scenario, x, y, z, margin) < 0 || isOutsideArea(index, x, y)) continue;
    if (findObstacle(index, x, y, z, radius) < 0) return true;
  }
  return false;
}
