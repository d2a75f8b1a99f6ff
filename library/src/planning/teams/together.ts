import { Status } from '../../crowd/index.ts';
import type { PlanningInput } from '../base/contract.ts';
import { type Crew, createCrew, findMembers } from './team.ts';

/** A team that arrives together: a member with less time to go walks slower. */
export type Companions = Crew & {
  kind: 'together';
  /** No member is slowed below this share of its own speed. */
  minimumShare: number;
};

export function createCompanions(name: string, members: readonly number[], minimumShare: number): Companions {
  return { ...createCrew(name, members), kind: 'together', minimumShare };
}

/** Matches the paces, so that each arrives when the one with the most time to go does. */
export function organiseCompanions(team: Companions, input: PlanningInput): void {
  findMembers(team, input.crowd);
  const { minimumShare, rows } = team;
  const { plan } = input.crowd;
  let longest = 0;
  for (let member = 0; member < rows.length; member++) {
    longest = Math.max(longest, timeLeft(input, rows[member]));
  }
  for (let member = 0; member < rows.length; member++) {
    const row = rows[member];
    if (row < 0) continue;
    const time = timeLeft(input, row);
    plan.paceShare[row] = time > 0 ? Math.max(minimumShare, time / longest) : 1;
  }
}

/** Seconds to the border of the goal at the own speed; 0: has arrived, has no plan yet or does not walk. */
function timeLeft({ crowd, targets }: PlanningInput, row: number): number {
  if (row < 0) return 0;
  const { plan, traits } = crowd;
  const speed = traits.desiredSpeed[row];
  if (plan.status[row] !== Status.walking || !(speed > 0)) return 0;
  const target = plan.targetSet[row] >= 0 ? plan.target[row] : -1;
  const radius = target >= 0 ? targets.radius[target] : plan.goalRadius[row];
  return Math.max(0, plan.goalDistance[row] - radius) / speed;
}
