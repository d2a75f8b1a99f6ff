import { describe, expect, test } from 'vitest';
import { createTracks } from '../spacetime/index.ts';
import { foresee, widthAt } from './foresight.ts';
import { pipelineDefaults } from './parameters.ts';
import { createPlanStore, takePlace } from './plans.ts';
import { frameOf, type Scene, type Walker } from './scene.fixture.ts';

const { planLayer, planLayers } = pipelineDefaults;
const own: Walker = { at: [0, 0] };
const head: Walker = { at: [6, 0], heading: Math.PI };
const corridor = (width: number): Scene['walls'] => [
  [
    [-20, width / 2],
    [20, width / 2],
  ],
  [
    [-20, -width / 2],
    [20, -width / 2],
  ],
];

/** Where the first walker expects the second after a number of seconds, a whole number of layers. */
function expectAt(scene: Scene, seconds: number, { row = 0, plan = false, isStuck = false } = {}) {
  const frame = frameOf(scene);
  const store = createPlanStore(planLayers);
  if (plan) {
    const place = takePlace(store, frame, 1);
    store.length[place] = 2;
    store.x.set([6, 6.5, 6.5], place * (planLayers + 1));
    store.y.set([0, 0, 0.5], place * (planLayers + 1));
  }
  if (isStuck) frame.own.stuck[1] = 5;
  const tracks = createTracks();
  foresee(tracks, frame, pipelineDefaults, store, row, isStuck);
  expect(tracks.count).toBe(1);
  const layer = seconds / planLayer;
  return [tracks.x[layer], tracks.y[layer]];
}

const round = (point: number[]) => point.map((value) => Math.round(value * 1e6) / 1e6 + 0);

describe('what a planner expects of others', () => {
  test('a crossing agent goes straight on, and is gone after a second if its id is the larger', () => {
    const walkers = [own, { at: [6, -3] as const, heading: Math.PI / 2 }];
    expect(round(expectAt({ walkers }, 1))).toEqual([6, -1.7]);
    expect(expectAt({ walkers }, 1.5)[0]).toBeGreaterThan(1000);
    // Seen by the second, the first has the smaller id: it does not give way.
    expect(round(expectAt({ walkers }, 3, { row: 1 }))).toEqual([3.9, 0]);
  });

  test('an oncoming agent makes room by half of the missing space, if there is room for two', () => {
    const walkers = [own, head];
    // 1.1 m are needed, 0.55 m each; to the right of the oncoming agent.
    expect(round(expectAt({ walkers, walls: corridor(2.5) }, 3))).toEqual([6 - 3.9, 0.55]);
    expect(round(expectAt({ walkers, walls: corridor(2.5) }, 3, { row: 1 }))).toEqual([3.9, -0.55]);
    // An agent that is already on the other side stays there.
    const aside = [own, { ...head, at: [6, -0.3] as const }];
    expect(round(expectAt({ walkers: aside }, 3))).toEqual([6 - 3.9, -0.7]);
    // No room: the order of ids decides.
    expect(expectAt({ walkers, walls: corridor(1.2) }, 3)[0]).toBeGreaterThan(1000);
    expect(round(expectAt({ walkers, walls: corridor(1.2) }, 3, { row: 1 }))).toEqual([3.9, 0]);
  });

  test('an agent with a plan follows it, unless it stands and a stuck agent with a smaller id is planning', () => {
    const walkers = [own, head];
    expect(round(expectAt({ walkers }, 1, { plan: true }))).toEqual([6.5, 0.5]);
    const stuck = expectAt({ walkers, walls: corridor(1.2) }, 3, { plan: true, isStuck: true });
    expect(stuck[0]).toBeGreaterThan(1000);
  });

  test('an agent that stands for good never gets out of the way', () => {
    const walkers = [own, { ...head, pace: 0, speed: 0 }];
    expect(round(expectAt({ walkers }, 9))).toEqual([6, 0]);
  });
});

describe('the room beside', () => {
  const width = (scene: Scene, x: number, y: number) => widthAt(frameOf(scene), 0, x, y, 0, 1, 5);

  test('reaches to the nearest wall or pillar on each side, or as far as is asked', () => {
    const scene: Scene = {
      walkers: [own],
      walls: [
        [
          [-2, 1],
          [2, 2],
        ],
      ],
      pillars: [{ at: [0.3, -2], radius: 0.5 }],
    };
    expect(width({ walkers: [own] }, 0, 0)).toBe(10);
    // 1.5 m to the wall, 2 − 0.4 m to the pillar.
    expect(width(scene, 0, 0)).toBeCloseTo(1.5 + 1.6, 12);
    expect(width(scene, 3, 0)).toBe(10);
    // Inside the pillar there is no room to that side.
    expect(width(scene, 0.3, -2.2)).toBeCloseTo(0, 12);
  });
});
