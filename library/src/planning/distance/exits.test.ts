import { describe, expect, test } from 'vitest';
import { EventKind } from '../../crowd/index.ts';
import {
  createWorld,
  loadWorld,
  moveObstacle,
  openTarget,
  type ScenarioInput,
  saveWorld,
  stateHashOf,
  stepWorld,
  type World,
} from '../../simulation/index.ts';

/** A hall with a door to the south, which is near, and one to the east, which is far. */
const hall: ScenarioInput = {
  version: 1,
  name: 'hall',
  bounds: { min: [0, -3], max: [24, 12], walls: true },
  duration: 200,
  // The distances of the papers: agents keep so far apart that a dense crowd forms at the near door.
  steering: { name: 'nonlinear', baseDistance: 1, safetyDistance: 0.1, timeToContact: 0.5, attraction: 1 },
  obstacles: [
    { shape: 'box', min: [0, -0.3], max: [5.2, 0] },
    { shape: 'box', min: [6.8, -0.3], max: [24, 0] },
    { shape: 'box', min: [20, 0], max: [20.3, 5.2] },
    { shape: 'box', min: [20, 6.8], max: [20.3, 12] },
    { name: 'bar', shape: 'box', min: [15, -2.5], max: [17, -2.2] },
  ],
  targets: [
    { name: 'south', region: { box: { min: [4, -3], max: [8, -1.2] } } },
    { name: 'east', region: { box: { min: [21.5, 3], max: [24, 9] } } },
  ],
  groups: [
    {
      name: 'guests',
      count: 60,
      region: { box: { min: [1.5, 4], max: [8.5, 11] } },
      targets: ['south', 'east'],
      personality: { aggressiveness: 0.9 },
    },
  ],
  planner: { name: 'distance' },
  arrival: 'vanish',
};

const rerouted: ScenarioInput = { ...hall, planner: { name: 'distance', rerouting: { density: 4 } } };

/** Runs until all agents are out: how many through which door, when the last one and when on average, and how often each chose again. */
function evacuate(scenario: ScenarioInput, seed: number, meddle: (world: World) => void = () => {}) {
  const world = createWorld(scenario, { seed });
  const through = [0, 0];
  const targets = new Map<number, number>();
  const changes = new Map<number, number>();
  let unreachable = 0;
  let sum = 0;
  while (world.crowd.count > 0 && world.step < 4000) {
    meddle(world);
    stepWorld(world);
    const { count, kind, other } = world.events;
    for (let event = 0; event < count; event++) {
      if (kind[event] === EventKind.arrival) {
        through[other[event]]++;
        sum += world.step * world.dt;
      }
      if (kind[event] === EventKind.unreachable) unreachable++;
    }
    const { count: agents, ids, plan } = world.crowd;
    for (let row = 0; row < agents; row++) {
      const before = targets.get(ids[row]);
      if (before !== undefined && before !== plan.target[row]) {
        changes.set(ids[row], (changes.get(ids[row]) ?? 0) + 1);
      }
      targets.set(ids[row], plan.target[row]);
    }
  }
  return {
    through,
    last: world.step * world.dt,
    mean: sum / (through[0] + through[1]),
    mostChanges: Math.max(0, ...changes.values()),
    changed: changes.size,
    unreachable,
  };
}

describe('a near exit and a far one', () => {
  test('the crowd takes the near one, or with rerouting both and is out sooner', () => {
    const shortest = evacuate(hall, 1);
    const quickest = evacuate(rerouted, 1);
    // A few are pushed about in the dense crowd until the far one is nearer.
    expect(shortest.through[1]).toBeLessThanOrEqual(4);
    expect(quickest.through[0] + quickest.through[1]).toBe(60);
    expect(quickest.through[1]).toBeGreaterThanOrEqual(10);
    expect(quickest.last).toBeLessThan(shortest.last);
    expect(quickest.mean).toBeLessThan(0.85 * shortest.mean);
    // No agent oscillates.
    expect(quickest.mostChanges).toBeLessThanOrEqual(3);
  });

  test('when something is pushed into the near door, everybody turns round and leaves by the far one', () => {
    let turned = 0;
    const { through, unreachable } = evacuate(hall, 1, (world) => {
      const { count, plan } = world.crowd;
      if (world.step === 50) {
        expect([...plan.target.subarray(0, count)]).toEqual(Array(60).fill(0));
        moveObstacle(world, 'bar', [-10, 2.2]);
      }
      if (world.step === 51) turned = plan.target.subarray(0, count).reduce((sum, target) => sum + target, 0);
    });
    expect(turned).toBe(60);
    expect(through).toEqual([0, 60]);
    expect(unreachable).toBe(0);
  });

  test('when the near exit is closed, everybody turns round at once', () => {
    let inside = 0;
    const { through, unreachable } = evacuate(hall, 2, (world) => {
      if (world.step !== 160) return;
      inside = world.crowd.count;
      openTarget(world, 'south', false);
    });
    expect(inside).toBeGreaterThan(30);
    expect(through).toEqual([60 - inside, inside]);
    expect(unreachable).toBe(0);
  });

  test('a world that is saved on the way and loaded goes on to the same bits', () => {
    // A budget that makes fields take several steps.
    const scenario: ScenarioInput = {
      ...rerouted,
      planner: { name: 'distance', rerouting: { density: 4, every: 0.5 }, budget: { cells: 1000 } },
    };
    for (const steps of [2, 53]) {
      const world = createWorld(scenario);
      for (let step = 0; step < steps; step++) stepWorld(world);
      const loaded = loadWorld(saveWorld(world));
      for (let step = 0; step < 60; step++) {
        stepWorld(world);
        stepWorld(loaded);
        expect(stateHashOf(loaded)).toBe(stateHashOf(world));
      }
    }
  });
});
