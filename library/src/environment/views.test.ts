import { describe, expect, test } from 'vitest';
import { createDice, crowdOf } from '../crowd/crowd.fixture.ts';
import {
  type Crowd,
  closestOfObstacle,
  createObstacles,
  dropAgent,
  enterAgent,
  reserveAgent,
} from '../crowd/index.ts';
import { createSolids } from '../crowd/solids.ts';
import { registerSpace } from '../simulation/scenario/space.ts';
import {
  createEnvironment,
  createNeighbourIndex,
  followObstacles,
  neighbourIndexes,
  perceive,
  type Surroundings,
} from './index.ts';
import {
  expectCrossings,
  nearByDefinition,
  rowsOf,
  sorted,
  visibleByDefinition,
} from './neighbours.fixture.ts';
import { ballsOf } from './space/space.fixture.ts';

registerSpace();

const names = neighbourIndexes.definitions.map(({ name }) => name);

const AGENTS = 60;
const SIDE = 16;
const DT = 0.1;
/** In a crowd agents perceive those within AROUND metres, if they are ENOUGH. */
const AROUND = 4;
const ENOUGH = 5;

/** A room with walls; in space a few boxes. */
function createScene(dimension: 2 | 3): Surroundings & { dice: () => number } {
  const dice = createDice(29);
  const at = () => ({ x: SIDE * dice(), y: SIDE * dice(), z: dimension === 3 ? SIDE * dice() : 0 });
  const places = Array.from({ length: AGENTS }, at);
  const obstacles = Array.from({ length: dimension === 2 ? 14 : 0 }, () => {
    const { x, y } = at();
    return {
      shape: 'segment' as const,
      from: [x, y] as const,
      to: [x + 4 * dice() - 2, y + 4 * dice() - 2] as const,
    };
  });
  const solids = Array.from({ length: dimension === 3 ? 8 : 0 }, () => {
    const { x, y, z } = at();
    return { shape: 'box' as const, min: [x, y, z] as const, max: [x + 3, y + 2, z + 4] as const };
  });
  return {
    crowd: dimension === 3 ? ballsOf(places) : crowdOf(places),
    obstacles: createObstacles(obstacles),
    solids: createSolids(solids),
    dice,
  };
}

/** Another view radius for a part of the crowd: none at all, an arm's length, or farther than the room. */
function changeViews({ count, traits }: Crowd, dice: () => number): void {
  for (let row = 0; row < count; row++) {
    const choice = dice();
    if (choice < 0.1) traits.viewRadius[row] = 0;
    else if (choice < 0.5) traits.viewRadius[row] = 0.3 + 5 * dice();
    else if (choice < 0.55) traits.viewRadius[row] = 4 * SIDE;
  }
}

/** Sets where the agents go in the step; arrive puts them there. */
function walk({ count, dimension, motion, next }: Crowd, dice: () => number): void {
  for (let row = 0; row < count; row++) {
    next.x[row] = motion.x[row] + dice() - 0.5;
    next.y[row] = motion.y[row] + dice() - 0.5;
    next.z[row] = dimension === 3 ? motion.z[row] + dice() - 0.5 : 0;
  }
}

function arrive({ count, motion, next }: Crowd): void {
  for (let row = 0; row < count; row++) {
    motion.x[row] = next.x[row];
    motion.y[row] = next.y[row];
    motion.z[row] = next.z[row];
  }
}

/** One agent leaves and another one comes. */
function exchange(crowd: Crowd, dice: () => number): void {
  dropAgent(crowd, crowd.ids[Math.floor(crowd.count * dice())]);
  const row = enterAgent(crowd, reserveAgent(crowd));
  crowd.motion.x[row] = SIDE * dice();
  crowd.motion.y[row] = SIDE * dice();
  crowd.motion.z[row] = crowd.dimension === 3 ? SIDE * dice() : 0;
  crowd.traits.radius[row] = 0.25;
  crowd.traits.viewRadius[row] = 2;
}

const cases = names.flatMap((name) => ([2, 3] as const).map((dimension) => [name, dimension] as const));

describe.each(cases)(
  'view radii that change in the middle of a run, index %s in %i dimensions',
  (name, dimension) => {
    test('agents, walls and events are those of the definitions, with sight by agent', () => {
      const scene = createScene(dimension);
      const { crowd, dice, obstacles, solids } = scene;
      const environment = createEnvironment(createNeighbourIndex(name), { events: true });
      const sighted = new Uint8Array(crowd.capacity + 64);
      let hidden = 0;
      let elements = 0;
      let crossings = 0;
      for (let step = 0; step < 12; step++) {
        changeViews(crowd, dice);
        if (step % 4 === 3) exchange(crowd, dice);
        for (let row = 0; row < crowd.count; row++) sighted[row] = dice() < 0.5 ? 1 : 0;
        const due = new Uint8Array(crowd.capacity).fill(1);
        followObstacles(environment, crowd, obstacles, solids, 0);
        perceive(environment, scene, due, crowd.count, sighted);
        const { perception } = environment;
        for (let row = 0; row < crowd.count; row++) {
          const radius = crowd.traits.viewRadius[row];
          const near = nearByDefinition(crowd, row, radius);
          const visible = visibleByDefinition(scene, row, radius);
          hidden += near.length - visible.length;
          expect(sorted(rowsOf(perception.agents, row))).toEqual(sighted[row] === 1 ? visible : near);
          if (dimension === 3 || sighted[row] === 1) continue;
          const walls = wallsWithin(scene, row, radius);
          elements += walls.length;
          expect(sorted(rowsOf(perception.obstacles, row))).toEqual(walls);
        }
        walk(crowd, dice);
        crossings += expectCrossings(environment.index, scene, DT).length;
        arrive(crowd);
      }
      expect(hidden).toBeGreaterThan(100);
      expect(crossings).toBeGreaterThan(100);
      expect(elements).toBeGreaterThan(dimension === 2 ? 100 : -1);
    });

    test('where a few are due, their lists are those of now and the others keep theirs, in a crowd those around', () => {
      let narrowed = 0;
      const scene = createScene(dimension);
      const { crowd, dice, obstacles, solids } = scene;
      const environment = createEnvironment(createNeighbourIndex(name));
      const due = new Uint8Array(crowd.capacity).fill(1);
      const lists: number[][] = [];
      for (let step = 0; step < 12; step++) {
        changeViews(crowd, dice);
        if (step > 0) for (let row = 0; row < crowd.count; row++) due[row] = dice() < 0.1 ? 1 : 0;
        const dueCount = due.subarray(0, crowd.count).reduce((sum, mark) => sum + mark, 0);
        followObstacles(environment, crowd, obstacles, solids, 0);
        const { viewRadius } = crowd.traits;
        const attention =
          step % 3 > 0
            ? {
                radius: viewRadius.map((radius) => Math.min(radius, AROUND)),
                enough: new Uint8Array(crowd.capacity).fill(ENOUGH),
              }
            : undefined;
        perceive(environment, scene, due, dueCount, step % 2 === 0, attention);
        for (let row = 0; row < crowd.count; row++) {
          const setOf = (radius: number) =>
            step % 2 === 0 ? visibleByDefinition(scene, row, radius) : nearByDefinition(crowd, row, radius);
          if (due[row] === 1) {
            const all = setOf(viewRadius[row]);
            const around = attention ? setOf(attention.radius[row]) : [];
            const isEnough = around.length >= ENOUGH;
            if (isEnough && around.length < all.length) narrowed++;
            lists[row] = isEnough ? around : all;
          }
          expect(sorted(rowsOf(environment.perception.agents, row)), `step ${step}, row ${row}`).toEqual(
            lists[row],
          );
        }
        walk(crowd, dice);
        arrive(crowd);
      }
      expect(narrowed).toBeGreaterThan(dimension === 2 ? 10 : 0);
    });
  },
);

/** The walls whose closest point is within a radius, by looking at all of them. */
function wallsWithin({ crowd, obstacles }: Surroundings, row: number, radius: number): number[] {
  const to = new Float64Array(3);
  const found: number[] = [];
  for (let element = 0; element < obstacles.count; element++) {
    closestOfObstacle(obstacles, element, crowd.motion.x[row], crowd.motion.y[row], to);
    if (to[0] * to[0] + to[1] * to[1] <= radius * radius) found.push(element);
  }
  return found;
}
