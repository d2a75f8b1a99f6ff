import type { Layout, Table } from '../../crowd/index.ts';

/** What each phase remembers of an agent. Times are seconds of the simulation. */
export const pipelineColumns = {
  // The command to locomotion: turn rate, speed ahead and to the left.
  commandTurn: 'float64',
  commandSpeed: 'float64',
  commandScoot: 'float64',
  // Prediction: the nearest threat (its id, or −1), when the collision would begin and end, its kind (a Feel), whether
  // the agent would be first at the crossing, on which side to pass, and on which side the other is (1: left).
  threat: 'float64',
  threatBegin: 'float64',
  threatEnd: 'float64',
  threatKind: 'uint8',
  threatFirst: 'uint8',
  threatPassLeft: 'uint8',
  threatFromLeft: 'uint8',
  /** 1 if threats leave no escape: a deadlock is predicted. */
  deadlock: 'uint8',
  // Reaction: what each feeler feels (a Feel) and the gap to it, what the whiskers touch, and what needs a reaction.
  feelLeft: 'uint8',
  feelCentre: 'uint8',
  feelRight: 'uint8',
  nearLeft: 'float64',
  nearCentre: 'float64',
  nearRight: 'float64',
  whiskers: 'uint8',
  touched: 'uint8',
  /** The id of the nearest agent that a feeler touches, or −1. */
  felt: 'float64',
  // States: one of State; steps that the agent has been stuck, below 0 where it goes straight on after a detour in vain.
  state: 'uint8',
  stuck: 'float64',
  // Space-time planning: the plan's slot in the store, from 1 (0: none); 1 if an unforeseen agent is about to block the
  // plan; the earliest time of the next plan.
  plan: 'int32',
  unforeseen: 'uint8',
  planAgain: 'float64',
  /** When the agent stops walking around others. */
  detourEnd: 'float64',
} as const satisfies Layout;

export type PipelineTable = Table<typeof pipelineColumns>;

/** What a feeler feels; also the kinds of a threat. */
export const Feel = { nothing: 0, wall: 1, oncoming: 2, crossing: 3, same: 4 } as const;

/** Bits of `whiskers`: what is beside the body. */
export const Whisker = { left: 1, right: 2 } as const;

/** Values of `touched`. */
export const Touch = { nothing: 0, wall: 1, agent: 2 } as const;

/** Normal, avoiding a threat (P), waiting for it to pass (W), on a space-time plan (S), turning to the target (T). */
export const State = { normal: 0, proactive: 1, waiting: 2, spaceTime: 3, turning: 4 } as const;
