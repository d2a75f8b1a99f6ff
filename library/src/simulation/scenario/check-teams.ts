import { steeringNamed } from '../../steering/index.ts';
import { type Findings, hasEnough, type Path, report } from './error.ts';
import { mostMembers } from './limits.ts';
import type { Scenario } from './schema.ts';
import type { TeamDefinition } from './schema-teams.ts';
import { checkUnique } from './unique.ts';

/** Checks the members of teams, that no agent is in two, and that everything named exists. */
export function checkTeams(scenario: Scenario, findings: Findings): void {
  const { steering, teams } = scenario;
  if (teams.length === 0) return;
  teams.forEach(({ task }, k) => {
    // Collecting is the only task that does not ask for a pace.
    if (steeringNamed(steering.name)?.followsPace !== false || task.kind === 'collect') return;
    report(
      findings,
      ['teams', k, 'task', 'kind'],
      `not with ${steering.name} steering, got ${JSON.stringify(task.kind)}`,
    );
  });
  checkUnique(teams, ['teams'], findings);
  const names = collectNames(scenario);
  const teamOf = new Map<string, number>();
  for (let k = 0; k < teams.length && !hasEnough(findings); k++) {
    checkMembers(scenario, k, names, teamOf, findings);
    checkTask(teams[k], ['teams', k, 'task'], names, findings);
    checkPoint(scenario, teams[k], ['teams', k, 'task', 'point'], findings);
  }
}

type Names = {
  groups: ReadonlyMap<string, number>;
  /** Names of agents need not be unique: −1 where several have one. */
  agents: ReadonlyMap<string, number>;
  targets: ReadonlySet<string>;
};

function collectNames({ agents, groups, targets }: Scenario): Names {
  const numbers = new Map<string, number>();
  agents.forEach(({ name }, k) => {
    if (name !== undefined) numbers.set(name, numbers.has(name) ? -1 : k);
  });
  return {
    groups: new Map(groups.map(({ name }, k) => [name, k])),
    agents: numbers,
    targets: new Set(targets.map(({ name }) => name)),
  };
}

function checkMembers(
  scenario: Scenario,
  number: number,
  names: Names,
  teamOf: Map<string, number>,
  findings: Findings,
): void {
  const { agents, groups, teams } = scenario;
  const team = teams[number];
  const path: Path = ['teams', number];
  if (!team.groups && !team.agents) report(findings, path, 'expected groups or agents, got neither');
  let members = 0;
  let grows = false;
  const join = (list: 'groups' | 'agents', name: string, place: Path, member: Walker | undefined) => {
    const key = `${list} ${name}`;
    const other = teamOf.get(key);
    if (other !== undefined) {
      const where = other === number ? 'this team' : `teams[${other}] ${JSON.stringify(teams[other].name)}`;
      report(
        findings,
        place,
        `expected each member in one team and once, ${JSON.stringify(name)} is in ${where} already`,
      );
    }
    teamOf.set(key, other ?? number);
    if (member && name !== leaderOf(team, agents)) checkGoal(team, member, name, place, findings);
  };
  team.groups?.forEach((name, k) => {
    const group = names.groups.get(name);
    const place = [...path, 'groups', k];
    if (group === undefined) {
      report(findings, place, `expected the name of a group, got ${JSON.stringify(name)}`);
      return;
    }
    if (groups[group].source) grows = true;
    members += groups[group].count;
    // The first of a group may be the leader, and has the goal of all.
    join('groups', name, place, team.task.kind === 'follow' && leadsGroup(team) ? undefined : groups[group]);
  });
  team.agents?.forEach((name, k) => {
    const place = [...path, 'agents', k];
    const agent = checkAgent(name, place, names, findings);
    if (agent < 0) return;
    members++;
    join('agents', name, place, agents[agent]);
  });
  const most = mostMembers(team.task.kind);
  if (members > most) report(findings, path, `expected a team of at most ${most} members, got ${members}`);
  if (team.task.kind === 'follow' && team.task.leader === undefined && members === 1 && !grows) {
    report(findings, path, 'expected a leader and at least one follower, got one member');
  }
}

/** Whether the leader is the first member of a group. */
function leadsGroup({ agents, task }: TeamDefinition): boolean {
  return task.kind === 'follow' && task.leader === undefined && agents === undefined;
}

/** The name of the single agent that leads; the first of the scenario's agents where the task names none. */
function leaderOf({ agents: names, task }: TeamDefinition, agents: Scenario['agents']): string | undefined {
  if (task.kind !== 'follow') return undefined;
  if (task.leader !== undefined || !names) return task.leader;
  return agents.find(({ name }) => name !== undefined && names.includes(name))?.name;
}

function checkAgent(name: string, path: Path, { agents }: Names, findings: Findings): number {
  const agent = agents.get(name) ?? -2;
  if (agent === -2) report(findings, path, `expected the name of an agent, got ${JSON.stringify(name)}`);
  if (agent === -1)
    report(findings, path, `expected the name of one agent, several are ${JSON.stringify(name)}`);
  return agent;
}

type Walker = { targets?: unknown; goal?: unknown; journey?: unknown };

/** Tasks that give goals want members without; the others need them. */
function checkGoal(
  { task }: TeamDefinition,
  member: Walker,
  name: string,
  path: Path,
  findings: Findings,
): void {
  const key = (['targets', 'goal', 'journey'] as const).find((it) => member[it] !== undefined);
  if (givesGoals(task) && key !== undefined) {
    report(
      findings,
      path,
      `expected a member without ${key}, the task says where to go: ${JSON.stringify(name)} has some`,
    );
  }
  if (!givesGoals(task) && key === undefined) {
    report(
      findings,
      path,
      `expected a member with targets, a goal or a journey: ${JSON.stringify(name)} has none`,
    );
  }
}

/** Whether a task says where its members go. */
export function givesGoals(task: TeamDefinition['task']): boolean {
  if (task.kind === 'together') return task.targets !== undefined || task.point !== undefined;
  return task.kind === 'collect' || task.kind === 'follow';
}

function checkTask({ task }: TeamDefinition, path: Path, names: Names, findings: Findings): void {
  if (task.kind === 'follow' && task.leader !== undefined) {
    checkAgent(task.leader, [...path, 'leader'], names, findings);
  }
  if (task.kind === 'together' && task.targets && task.point) {
    report(findings, [...path, 'point'], 'expected targets or a point, got both');
  }
  if (task.kind !== 'collect' && task.kind !== 'together') return;
  const seen = new Set<string>();
  task.targets?.forEach((name, k) => {
    const place = [...path, 'targets', k];
    if (!names.targets.has(name)) {
      report(findings, place, `expected the name of a target, got ${JSON.stringify(name)}`);
    }
    if (seen.has(name))
      report(findings, place, `expected each target once, got ${JSON.stringify(name)} again`);
    seen.add(name);
  });
}

/** A point of the world, of its dimension. */
function checkPoint(
  { bounds, dimension }: Scenario,
  { task }: TeamDefinition,
  path: Path,
  findings: Findings,
): void {
  if (task.kind !== 'together' || !task.point) return;
  const { point } = task;
  if (point.length > dimension) {
    report(
      findings,
      path,
      `expected two numbers, [x, y], in a world of dimension 2, got ${JSON.stringify(point)}`,
    );
    return;
  }
  const isInside = point.every((value, k) => value >= (bounds.min[k] ?? 0) && value <= (bounds.max[k] ?? 0));
  if (!isInside) report(findings, path, `expected a place inside the bounds, got ${JSON.stringify(point)}`);
}
