import { checkThings } from './check-dimension.ts';
import { checkObstacles } from './check-obstacles.ts';
import { checkMention, modelsIn } from './check-steering.ts';
import { classNumbers } from './classes.ts';
import { createFindings, type Findings, type Path, report } from './error.ts';
import { maximumTargets } from './limits.ts';
import type { Scenario, Target } from './schema.ts';

/** A target that is added during a run, as those of the scenario are checked; `names` are those of the others. */
export function checkNewTarget(
  scenario: Scenario,
  target: Target,
  names: readonly string[],
  path: Path,
  findings: Findings,
): void {
  const alone: Scenario = { ...scenario, obstacles: [], targets: [target] };
  const found = createFindings('');
  checkThings(alone, found);
  if (found.problems.length === 0) checkObstacles(alone, found);
  // Its place is that of targets[0].
  found.problems.forEach(({ message }, k) => {
    report(findings, [...path, ...found.places[k].slice(2)], message);
  });
  for (const key of ['course', 'field'] as const) {
    if (target[key] !== undefined)
      report(findings, [...path, key], 'only for targets of the scenario, not for one that is added');
  }
  checkMention(modelsIn(scenario), classNumbers(scenario), target, 'target', path, findings);
  if (names.includes(target.name)) {
    const message = `expected a name of its own: there is a target ${JSON.stringify(target.name)} already`;
    report(findings, [...path, 'name'], message);
  }
  if (names.length >= maximumTargets)
    report(findings, path, `expected at most ${maximumTargets} targets in all, got one more`);
}
