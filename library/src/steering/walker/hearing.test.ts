import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHearsay, reserveHearsay } from '../../crowd/hearsay.ts';
import { stepWorld, type World } from '../../index.ts';
import {
  createScenarioWorld,
  explainAgent,
  explanationInWords,
  newsOf,
  type ScenarioInput,
} from '../../scenario.ts';
import type { SteeringInput } from '../contract.ts';
import { listAll } from '../scene.fixture.ts';
import { createTracks } from '../spacetime/tracks.ts';
import { addVelocityObstacle, avoidAgents, avoidWalls, createAvoidance, meetAgents } from './avoidance.ts';
import { registerHearing } from './hearing.ts';
import { hearing, MOST_KNOWN } from './hearing-part.ts';
import { gatherAgents, gatherWalls, readPlaces } from './nearby.ts';
import { inputOf, type Scene } from './scene.fixture.ts';

type Place = readonly [number, number];

registerHearing();
const { addTracks, agentOf, avoid, elementOf, hear } = hearing.registered!;

/** A thing that the first agent knows of: an agent by its id, or an element of the obstacles by its number. */
type Known = { at: Place; radius: number } & ({ agent: number } | { element: number });

/** The input of a scene whose first agent knows of some things, in that order. */
function knowing(scene: Scene, things: readonly Known[]): SteeringInput {
  const input = inputOf(scene);
  const hearsay = createHearsay();
  for (const thing of things) {
    reserveHearsay(hearsay, 2);
    const { obstacles } = hearsay;
    const k = obstacles.count++;
    [obstacles.startX[k], obstacles.startY[k]] = thing.at;
    [obstacles.endX[k], obstacles.endY[k]] = thing.at;
    obstacles.radius[k] = thing.radius;
    obstacles.owner[k] = -1;
    hearsay.agent[k] = 'agent' in thing ? thing.agent : -1;
    hearsay.element[k] = 'element' in thing ? thing.element : -1;
  }
  hearsay.near = listAll(input.crowd.count, (row) => (row === 0 ? things.map((_, k) => k) : []));
  return { ...input, hearsay };
}

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const place = (size: number) => fc.tuple(number(-size, size), number(-size, size));

describe('what a walker knows of', () => {
  test('a velocity that its half-planes allow does not lead to a known agent, where it was seen, within the horizon', () => {
    fc.assert(
      fc.property(place(4), place(1.5), place(1.5), number(0.1, 0.6), (at, own, chosen, radius) => {
        const input = knowing({ walkers: [{ at: [0, 0], velocity: own, radius: 0.3 }] }, [
          { agent: 7, at, radius },
        ]);
        const gapAt = (time: number) =>
          Math.hypot(at[0] - time * chosen[0], at[1] - time * chosen[1]) - 0.3 - radius;
        if (gapAt(0) < 0.06) return;
        const { near, planes } = createAvoidance();
        near.horizon = 3;
        near.desiredGap = 0.05;
        avoidAgents(planes, near, input, 0);
        avoid(addVelocityObstacle, planes, near, input, 0, false);
        expect(planes.count).toBe(1);
        expect(agentOf(planes.source[0])).toBe(0);
        const [dx, dy] = [planes.directionX[0], planes.directionY[0]];
        const isAllowed = dx * (chosen[1] - planes.pointY[0]) - dy * (chosen[0] - planes.pointX[0]) >= 0;
        const least = Math.min(...Array.from({ length: 121 }, (_, k) => gapAt((k / 120) * 3)));
        if (isAllowed) expect(least).toBeGreaterThan(-1e-9);
      }),
      { numRuns: 1000 },
    );
  });

  test('has the half-plane of an agent that stands there in sight', () => {
    fc.assert(
      fc.property(place(4), place(1.5), number(0.1, 0.6), (at, own, radius) => {
        const walker = { at: [0, 0], velocity: own, radius: 0.3 } as const;
        // Ids separate two in the same place.
        if (Math.hypot(...at) < 0.01) return;
        const planesOf = (input: SteeringInput) => {
          const { near, planes } = createAvoidance();
          near.impatience = 0;
          readPlaces(near, input.crowd);
          gatherAgents(near, input, 0);
          meetAgents(near, input, 0);
          near.horizon = 3;
          near.desiredGap = 0.05;
          avoidAgents(planes, near, input, 0);
          avoid(addVelocityObstacle, planes, near, input, 0, false);
          const { directionX, directionY, pointX, pointY } = planes;
          return [planes.count, directionX[0], directionY[0], pointX[0], pointY[0]];
        };
        const seen = inputOf({ walkers: [walker, { at, radius, walks: false }] });
        expect(planesOf(knowing({ walkers: [walker] }, [{ agent: 7, at, radius }]))).toEqual(planesOf(seen));
      }),
    );
  });

  test('is avoided in any order: the nearest agents, and elements in the order of their numbers', () => {
    const angle = (k: number) => (2 * Math.PI * k) / 30;
    const agents: Known[] = Array.from({ length: 30 }, (_, k) => {
      // Two each at about the same distance; of equals, the lower id first.
      const distance = 2 + 0.3 * Math.floor(k / 2);
      return { agent: k, at: [distance * Math.cos(angle(k)), distance * Math.sin(angle(k))], radius: 0.2 };
    });
    const pillars: Known[] = [5, 3, 9].map((element) => ({ element, at: [0, 1.5], radius: 0.2 }));
    const heedOf = (things: readonly Known[]) => {
      const input = knowing({ walkers: [{ at: [0, 0], velocity: [1, 0] }] }, things);
      const { near, planes } = createAvoidance();
      near.reach = 5;
      near.horizon = 3;
      const all = hear(input);
      gatherWalls(near, all, 0);
      avoidWalls(planes, near, all, 0.3);
      const elements = [...near.element.subarray(0, near.walls)].map(
        (element) => input.hearsay!.element[elementOf(input, element)],
      );
      avoid(addVelocityObstacle, planes, near, all, 0, false);
      const ids = Array.from(
        { length: planes.count - planes.hard },
        (_, k) => input.hearsay!.agent[agentOf(planes.source[planes.hard + k])],
      );
      return { elements, ids };
    };
    const { elements, ids } = heedOf([...agents, ...pillars]);
    expect(elements).toEqual([3, 5, 9]);
    const distanceOf = (known: Known) => Math.hypot(...known.at);
    const nearest = agents.toSorted((a, b) => distanceOf(a) - distanceOf(b)).slice(0, MOST_KNOWN);
    expect(new Set(ids)).toEqual(new Set(nearest.map((known) => (known as { agent: number }).agent)));
    expect(heedOf([...agents, ...pillars].reverse())).toEqual({ elements, ids });
  });

  test('stands on all layers of a plan in space and time', () => {
    const input = knowing({ walkers: [{ at: [0, 0] }] }, [
      { element: 2, at: [3, 3], radius: 1 },
      { agent: 4, at: [2, 1], radius: 0.3 },
    ]);
    const tracks = createTracks();
    tracks.layers = 2;
    const added: unknown[] = [];
    addTracks((_, ...more) => added.push(more), tracks, input, 0);
    expect(added).toEqual([[2, 1, 0, 0, 0.3, 1]]);
    // The pillar is among the walls of the plan.
    const { obstacles, perception } = hear(input);
    const [element] = perception.obstacles.items.subarray(perception.obstacles.starts[0]);
    expect([obstacles.startX[element], obstacles.startY[element], obstacles.radius[element]]).toEqual([
      3, 3, 1,
    ]);
  });
});

type Group = NonNullable<ScenarioInput['groups']>[number];

/** A walker on its way east, an agent that stands 6 m ahead, and an informant beyond, out of sight. */
function warned(told: boolean, more: Partial<Group> = {}): World {
  const one = (name: string, [x, y]: Place, own: Partial<Group>): Group => ({
    name,
    count: 1,
    region: { ring: { center: [x - 1, y], radius: 1 } },
    ...own,
  });
  const sharing = told && {
    sharing: { channel: 'all', distance: 30, delay: 0, subjects: 'agents' as const },
  };
  return createScenarioWorld({
    version: 1,
    name: 'a warning',
    bounds: { min: [-20, -20], max: [40, 20] },
    duration: 60,
    planner: { name: 'direct' },
    arrival: 'stop',
    groups: [
      one('walkers', [0, 0], { goal: { point: [20, 0] }, viewRadius: told ? 3 : 9, ...sharing, ...more }),
      one('standing', [6, 0.2], { viewRadius: 1 }),
      one('informants', [13, 0.2], { viewRadius: 8, ...sharing }),
    ],
  });
}

const stateOf = ({ crowd: { motion, plan } }: World) =>
  [motion.x, motion.y, motion.velocityX, motion.velocityY, plan.status].map((column) => column[0]);

describe('a walker that hears of an agent out of sight', () => {
  test.each<[string, Partial<Group>]>([
    ['', {}],
    [', and keeps its distance from agents', { personalDistance: [{ to: 'agents', distance: 0.8 }] }],
    [', and keeps its distance from a group', { personalDistance: [{ group: 'standing', distance: 1 }] }],
    [', and keeps its distance from that agent', { personalDistance: [{ agent: 1, distance: 0.6 }] }],
  ])('walks to the bit as if it saw it%s', (_, more) => {
    const seeing = warned(false, more);
    const hearing = warned(true, more);
    const plain = warned(true);
    let differs = false;
    while (6 - hearing.crowd.motion.x[0] > 4.1) {
      for (const world of [seeing, hearing, plain]) stepWorld(world);
      expect(newsOf(hearing, 0)).toMatchObject([{ kind: 'agent', subject: 1, hops: 1 }]);
      expect(stateOf(hearing)).toEqual(stateOf(seeing));
      differs ||= stateOf(hearing)[1] !== stateOf(plain)[1];
    }
    // Personal distances count for what is heard.
    expect(differs).toBe(Object.keys(more).length > 0);
    expect(hearing.crowd.motion.y[0]).toBeLessThan(-0.01);
  });

  test('turns earlier than one that is not told, and both arrive without a contact', () => {
    const worlds = [warned(true), warned(true, { sharing: undefined } as never)];
    const asideAt = worlds.map((world) => {
      let first = Number.NaN;
      let gap = Number.POSITIVE_INFINITY;
      while (world.arrived === 0 && world.step < 600) {
        stepWorld(world);
        const { x, y } = world.crowd.motion;
        if (Number.isNaN(first) && y[0] < -0.02) first = x[0];
        gap = Math.min(gap, Math.hypot(x[0] - x[1], y[0] - y[1]) - 0.5);
      }
      expect(world.arrived).toBe(1);
      expect(gap).toBeGreaterThan(0);
      return first;
    });
    expect(asideAt[0]).toBeLessThan(asideAt[1] - 1);
  });

  test('says so: the half-plane and the influence are those of the agent that it heard of', () => {
    const world = warned(true);
    while (world.crowd.motion.x[0] < 1) stepWorld(world);
    const explained = explainAgent(world, 0);
    const from = { kind: 'agent', id: 1, heard: true };
    expect(explained.constraints).toMatchObject([
      { kind: 'half-plane', from, at: { x: 6, y: 0.2 }, share: 1, binds: true },
    ]);
    const gap = Math.hypot(6 - world.crowd.motion.x[0], 0.2 - world.crowd.motion.y[0]) - 0.5;
    expect(explained.constraints[0].gap).toBeCloseTo(gap, 9);
    expect(explained.influences).toMatchObject([{ from, binds: true }]);
    expect(explained.rightOfWay).toEqual({ over: [], yieldsTo: [] });
    expect(explanationInWords(explained).join('\n')).toContain('half-plane of agent 1, as it heard: ');
  });
});
