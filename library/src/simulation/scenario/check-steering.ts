import { steeringModels, steeringNamed } from '../../steering/index.ts';
import { type ClassNumbers, classNumbers } from './classes.ts';
import { type Findings, hasEnough, type Path, report } from './error.ts';
import type { Scenario } from './schema.ts';

/** What steering says of itself, and what agents and things may say because of it. */
export function checkSteering(scenario: Scenario, findings: Findings): void {
  const { dimension, steering } = scenario;
  steeringNamed(steering.name)?.check?.(steering as never, dimension, (path, message) =>
    report(findings, ['steering', ...path], message),
  );
  checkMentions(scenario, findings);
}

type Thing = { class?: string; field?: unknown; wander?: unknown };

/** Keys that only some models understand are refused with the others; the name of a class must be one of the right kind. */
export function checkMention(
  steering: Scenario['steering'],
  { obstacleClasses, targetClasses }: ClassNumbers,
  thing: Thing,
  kind: 'obstacle' | 'target',
  path: Path,
  findings: Findings,
): void {
  const understood = steeringNamed(steering.name)?.mentions ?? [];
  for (const key of ['field', 'wander', 'class'] as const) {
    if (thing[key] === undefined || understood.includes(key)) continue;
    report(findings, [...path, key], `only with ${modelsThatMention(key)} steering`);
  }
  if (!understood.includes('class')) return;
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

function modelsThatMention(key: 'class' | 'field' | 'wander'): string {
  return steeringModels()
    .filter(({ mentions }) => mentions?.includes(key))
    .map(({ name }) => name)
    .join(' or ');
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
