type Velocity = { x: number; y: number };

/**
 * The velocities that a decision goes through: along the direction of the plan at the pace; then along the plan in space and
 * time, or aside; in the direction of the lane; behind the agent ahead; what the programme found; what the headway left of it.
 */
export type Stage = 'desired' | 'wish' | 'lane' | 'patient' | 'found' | 'result';

/** Is told each of them, for an explanation. */
export type Trace = (stage: Stage, velocity: Velocity) => void;

export function createRecord(): Record<Stage, Velocity> {
  const none = { x: 0, y: 0 };
  return { desired: none, wish: none, lane: none, patient: none, found: none, result: none };
}
