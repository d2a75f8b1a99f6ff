import { describe, expect, test } from 'vitest';
import { reorderRows, Status } from '../../crowd/index.ts';
import {
  createWorld,
  loadWorld,
  moveObstacle,
  type ScenarioInput,
  saveWorld,
  stateHashOf,
  stepWorld,
  type World,
} from '../../simulation/index.ts';
import { createPlanner } from '../base/planner.ts';
import { createPathGuide } from './guide.ts';

type Place = [number, number];
type Thing = NonNullable<ScenarioInput['obstacles']>[number];
const box = (x0: number, y0: number, x1: number, y1: number, name?: string): Thing => ({
  ...(name && { name }),
  shape: 'box',
  min: [x0, y0],
  max: [x1, y1],
});

/** A hall with walls; all agents start in a pocket that is open on the far side from the target. */
const pocket: ScenarioInput = {
  version: 1,
  name: 'pocket',
  bounds: { min: [0, 0], max: [30, 20], walls: true },
  duration: 60,
  steering: { name: 'nonlinear' },
  arrival: 'vanish',
  planner: { name: 'path' },
  targets: [{ name: 'east', at: [27, 10], radius: 0.5 }],
  obstacles: [box(18, 4, 19, 16), box(8, 4, 18, 5), box(8, 15, 18, 16)],
  groups: [
    { name: 'walkers', count: 12, region: { box: { min: [10, 7], max: [17, 13] } }, targets: ['east'] },
  ],
};

function run(world: World, seconds: number, observe?: (world: World) => void): void {
  for (let end = world.step + Math.round(seconds / world.dt); world.step < end && world.crowd.count > 0; ) {
    stepWorld(world);
    observe?.(world);
  }
}

describe('worlds whose agents follow paths', () => {
  test('out of a pocket: everybody arrives by paths, hardly anybody straight', () => {
    const paths = createWorld(pocket);
    run(paths, 60);
    expect(paths.arrived).toBe(12);
    const direct = createWorld({ ...pocket, planner: { name: 'direct' } });
    run(direct, 30);
    expect(direct.arrived).toBeLessThan(6);
  });

  test.each([
    [
      '10 cm',
      [8.041, 4.887],
      [12, 2.697],
      [7.585, 5.14],
      [0, 9.336],
      [10.281, 0.371],
      [10.334, 8.364],
      0.211,
    ],
    ['2 cm', [8.368, 7.069], [12, 7.852], [7.885, 6.965], [0, 5.267], [1.186, 8.946], [9.179, 5.058], 0.237],
    ['2 cm', [6.722, 8.039], [12, 7.819], [6.259, 8.059], [0, 8.32], [0.664, 0.765], [6.731, 9.973], 0.221],
  ] as [string, ...Place[], number][])(
    'a walker gets through a door of a slanting wall that leaves it %s',
    (_, ...[right, rightEnd, left, leftEnd, at, goal, radius]) => {
      const world = createWorld({
        version: 1,
        name: 'slanting wall',
        bounds: { min: [0, 0], max: [12, 12], walls: true },
        duration: 40,
        steering: { name: 'walker' },
        arrival: 'vanish',
        planner: { name: 'path' },
        obstacles: [
          { shape: 'segment', from: left as Place, to: leftEnd as Place },
          { shape: 'segment', from: right as Place, to: rightEnd as Place },
        ],
        agents: [{ at: at as Place, goal: goal as Place, radius: radius as number }],
      });
      run(world, 40);
      expect(world.arrived).toBe(1);
    },
  );

  test('a door that closes: who was on the way to it turns to the other one', () => {
    // A wall with two doors, at y = 2 to 6 and at y = 14 to 18; the near one is shut with a box from elsewhere.
    const doors: ScenarioInput = {
      ...pocket,
      obstacles: [box(14, 0, 15, 2), box(14, 6, 15, 14), box(14, 18, 15, 20), box(22, 1, 23, 5.4, 'shutter')],
      groups: [
        { name: 'walkers', count: 6, region: { box: { min: [3, 2], max: [6, 6] } }, targets: ['east'] },
      ],
    };
    const highest = (shut: boolean) => {
      const world = createWorld(doors);
      let north = 0;
      run(world, 50, ({ crowd }) => {
        if (shut && world.step === 40) moveObstacle(world, 'shutter', [-8, 0.8]);
        for (let row = 0; row < crowd.count; row++) north = Math.max(north, crowd.motion.y[row]);
      });
      expect(world.arrived).toBe(6);
      return north;
    };
    expect(highest(false)).toBeLessThan(12);
    expect(highest(true)).toBeGreaterThan(14);
  });

  test('shut in, agents stop and are unreachable; when the wall goes, they go', () => {
    const world = createWorld({ ...pocket, obstacles: [...pocket.obstacles!, box(1, 5, 2, 15, 'lid')] });
    moveObstacle(world, 'lid', [7, 0]);
    run(world, 5);
    const { crowd } = world;
    expect([...crowd.plan.status.subarray(0, crowd.count)]).toEqual(new Array(12).fill(Status.stranded));
    moveObstacle(world, 'lid', [-7, 0]);
    run(world, 60);
    expect(world.arrived).toBe(12);
  });

  test('no step does more than its budget; who has waited longest is served first, then the lower id', () => {
    const budget = { searches: 2, cells: 100_000 };
    const serve = (order?: (rows: number) => number[]) => {
      const guide = createPathGuide({ cell: 0.25, clearance: 0.1, ...budget });
      const world = createWorld(pocket, { planner: createPlanner(guide) });
      const { crowd } = world;
      if (order) reorderRows(crowd, Int32Array.from(order(crowd.count)));
      const served = new Map<number, number>();
      for (let step = 0; step < 10; step++) {
        stepWorld(world);
        expect(guide.work.searches).toBeLessThanOrEqual(2);
        for (let row = 0; row < crowd.count; row++) {
          const id = crowd.ids[row];
          if (crowd.plan.pace[row] > 0 && !served.has(id)) served.set(id, step);
        }
      }
      return [[...served].sort((a, b) => a[0] - b[0]), stateHashOf(world)];
    };
    const plain = serve();
    // In the first step all ask; from the second on two are served in each, in the order of their ids.
    expect(plain[0]).toEqual(Array.from({ length: 12 }, (_, id) => [id, 1 + Math.floor(id / 2)]));
    expect(serve((rows) => Array.from({ length: rows }, (_, row) => rows - 1 - row))).toEqual(plain);
  });

  test('a search that is larger than the budget of a step goes on in the next, and nobody waits for ever', () => {
    const guide = createPathGuide({ cell: 0.25, clearance: 0.1, searches: 5, cells: 1000 });
    const world = createWorld(pocket, { planner: createPlanner(guide) });
    const { crowd } = world;
    const cells: number[] = [];
    let steps = 0;
    while (crowd.plan.pace.subarray(0, 12).some((pace) => pace === 0) && steps < 500) {
      stepWorld(world);
      cells.push(guide.work.cells);
      steps++;
    }
    // The cells of the targets are counted too, but not cut into parts.
    expect(Math.max(...cells)).toBeLessThan(1000 + 100);
    expect(cells.filter((count) => count >= 1000).length).toBeGreaterThan(15);
    expect(steps).toBeLessThan(200);
    run(world, 70);
    expect(world.arrived).toBe(12);
  });

  test.each([0, 1, 2, 3, 8, 21, 22, 23, 60, 200])(
    'saved and loaded after %i steps, a world goes on alike',
    (steps) => {
      // A budget so small that in the first steps some have a path, one is searched for, and others wait.
      const scenario: ScenarioInput = {
        ...pocket,
        planner: { name: 'path', budget: { searches: 3, cells: 1500 } },
        targets: [
          { name: 'east', at: [27, 10], radius: 0.5 },
          { name: 'west', at: [2, 18], radius: 0.5 },
        ],
        groups: [{ ...pocket.groups![0], targets: ['east', 'west'] }],
      };
      const world = createWorld(scenario);
      for (let step = 0; step < steps; step++) stepWorld(world);
      const copy = loadWorld(saveWorld(world));
      const hashes = (one: World) =>
        Array.from({ length: 60 }, (_, k) => {
          if (k === 20) moveObstacle(one, 1, [2, 0]);
          stepWorld(one);
          return stateHashOf(one);
        });
      expect(hashes(copy)).toEqual(hashes(world));
    },
  );

  test('who has a path asks for nothing more: in the long run hardly anything is searched for', () => {
    const guide = createPathGuide({ cell: 0.25, clearance: 0.1, searches: 32, cells: 200_000 });
    const world = createWorld(pocket, { planner: createPlanner(guide) });
    let searches = 0;
    run(world, 20, () => {
      searches += guide.work.searches;
    });
    // One each, and a few for those that the others push aside.
    expect(searches).toBeGreaterThanOrEqual(12);
    expect(searches).toBeLessThan(24);
  });
});
