import { addEvent, dropAgent, EventKind, GoalKind, hasAgent, rowOf, Status } from '../crowd/index.ts';
import { heightOf } from '../geometry/index.ts';
import { addHash, createHash, finishHash, type Hash64, hashDouble, resetHash } from '../numerics/index.ts';
import { OWN_GOAL, type PlanningInput, TEAM_PLACE } from '../planning/index.ts';
import {
  createCollectors,
  createCompanions,
  createFile,
  createFlock,
  organiseTeams,
  stateOfTeam,
  type Team,
} from '../planning/teams/index.ts';
import type { WorldParts } from './parts.ts';
import { plannerOf } from './planners.ts';
import type { Scenario } from './scenario/index.ts';
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
      const leader = task.leader === undefined ? Math.min(...members) : agents.get(task.leader)!;
      return createFile(name, members, leader, task.gap);
    }
    case 'keep-together':
      return createFlock(name, members, task.distance);
  }
}

/** The lists of one target each that collectors are sent by; known or new. */
export function linkTeams({ targetSets, teams }: World): void {
  for (const team of teams) {
    if (team.kind !== 'collect') continue;
    team.items.forEach((target, item) => {
      team.sets[item] = findSet(targetSets, Int32Array.of(target));
    });
  }
}

function findSet(targetSets: Int32Array[], set: Int32Array): number {
  const known = targetSets.findIndex(
    (other) => other.length === set.length && other.every((target, k) => target === set[k]),
  );
  return known >= 0 ? known : targetSets.push(set) - 1;
}

/** Gives the members of new teams the goals of their tasks. */
function startTeams(world: World): void {
  const { crowd, scenario, targetSets, teams } = world;
  const { motion, plan } = crowd;
  linkTeams(world);
  teams.forEach((team, k) => {
    const { task } = scenario.teams[k];
    if (task.kind === 'keep-together') return;
    for (const id of team.members) {
      // No agent has come or left yet: agent n is in row n.
      const row = id;
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
      if (task.kind === 'together' && !task.targets && !task.point) continue;
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
  });
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
    for (const column of stateOfTeam(teams[number])) {
      for (let k = 0; k < column.length; k++) hashDouble(scratch, column[k]);
    }
    finishHash(scratch);
    addHash(total, scratch);
  }
}

const scratch = createHash();

export const teamParts = { createTeams, startTeams, organise, addTeamHashes } satisfies Partial<WorldParts>;
