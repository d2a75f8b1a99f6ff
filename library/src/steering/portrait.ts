/** The dynamics at one heading: radians, and radians per second, positive to the left. */
export type HeadingSample = {
  /** φ, from the x axis, in (−π, π]. */
  heading: number;
  /** f_tar and f_obs, before they are weighted. */
  target: number;
  obstacles: number;
  /** |w_tar| f_tar + |w_obs| f_obs: how fast the agent would turn. */
  total: number;
};

/** A heading where the turn rate changes sign: attractors draw the heading in, repellers push it away. */
export type HeadingFixedPoint = { heading: number; kind: 'attractor' | 'repeller' };

/** How fast an agent turns at each heading, and the headings at which it does not turn. */
export type HeadingPortrait = {
  /** In order of the heading, which runs over (−π, π] in equal steps. */
  samples: HeadingSample[];
  weights: { target: number; obstacles: number };
  gamma12: number;
  gamma21: number;
  alpha1: number;
  alpha2: number;
  /** In order of the heading. */
  fixedPoints: HeadingFixedPoint[];
};

/** What a portrait shows. */
export type PortraitOptions = {
  /** The number of headings; 360 by default. Two fixed points between the same two samples are missed. */
  samples?: number;
  /**
   * `present` (the default): the weights at the agent's present heading, used for the whole plot, as in published plots: they
   * change on the time scale of the competition, not along the plot.
   * `sum`: both 1, the plain sum that the competition replaces.
   * `own`: each heading has the weights that the agent would have there; where they switch, the total jumps.
   */
  weights?: 'present' | 'sum' | 'own';
};
