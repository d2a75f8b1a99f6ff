import { describe, expect, test } from 'vitest';
import { EventKind, type NearLists } from '../crowd/index.ts';
import { neighbourIndexes } from '../environment/index.ts';
import { addNewsHashes } from '../environment/news/index.ts';
import { createTotal, toHex } from '../numerics/index.ts';
import {
  addAgent,
  createWorld,
  loadWorld,
  moveObstacle,
  newsOf,
  type Place,
  type ScenarioInput,
  saveWorld,
  stateHashOf,
  stepWorld,
  timeOf,
  type World,
} from './index.ts';
import { lifted } from './space.fixture.ts';
import { busySquare, hashesOf, openSquare, runHashes, shuffleRows } from './worlds.fixture.ts';

type Group = NonNullable<ScenarioInput['groups']>[number];

const STEPS = 36;

const sharing = { distance: 5, delay: 0.2, memory: 3 };

/** The groups of the busy square tell each other everything, or what stands about. */
function talkative(scenario: ScenarioInput): ScenarioInput {
  const [left, right] = scenario.groups as [Group, Group];
  return {
    ...scenario,
    neighbours: { ...scenario.neighbours, radius: 2 },
    groups: [
      { ...left, sharing },
      { ...right, sharing: { ...sharing, subjects: 'obstacles', delay: 0.5, attention: 4 } },
    ],
  };
}

const inSpace = lifted({
  ...busySquare,
  obstacles: busySquare.obstacles!.filter(({ shape }) => shape !== 'segment'),
});

const squares: [string, ScenarioInput][] = [
  ['in the plane', talkative(busySquare)],
  ['where walls hide things', talkative({ ...busySquare, neighbours: { sight: true } })],
  ['in space', talkative(inSpace)],
  ['in space, where walls hide things', talkative({ ...inSpace, neighbours: { sight: true } })],
  ['of walkers', talkative({ ...busySquare, steering: { name: 'walker' } })],
  [
    'of walkers, where walls hide things',
    talkative({ ...busySquare, steering: { name: 'walker' }, neighbours: { sight: true } }),
  ],
  ['of critters', talkative({ ...busySquare, steering: { name: 'critters' } })],
  ['of critters in space', talkative({ ...inSpace, steering: { name: 'critters' } })],
];

describe('a square of groups that share', () => {
  test.each(squares)('%s: the same bits whatever the order of rows and the index', (_, scenario) => {
    const hashes = hashesOf(scenario, STEPS);
    expect(hashesOf(scenario, STEPS, {}, shuffleRows)).toEqual(hashes);
    for (const { name } of neighbourIndexes.definitions) {
      expect(hashesOf({ ...scenario, neighbours: { ...scenario.neighbours, name } }, STEPS)).toEqual(hashes);
    }
    const silent = { ...scenario, groups: scenario.groups!.map(({ sharing: _, ...group }) => group) };
    expect(placesAfter(scenario, STEPS)).not.toEqual(placesAfter(silent, STEPS));
  });

  test.each(squares)('%s: goes on from a saved world as if nothing had happened', (_, scenario) => {
    const meddle = (world: World) => {
      if (world.step === 20) addAgent(world, { at: [0, 12], targets: ['east'] });
    };
    const varied = { ...scenario, cadence: { perception: 3 } };
    const hashes = runHashes(createWorld(varied), STEPS, meddle);
    for (const pause of [1, 25]) {
      const before = createWorld(varied);
      runHashes(before, pause, meddle);
      const after = loadWorld(saveWorld(before));
      expect(stateHashOf(after)).toBe(stateHashOf(before));
      expect(newsOf(after, 0)).toEqual(newsOf(before, 0));
      expect(runHashes(after, STEPS - pause, meddle)).toEqual(hashes.slice(pause));
    }
  });
});

test.each(squares)('%s: nobody minds by hearsay what it perceives', (_, scenario) => {
  const world = createWorld({ ...scenario, cadence: { perception: 5 } });
  let minded = 0;
  for (let k = 0; k < STEPS; k++) {
    stepWorld(world);
    const { crowd, environment, news } = world;
    const { agents, obstacles } = environment.perception;
    const { agent, element, near } = news!.hearsay;
    for (let row = 0; row < crowd.count; row++) {
      const itemsOf = ({ counts, items, starts }: NearLists) => [
        ...items.subarray(starts[row], starts[row] + counts[row]),
      ];
      const perceived = [
        ...itemsOf(agents).map((other) => `agent ${crowd.ids[other]}`),
        ...itemsOf(obstacles).map((item) => `element ${item}`),
      ];
      const known = itemsOf(near).map((item) =>
        element[item] < 0 ? `agent ${agent[item]}` : `element ${element[item]}`,
      );
      const twice = known.filter((thing, k) => perceived.includes(thing) || known.indexOf(thing) !== k);
      if (twice.length > 0) expect(twice, `row ${row}`).toEqual([]);
      minded += known.length;
    }
  }
  expect(minded).toBeGreaterThan(100);
});

test('the state hash tells apart worlds in which somebody knows something else', () => {
  const world = sentries(6, { delay: 0.1 });
  for (let k = 0; k < 10; k++) stepWorld(world);
  const news = world.news!;
  const hash = () => {
    const total = createTotal();
    addNewsHashes(news, world.crowd, total);
    return toHex(total);
  };
  const before = hash();
  // The first entry of the first slot is what agent 0 sees.
  expect(news.counts[0]).toBe(1);
  for (const [name, column] of Object.entries(news.entries)) {
    // The group follows from the agent.
    if (name === 'group') continue;
    const [value] = column;
    column[0] = value + 1;
    expect(hash(), name).not.toBe(before);
    column[0] = value;
  }
  expect(hash()).toBe(before);
});

function placesAfter(scenario: ScenarioInput, steps: number): number[] {
  const world = createWorld(scenario);
  runHashes(world, steps);
  return [...world.crowd.motion.x.slice(0, world.crowd.count)];
}

/** Three rings of people who stand 3 m apart and see 1 m far. The first of the first ring has a ball beside it. */
function sentries(count: number, rules: Partial<NonNullable<Group['sharing']>>): World {
  const radius = (count * 3) / (2 * Math.PI);
  const ring = (name: string, z: number): Group => ({
    name,
    count,
    region: { ring: { center: [0, 0, z], radius } },
  });
  const talking = { sharing: { distance: 3.5, memory: 100, ...rules } };
  return createWorld({
    ...openSquare,
    dimension: 3,
    bounds: { min: [-50, -50, -10], max: [50, 50, 10] },
    neighbours: { radius: 1 },
    obstacles: [{ shape: 'sphere', center: [radius + 1, 0, 0], radius: 0.5 }],
    groups: [
      { ...ring('sentries', 0), ...talking },
      ring('silent ones above', 2),
      { ...ring('others below', -2), ...talking },
    ],
  });
}

const usableNews = (world: World, agent: number) => newsOf(world, agent).filter(({ usable }) => usable);

describe('news', () => {
  test.each([0.5, 0.1, 0])('passes one hop in a delay of %d s, and in a step at least', (delay) => {
    const count = 12;
    const world = sentries(count, { delay });
    const pace = Math.max(delay, world.dt);
    const first = new Map<number, number>();
    while (timeOf(world) < 8) {
      stepWorld(world);
      for (let agent = 0; agent < count; agent++) {
        if (first.has(agent)) continue;
        const [known] = usableNews(world, agent);
        if (known) first.set(agent, known.heard);
      }
    }
    for (let agent = 0; agent < count; agent++) {
      // Both ways round the ring.
      const hops = Math.min(agent, count - agent);
      expect(first.get(agent), `agent ${agent}`).toBeCloseTo(hops === 0 ? 0 : (hops - 1) * pace, 9);
      const [known] = usableNews(world, agent);
      expect(known).toMatchObject({ kind: 'obstacle', subject: 0, element: 0, hops, y: 0, z: 0 });
      expect(known.age).toBeCloseTo(timeOf(world) - known.seen, 9);
      // Told by a neighbour.
      if (hops > 0) expect([1, count - 1]).toContain(Math.abs(known.from - agent));
    }
  });

  test('stays in the group, and ends where nobody is within earshot', () => {
    const world = sentries(8, { delay: 0 });
    const apart = sentries(8, { delay: 0, distance: 2.5 });
    for (let k = 0; k < 60; k++) {
      stepWorld(world);
      stepWorld(apart);
    }
    expect(newsOf(world, 4)).toHaveLength(1);
    for (let agent = 8; agent < 24; agent++) expect(newsOf(world, agent)).toEqual([]);
    expect(newsOf(apart, 0)).toHaveLength(1);
    for (let agent = 1; agent < 24; agent++) expect(newsOf(apart, agent)).toEqual([]);
  });

  test('is forgotten after the memory, by witnesses and hearers alike', () => {
    const world = sentries(12, { delay: 0.1, memory: 1 });
    for (let k = 0; k < 20; k++) stepWorld(world);
    expect(newsOf(world, 3).length).toBeGreaterThan(0);
    moveObstacle(world, 0, [20, 0, 0]);
    for (let k = 20; k < 39; k++) stepWorld(world);
    // Seen last in step 19, that is a second ago.
    for (const agent of [0, 1, 3]) expect(newsOf(world, agent)).toMatchObject([{ hops: agent, age: 1 }]);
    stepWorld(world);
    for (let agent = 0; agent < 12; agent++) expect(newsOf(world, agent)).toEqual([]);
  });

  test('is refreshed while the thing is in sight, however often it is told', () => {
    const world = sentries(12, { delay: 0.5 });
    const ages: number[] = [];
    for (let k = 0; k < 200; k++) {
      stepWorld(world);
      if (timeOf(world) > 3) ages.push(usableNews(world, 2)[0].age);
    }
    // Two hops of half a second; on each, a report waits until the one before is taken in.
    expect(Math.min(...ages)).toBeGreaterThan(0.99);
    expect(Math.max(...ages)).toBeLessThan(2.11);
  });

  test('is asked of agents that exist, and is nothing where nobody shares', () => {
    const world = createWorld({ ...openSquare, agents: [{ at: [0, 0] }] });
    stepWorld(world);
    expect(world.news).toBeUndefined();
    expect(newsOf(world, 0)).toEqual([]);
    expect(() => newsOf(world, 7)).toThrow('no agent 7');
  });
});

/** One walks east towards a pillar that it sees, or that another on the far side tells of; both look equally far then. */
function walkers(
  told: boolean,
  dimension: 2 | 3,
  steering: ScenarioInput['steering'],
  attention = VIEW,
): World {
  const corner = (side: number): Place => (dimension === 3 ? [side, side, side] : [side, side]);
  const talking = { distance: 20, delay: 0, memory: 20, subjects: 'obstacles', attention } as const;
  return createWorld({
    ...openSquare,
    dimension,
    bounds: { min: corner(-50), max: corner(50) },
    steering,
    neighbours: { radius: told ? 2.5 : VIEW },
    obstacles: [
      dimension === 3
        ? { shape: 'sphere', center: [2.4, 0.4, 0], radius: 0.5 }
        : { shape: 'circle', center: [2.4, 0.4], radius: 0.5 },
    ],
    groups: [
      {
        name: 'walkers',
        count: 2,
        // Agent 0 at (5, 0), 2.13 m from the pillar, and agent 1 at (−1, 0), 2.92 m from it.
        region: { ring: { center: [2, 0], radius: 3 } },
        goal: { point: [40, 3] },
        ...(told && { sharing: talking }),
      },
    ],
  });
}

const VIEW = 5.5;
const WALKER = 1;
const minded = (world: World) => world.news!.hearsay.near.counts[WALKER];

describe('what an agent knows of', () => {
  test.each<[string, 2 | 3, ScenarioInput['steering']]>([
    ['nonlinear, in the plane', 2, { name: 'nonlinear' }],
    ['nonlinear, in space', 3, {}],
    ['faithful', 2, { variant: 'faithful' }],
    ['walker', 2, { name: 'walker' }],
    ['critters', 2, { name: 'critters', obstacles: { strength: -2, exponent: -1 } }],
    ['critters, in space', 3, { name: 'critters', obstacles: { strength: -2, exponent: -1 } }],
  ])('acts as if it were seen at that place: %s', (_, dimension, steering) => {
    const seeing = walkers(false, dimension, steering);
    const hearing = walkers(true, dimension, steering);
    const unaware = createWorld({ ...hearing.scenario, obstacles: [] });
    for (let k = 0; k < 4; k++) for (const world of [seeing, hearing, unaware]) stepWorld(world);
    expect(newsOf(hearing, WALKER)).toMatchObject([{ kind: 'obstacle', from: 0, hops: 1, usable: true }]);
    const stateOf = ({ crowd: { motion } }: World) =>
      [motion.x, motion.y, motion.headingX, motion.headingY, motion.velocityX, motion.velocityY].map(
        (column) => column[WALKER],
      );
    expect(stateOf(hearing)).toEqual(stateOf(seeing));
    expect(stateOf(hearing)).not.toEqual(stateOf(unaware));
  });

  test.each([
    [2.9, 0],
    [2.95, 1],
  ])('counts within the attention: %d m', (attention, expected) => {
    const world = walkers(true, 2, { name: 'nonlinear' }, attention);
    stepWorld(world);
    expect(newsOf(world, WALKER)).toHaveLength(1);
    expect(minded(world)).toBe(expected);
  });

  test('is minded where it was seen, until the agent sees that it has gone; nothing collides with it', () => {
    const world = walkers(true, 2, { name: 'nonlinear' });
    stepWorld(world);
    moveObstacle(world, 0, [0, 40]);
    let contacts = 0;
    let nearest = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 200; k++) {
      stepWorld(world);
      const { crowd, events } = world;
      // Places are those before the step.
      const gap = Math.hypot(crowd.next.x[WALKER] - 2.4, crowd.next.y[WALKER] - 0.4) - 0.5;
      expect(minded(world), `gap ${gap}`).toBe(
        gap > 2.5 && gap <= VIEW && newsOf(world, WALKER).length > 0 ? 1 : 0,
      );
      contacts += events.kind
        .subarray(0, events.count)
        .filter((kind) => kind === EventKind.obstacleContact).length;
      nearest = Math.min(nearest, gap);
    }
    expect(contacts).toBe(0);
    // It walked over the place.
    expect(nearest).toBeLessThan(0);
  });

  test('is minded behind a wall, where the agent cannot see whether it is still there', () => {
    const open = walkers(true, 2, { name: 'nonlinear' }).scenario;
    const wall = { shape: 'segment', from: [1, -2], to: [1, 2] } as const;
    for (const [sight, expected] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const world = createWorld({
        ...open,
        obstacles: [open.obstacles[0], wall] as ScenarioInput['obstacles'],
        neighbours: { radius: 2.5, sight },
      });
      stepWorld(world);
      moveObstacle(world, 0, [0, 40]);
      // Closer to where the pillar was than it sees.
      for (let k = 0; k < 20; k++) stepWorld(world);
      expect(2.4 - world.crowd.motion.x[WALKER]).toBeLessThan(3);
      expect(newsOf(world, WALKER).some(({ hops, subject }) => hops === 1 && subject === 0)).toBe(true);
      expect(minded(world)).toBe(expected);
    }
  });

  test('is nothing to measure or to collide with: perception holds what is there', () => {
    const world = walkers(true, 2, { name: 'nonlinear' });
    stepWorld(world);
    expect(world.environment.perception.obstacles.counts[WALKER]).toBe(0);
    expect(world.obstacles.count).toBe(1);
  });
});
