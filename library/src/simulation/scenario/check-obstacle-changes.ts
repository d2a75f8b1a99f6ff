import { obstaclesOf } from './area-part.ts';
import { checkPlaceInPlane } from './check-dimension.ts';
import { areaMessage, checkNewObstacle, checkObstacleRoom, isOfArea } from './check-new-obstacle.ts';
import { type Findings, report } from './error.ts';
import type { Obstacle, Scenario } from './schema.ts';

/** The obstacles as the script changes them, in the order of time: their numbers continue after those of the area. */
export function checkObstacleChanges(scenario: Scenario, findings: Findings): void {
  const present: (Obstacle | undefined)[] = [...obstaclesOf(scenario)];
  const changes = scenario.script
    .map((entry, k) => ({ entry, path: ['script', k] }))
    .sort((a, b) => a.entry.at - b.entry.at || Number(a.path[1]) - Number(b.path[1]));
  for (const { entry, path } of changes) {
    if (entry.kind === 'add-obstacle') {
      const { obstacle } = entry;
      checkNewObstacle(scenario, obstacle, [...path, 'obstacle'], findings);
      checkObstacleRoom(present, obstacle, [...path, 'obstacle'], findings);
      if (obstacle.name !== undefined && present.some((other) => other?.name === obstacle.name)) {
        const message = `there is an obstacle ${JSON.stringify(obstacle.name)} already`;
        report(findings, [...path, 'obstacle', 'name'], message);
      }
      present.push(obstacle);
    }
    if (entry.kind !== 'move-obstacle' && entry.kind !== 'turn-obstacle' && entry.kind !== 'remove-obstacle')
      continue;
    if (scenario.dimension === 2) {
      if (entry.kind === 'move-obstacle') checkPlaceInPlane(entry.by, [...path, 'by'], findings);
      if (entry.kind === 'turn-obstacle') checkPlaceInPlane(entry.about, [...path, 'about'], findings);
    }
    const { obstacle } = entry;
    const number =
      typeof obstacle === 'number' ? obstacle : present.findIndex((one) => one?.name === obstacle);
    const found = present[number];
    if (!found) {
      report(
        findings,
        [...path, 'obstacle'],
        `expected the number or the name of an obstacle, got ${JSON.stringify(obstacle)}`,
      );
    } else if (isOfArea(scenario, number)) report(findings, [...path, 'obstacle'], areaMessage);
    else if (entry.kind === 'turn-obstacle' && entry.about && found.course) {
      report(findings, [...path, 'about'], 'only for an obstacle without a course');
    }
    if (found && entry.kind === 'remove-obstacle') present[number] = undefined;
  }
}
