import {
  addEvent,
  type Crowd,
  dropAgent,
  EventKind,
  GoalKind,
  hasAgent,
  rowOf,
  Status,
} from '../crowd/index.ts';
import { heightOf } from '../geometry/index.ts';
import { addHash, createHash, finishHash, type Hash64, hashDouble, resetHash } from '../numerics/index.ts';
import { OWN_GOAL, type PlanningInput, TEAM_PLACE } from '../planning/index.ts';
import {
  createCollectors,
  createCompanions,
  createFile,
  createFlock,
  hasPlace,
  joinTeam as joinCrew,
  makeRoom,
  organiseTeams,
  stateOfTeam,
  type Team,
} from '../planning/teams/index.ts';
import type { WorldParts } from './parts.ts';
import { plannerOf } from './planners.ts';
import type { Scenario } from './scenario/index.ts';
import { mostMembers } from './scenario/limits.ts';
import type { TeamDefinition } from './scenario/schema-teams.ts';
import type { World } from './world.ts';

/** The teams of a scenario. */
function createTeams(scenario: Scenario): Team[] {
  const { agents, groups, targets, teams } = scenario;
  if (teams.length === 0) return [];
  const agentNumbers = new Map(agents.map(({ name }, number) => [name, number]));
  const targetNumbers = new Map(targets.map(({ name }, number) => [name, number]));
  const groupMembers = new Map<string, number[]>();
  // Agent n of the scenario has the id n, single agents first.
  let first = agents.length;
  for (const { count, name } of groups) {
    groupMembers.set(
      name,
      Array.from({ length: count }, (_, k) => first + k),
    );
    first += count;
  }
  return teams.map((team) => {
    const singles = (team.agents ?? []).map((name) => agentNumbers.get(name)!);
    const members = [...singles, ...(team.groups ?? []).flatMap((name) => groupMembers.get(name)!)];
    return createTeam(team, members, agentNumbers, targetNumbers);
  });
}

type Numbers = ReadonlyMap<string | undefined, number>;

function createTeam(
  { name, task }: TeamDefinition,
  members: readonly number[],
  agents: Numbers,
  targets: Numbers,
): Team {
  switch (task.kind) {
    case 'collect': {
      const items = task.targets.map((target) => targets.get(target)!);
      return createCollectors(name, members, items, task.by);
    }
    case 'together':
      return createCompanions(name, members, task.minimumShare);
    case 'follow': {
      const first = members.length > 0 ? Math.min(...members) : -1;
      return createFile(
        name,
        members,
        task.leader === undefined ? first : agents.get(task.leader)!,
        task.gap,
      );
    }
    case 'keep-together':
      return createFlock(name, members, task.distance);
  }
}

/** The lists of one target each that collectors are sent by, known or new; and who is in which team. */
export function linkTeams({ crowd, targetSets, teams }: World): void {
  linkMembers(crowd, teams);
  for (const team of teams) {
    if (team.kind !== 'collect') continue;
    team.items.forEach((target, item) => {
      team.sets[item] = findSet(targetSets, Int32Array.of(target));
    });
  }
}

/** Tells the crowd which agents are in a team: distances may depend on it. */
function linkMembers({ distances }: Crowd, teams: readonly Team[]): void {
  const { leads, of } = distances.teams;
  of.clear();
  leads.clear();
  teams.forEach((team, number) => {
    for (const id of team.members) of.set(id, number);
    if (team.kind !== 'follow') return;
    of.set(team.leader, number);
    leads.add(team.leader);
  });
}

function findSet(targetSets: Int32Array[], set: Int32Array): number {
  const known = targetSets.findIndex(
    (other) => other.length === set.length && other.every((target, k) => target === set[k]),
  );
  return known >= 0 ? known : targetSets.push(set) - 1;
}

/** Gives the members of new teams the goals of their tasks. */
function startTeams(world: World): void {
  const { scenario, teams } = world;
  linkTeams(world);
  teams.forEach((team, k) => {
    // No agent has come or left yet: agent n is in row n.
    for (const id of team.members) startMember(world, team, scenario.teams[k], id);
  });
}

/** Gives a member the goal of the task. */
function startMember(world: World, team: Team, { task }: TeamDefinition, row: number): void {
  const { crowd, scenario, targetSets } = world;
  const { motion, plan } = crowd;
  if (task.kind === 'keep-together' || (task.kind === 'together' && !task.targets && !task.point)) return;
  if (team.kind === 'collect') plan.targetSet[row] = team.sets[0];
  if (task.kind === 'together' && task.targets) {
    const numbers = task.targets.map((name) => scenario.targets.findIndex((it) => it.name === name));
    plan.targetSet[row] = findSet(targetSets, Int32Array.from(numbers).sort());
  }
  if (task.kind === 'together' && task.point) {
    plan.targetSet[row] = OWN_GOAL;
    plan.goalX[row] = task.point[0];
    plan.goalY[row] = task.point[1];
    plan.goalZ[row] = heightOf(task.point);
    plan.goalRadius[row] = task.radius;
  }
  if (task.kind === 'follow') {
    plan.targetSet[row] = OWN_GOAL;
    plan.assigned[row] = TEAM_PLACE;
    plan.goalX[row] = motion.x[row];
    plan.goalY[row] = motion.y[row];
    plan.goalZ[row] = motion.z[row];
  }
  plan.goalKind[row] = GoalKind.seek;
  plan.status[row] = Status.walking;
}

/** The number of the team that the members of a group are in, or −1. */
function teamOf({ scenario }: World, group: number): number {
  const name = scenario.groups[group]?.name;
  return name === undefined ? -1 : scenario.teams.findIndex(({ groups }) => groups?.includes(name));
}

/** Whether the team of a group has a place for an agent that comes; a group without a team always has. */
function hasTeamPlace(world: World, group: number, coming = 0): boolean {
  const team = world.teams[teamOf(world, group)];
  return !team || hasPlace(team, world.crowd, mostMembers(team.kind), coming);
}

/** Takes an agent that has come into the team of its group. */
function joinTeam(world: World, row: number): void {
  const { crowd, scenario, teams } = world;
  const group = crowd.traits.group[row];
  const number = teamOf(world, group);
  if (number < 0 || !hasTeamPlace(world, group)) return;
  const team = teams[number];
  const id = crowd.ids[row];
  joinCrew(team, id, crowd);
  linkMembers(crowd, teams);
  if (team.kind === 'follow' && team.leader === id) return;
  startMember(world, team, scenario.teams[number], row);
  if (team.kind !== 'collect') return;
  // It is sent to an item in this step; where none is left, its task is over.
  team.review[0] = 0;
  if (team.done[0] === 0) return;
  crowd.plan.status[row] = Status.arrived;
  crowd.plan.hasArrived[row] = 1;
  world.arrived++;
}

/** Members of teams that have come during the run, as a saved world has them; undefined where none has. */
export function savedMembers(team: Team): SavedMembers {
  const leader = team.kind === 'follow' ? team.leader : -1;
  return team.joined > 0 ? { joined: team.joined, leader, members: [...team.members] } : null;
}

export type SavedMembers = { joined: number; leader: number; members: number[] } | null;

export function loadMembers(team: Team, saved: SavedMembers): void {
  if (!saved) return;
  team.joined = saved.joined;
  makeRoom(team, saved.members.length);
  team.members.set(saved.members);
  if (team.kind === 'follow') team.leader = saved.leader;
}

/** Tells every team's members what to do in this step. */
function organise(world: World, input: PlanningInput): void {
  const { teams } = world;
  world.arrived += organiseTeams(teams, input, (row) => plannerOf(world, row));
  if (world.arrival !== 'vanish') return;
  for (const team of teams) dropFinished(world, team);
}

/** Agents at the end of a task that only the team knows to be over leave, in the order of ids. */
function dropFinished({ crowd, happening }: World, team: Team): void {
  if (team.kind !== 'collect' && team.kind !== 'follow') return;
  for (const id of team.members) {
    if (!hasAgent(crowd, id) || crowd.plan.status[rowOf(crowd, id)] !== Status.arrived) continue;
    addEvent(happening, EventKind.removed, id, -1, 0);
    dropAgent(crowd, id);
  }
}

/** Adds what teams remember to a hash of the state. */
function addTeamHashes(teams: readonly Team[], total: Hash64): void {
  for (let number = 0; number < teams.length; number++) {
    resetHash(scratch);
    hashDouble(scratch, number);
    const team = teams[number];
    for (const column of stateOfTeam(team)) {
      for (let k = 0; k < column.length; k++) hashDouble(scratch, column[k]);
    }
    if (team.joined > 0) for (const id of team.members) hashDouble(scratch, id);
    if (team.joined > 0 && team.kind === 'follow') hashDouble(scratch, team.leader);
    finishHash(scratch);
    addHash(total, scratch);
  }
}

const scratch = createHash();

export const teamParts = {
  createTeams,
  startTeams,
  hasTeamPlace,
  joinTeam,
  organise,
  addTeamHashes,
} satisfies Partial<WorldParts>;
