import { type AnySteeringDefinition, steeringModels, steeringNamed } from '../../steering/index.ts';
import { settingsOfModes } from './check-automata.ts';
import { type ClassNumbers, classNumbers } from './classes.ts';
import { type Findings, hasEnough, type Path, report } from './error.ts';
import type { Scenario } from './schema.ts';

/** What steering says of itself, and what agents and things may say because of it. */
export function checkSteering(scenario: Scenario, findings: Findings): void {
  for (const [settings, path] of steeringsOf(scenario)) {
    if (hasEnough(findings)) return;
    checkSettings(settings, scenario.dimension, path, findings);
  }
  checkMentions(scenario, findings);
}

/** That a model knows the dimension, and that its parameters agree with each other. */
export function checkSettings(
  settings: Scenario['steering'],
  dimension: 2 | 3,
  path: Path,
  findings: Findings,
): void {
  const definition = steeringNamed(settings.name);
  if (!definition) return;
  if (!definition.dimensions.includes(dimension)) {
    const able = steeringModels().filter(({ dimensions }) => dimensions.includes(dimension));
    const names = able.map(({ name }) => JSON.stringify(name)).join(' or ');
    report(
      findings,
      [...path, 'name'],
      `expected ${names} in a world of dimension ${dimension}, got "${settings.name}"`,
    );
  }
  definition.check?.(settings as never, dimension, (inner, message) =>
    report(findings, [...path, ...inner], message),
  );
}

/** Every steering that a scenario has, and where. */
function steeringsOf({
  agents,
  automata,
  groups,
  script,
  steering,
}: Scenario): (readonly [Scenario['steering'], Path])[] {
  const found: (readonly [Scenario['steering'] | undefined, Path])[] = [[steering, ['steering']]];
  const visit = (list: 'agents' | 'groups', things: readonly Steered[]) =>
    things.forEach(({ journey, steering: own }, k) => {
      found.push([own, [list, k, 'steering']]);
      journey?.stages.forEach(({ traits }, stage) => {
        found.push([traits?.steering, [list, k, 'journey', 'stages', stage, 'traits', 'steering']]);
      });
    });
  visit('agents', agents);
  visit('groups', groups);
  script.forEach((entry, k) => {
    if (entry.kind === 'add') found.push([entry.agent.steering, ['script', k, 'agent', 'steering']]);
    if (entry.kind === 'change-traits')
      found.push([entry.traits.steering, ['script', k, 'traits', 'steering']]);
  });
  for (const { path, steering: own } of settingsOfModes({ automata }))
    found.push([own, [...path, 'steering']]);
  return found.filter((one): one is [Scenario['steering'], Path] => one[0] !== undefined);
}

type Steered = Pick<Scenario['agents'][number], 'journey' | 'steering'>;

/** The models that move the agents of a scenario at its beginning. */
export function modelsIn({ agents, groups, steering }: Scenario): AnySteeringDefinition[] {
  const names = new Set<string>([steering.name]);
  for (const { steering: own } of [...groups, ...agents]) if (own) names.add(own.name);
  return steeringModels().filter(({ name }) => names.has(name));
}

type Thing = { class?: string; field?: unknown; wander?: unknown };

/** Keys that only some models understand are refused with the others; the name of a class must be one of the right kind. */
export function checkMention(
  models: readonly AnySteeringDefinition[],
  { obstacleClasses, targetClasses }: ClassNumbers,
  thing: Thing,
  kind: 'obstacle' | 'target',
  path: Path,
  findings: Findings,
): void {
  const understood = models.flatMap(({ mentions }) => mentions ?? []);
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

/** That agents and things mention only what the models understand. */
export function checkMentions(scenario: Scenario, findings: Findings): void {
  const { obstacles, targets, agents, groups } = scenario;
  const classes = classNumbers(scenario);
  const models = modelsIn(scenario);
  const checkList = (things: readonly Thing[], kind: 'obstacle' | 'target', list: string) => {
    for (let k = 0; k < things.length && !hasEnough(findings); k++) {
      checkMention(models, classes, things[k], kind, [list, k], findings);
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
