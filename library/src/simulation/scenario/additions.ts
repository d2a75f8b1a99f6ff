import { shareClasses } from './classes.ts';
import { sourceDefaults } from './defaults.ts';
import type { Group, Scenario, Target } from './schema.ts';
import type { SurveyArea, SurveyLine } from './schema-measurements.ts';

/** A command, or an entry of a script, that adds something to a scenario during its run. */
export type Addition =
  | { kind: 'add-target'; target: Target }
  | { kind: 'add-group'; group: Group; team?: string }
  | { kind: 'add-measurement'; line?: SurveyLine; area?: SurveyArea };

export function isAddition<Given extends { kind: string }>(
  command: Given,
): command is Given & { kind: Addition['kind'] } {
  const { kind } = command;
  return kind === 'add-target' || kind === 'add-group' || kind === 'add-measurement';
}

/** The scenario with something behind what it has, so that no number changes. */
export function withAddition(scenario: Scenario, addition: Addition): Scenario {
  const { groups, measurements, targets, teams } = scenario;
  const more: Partial<Scenario> = {};
  if (addition.kind === 'add-target') more.targets = [...targets, addition.target];
  else if (addition.kind === 'add-group') {
    const { group, team: joined } = addition;
    more.groups = [...groups, enteringGroup(group)];
    if (joined !== undefined)
      more.teams = teams.map((team) =>
        team.name === joined ? { ...team, groups: [...(team.groups ?? []), group.name] } : team,
      );
  } else {
    const { area, line } = addition;
    const { areas, lines } = measurements;
    more.measurements = {
      ...measurements,
      areas: area ? [...areas, area] : areas,
      lines: line ? [...lines, line] : lines,
    };
  }
  return shareClasses(scenario, { ...scenario, ...more });
}

/** The scenario of a world when everything has been added that waits. */
export function scenarioAhead({
  commands,
  scenario,
}: {
  commands: readonly { kind: string }[];
  scenario: Scenario;
}): Scenario {
  return commands
    .filter(isAddition)
    .reduce((ahead, command) => withAddition(ahead, command as Addition), scenario);
}

/** A group all of whose agents enter during the run; its source may bring more. */
function enteringGroup(group: Group): Group {
  const { arrivals, batch, from } = sourceDefaults;
  return { ...group, count: 0, source: group.source ?? { rate: 0, arrivals, batch, from } };
}
