import type { Layout, Table } from '../../crowd/index.ts';

/** What the model remembers of each agent. */
export const walkerColumns = {
  /** Speed to the left of the heading, metres per second. */
  scoot: 'float64',
  /** Where the agent would be had nothing touched it in the last step, and 1 once that is known. */
  aimedX: 'float64',
  aimedY: 'float64',
  aimed: 'uint8',
  /** The step in which the plan in space and time began, and its layers; 0 layers: no plan is followed. */
  planSince: 'float64',
  planLayers: 'float64',
  /** Where the plan is kept. Not part of the hash: any place will do. */
  planBlock: 'int32',
  /** The step before which no other plan is made. */
  planAgain: 'float64',
  /** Plans that failed one after the other: who fails goes before those who did not. */
  failures: 'float64',
  /** Seconds without getting on; less than 0: seconds left to step aside. */
  stuck: 'float64',
} as const satisfies Layout;

export type WalkerColumns = Table<typeof walkerColumns>;
