type Velocity = { x: number; y: number };

/** What the last decision went through, for explanations: velocities, and the numbers of the rules of crowds. */
export function createTrace() {
  return {
    /** Along the direction of the plan at the pace; then along the plan in space and time, or aside. */
    desired: { x: 0, y: 0 },
    wish: { x: 0, y: 0 },
    /** The wish in the direction of the lane, and behind the agent ahead. */
    lane: { x: 0, y: 0 },
    patient: { x: 0, y: 0 },
    /** What the programme found, and what the headway left of it. */
    found: { x: 0, y: 0 },
    result: { x: 0, y: 0 },
    /** How much of a crowd there is, from 0 to 1; impatience; the headway, seconds, and the horizon. */
    crowded: 0,
    impatience: 0,
    headway: 0,
    horizon: 0,
    isAside: false,
  };
}

export function mark(place: Velocity, velocity: Velocity): void {
  place.x = velocity.x;
  place.y = velocity.y;
}
