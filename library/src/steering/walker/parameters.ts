/** Parameters of the walker; docs/models/walker.md. */
export type WalkerParameters = {
  /** How far ahead collisions with agents are avoided, seconds. */
  horizon: number;
  /** How far ahead walls are avoided, seconds. */
  wallHorizon: number;
  /** Whether agents plan in space and time where they would get stuck. */
  spaceTime: boolean;
  /** Nobody plans in space and time who sees more agents than this. */
  planningCrowd: number;
};

export const walkerDefaults: WalkerParameters = {
  horizon: 8,
  wallHorizon: 0.3,
  spaceTime: true,
  planningCrowd: 3,
};
