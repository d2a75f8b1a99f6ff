import type { Advantage, BehaviourClass, NonlinearParameters, Rivalry } from './parameters.ts';
import { competition, standardClasses } from './parameters.ts';

/** Values of Classes.advantage and Classes.rivalry: the functions that give α of a class and γ of a pair. */
export const AdvantageKind = { constant: 0, closeness: 1, remaining: 2, nearby: 3 } as const;
export const RivalryKind = { constant: 0, conflict: 1, exclusive: 2 } as const;

/** The classes of the competition as columns: those of targets come first, each kind in the order of the scenario. */
export type Classes = {
  count: number;
  targets: number;
  obstacles: number;
  /** True for the model with one target and one kind of obstacles, with the published functions. */
  standard: boolean;
  /** Whether all rivalry is between the first class, the only one of targets, and the others. */
  isStar: boolean;
  isTarget: Uint8Array;
  /** Number among the classes of its kind. */
  place: Int32Array;
  /** One over the factor on d0, by obstacle class. */
  rateScale: Float64Array;
  /** Function of α and its parameters, by class. */
  advantage: Uint8Array;
  advantageShare: Float64Array;
  advantageLength: Float64Array;
  /** Function of γ and its parameter, row by row: how much the column's class suppresses the row's. */
  rivalry: Uint8Array;
  rivalryValue: Float64Array;
};

export function createClasses(parameters: Pick<NonlinearParameters, 'classes' | 'competition'>): Classes {
  const given = parameters.classes ?? standardClasses;
  const ofKind = (kind: BehaviourClass['kind']) => given.filter((one) => one.kind === kind);
  const list = [...ofKind('target'), ...ofKind('obstacle')];
  const count = list.length;
  const advantages = list.map((one) => one.advantage ?? defaultAdvantage(one.kind));
  const rivalries = list.flatMap((of) => list.map((from) => rivalryOf(of, from, parameters.competition)));
  const targets = ofKind('target').length;
  const isStar =
    targets === 1 &&
    rivalries.every(
      (by, pair) => pair < count || pair % count === 0 || ('constant' in by && by.constant === 0),
    );
  return {
    count,
    isStar,
    targets,
    obstacles: count - targets,
    standard: parameters.classes === undefined && parameters.competition === undefined,
    isTarget: Uint8Array.from(list, ({ kind }) => (kind === 'target' ? 1 : 0)),
    place: Int32Array.from(list, (one) => ofKind(one.kind).indexOf(one)),
    rateScale: Float64Array.from(ofKind('obstacle'), ({ distance }) => 1 / distance),
    advantage: Uint8Array.from(advantages, (one) => AdvantageKind[keyOf(one)]),
    advantageShare: Float64Array.from(advantages, shareOf),
    advantageLength: Float64Array.from(advantages, (one) => ('nearby' in one ? one.nearby.length : 1)),
    rivalry: Uint8Array.from(rivalries, (by) => RivalryKind[keyOf(by)]),
    rivalryValue: Float64Array.from(rivalries, parameterOf),
  };
}

function keyOf<Choice extends object>(choice: Choice): KeysOf<Choice> {
  return Object.keys(choice)[0] as KeysOf<Choice>;
}

type KeysOf<Choice> = Choice extends unknown ? keyof Choice & string : never;

function defaultAdvantage(kind: BehaviourClass['kind']): Advantage {
  return kind === 'target'
    ? { remaining: { share: competition.targetAdvantage } }
    : { closeness: { scale: 1 } };
}

function shareOf(advantage: Advantage): number {
  if ('constant' in advantage) return advantage.constant;
  if ('closeness' in advantage) return advantage.closeness.scale;
  return 'remaining' in advantage ? advantage.remaining.share : advantage.nearby.share;
}

function rivalryOf(of: BehaviourClass, from: BehaviourClass, given: readonly Rivalry[] = []): Rivalry['by'] {
  const own = given.find((one) => one.of === of.name && one.from === from.name);
  if (own) return own.by;
  if (of === from) return { constant: 0 };
  if (of.kind === 'target') {
    return from.kind === 'target'
      ? { exclusive: { margin: competition.changeOver } }
      : { conflict: { sharpness: competition.competitionSharpness } };
  }
  return { constant: from.kind === 'target' ? competition.targetOverObstacles : 0 };
}

function parameterOf(by: Rivalry['by']): number {
  if ('constant' in by) return by.constant;
  return 'conflict' in by ? by.conflict.sharpness : by.exclusive.margin;
}
