import type { World } from 'wend';
import { bodyDefaults } from 'wend/scenario';
import { BadInput } from '../../failure.ts';
import type { Tree } from '../../switch-model.ts';
import type { Figure } from './figures.ts';

/** Seconds between two positions that are compared. */
export const SAMPLE = 0.4;

/** A person of a recording at the beginning of a window, and where it was afterwards. */
export type RecordedPerson = {
  at: readonly [number, number];
  velocity: readonly [number, number];
  /** Mean speed over the whole recording, m/s. */
  speed: number;
  /** Where it goes; absent for a person that stands. */
  goal?: readonly [number, number];
  /** Its positions after each sample, as long as it was seen: x, y, x, y, … */
  seen: readonly number[];
};

/** A piece of a recording that is simulated from its first moment on. */
export type Window = { from: number; samples: number; people: readonly RecordedPerson[] };

/** How near a person comes to the place where it was seen to stop, m. */
const GOAL_RADIUS = 0.1;
/** Room between goals and the bounds, m. */
const MARGIN = 0.5;

/** What the first group of a scenario may say about all people. */
const TRAITS = [
  ...['class', 'field', 'goalRadius', 'personalDistance', 'personality', 'planner', 'radius', 'speed'],
  ...['steering', 'viewRadius', 'wander'],
];

/** Replaces the agents of a scenario by the people of a window. Traits that its first group states hold for all. */
export function castWindow(written: Tree, { people, samples }: Window): void {
  const [group = {}] = (Array.isArray(written.groups) ? written.groups : []) as Tree[];
  const traits = Object.fromEntries(TRAITS.filter((key) => key in group).map((key) => [key, group[key]]));
  const radius = traits.radius ?? bodyDefaults.radius;
  if (typeof radius !== 'number')
    throw new BadInput('groups[0].radius: expected a number where people come from a recording');
  for (const key of ['groups', 'teams', 'script', 'expect']) delete written[key];
  const inside = insideOf(written.bounds);
  written.agents = people.map(({ at, goal, seen: _, speed, velocity }) => ({
    speed,
    goalRadius: GOAL_RADIUS,
    ...traits,
    at: [...at],
    velocity: [...velocity],
    radius: radiusOf(at, people, radius),
    ...(goal && { goal: goal.map(inside) }),
  }));
  written.arrival = 'stop';
  written.duration = samples * SAMPLE;
}

/** Limits the coordinates of goals, which may be beyond the picture, to the bounds of the scenario. */
function insideOf(bounds: unknown): (value: number, axis: number) => number {
  const { max, min } = (bounds ?? {}) as { min?: number[]; max?: number[] };
  if (!Array.isArray(min) || !Array.isArray(max)) return (value) => value;
  return (value, axis) => Math.min(max[axis] - MARGIN, Math.max(min[axis] + MARGIN, value));
}

/** Friends walk closer than two radii: their bodies are made as small as their distance wants. */
function radiusOf(at: RecordedPerson['at'], people: readonly RecordedPerson[], most: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const other of people) {
    if (other.at !== at) nearest = Math.min(nearest, Math.hypot(other.at[0] - at[0], other.at[1] - at[1]));
  }
  return Math.max(0.01, Math.min(most, 0.49 * nearest));
}

/** Follows a world beside its window and measures how far the agents are from the people. */
export function createDisplacements({ people, samples }: Window, { dt }: World) {
  const places = people.map(({ at }) => [...at]);
  let [sum, count, last] = [0, 0, 0];
  let sample = 1;
  const compare = () => {
    for (const [k, { seen }] of people.entries()) {
      if (seen.length < 2 * sample) continue;
      const apart = Math.hypot(places[k][0] - seen[2 * sample - 2], places[k][1] - seen[2 * sample - 1]);
      sum += apart;
      count++;
      if (seen.length === 2 * sample) last += apart;
    }
    sample++;
  };
  return {
    recordStep({ crowd: { count: present, ids, motion }, step }: World): void {
      for (let row = 0; row < present; row++) {
        places[ids[row]][0] = motion.x[row];
        places[ids[row]][1] = motion.y[row];
      }
      while (sample <= samples && step >= Math.round((sample * SAMPLE) / dt)) compare();
    },
    figures(): Record<string, Figure> {
      while (sample <= samples) compare();
      return {
        [displacement.mean]: count > 0 ? sum / count : null,
        [displacement.final]: people.length > 0 ? last / people.length : null,
        [displacement.positions]: count,
        [displacement.people]: people.length,
      };
    },
  };
}

/** Names of the figures. */
export const displacement = {
  /** Mean distance between a simulated and a recorded position, m. */
  mean: 'trajectories.meanDisplacement',
  /** The same for the last position of each person, m. */
  final: 'trajectories.finalDisplacement',
  positions: 'trajectories.positions',
  people: 'trajectories.people',
} as const;
