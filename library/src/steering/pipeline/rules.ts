import { Feel } from './columns.ts';

/** Patterns of one feeler, as sets of what it may feel. */
const patterns = {
  '-': [Feel.nothing],
  wall: [Feel.wall],
  oncoming: [Feel.oncoming],
  crossing: [Feel.crossing],
  same: [Feel.same],
  agent: [Feel.oncoming, Feel.crossing, Feel.same],
  some: [Feel.wall, Feel.oncoming, Feel.crossing, Feel.same],
  any: [Feel.nothing, Feel.wall, Feel.oncoming, Feel.crossing, Feel.same],
} as const;

type Pattern = keyof typeof patterns;
/** `target`: on to the local target; `away`: to the side whose feeler reaches further, ties to the right. */
type Turn = 'target' | 'none' | 'left' | 'right' | 'away';
type Scoot = 'none' | 'left' | 'right';

/** What left, centre and right feel ⇒ a turn, the share of the pace that remains at zero distance, a step aside. */
export type Rule = {
  when: readonly [Pattern, Pattern, Pattern];
  turn: Turn;
  speed: number;
  scoot: Scoot;
  why: string;
};

/**
 * The reaction to what the feelers touch. The first rule that matches applies; each also stands for its mirror image, which
 * is tried directly after it.
 */
export const rules: readonly Rule[] = [
  rule('-', '-', '-', 'target', 1, 'none', 'nothing there'),
  // An agent comes straight on.
  rule('wall', 'oncoming', 'wall', 'none', 0.1, 'none', 'oncoming, walls on both sides: no room'),
  rule(
    'any',
    'oncoming',
    '-',
    'right',
    0.4,
    'right',
    'oncoming: pass on the free side, on the right if both are',
  ),
  rule('some', 'oncoming', 'wall', 'left', 0.3, 'left', 'oncoming, a wall on one side: pass on the other'),
  rule('agent', 'oncoming', 'agent', 'right', 0.3, 'right', 'oncoming, broad: pass on the right'),
  // An agent crosses straight ahead.
  rule('-', 'crossing', '-', 'away', 0.2, 'none', 'crossing ahead: slow down, turn to the freer side'),
  rule('some', 'crossing', '-', 'right', 0.3, 'none', 'crossing ahead, one side free: turn there'),
  rule('some', 'crossing', 'some', 'none', 0.1, 'none', 'crossing ahead, no side free: let it pass'),
  // An agent ahead goes the same way.
  rule('some', 'same', 'some', 'target', 0.3, 'none', 'behind an agent, no side free: follow'),
  rule(
    'any',
    'same',
    '-',
    'right',
    0.6,
    'none',
    'behind an agent: overtake on the free side, on the right if both are',
  ),
  // A wall ahead.
  rule('some', 'wall', 'some', 'away', 0.1, 'none', 'a wall ahead, no side free: turn to the freer side'),
  rule(
    'any',
    'wall',
    '-',
    'right',
    0.3,
    'right',
    'a wall ahead: turn to the free side, to the right if both are',
  ),
  // Free ahead, something on one side or both.
  rule('wall', '-', 'wall', 'target', 0.8, 'none', 'between walls: it fits'),
  rule('agent', '-', 'agent', 'target', 0.5, 'none', 'a gap between two: go through, slowly'),
  rule('oncoming', '-', '-', 'right', 0.9, 'right', 'oncoming on one side: give way'),
  rule('crossing', '-', '-', 'none', 0.7, 'none', 'crossing on one side: go on, a little slower'),
  rule('same', '-', '-', 'target', 0.9, 'right', 'beside an agent: keep off'),
  rule('wall', '-', '-', 'target', 0.8, 'right', 'a wall on one side: keep off'),
  rule('agent', '-', 'wall', 'none', 0.3, 'none', 'between an agent and a wall: slowly'),
];

function rule(
  left: Pattern,
  centre: Pattern,
  right: Pattern,
  turn: Turn,
  speed: number,
  scoot: Scoot,
  why: string,
): Rule {
  return { when: [left, centre, right], turn, speed, scoot, why };
}

/** Signs of the compiled commands, positive to the left; `target` and `away` depend on the agent. */
export const TurnCode = { right: -1, none: 0, left: 1, target: 2, away: 3 } as const;

/** The rules for each of the 125 combinations, see combinationOf: one index finds everything. */
export type CompiledRules = {
  /** The rule's number in the table. */
  rule: Uint8Array;
  /** 1 where its mirror image holds. */
  mirrored: Uint8Array;
  turn: Int8Array;
  speed: Float64Array;
  scoot: Int8Array;
};

/** The index of what the three feelers feel. */
export function combinationOf(left: number, centre: number, right: number): number {
  return (left * 5 + centre) * 5 + right;
}

export function compileRules(table: readonly Rule[]): CompiledRules {
  const compiled: CompiledRules = {
    rule: new Uint8Array(125),
    mirrored: new Uint8Array(125),
    turn: new Int8Array(125),
    speed: new Float64Array(125),
    scoot: new Int8Array(125),
  };
  for (let left = 0; left < 5; left++) {
    for (let centre = 0; centre < 5; centre++) {
      for (let right = 0; right < 5; right++) fill(compiled, table, left, centre, right);
    }
  }
  return compiled;
}

function fill(
  compiled: CompiledRules,
  table: readonly Rule[],
  left: number,
  centre: number,
  right: number,
): void {
  const at = combinationOf(left, centre, right);
  for (let number = 0; number < table.length; number++) {
    const { when, turn, speed, scoot } = table[number];
    const straight = matches(when, left, centre, right);
    if (!straight && !matches(when, right, centre, left)) continue;
    const sign = straight ? 1 : -1;
    compiled.rule[at] = number;
    compiled.mirrored[at] = straight ? 0 : 1;
    compiled.turn[at] = turn === 'target' || turn === 'away' ? TurnCode[turn] : sign * TurnCode[turn];
    compiled.speed[at] = speed;
    compiled.scoot[at] = sign * TurnCode[scoot];
    return;
  }
  throw new RangeError(`no rule for what the feelers feel: ${left}, ${centre}, ${right}`);
}

function matches(when: Rule['when'], left: number, centre: number, right: number): boolean {
  return isIn(when[0], left) && isIn(when[1], centre) && isIn(when[2], right);
}

function isIn(pattern: Pattern, feel: number): boolean {
  return (patterns[pattern] as readonly number[]).includes(feel);
}
