import { cos, sin } from '../numerics/index.ts';
import { createWorld, type ScenarioInput, stepWorld, type World } from './index.ts';
import { openSquare } from './worlds.fixture.ts';

type Agents = NonNullable<ScenarioInput['agents']>;
export type Point = [number, number];

export const walker = (at: Point, goal: Point, more: Partial<Agents[number]> = {}): Agents[number] => ({
  at,
  heading: Math.atan2(goal[1] - at[1], goal[0] - at[0]),
  radius: 0.5,
  speed: 1.3,
  goal,
  goalRadius: 0.5,
  ...more,
});

export const square = (agents: Agents, more: Partial<ScenarioInput> = {}): ScenarioInput => ({
  ...openSquare,
  bounds: { min: [-60, -60], max: [60, 60] },
  steering: { name: 'walker' },
  arrival: 'vanish',
  agents,
  ...more,
});

/** The smallest gap of two bodies, negative where they overlap. */
export function leastGap({ crowd }: World): number {
  const { motion, traits } = crowd;
  let least = Number.POSITIVE_INFINITY;
  for (let row = 0; row < crowd.count; row++) {
    for (let other = 0; other < row; other++) {
      const dx = motion.x[other] - motion.x[row];
      const dy = motion.y[other] - motion.y[row];
      const gap = Math.sqrt(dx * dx + dy * dy) - traits.radius[row] - traits.radius[other];
      if (gap < least) least = gap;
    }
  }
  return least;
}

/** Runs until all agents have arrived; returns the smallest gap. */
export function runOut(scenario: ScenarioInput, steps: number) {
  const world = createWorld(scenario);
  let gap = Number.POSITIVE_INFINITY;
  while (world.crowd.count > 0 && world.step < steps) {
    stepWorld(world);
    gap = Math.min(gap, leastGap(world));
  }
  return { world, gap };
}

/** Walkers on a circle, each on the way to the place opposite. */
export function circle(count: number, radius: number): Agents {
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    const at: Point = [radius * cos(angle), radius * sin(angle)];
    return walker(at, [-at[0], -at[1]]);
  });
}

export const headOn = [walker([-10, 0], [10, 0]), walker([10, 0], [-10, 0])];
export const fourWays = [...headOn, walker([0, -10], [0, 10]), walker([0, 10], [0, -10])];

/** A corridor of 1.2 m for bodies of 1 m, 8 m long, and two on their way through it from its ends. */
export const narrow: ScenarioInput = square([walker([-8, 0], [10, 0]), walker([8, 0], [-10, 0])], {
  bounds: { min: [-15, -6], max: [15, 6] },
  obstacles: [
    { shape: 'box', min: [-4, 0.6], max: [4, 4] },
    { shape: 'box', min: [-4, -4], max: [4, -0.6] },
  ],
  neighbours: { radius: 10, sight: true },
  planner: { name: 'path', cell: 0.1, clearance: 0 },
});
