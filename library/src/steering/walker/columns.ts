import type { Layout, Table } from '../../crowd/index.ts';

/** What the model remembers of each agent. */
export const walkerColumns = {
  /** The step in which the space-time plan began, and its layers; 0 layers: no plan. */
  planSince: 'float64',
  planLayers: 'float64',
  /** The block of the plan. Not part of the hash: any block will do. */
  planBlock: 'int32',
  /** The earliest step of the next plan. */
  planAgain: 'float64',
  /** Failed plans in a row: an agent with more failures goes first. */
  failures: 'float64',
  /** Seconds without progress; if negative, the seconds left to step aside. */
  stuck: 'float64',
  /** Right of way in a passage: the number of the conflict; negative: the agent gives way; 0: none. */
  right: 'float64',
  /** How impatient the agent is, from 0 to 1: agents that have stood in a crowd accept less distance. */
  impatience: 'float64',
  /** The direction of its lane, from −4 (right) to 4 (left), and the earliest step of the next choice. */
  lane: 'float64',
  laneAgain: 'float64',
  /** 1 if the agent walked against a stream at its last choice. */
  against: 'float64',
} as const satisfies Layout;

export type WalkerColumns = Table<typeof walkerColumns>;
