import { type Crowd, hasAgent, longer } from '../../crowd/index.ts';
import { createAssignment } from './assignment.ts';
import type { Collectors } from './collect.ts';
import { type File, trailLength } from './follow.ts';
import type { Flock } from './keep-together.ts';
import type { StateColumn } from './team.ts';
import type { Team } from './teams.ts';

/** Whether a team has a place for one more beside those that wait to come: it may have `most` members at a time. */
export function hasPlace({ members }: Team, crowd: Crowd, most: number, coming: number): boolean {
  if (members.length + coming < most) return true;
  let present = 0;
  for (const id of members) if (hasAgent(crowd, id)) present++;
  return present + coming < most;
}

/** Takes in an agent that has come during the run, in the place of one that has left or in a new one. */
export function joinTeam(team: Team, id: number, crowd: Crowd): void {
  team.joined++;
  // A file whose members all come later follows the first of them.
  if (team.kind === 'follow' && team.leader < 0) {
    team.leader = id;
    return;
  }
  let member = vacantPlace(team, crowd);
  if (member < 0) {
    member = team.members.length;
    makeRoom(team, member + 1);
  } else clearPlace(team, member);
  team.members[member] = id;
}

function vacantPlace({ members }: Team, crowd: Crowd): number {
  for (let member = 0; member < members.length; member++)
    if (!hasAgent(crowd, members[member])) return member;
  return -1;
}

/** Lengthens everything that has a place for each member. */
export function makeRoom(team: Team, count: number): void {
  const before = team.members.length;
  team.members = longer(team.members, count);
  team.rows = longer(team.rows, count);
  if (team.kind === 'collect') {
    const items = team.items.length;
    team.itemOf = longer(team.itemOf, count).fill(-1, before);
    team.retry = longer(team.retry, count * items);
    team.cost = new Float64Array(count * items);
    team.workers = new Int32Array(count);
    team.assignment = createAssignment(count, items);
  } else if (team.kind === 'follow') {
    team.order = longer(team.order, count);
    for (let member = before; member < count; member++) team.order[member] = member;
    lengthenTrail(team, trailLength(count));
  } else if (team.kind === 'keep-together') {
    for (const key of homeColumns) Object.assign(team, { [key]: longer<StateColumn>(team[key], count) });
  }
}

const homeColumns = [
  'returning',
  'homeKind',
  'homeSet',
  'homeX',
  'homeY',
  'homeZ',
  'homeRadius',
] as const satisfies readonly (keyof Flock)[];

/** The ring begins with its oldest entry, so that it continues in the new places. */
function lengthenTrail(file: File, length: number): void {
  const [newest, count] = file.trail;
  for (const key of ['trailX', 'trailY', 'trailZ'] as const) {
    const before = file[key];
    file[key] = new Float64Array(length);
    for (let k = 0; k < count; k++) {
      file[key][k] = before[(newest - count + 1 + k + before.length) % before.length];
    }
  }
  file.trail[0] = count - 1;
}

/** Forgets the member that had a place; in a file, those behind it move up. */
function clearPlace(team: Team, member: number): void {
  if (team.kind === 'collect') clearItem(team, member);
  else if (team.kind === 'keep-together') team.returning[member] = 0;
  else if (team.kind === 'follow') {
    const at = team.order.indexOf(member);
    team.order.copyWithin(at, at + 1);
    team.order[team.order.length - 1] = member;
  }
}

function clearItem({ itemOf, items, retry }: Collectors, member: number): void {
  itemOf[member] = -1;
  retry.fill(0, member * items.length, (member + 1) * items.length);
}
