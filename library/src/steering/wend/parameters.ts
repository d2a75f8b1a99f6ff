/** Parameters of the wend model; docs/models/wend.md. */
export type WendParameters = {
  /** How far ahead collisions with agents are avoided, seconds. */
  horizon: number;
  /** How far ahead walls are avoided, seconds. */
  wallHorizon: number;
  /** Whether agents plan in space and time where they would get stuck. */
  spaceTime: boolean;
  /** Nobody plans in space and time who sees more agents than this. */
  planningCrowd: number;
};

export const wendDefaults: WendParameters = {
  horizon: 8,
  wallHorizon: 0.3,
  spaceTime: true,
  planningCrowd: 3,
};
