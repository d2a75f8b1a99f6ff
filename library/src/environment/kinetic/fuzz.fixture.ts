import { createDice } from '../../crowd/crowd.fixture.ts';
import {
  beginLists,
  type Crowd,
  createCrowd,
  createNearLists,
  createObstacles,
  dropAgent,
  enterAgent,
  type NearLists,
  reserveAgent,
} from '../../crowd/index.ts';
import { shiftObstacle } from '../../crowd/shift.fixture.ts';
import { createSolids } from '../../crowd/solids.ts';
import { createBruteIndex } from '../brute/brute.ts';
import type { NeighbourIndex, Surroundings } from '../common/contract.ts';

/** What a fuzz run has done. */
export type FuzzCounts = {
  operations: Record<(typeof operations)[number], number>;
  checks: number;
  /** Entries of all sets that were compared. */
  entries: number;
};

const operations = ['move', 'insert', 'remove', 'teleport', 'radius', 'wall', 'meet'] as const;

/** Places: half of them anywhere, half on a coarse lattice, where agents meet and lie on lines and circles. */
function place(dice: () => number): [number, number] {
  const [x, y] = [20 * dice() - 10, 20 * dice() - 10];
  return dice() < 0.5 ? [x, y] : [Math.round(x / 2) * 2, Math.round(y / 2) * 2];
}

/**
 * Does random things to a crowd with walls, tells an index of them, and compares its sets of every agent with those of
 * looking at every pair, after every `checkEvery` operations. Throws with seed and operation at the first difference.
 */
export function fuzz(
  create: () => NeighbourIndex,
  seed: number,
  total: number,
  checkEvery: number,
  most = 40,
): FuzzCounts {
  const dice = createDice(seed);
  const whole = (end: number) => Math.floor(end * dice());
  const crowd = createCrowd(8);
  const walls = Array.from({ length: 6 }, () => ({
    shape: 'segment' as const,
    from: place(dice),
    to: place(dice),
  }));
  const obstacles = createObstacles([...walls, { shape: 'circle', center: place(dice), radius: 0.8 }]);
  const surroundings: Surroundings = { crowd, obstacles, solids: createSolids([]) };
  const index = create();
  const oracle = createBruteIndex();
  const both = [index, oracle];
  const counts: FuzzCounts = {
    operations: Object.fromEntries(operations.map((name) => [name, 0])) as FuzzCounts['operations'],
    checks: 0,
    entries: 0,
  };
  const enter = (): number => {
    const row = enterAgent(crowd, reserveAgent(crowd));
    [crowd.motion.x[row], crowd.motion.y[row]] = place(dice);
    crowd.traits.viewRadius[row] = 4 * dice();
    return row;
  };
  const update = () => {
    for (const one of both) one.update(surroundings);
  };
  update();
  for (let operation = 1; operation <= total; operation++) {
    const drawn = operations[whole(operations.length)];
    const name = crowd.count < 2 ? 'insert' : crowd.count === most && drawn === 'insert' ? 'remove' : drawn;
    const row = whole(crowd.count);
    const { x, y } = crowd.motion;
    counts.operations[name]++;
    if (name === 'insert') {
      const entered = enter();
      // Sometimes the indexes have to find out by themselves, with the next update.
      if (dice() < 0.8) for (const one of both) one.insert(entered);
    } else if (name === 'remove') {
      const id = crowd.ids[row];
      dropAgent(crowd, id);
      if (dice() < 0.8) for (const one of both) one.remove(id);
    } else if (name === 'radius') {
      crowd.traits.viewRadius[row] = dice() < 0.1 ? 30 : 4 * dice();
    } else {
      if (name === 'move') {
        for (let other = 0; other < crowd.count; other++) {
          x[other] += 0.2 * (dice() - 0.5);
          y[other] += 0.2 * (dice() - 0.5);
        }
      } else if (name === 'teleport') {
        [x[row], y[row]] = place(dice);
        if (dice() < 0.02) x[row] *= 1000;
      } else if (name === 'meet') {
        const other = whole(crowd.count);
        x[row] = x[other];
        y[row] = y[other];
      } else {
        shiftObstacle(obstacles, whole(obstacles.count), dice() - 0.5, dice() < 0.5 ? 0 : dice() - 0.5);
      }
      update();
    }
    if (operation % checkEvery !== 0) continue;
    counts.checks++;
    counts.entries += compare(index, oracle, crowd, dice, `seed ${seed}, operation ${operation}`);
  }
  return counts;
}

/** Compares all sets of every agent; returns how many entries they have. */
function compare(
  index: NeighbourIndex,
  oracle: NeighbourIndex,
  crowd: Crowd,
  dice: () => number,
  where: string,
): number {
  const due = new Uint8Array(crowd.capacity).map(() => (dice() < 0.9 ? 1 : 0));
  const radius = 6 * dice();
  const count = Math.floor(10 * dice());
  let entries = 0;
  const ask = (what: string, question: (one: NeighbourIndex, lists: NearLists) => void, inOrder: boolean) => {
    const found = createNearLists();
    const wanted = createNearLists();
    beginLists(found, crowd.capacity);
    beginLists(wanted, crowd.capacity);
    question(index, found);
    question(oracle, wanted);
    entries += wanted.length;
    for (let row = 0; row < crowd.count; row++) {
      const rows = [found, wanted].map(({ counts, items, starts }) => {
        const list = [...items.subarray(starts[row], starts[row] + counts[row])];
        return (inOrder ? list : list.sort((a, b) => a - b)).join(' ');
      });
      if (rows[0] !== rows[1]) {
        throw new Error(`${where}: ${what} of row ${row} are ${rows[0] || 'none'}, not ${rows[1] || 'none'}`);
      }
    }
  };
  const each = (question: (one: NeighbourIndex, row: number, lists: NearLists) => void) => {
    return (one: NeighbourIndex, lists: NearLists) => {
      for (let row = 0; row < crowd.count; row++) question(one, row, lists);
    };
  };
  ask('the listed', (one, lists) => one.list(due, false, lists), false);
  ask('the listed in sight', (one, lists) => one.list(due, true, lists), false);
  ask(
    `those within ${radius} m`,
    each((one, row, lists) => one.near(row, radius, lists)),
    false,
  );
  ask(
    `those in sight within ${radius} m`,
    each((one, row, lists) => one.visible(row, radius, lists)),
    false,
  );
  ask(
    `the ${count} nearest`,
    each((one, row, lists) => one.nearest(row, count, lists)),
    true,
  );
  return entries;
}
