import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDice, crowdOf } from '../crowd/crowd.fixture.ts';
import {
  beginLists,
  createEvents,
  createNearLists,
  createObstacles,
  dropAgent,
  EventKind,
  enterAgent,
  reserveAgent,
} from '../crowd/index.ts';
import { createSolids } from '../crowd/solids.ts';
import { registerSpace } from '../simulation/scenario/space.ts';
import {
  createEnvironment,
  createNeighbourIndex,
  neighbourIndexes,
  perceive,
  type Surroundings,
} from './index.ts';
import {
  expectCrossings,
  expectDefinitions,
  kinds,
  nearByDefinition,
  rowsOf,
  type Scene,
  sceneOf,
  sorted,
  surroundingsOf,
} from './neighbours.fixture.ts';
import { ballsOf } from './space/space.fixture.ts';

registerSpace();

const names = neighbourIndexes.definitions.map(({ name }) => name);
const cases = kinds.flatMap((kind) => ([2, 3] as const).map((dimension) => [kind, dimension] as const));

describe.each(names)('the index %s', (name) => {
  test.each(cases)('finds the sets of the definitions: a %s crowd in %i dimensions', (kind, dimension) => {
    fc.assert(
      fc.property(sceneOf(kind, dimension), (scene) => {
        const surroundings = surroundingsOf(scene);
        const index = createNeighbourIndex(name);
        index.update(surroundings);
        expectDefinitions(index, surroundings, scene);
      }),
      { numRuns: 12 },
    );
  });

  test.each(cases)('reports enter and leave times: a %s crowd in %i dimensions', (kind, dimension) => {
    let crossings = 0;
    fc.assert(
      fc.property(sceneOf(kind, dimension), (scene) => {
        const surroundings = surroundingsOf(scene);
        const index = createNeighbourIndex(name);
        index.update(surroundings);
        const found = expectCrossings(index, surroundings, 0.25);
        crossings += found.length;
        // Near before, plus entered, less left, is near afterwards.
        const { crowd } = surroundings;
        const { ids, motion, next, traits } = crowd;
        const near = () =>
          Array.from({ length: crowd.count }, (_, row) =>
            nearByDefinition(crowd, row, traits.viewRadius[row]).map((other) => `${ids[row]} ${ids[other]}`),
          ).flat();
        const set = new Set(near());
        for (const [, event, agent, other] of found) {
          if (event === EventKind.enter) set.add(`${agent} ${other}`);
          else set.delete(`${agent} ${other}`);
        }
        [crowd.motion, crowd.next] = [next, motion];
        expect([...set].sort()).toEqual(near().sort());
      }),
      { numRuns: 10 },
    );
    expect(crossings).toBeGreaterThan(10);
  });

  test('misses none of a few that go far among many that do not, seed 9', () => {
    const dice = createDice(9);
    const crowd = crowdOf(Array.from({ length: 160 }, () => ({ x: 40 * dice(), y: 40 * dice() })));
    for (let row = 0; row < crowd.count; row++) {
      // Every thirtieth crosses the whole square, and so the paths of the others that do.
      const goesFar = row % 30 === 0;
      crowd.next.x[row] = goesFar ? 40 - crowd.motion.x[row] : crowd.motion.x[row] + dice() - 0.5;
      crowd.next.y[row] = goesFar ? 40 * dice() : crowd.motion.y[row] + dice() - 0.5;
    }
    const index = createNeighbourIndex(name);
    const surroundings = { crowd, obstacles: createObstacles([]), solids: createSolids([]) };
    index.update(surroundings);
    const found = expectCrossings(index, surroundings, 0.25);
    expect(found.filter(([, , agent, other]) => agent % 30 === 0 && other % 30 === 0).length).toBeGreaterThan(
      4,
    );
  });

  test.each([2, 3] as const)('follows moves, arrivals and departures, in %i dimensions', (dimension) => {
    fc.assert(
      fc.property(sceneOf('random', dimension, 24), fc.nat(), (scene, choice) => {
        const surroundings = surroundingsOf(scene);
        const { crowd } = surroundings;
        const index = createNeighbourIndex(name);
        index.update(surroundings);
        const { motion, next } = crowd;
        if (crowd.count > 0) {
          const gone = crowd.ids[choice % crowd.count];
          dropAgent(crowd, gone);
          index.remove(gone);
        }
        const row = enterAgent(crowd, reserveAgent(crowd));
        crowd.motion.x[row] = scene.radius % 7;
        crowd.motion.y[row] = (choice % 11) - 5;
        crowd.traits.viewRadius[row] = 4;
        index.insert(row);
        expectDefinitions(index, surroundings, scene);
        // A step on, every agent where its path has led it, and the new one where it was.
        next.x[row] = motion.x[row];
        next.y[row] = motion.y[row];
        next.z[row] = motion.z[row];
        [crowd.motion, crowd.next] = [next, motion];
        index.update(surroundings);
        expectDefinitions(index, surroundings, scene);
      }),
      { numRuns: 12 },
    );
  });

  test('answers for the places of the last update, until the next', () => {
    const surroundings = plain([
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 9, y: 0 },
    ]);
    const index = createNeighbourIndex(name);
    const lists = createNearLists();
    const near = () => {
      beginLists(lists, surroundings.crowd.capacity);
      index.near(0, 3, lists);
      return sorted(rowsOf(lists, 0));
    };
    index.update(surroundings);
    [surroundings.crowd.motion.x[1], surroundings.crowd.motion.x[2]] = [9, 1];
    expect(near()).toEqual([1]);
    index.update(surroundings);
    expect(near()).toEqual([2]);
  });

  test('refuses a radius that is negative or no number', () => {
    const surroundings = plain([
      { x: 0, y: 0 },
      { x: 1, y: 0 },
    ]);
    const index = createNeighbourIndex(name);
    const lists = createNearLists();
    index.update(surroundings);
    beginLists(lists, surroundings.crowd.capacity);
    for (const radius of [-1, Number.NaN]) {
      const refusal = `the radius is ${radius} m: expected a number of at least 0`;
      expect(() => index.near(0, radius, lists)).toThrow(new RangeError(refusal));
      expect(() => index.visible(0, radius, lists)).toThrow(new RangeError(refusal));
      surroundings.crowd.traits.viewRadius[1] = radius;
      expect(() => index.update(surroundings)).toThrow(
        new RangeError(`agent 1 sees ${radius} m far: expected a number of at least 0`),
      );
      surroundings.crowd.traits.viewRadius[1] = 3;
    }
  });

  test('refuses the row of no agent', () => {
    const index = createNeighbourIndex(name);
    const lists = createNearLists();
    index.update(plain([{ x: 0, y: 0 }]));
    beginLists(lists, 1);
    for (const row of [-1, 1, 0.5, Number.NaN]) {
      const refusal = new RangeError(`there is no row ${row} in a crowd of 1`);
      expect(() => index.near(row, 1, lists)).toThrow(refusal);
      expect(() => index.visible(row, 1, lists)).toThrow(refusal);
      expect(() => index.nearest(row, 1, lists)).toThrow(refusal);
    }
  });

  test.each([2, 3] as const)('refuses to tell of paths that lead nowhere, in %i dimensions', (dimension) => {
    for (const nowhere of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const bodies = [
        { x: 0, y: 0, z: 0 },
        { x: 1, y: 0, z: 0 },
      ];
      const surroundings = plain(bodies);
      if (dimension === 3) surroundings.crowd = ballsOf(bodies);
      const index = createNeighbourIndex(name);
      index.update(surroundings);
      surroundings.crowd.next.x[1] = nowhere;
      expect(() => index.events(0.1, createEvents())).toThrow(
        new RegExp(`^agent 1 (in row 1 )?goes to \\(${nowhere}, 0`),
      );
    }
  });

  test.each([2, 3] as const)('agrees where squares of distances underflow, in %i dimensions', (dimension) => {
    const dice = createDice(dimension);
    for (const scale of [1e-150, 1e-155, 1e-160, 1e-165, 1e-200, 1e-320]) {
      const any = () => scale * (2 * dice() - 1);
      const bodies = Array.from({ length: 50 }, () => ({
        x: any(),
        y: any(),
        z: dimension === 3 ? any() : 0,
        viewRadius: 0.4 * scale,
        displacementX: any(),
        displacementY: any(),
        displacementZ: dimension === 3 ? any() : 0,
      }));
      const scene: Scene = { bodies, walls: [], pillars: [], radius: scale / 2, count: 5, dimension };
      const surroundings = surroundingsOf(scene);
      const index = createNeighbourIndex(name);
      index.update(surroundings);
      expectDefinitions(index, surroundings, scene);
    }
  });

  test('works for no agent, and for one', () => {
    for (const bodies of [[], [{ x: 3, y: 4 }]]) {
      const surroundings = plain(bodies);
      const index = createNeighbourIndex(name);
      index.update(surroundings);
      const scene: Scene = { bodies: [], walls: [], pillars: [], radius: 5, count: 3, dimension: 2 };
      expectDefinitions(index, surroundings, scene);
      expect(expectCrossings(index, surroundings, 0.1)).toEqual([]);
    }
  });

  test('300 agents among 60 walls, seed 5, over ten steps', () => {
    const dice = createDice(5);
    const place = () => 24 * dice();
    const crowd = crowdOf(Array.from({ length: 300 }, () => ({ x: place(), y: place() })));
    const walls = Array.from({ length: 60 }, () => {
      const [x, y] = [place(), place()];
      return {
        shape: 'segment' as const,
        from: [x, y] as const,
        to: [x + 3 * dice(), y + 3 * dice()] as const,
      };
    });
    const surroundings = { crowd, obstacles: createObstacles(walls), solids: createSolids([]) };
    const index = createNeighbourIndex(name, true);
    const scene: Scene = { bodies: [], walls: [], pillars: [], radius: 4.5, count: 8, dimension: 2 };
    for (let step = 0; step < 10; step++) {
      for (let row = 0; row < crowd.count; row++) {
        crowd.next.x[row] = crowd.motion.x[row] + 0.3 * (dice() - 0.5);
        crowd.next.y[row] = crowd.motion.y[row] + 0.3 * (dice() - 0.5);
      }
      index.update(surroundings);
      if (step % 5 === 4) {
        expectDefinitions(index, surroundings, scene);
        expect(expectCrossings(index, surroundings, 0.05).length).toBeGreaterThan(200);
      }
      [crowd.motion, crowd.next] = [crowd.next, crowd.motion];
    }
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'refuses an agent at %f, and names it and its place',
    (nowhere) => {
      const surroundings = plain([
        { x: 0, y: 0 },
        { x: 2, y: nowhere },
      ]);
      const message = new RangeError(`agent 1 is at (2, ${nowhere}): a place must be finite`);
      expect(() => createNeighbourIndex(name).update(surroundings)).toThrow(message);
      const environment = createEnvironment(createNeighbourIndex(name));
      const due = new Uint8Array(surroundings.crowd.capacity).fill(1);
      expect(() => perceive(environment, surroundings, due, 2)).toThrow(message);
    },
  );
});

function plain(bodies: { x: number; y: number }[]): Surroundings {
  return { crowd: crowdOf(bodies), obstacles: createObstacles([]), solids: createSolids([]) };
}
