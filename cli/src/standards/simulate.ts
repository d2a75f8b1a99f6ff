import { addAgent, stepWorld, timeOf, type World } from 'wend';
import { createSurvey, type Survey, surveyStep } from 'wend/measure';
import { createScenarioWorld, type ScenarioInput } from 'wend/scenario';
import type { Context } from './contract.ts';

/** People of the experiments: radius, m, and desired speeds, m/s, normal and clipped at two deviations. */
export const RADIUS = 0.2;
export const SPEED = { mean: 1.34, deviation: 0.26 };
export const speeds = {
  normal: { ...SPEED, min: SPEED.mean - 2 * SPEED.deviation, max: SPEED.mean + 2 * SPEED.deviation },
};

/** Milliseconds of stepping between two pauses. */
const STRETCH = 50;

/**
 * Runs a scenario with a seed until its duration is over or `each`, called after every step, returns true. What the
 * scenario measures is in the survey. `begin` may set the state before the first step.
 */
export async function simulate(
  context: Context,
  input: ScenarioInput,
  seed: number,
  each: (world: World) => unknown = () => false,
  begin?: (world: World) => void,
): Promise<{ world: World; survey: Survey }> {
  const world = createScenarioWorld(context.prepare(input), { seed });
  begin?.(world);
  const survey = createSurvey(world);
  const lastStep = Math.round(world.scenario.duration / world.dt);
  let pause = performance.now() + STRETCH;
  while (world.step < lastStep) {
    stepWorld(world);
    surveyStep(survey, world);
    if (each(world) === true) break;
    if (performance.now() < pause) continue;
    await context.pause(`${world.scenario.name} · seed ${seed} · ${timeOf(world).toFixed(0)} s`);
    pause = performance.now() + STRETCH;
  }
  return { world, survey };
}

/** Ends a run when this many have arrived, or when none has for some time: a jam that does not break up. */
export function untilArrived(people: number, patience = 60): (world: World) => boolean {
  let [arrived, lastArrival] = [0, 0];
  return (world) => {
    if (world.arrived > arrived) [arrived, lastArrival] = [world.arrived, timeOf(world)];
    return arrived >= people || timeOf(world) - lastArrival > patience;
  };
}

/** Random numbers from 0 to 1 of the harness, by a seed: xorshift. Those of the simulation are its own. */
export function createDraws(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

/**
 * Random places for bodies in a box, each at least 2 mm apart from the others: placed anywhere, then pushed apart. Up to
 * about 4.5 people of 0.2 m per square metre find room, more than by drawing places until one is free.
 */
export function scatter(
  count: number,
  [minX, minY, maxX, maxY]: readonly [number, number, number, number],
  draw: () => number,
): [number, number][] {
  const gap = 2 * RADIUS + 0.002;
  const places = Array.from({ length: count }, (): [number, number] => [
    minX + draw() * (maxX - minX),
    minY + draw() * (maxY - minY),
  ]);
  for (let sweep = 0; sweep < 5000; sweep++) {
    // From left to right, so that each is compared with those next to it only.
    places.sort((a, b) => a[0] - b[0]);
    let moved = false;
    for (let k = 0; k < count; k++) {
      for (let other = k + 1; other < count && places[other][0] - places[k][0] < gap; other++) {
        const [a, b] = [places[k], places[other]];
        const [dx, dy] = [b[0] - a[0] || 1e-6, b[1] - a[1]];
        const distance = Math.hypot(dx, dy);
        if (distance >= gap - 0.001) continue;
        moved = true;
        const push = (0.52 * (gap - distance)) / distance;
        for (const [place, sign] of [
          [a, -1],
          [b, 1],
        ] as const) {
          place[0] = Math.min(maxX, Math.max(minX, place[0] + sign * push * dx));
          place[1] = Math.min(maxY, Math.max(minY, place[1] + sign * push * dy));
        }
      }
    }
    if (!moved) break;
  }
  return places;
}

/** A desired speed: normal, clipped at two deviations. */
export function drawSpeed(draw: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
  return SPEED.mean + SPEED.deviation * Math.max(-2, Math.min(2, normal));
}

/** An entrance through which people come, one by one, when there is room; the others wait outside. */
export type Source = {
  /** A vertical line: where, and from which y to which. */
  x: number;
  low: number;
  high: number;
  /** Direction along x: 1 or −1. */
  direction: 1 | -1;
  target: string;
  /** People who wait outside. */
  waiting: number;
  entered: number;
};

/** Lets people who wait enter where there is room. Returns the ids of those that came. */
export function feed(world: World, source: Source, draw: () => number, most = 4): number[] {
  const came: number[] = [];
  const taken: [number, number][] = [];
  for (let attempt = 0; attempt < 3 * most && source.waiting > 0 && came.length < most; attempt++) {
    const y = source.low + RADIUS + 0.02 + draw() * (source.high - source.low - 2 * RADIUS - 0.04);
    if (!hasRoom(world, source.x, y, taken)) continue;
    const heading = source.direction === 1 ? 0 : Math.PI;
    const agent = {
      at: [source.x, y] as [number, number],
      heading,
      radius: RADIUS,
      speed: drawSpeed(draw),
      targets: [source.target],
    };
    came.push(addAgent(world, agent));
    taken.push([source.x, y]);
    source.waiting--;
    source.entered++;
  }
  return came;
}

function hasRoom(
  { crowd }: World,
  x: number,
  y: number,
  taken: readonly (readonly [number, number])[],
): boolean {
  const gap = (2 * RADIUS + 0.05) ** 2;
  for (const [otherX, otherY] of taken) if ((otherX - x) ** 2 + (otherY - y) ** 2 < gap) return false;
  for (let row = 0; row < crowd.count; row++) {
    const dx = crowd.motion.x[row] - x;
    if (dx > 1 || dx < -1) continue;
    if (dx * dx + (crowd.motion.y[row] - y) ** 2 < gap) return false;
  }
  return true;
}

/** Runs something once for each seed; tests that share the key share the runs. */
export function eachSeed<Value>(
  context: Context,
  key: string,
  run: (seed: number) => Promise<Value>,
): Promise<Value[]> {
  return context.once(`${key} ${context.seeds}`, async () => {
    const values: Value[] = [];
    for (const seed of context.seeds) values.push(await run(seed));
    return values;
  });
}
