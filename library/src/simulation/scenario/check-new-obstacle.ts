import { countVertices, shapeDefinition } from '../../geometry/index.ts';
import { obstaclesOf } from './area-part.ts';
import { checkThings } from './check-dimension.ts';
import { checkObstacles } from './check-obstacles.ts';
import { checkMention, modelsIn } from './check-steering.ts';
import { classNumbers } from './classes.ts';
import { createFindings, type Findings, type Path, report } from './error.ts';
import { maximumObstacleVertices } from './limits.ts';
import type { Obstacle, Scenario } from './schema.ts';

/** An obstacle that is added during a run, as those of the scenario are checked. */
export function checkNewObstacle(
  scenario: Scenario,
  obstacle: Obstacle,
  path: Path,
  findings: Findings,
): void {
  const alone: Scenario = { ...scenario, obstacles: [obstacle], targets: [] };
  const found = createFindings('');
  checkThings(alone, found);
  if (found.problems.length === 0) checkObstacles(alone, found);
  // Their places are those of obstacles[0].
  found.problems.forEach(({ message }, k) => {
    report(findings, [...path, ...found.places[k].slice(2)], message);
  });
  checkMention(modelsIn(scenario), classNumbers(scenario), obstacle, 'obstacle', path, findings);
}

/** The area stays as it is: planners, checks and pictures know it by other means, too. */
export function isOfArea(scenario: Scenario, obstacle: number): boolean {
  return obstacle >= scenario.obstacles.length && obstacle < obstaclesOf(scenario).length;
}

export const areaMessage = 'a part of the area cannot be changed';

/** Whether one obstacle more would be too many for a world. */
export function checkObstacleRoom(
  obstacles: readonly (Obstacle | undefined)[],
  added: Obstacle,
  path: Path,
  findings: Findings,
): void {
  const { most = Number.POSITIVE_INFINITY, name } = shapeDefinition(added);
  let vertices = countVertices(added);
  let same = 1;
  for (const obstacle of obstacles) {
    if (!obstacle) continue;
    vertices += countVertices(obstacle);
    if (obstacle.shape === name) same++;
  }
  if (vertices > maximumObstacleVertices) {
    const got = `expected at most ${maximumObstacleVertices} obstacle vertices in all, got ${vertices}`;
    report(findings, path, got);
  }
  if (same > most) report(findings, path, `expected at most ${most} ${name}s in all, got ${same}`);
}
