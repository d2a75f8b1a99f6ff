import { standardClasses } from '../../steering/nonlinear/parameters.ts';
import { type ClassNumbers, classNumbers } from './classes.ts';
import { closedFormLimit } from './defaults.ts';
import { type Findings, hasEnough, type Path, report } from './error.ts';
import type { NonlinearSteering, Scenario } from './schema.ts';
import { checkUnique } from './unique.ts';

/** What steering says of itself, and what others may say because of it: classes, fields and wandering. */
export function checkSteering(scenario: Scenario, findings: Findings): void {
  if (scenario.steering.name === 'nonlinear') {
    checkClasses(scenario.steering, findings);
    checkCompetition(scenario.steering, findings);
  }
  checkMentions(scenario, findings);
}

function checkClasses({ classes, solver }: NonlinearSteering, findings: Findings): void {
  if (classes === undefined) return;
  const path = ['steering', 'classes'];
  checkUnique(classes, path, findings);
  for (const kind of ['target', 'obstacle']) {
    if (!classes.some((it) => it.kind === kind)) {
      report(findings, path, `expected at least one class of kind "${kind}", got none`);
    }
  }
  if (solver === 'closed' && classes.length > closedFormLimit) {
    report(
      findings,
      ['steering', 'solver'],
      `expected "integrate" for more than ${closedFormLimit} classes, got "closed" and ${classes.length} classes`,
    );
  }
}

function checkCompetition({ classes, competition }: NonlinearSteering, findings: Findings): void {
  const kinds = new Map<string, string>(
    classes
      ? classes.map(({ name, kind }) => [name, kind])
      : [...standardClasses.map(({ kind, name }) => [name, kind] as const)],
  );
  const first = new Map<string, number>();
  competition?.forEach(({ of, from, by }, k) => {
    const path: Path = ['steering', 'competition', k];
    const known = quoted([...kinds.keys()]);
    for (const [key, name] of [
      ['of', of],
      ['from', from],
    ] as const) {
      if (kinds.has(name)) continue;
      report(
        findings,
        [...path, key],
        `expected the name of a class, one of ${known}, got ${JSON.stringify(name)}`,
      );
    }
    if (of === from)
      report(findings, [...path, 'from'], `expected another class than of, got ${JSON.stringify(from)}`);
    const pair = JSON.stringify([of, from]);
    const other = first.get(pair);
    if (other !== undefined) {
      report(
        findings,
        path,
        `expected a pair of its own: steering.competition[${other}] has the same of and from`,
      );
    }
    first.set(pair, other ?? k);
    if ('conflict' in by && kinds.get(of) === 'obstacle') {
      report(findings, [...path, 'by'], 'a conflict is what a target class loses: of is an obstacle class');
    }
    if ('conflict' in by && kinds.get(from) === 'target') {
      report(findings, [...path, 'by'], 'a conflict is what an obstacle class takes: from is a target class');
    }
  });
}

type Thing = { class?: string; field?: unknown; wander?: unknown };

/** Classes belong to nonlinear steering, fields and wandering to critters; a name must be one of the right kind. */
export function checkMention(
  steering: Scenario['steering'],
  { obstacleClasses, targetClasses }: ClassNumbers,
  thing: Thing,
  kind: 'obstacle' | 'target',
  path: Path,
  findings: Findings,
): void {
  for (const key of ['field', 'wander'] as const) {
    if (steering.name === 'critters' || thing[key] === undefined) continue;
    report(findings, [...path, key], 'only with critters steering');
  }
  if (steering.name !== 'nonlinear') {
    if (thing.class !== undefined) report(findings, [...path, 'class'], 'only with nonlinear steering');
    return;
  }
  const known = kind === 'obstacle' ? obstacleClasses : targetClasses;
  const other = kind === 'obstacle' ? targetClasses : obstacleClasses;
  if (thing.class === undefined || known.includes(thing.class)) return;
  const got = `${JSON.stringify(thing.class)}${other.includes(thing.class) ? ', which is of the other kind' : ''}`;
  report(
    findings,
    [...path, 'class'],
    `expected the name of a class of ${kind}s, one of ${quoted(known)}, got ${got}`,
  );
}

function checkMentions(scenario: Scenario, findings: Findings): void {
  const { steering, obstacles, targets, agents, groups } = scenario;
  const classes = classNumbers(scenario);
  const checkList = (things: readonly Thing[], kind: 'obstacle' | 'target', list: string) => {
    for (let k = 0; k < things.length && !hasEnough(findings); k++) {
      checkMention(steering, classes, things[k], kind, [list, k], findings);
    }
  };
  checkList(obstacles, 'obstacle', 'obstacles');
  checkList(targets, 'target', 'targets');
  checkList(agents, 'obstacle', 'agents');
  checkList(groups, 'obstacle', 'groups');
}

/** '"a", "b"'. */
function quoted(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ');
}
