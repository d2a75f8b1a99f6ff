import { type PlannerDefinition, type PlannerSettings, plannerNamed } from '../../planning/index.ts';
import { settingsOfModes } from './check-automata.ts';
import type { Path } from './error.ts';
import type { Agent, Group, Scenario } from './schema.ts';

/** A planner that a scenario names, and the agents that it plans for at some time. */
export type PlannerUse = {
  settings: PlannerSettings;
  definition: PlannerDefinition;
  /** Where the scenario names it first. */
  path: Path;
  plansFor(body: Body): boolean;
};

type Body = Pick<Agent | Group, 'planner' | 'journey'>;

/** Tells the settings of two planners apart: equal settings share one planner. */
export function plannerKey(settings: PlannerSettings): string {
  return JSON.stringify(settings);
}

/** The planners of a scenario without repetition: that of the scenario first, then in the order of the file. */
export function plannerUses(scenario: Scenario): PlannerUse[] {
  const { agents, groups, planner, script } = scenario;
  const uses = new Map<string, PlannerUse>();
  const scripted = new Set<string>();
  const keys = new Map<PlannerSettings, string>();
  const keyOf = (settings: PlannerSettings): string => {
    const key = keys.get(settings) ?? plannerKey(settings);
    keys.set(settings, key);
    return key;
  };
  const add = (settings: PlannerSettings | undefined, path: Path): void => {
    if (!settings) return;
    const key = keyOf(settings);
    if (uses.has(key)) return;
    uses.set(key, {
      settings,
      definition: plannerNamed(settings.name),
      path,
      plansFor: (body) => scripted.has(key) || planOf(body).some((own) => keyOf(own) === key),
    });
  };
  const planOf = ({ journey, planner: own = planner }: Body): PlannerSettings[] => [
    own,
    ...(journey?.stages ?? []).flatMap((stage) => (stage.planner ? [stage.planner] : [])),
  ];
  const addBody = (body: Body, path: Path): void => {
    add(body.planner, [...path, 'planner']);
    body.journey?.stages.forEach((stage, k) => {
      add(stage.planner, [...path, 'journey', 'stages', k, 'planner']);
    });
  };
  add(planner, ['planner']);
  for (const [k, agent] of agents.entries()) addBody(agent, ['agents', k]);
  for (const [k, group] of groups.entries()) addBody(group, ['groups', k]);
  script.forEach((entry, k) => {
    if (entry.kind === 'add') addBody(entry.agent, ['script', k, 'agent']);
    if (entry.kind !== 'set-planner') return;
    add(entry.planner, ['script', k, 'planner']);
    // Any agent may be meant: the checks take it for all of them.
    scripted.add(keyOf(entry.planner));
  });
  for (const { path, planner: own } of settingsOfModes(scenario)) {
    add(own, [...path, 'planner']);
    if (own) scripted.add(keyOf(own));
  }
  return [...uses.values()];
}
