import type { SteeringInput } from '../contract.ts';
import type { addStraightTrack, Tracks } from '../spacetime/index.ts';
import type { addVelocityObstacle } from './avoidance.ts';
import type { Hindrances } from './nearby.ts';
import type { HalfPlanes } from './program.ts';

/** The most agents that an agent avoids by hearsay: the nearest. */
export const MOST_KNOWN = 12;

/**
 * How walkers heed what they know of and do not perceive; docs/models/walker.md. It is handed the functions of the walker
 * that it needs: a page that loads it later then keeps the walker in one file.
 */
export type Hearing = {
  /** The input with known elements of obstacles among those perceived. */
  hear(input: SteeringInput): SteeringInput;
  /** Adds the half-planes of known agents. */
  avoid(
    add: typeof addVelocityObstacle,
    planes: HalfPlanes,
    near: Hindrances,
    input: SteeringInput,
    row: number,
    isPersonal: boolean,
  ): void;
  /** Adds known agents to those around which an agent plans. */
  addTracks(add: typeof addStraightTrack, tracks: Tracks, input: SteeringInput, row: number): void;
  /** The element of the hearsay behind an element of `hear`, and behind the source of a half-plane; −1: perceived. */
  elementOf(input: SteeringInput, element: number): number;
  agentOf(source: number): number;
};

/** Registered where agents share what they know: pages without such agents do not load it. */
export const hearing: { registered?: Hearing } = {};
