import type { PlanningInput } from '../base/contract.ts';
import { type Collectors, organiseCollectors } from './collect.ts';
import { type File, organiseFile } from './follow.ts';
import { type Flock, organiseFlock } from './keep-together.ts';
import type { PlannerOf, StateColumn } from './team.ts';
import { type Companions, organiseCompanions } from './together.ts';

export type Team = Collectors | Companions | File | Flock;

/**
 * Tells the members of all teams what to do, before arrivals are recorded; returns how many have come to the end of
 * a task that only the team knows to be over.
 */
export function organiseTeams(teams: readonly Team[], input: PlanningInput, plannerOf: PlannerOf): number {
  let arrived = 0;
  for (const team of teams) {
    switch (team.kind) {
      case 'collect':
        arrived += organiseCollectors(team, input, plannerOf);
        break;
      case 'together':
        organiseCompanions(team, input);
        break;
      case 'follow':
        arrived += organiseFile(team, input);
        break;
      case 'keep-together':
        organiseFlock(team, input);
        break;
    }
  }
  return arrived;
}

/** What a team must not forget, always in the same order: saved with the world and part of its hash. */
export function stateOfTeam(team: Team): readonly StateColumn[] {
  switch (team.kind) {
    case 'collect':
      return [team.taken, team.itemOf, team.retry, team.review, team.done];
    case 'together':
      return [];
    case 'follow':
      return [team.order, team.trailX, team.trailY, team.trailZ, team.trail, team.head];
    case 'keep-together':
      return [
        team.meeting,
        team.returning,
        team.homeKind,
        team.homeSet,
        team.homeX,
        team.homeY,
        team.homeZ,
        team.homeRadius,
      ];
  }
}
