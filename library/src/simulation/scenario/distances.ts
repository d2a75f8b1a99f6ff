import type { Subject } from '../../crowd/index.ts';
import { classNumbers } from './classes.ts';
import { type Findings, type Path, report } from './error.ts';
import type { Scenario } from './schema.ts';

/** From what an agent keeps a distance: exactly one of these. */
type DistanceSubject = {
  to?: 'everything' | 'agents' | 'obstacles' | 'own-group' | 'own-team' | 'leader';
  group?: string;
  class?: string;
  /** Name of an agent of the scenario, or an id. */
  agent?: string | number;
  /** Name or number. */
  obstacle?: string | number;
};

/** A rule: from what, and how many metres. */
type DistanceRule = DistanceSubject & { distance: number };

/** The gap that an agent wants to keep from others, metres: one for everything, or a list in which special rules come first. */
export type PersonalDistance = number | DistanceRule[];

/** A rule with names resolved; a distance from one agent by its id has no subject. */
type ResolvedDistance = { subject: Subject } | { id: number };
type Resolved = ResolvedDistance & { metres: number };

/** The rules of a checked trait. */
export function resolveDistances(scenario: Scenario, given: PersonalDistance): Resolved[] {
  if (typeof given === 'number') return [{ subject: { to: 'everything' }, metres: given }];
  return given.map(({ distance, ...rule }) => {
    const resolved = resolveRule(scenario, rule);
    if (typeof resolved === 'string') throw new RangeError(resolved);
    return { ...resolved, metres: distance };
  });
}

/** What a distance in a mode of an automaton is kept from; an agent by its id is a subject as well. */
export function subjectOf(scenario: Scenario, source: DistanceSubject): Subject {
  const resolved = resolveRule(scenario, source);
  if (typeof resolved === 'string') throw new RangeError(resolved);
  return 'id' in resolved ? { to: 'agent', number: resolved.id } : resolved.subject;
}

/** Reports rules that speak of nothing in the scenario. */
export function checkDistances(
  scenario: Scenario,
  given: PersonalDistance | undefined,
  path: Path,
  findings: Findings,
): void {
  if (given === undefined || typeof given === 'number') return;
  given.forEach(({ distance: _, ...rule }, k) => {
    const resolved = resolveRule(scenario, rule);
    if (typeof resolved === 'string') report(findings, [...path, k], resolved);
  });
}

const keys = ['to', 'group', 'class', 'agent', 'obstacle'] as const;

/** What a rule speaks of; a text says why it speaks of nothing. */
export function resolveRule(scenario: Scenario, rule: DistanceSubject): ResolvedDistance | string {
  const given = keys.filter((key) => rule[key] !== undefined);
  if (given.length !== 1) {
    const got = given.length === 0 ? 'none' : given.map((key) => `"${key}"`).join(' and ');
    return `expected exactly one of "to", "group", "class", "agent" and "obstacle", got ${got}`;
  }
  const { agent, class: className, group, obstacle, to } = rule;
  if (to !== undefined) return { subject: { to } };
  if (typeof agent === 'number') return { id: agent };
  const [kind, wanted, number] =
    group !== undefined
      ? (['group', group, scenario.groups.findIndex(({ name }) => name === group)] as const)
      : agent !== undefined
        ? (['agent', agent, onlyAgent(scenario, agent)] as const)
        : className !== undefined
          ? (['class', className, classNumbers(scenario).obstacleClasses.indexOf(className)] as const)
          : (['obstacle', obstacle!, obstacleOf(scenario, obstacle!)] as const);
  if (number < 0)
    return `no ${kind === 'class' ? 'class of obstacles' : kind} ${JSON.stringify(wanted)} in the scenario${number === SEVERAL ? ': several have this name' : ''}`;
  return { subject: { to: kind, number } };
}

const SEVERAL = -2;

function onlyAgent({ agents }: Scenario, wanted: string): number {
  const first = agents.findIndex(({ name }) => name === wanted);
  const isOnly = agents.findLastIndex(({ name }) => name === wanted) === first;
  return isOnly ? first : SEVERAL;
}

function obstacleOf({ obstacles }: Scenario, wanted: string | number): number {
  if (typeof wanted === 'number') return wanted < obstacles.length ? wanted : -1;
  return obstacles.findIndex(({ name }) => name === wanted);
}
