import { steeringNamed, type TraitName } from '../../steering/index.ts';
import { settingsOfModes } from './check-automata.ts';
import { groupOf } from './comers.ts';
import { bodyDefaults, personalityDefaults } from './defaults.ts';
import { checkDistances, type PersonalDistance } from './distances.ts';
import { type Findings, hasEnough, inNotation, type Path, type Problem } from './error.ts';
import { plannerUses } from './planner-uses.ts';
import type { Scenario } from './schema.ts';

type Given = {
  radius?: unknown;
  speed?: unknown;
  agility?: unknown;
  mass?: unknown;
  aggressiveness?: unknown;
  viewRadius?: unknown;
  personalDistance?: PersonalDistance;
  sharing?: unknown;
  personality?: Readonly<Record<string, unknown>>;
  steering?: Scenario['steering'];
  journey?: { stages: readonly { traits?: Given }[] };
};

/** Calls `visit` for everything in a scenario that gives agents traits; with the steering of those agents. */
function forEachGiven(
  scenario: Scenario,
  visit: (given: Given, path: Path, steering: Scenario['steering']) => void,
): void {
  const { agents, groups, script, steering } = scenario;
  const visitAgent = (given: Given, path: Path, first = steering) => {
    let own = given.steering ?? first;
    visit(given, path, own);
    given.journey?.stages.forEach(({ traits }, k) => {
      if (!traits) return;
      own = traits.steering ?? own;
      visit(traits, [...path, 'journey', 'stages', k, 'traits'], own);
    });
  };
  agents.forEach((agent, k) => {
    visitAgent(agent as Given, ['agents', k]);
  });
  groups.forEach((group, k) => {
    visitAgent(group as Given, ['groups', k]);
  });
  script.forEach((entry, k) => {
    if (entry.kind === 'add')
      visitAgent(entry.agent as Given, ['script', k, 'agent'], groupOf(scenario, entry.agent)?.steering);
    if (entry.kind !== 'change-traits') return;
    const own = entry.traits.steering ?? steeringOf(scenario, entry.agent);
    if (own) visit(entry.traits as Given, ['script', k, 'traits'], own);
  });
}

/** The steering with which an agent of a scenario begins; undefined for an agent that enters during the run. */
function steeringOf({ agents, groups, steering }: Scenario, agent: string | number) {
  const own = typeof agent === 'string' ? agents.find(({ name }) => name === agent) : agents[agent];
  if (own) return own.steering ?? steering;
  if (typeof agent === 'string') return undefined;
  let before = agents.length;
  for (const group of groups) {
    before += group.count;
    if (agent < before) return group.steering ?? steering;
  }
  return undefined;
}

/** Reports personal distances from things that are not in the scenario. */
export function checkTraits(scenario: Scenario, findings: Findings): void {
  forEachGiven(scenario, ({ personalDistance }, path) => {
    if (hasEnough(findings)) return;
    checkDistances(scenario, personalDistance, [...path, 'personalDistance'], findings);
  });
}

const usual: Readonly<Record<string, unknown>> = { ...bodyDefaults, ...personalityDefaults };

/** Ground that slows agents down, and that a planner of the scenario leads them across as if it did not. */
function findIgnoredGround(scenario: Scenario): Problem[] {
  const use = plannerUses(scenario).find(({ definition }) => definition.gates === false);
  if (!use) return [];
  const message = `agents walk on it as it says, but the planner ${JSON.stringify(use.settings.name)} does not plan around it; "distance" does`;
  return scenario.ground.flatMap(({ kind }, k) =>
    kind === 'queue' || kind === 'gate' || kind === 'door'
      ? []
      : [{ path: inNotation(['ground', k]), message }],
  );
}

/**
 * The traits that a scenario gives to agents and that their steering does not honour. They are no mistakes: the same file
 * may be run with another model.
 */
export function findIgnoredTraits(scenario: Scenario): Problem[] {
  const found: Problem[] = [];
  const check = (given: Given, path: Path, steering: Scenario['steering']) => {
    for (const trait of steeringNamed(steering.name)?.ignores ?? []) {
      const inPersonality = given.personality?.[trait];
      const value = inPersonality ?? given[trait];
      if (value === undefined || value === usual[trait]) continue;
      const place = inPersonality === undefined ? [...path, trait] : [...path, 'personality', trait];
      found.push({ path: inNotation(place), message: ignoredBy(steering.name, trait) });
    }
  };
  forEachGiven(scenario, check);
  found.push(...findIgnoredGround(scenario));
  const { agents, automata, changes, groups, steering } = scenario;
  // The traits that an agent enters with remain; the models that its stages switch to have to honour them, too.
  for (const [key, list] of Object.entries({ agents, groups })) {
    list.forEach((one: Given, k) => {
      const switches = one.journey?.stages.flatMap(({ traits }) => traits?.steering ?? []) ?? [];
      const first = (one.steering ?? steering).name;
      const later = switches.filter(({ name }) => name !== first);
      for (const model of new Map(later.map((each) => [each.name, each])).values())
        check(one, [key, k], model);
    });
  }
  const modelsOf = (names: readonly string[] | undefined) => {
    const concerned = groups.filter(({ name }) => names?.includes(name) ?? true);
    return [...concerned, ...(names ? [] : agents)].map((one) => one.steering ?? steering);
  };
  changes.forEach(({ groups: names, trait }, k) => {
    const ignoring = modelsOf(names).filter(({ name }) => steeringNamed(name)?.ignores?.includes(trait));
    const path = inNotation(['changes', k, 'trait']);
    for (const name of new Set(ignoring.map(({ name }) => name)))
      found.push({ path, message: ignoredBy(name, trait) });
  });
  for (const { automaton, distances, path, set, steering: own } of settingsOfModes({ automata })) {
    for (const model of new Set(own ? [own] : modelsOf(automata[automaton].groups))) {
      check((set ?? {}) as Given, [...path, 'set'], model);
      if (distances && steeringNamed(model.name)?.ignores?.includes('personalDistance'))
        found.push({
          path: inNotation([...path, 'distances']),
          message: ignoredBy(model.name, 'personalDistance'),
        });
    }
  }
  return found;
}

function ignoredBy(model: string, trait: TraitName): string {
  const words = {
    viewRadius: 'how far an agent sees',
    personalDistance: 'personal distances',
    sharing: 'what agents hear from others',
  };
  return `${model} steering does not honour ${words[trait as 'viewRadius'] ?? trait}`;
}
