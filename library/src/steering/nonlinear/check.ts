import { closedFormLimit } from '../competition/index.ts';
import { type BehaviourClass, type Rivalry, standardClasses } from './class-parameters.ts';
import type { NonlinearParameters } from './parameters.ts';

type Report = (path: readonly (string | number)[], message: string) => void;

/** Reports contradictions between the parameters. */
export function checkParameters(parameters: NonlinearParameters, dimension: 2 | 3, report: Report): void {
  const { classes, climbNoise, competition, solver } = parameters;
  if (classes) checkClasses(classes, solver, report);
  checkCompetition(classes ?? standardClasses, competition ?? [], report);
  if (dimension === 2 && climbNoise !== 0) report(['climbNoise'], 'only in a world of dimension 3');
}

function checkClasses(
  classes: readonly BehaviourClass[],
  solver: NonlinearParameters['solver'],
  report: Report,
): void {
  const first = new Map<string, number>();
  classes.forEach(({ name }, k) => {
    const other = first.get(name);
    if (other === undefined) first.set(name, k);
    else {
      report(
        ['classes', k, 'name'],
        `expected a name of its own: steering.classes[${other}] is ${JSON.stringify(name)} too`,
      );
    }
  });
  for (const kind of ['target', 'obstacle']) {
    if (classes.some((it) => it.kind === kind)) continue;
    report(['classes'], `expected at least one class of kind "${kind}", got none`);
  }
  if (solver === 'closed' && classes.length > closedFormLimit) {
    report(
      ['solver'],
      `expected "integrate" for more than ${closedFormLimit} classes, got "closed" and ${classes.length} classes`,
    );
  }
}

function checkCompetition(
  classes: readonly BehaviourClass[],
  competition: readonly Rivalry[],
  report: Report,
): void {
  const kinds = new Map<string, string>(classes.map(({ name, kind }) => [name, kind]));
  const known = [...kinds.keys()].map((name) => JSON.stringify(name)).join(', ');
  const first = new Map<string, number>();
  competition.forEach(({ of, from, by }, k) => {
    const path = ['competition', k];
    for (const [key, name] of [
      ['of', of],
      ['from', from],
    ]) {
      if (kinds.has(name)) continue;
      report([...path, key], `expected the name of a class, one of ${known}, got ${JSON.stringify(name)}`);
    }
    if (of === from) report([...path, 'from'], `expected another class than of, got ${JSON.stringify(from)}`);
    const pair = JSON.stringify([of, from]);
    const other = first.get(pair);
    if (other !== undefined) {
      report(path, `expected a pair of its own: steering.competition[${other}] has the same of and from`);
    }
    first.set(pair, other ?? k);
    if ('conflict' in by && kinds.get(of) === 'obstacle') {
      report([...path, 'by'], 'a conflict is what a target class loses: of is an obstacle class');
    }
    if ('conflict' in by && kinds.get(from) === 'target') {
      report([...path, 'by'], 'a conflict is what an obstacle class takes: from is a target class');
    }
  });
}
