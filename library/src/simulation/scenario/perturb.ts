import { heightOf } from '../../geometry/index.ts';
import { atan2, Purpose, uniform } from '../../numerics/index.ts';
import { gapToBounds } from './bounds.ts';
import { createScenarioIndex, findObstacle, isOutsideArea, type ObstacleIndex } from './obstacle-index.ts';
import { populate } from './populate.ts';
import type { Scenario } from './schema.ts';

/** How far a start is displaced at most, in x and in y, m. */
const DISPLACEMENT = 0.1;
/** How far a heading is turned at most, radians: 5°. */
const TURN = Math.PI / 36;
/** Draws for one agent before it stays where it was. */
const MAXIMUM_ATTEMPTS = 100;

/** Which number of an attempt is which; part of what a seed means. */
const Draw = { x: 0, y: 1, heading: 2 } as const;

/** Where the listed agents are, and whether that is final. */
type Starts = {
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  radius: Float64Array;
  candidateX: Float64Array;
  candidateY: Float64Array;
  isCandidate: Uint8Array;
  isSettled: Uint8Array;
  /** The agents that each agent could meet, wherever both are displaced to. */
  near: Int32Array[];
};

/**
 * The scenario with slightly other starts: agents that are listed one by one are displaced by up to 0.1 m in x and y
 * and turned by up to 5°, evenly; groups are drawn with the seed. No agent is put into a wall, into another listed agent
 * or outside the bounds: an agent that finds no place in 100 attempts keeps its own.
 *
 * One run proves little; the same scenario with many seeds says how much its outcome hangs on the exact starts.
 */
export function perturbStarts(scenario: Scenario, seed: number): Scenario {
  const { agents } = scenario;
  const starts = startsOf(scenario);
  settleAll(scenario, starts, seed);
  const facing = headingsOf(scenario);
  return {
    ...scenario,
    seed,
    agents: agents.map((agent, k) => {
      const [, , ...height] = agent.at;
      const at = [starts.x[k], starts.y[k], ...height] as typeof agent.at;
      const heading = facing[k];
      if (heading === undefined) return { ...agent, at };
      return { ...agent, at, heading: heading + around(TURN, seed, k, 0, Draw.heading) };
    }),
  };
}

function startsOf({ agents }: Scenario): Starts {
  const column = () => new Float64Array(agents.length);
  return {
    x: Float64Array.from(agents, ({ at }) => at[0]),
    y: Float64Array.from(agents, ({ at }) => at[1]),
    z: Float64Array.from(agents, ({ at }) => heightOf(at)),
    radius: Float64Array.from(agents, ({ radius }) => radius),
    candidateX: column(),
    candidateY: column(),
    isCandidate: new Uint8Array(agents.length),
    isSettled: new Uint8Array(agents.length),
    near: agents.map((agent, k) =>
      Int32Array.from(agents.flatMap((other, i) => (i !== k && canMeet(agent, other) ? [i] : []))),
    ),
  };
}

type Body = Scenario['agents'][number];

function canMeet(a: Body, b: Body): boolean {
  const reach = a.radius + b.radius + 2 * DISPLACEMENT;
  return Math.abs(a.at[0] - b.at[0]) < reach && Math.abs(a.at[1] - b.at[1]) < reach;
}

/**
 * In rounds: every agent without a place draws one, and takes it if it is free of those that are taken, of those
 * drawn in the same round, and of the places that others would keep. So no agent comes before another, and keeping the
 * own place is always possible.
 */
function settleAll(scenario: Scenario, starts: Starts, seed: number): void {
  const { candidateX, candidateY, isCandidate, isSettled, x, y, z, radius } = starts;
  const obstacles = createScenarioIndex(scenario);
  for (let attempt = 0; attempt < MAXIMUM_ATTEMPTS && isSettled.includes(0); attempt++) {
    for (let k = 0; k < x.length; k++) {
      if (isSettled[k] === 1) continue;
      candidateX[k] = x[k] + around(DISPLACEMENT, seed, k, attempt, Draw.x);
      candidateY[k] = y[k] + around(DISPLACEMENT, seed, k, attempt, Draw.y);
      isCandidate[k] = isFree(scenario, obstacles, candidateX[k], candidateY[k], z[k], radius[k]) ? 1 : 0;
    }
    const accepted = x.map((_, k) => (isCandidate[k] === 1 && isApart(starts, k) ? 1 : 0));
    for (let k = 0; k < x.length; k++) {
      isCandidate[k] = 0;
      if (accepted[k] === 0) continue;
      x[k] = candidateX[k];
      y[k] = candidateY[k];
      isSettled[k] = 1;
    }
  }
}

/** Whether the place that an agent has drawn is free of what the others have, drew or would keep. */
function isApart(
  { candidateX, candidateY, isCandidate, near, radius, x, y, z }: Starts,
  agent: number,
): boolean {
  for (const other of near[agent]) {
    const dz = z[other] - z[agent];
    const reach = radius[other] + radius[agent];
    const overlaps = (otherX: number, otherY: number) => {
      const dx = otherX - candidateX[agent];
      const dy = otherY - candidateY[agent];
      return dx * dx + dy * dy + dz * dz < reach * reach;
    };
    if (overlaps(x[other], y[other])) return false;
    if (isCandidate[other] === 1 && overlaps(candidateX[other], candidateY[other])) return false;
  }
  return true;
}

function isFree(
  scenario: Scenario,
  obstacles: ObstacleIndex,
  x: number,
  y: number,
  z: number,
  radius: number,
): boolean {
  if (gapToBounds(scenario, x, y, z, scenario.bounds.walls ? radius : 0) < 0) return false;
  return !isOutsideArea(obstacles, x, y) && findObstacle(obstacles, x, y, z, radius) < 0;
}

/** Evenly from −most to most. */
function around(most: number, seed: number, agent: number, attempt: number, index: number): number {
  return most * (2 * uniform(seed, Purpose.perturbation, agent, attempt, index) - 1);
}

/** The headings that the scenario gives its listed agents; undefined where one in space leaves it open. */
function headingsOf(scenario: Scenario): (number | undefined)[] {
  const { agents, dimension } = scenario;
  // In space a heading would fix how steeply it climbs as well.
  if (dimension === 3 || agents.every(({ heading }) => heading !== undefined)) {
    return agents.map(({ heading }) => heading);
  }
  const { headingX, headingY } = populate({ ...scenario, groups: [] });
  return agents.map(({ heading }, k) => heading ?? atan2(headingY[k], headingX[k]));
}
