/**
 * Indexes into the list of numbers that functions and compiled code exchange while they follow a single agent. Engines may
 * allocate a double that is an argument or a result of a call; a number in a list costs no allocation.
 */
export const Fact = {
  /** The time of the base of the flow: seconds of the run, and seconds since the beginning of the step. */
  begin: 0,
  after: 1,
  /** Seconds that the flow lasts. */
  length: 2,
  /** What holds after the flow: the alarm, the smallest margin of the invariants, and whether any transition is enabled. */
  alarm: 3,
  margin: 4,
  isEnabled: 5,
  /** An event, in seconds after the base: the last instant before it, and the first at which it has happened. */
  early: 6,
  late: 7,
  /** The margin below which an invariant fails. */
  least: 8,
  /** The largest error of a sub-step with error control, as a multiple of the tolerance. */
  error: 9,
  /** The probability with which a random policy lets an agent jump in a step. */
  chance: 10,
  /** Whether each transition is enabled: one place for each. */
  firstGuard: 11,
} as const;
