import { quote } from './error.ts';
import type { Goal } from './goals.ts';
import { type Dice, draw } from './room.ts';
import type { Walker } from './test-case.ts';
import { failFrom } from './values.ts';

/**
 * The agents of a walker: single agents, or one group. Agents with a position, a goal or a direction that is drawn for
 * each of them are single.
 */
export type Role = { walker: Walker; names: string[]; isGroup: boolean };
export type Cast = { roles: Role[]; byName: Map<string, Role[]>; count: number };

/** `isDivided`: whether a walker cannot get everywhere, so that random goals must be drawn for each agent. */
export function createCast(walkers: readonly Walker[], isDivided: (walker: Walker) => boolean): Cast {
  const unique = createNames();
  const byName = new Map<string, Role[]>();
  let regions = 0;
  let count = 0;
  const roles = walkers.map((walker, k): Role => {
    const { name, region } = walker;
    const base = region ? `region ${++regions}` : (name ?? `agent ${k + 1}`);
    const isGroup = region !== undefined && !isDrawnForEach(walker, isDivided);
    const names =
      region && !isGroup
        ? Array.from({ length: walker.count }, (_, member) => unique(`${base}, ${member + 1}`))
        : [unique(base)];
    count += walker.count;
    const role = { walker, names, isGroup };
    if (name === undefined) return role;
    const bearers = byName.get(name);
    if (bearers) bearers.push(role);
    else byName.set(name, [role]);
    return role;
  });
  return { roles, byName, count };
}

/** Makes unique names, short enough for a scenario. */
function createNames(): (wish: string) => string {
  const used = new Map<string, number>();
  return (wish) => {
    const base = wish.slice(0, 80);
    let name = base;
    let number = used.get(base) ?? 0;
    while (used.has(name)) name = `${base} (${++number + 1})`;
    used.set(base, number);
    if (name !== base) used.set(name, 0);
    return name;
  };
}

/** Whether members of a region have goals of their own that a group cannot draw for them. */
function isDrawnForEach(walker: Walker, isDivided: (walker: Walker) => boolean): boolean {
  const { goals } = walker;
  const drawn = goals.filter(
    (goal) =>
      ('at' in goal && goal.at === 'random') ||
      ('along' in goal && goal.along === 'random') ||
      ('isRandom' in goal && goal.isRandom),
  );
  if (drawn.length === 0) return false;
  const isOneSeek = goals.length === 1 && goals[0].kind === 'seek';
  return !isOneSeek || isDivided(walker);
}

type Named = Goal & { name: string; isRandom: boolean };

/** The role to pursue, and the number of the agent in it; `self` is the pursuer's number in its own role. */
export function quarryOf(cast: Cast, role: Role, self: number, goal: Named, dice: Dice): [Role, number] {
  return goal.isRandom ? drawOther(cast, role, self, goal, dice) : [bearerOf(cast, role, goal), 0];
}

/** The one role with a name. */
function bearerOf(cast: Cast, role: Role, { name, origin }: Named): Role {
  const bearers = cast.byName.get(name) ?? [];
  if (bearers.length === 1 && bearers[0] !== role) return bearers[0];
  const wish = 'expected the name of one other agent in <targetName>, got';
  const found =
    bearers.length === 0
      ? 'that no agent has'
      : bearers.length > 1
        ? `that ${bearers.length} have`
        : 'its own';
  return failFrom(origin, `${wish} ${quote(name)}, ${found}`);
}

/** Draws another agent, each with the same probability; a member of a group stands for its group. */
function drawOther(cast: Cast, role: Role, self: number, { origin }: Goal, dice: Dice): [Role, number] {
  if (cast.count < 2) failFrom(origin, 'expected another agent that can be drawn, got none');
  let number = Math.floor(draw(dice) * (cast.count - 1));
  for (const other of cast.roles) {
    // The pursuer itself is not counted.
    const others = other === role ? other.walker.count - 1 : other.walker.count;
    if (number < others) return [other, other === role && number >= self ? number + 1 : number];
    number -= others;
  }
  return failFrom(origin, 'expected another agent that can be drawn, got none');
}
