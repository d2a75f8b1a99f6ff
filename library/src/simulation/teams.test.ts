import { describe, expect, test } from 'vitest';
import { EventKind, hasAgent, rowOf, speedOf } from '../crowd/index.ts';
import { createWorld, timeOf, type World } from './index.ts';
import { filing, run, runTo, travelling } from './teams.fixture.ts';

const seeds = Array.from({ length: 20 }, (_, k) => k + 1);

/** When each agent arrived, in seconds. */
function arrivalTimes(): { note: (world: World) => void; times: number[] } {
  const times: number[] = [];
  return {
    times,
    note: ({ dt, events, step }) => {
      for (let k = 0; k < events.count; k++) if (events.kind[k] === EventKind.arrival) times.push(step * dt);
    },
  };
}

describe('a team that arrives together', () => {
  const spreadOf = (scenario: Parameters<typeof run>[0], seed: number) => {
    const { note, times } = arrivalTimes();
    run(scenario, seed, 8, note);
    expect(times).toHaveLength(8);
    return Math.max(...times) - Math.min(...times);
  };

  test('has less than a sixth of the spread of arrival times without, in 20 of 20 seeds', () => {
    const shares = seeds.map((seed) => {
      const alone = spreadOf(travelling(undefined), seed);
      return spreadOf(travelling({ kind: 'together', targets: ['camp'] }), seed) / alone;
    });
    expect(Math.max(...shares)).toBeLessThan(1 / 6);
  });

  test('slows nobody below the least share, and the one with the most time to go not at all', () => {
    const world = createWorld(
      travelling({ kind: 'together', point: [35, 0], radius: 2.5, minimumShare: 0.6 }),
      {
        seed: 3,
      },
    );
    let slowed = 0;
    runTo(world, 8, ({ crowd }) => {
      const shares = [...crowd.plan.paceShare.subarray(0, crowd.count)];
      if (world.arrived > 0 || world.step < 3) return;
      expect(Math.max(...shares)).toBe(1);
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.6);
      if (Math.min(...shares) === 0.6) slowed++;
    });
    expect(world.arrived).toBe(8);
    expect(slowed).toBeGreaterThan(0);
  });
});

describe('a file behind a leader', () => {
  test('keeps its order and its gaps round corners, and comes to stand behind the leader', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const gap = 1.5;
      const world = createWorld(filing(4, gap), { seed });
      const way = new Trail();
      const gaps: number[] = [];
      runTo(world, 5, ({ crowd, teams: [file] }) => {
        const place = (id: number) => {
          const row = rowOf(crowd, id);
          return [crowd.motion.x[row], crowd.motion.y[row]] as const;
        };
        way.add(...place(0));
        if (way.length < 12 || file.kind !== 'follow') return;
        // Metres behind the leader along its way, in the order of the start.
        const behind = [...file.order].map((member) => way.behind(...place(file.members[member]), 16));
        behind.forEach((metres, k) => {
          gaps.push(metres - (k > 0 ? behind[k - 1] : 0));
        });
      });
      expect(world.arrived).toBe(5);
      expect(gaps.length).toBeGreaterThan(2000);
      expect(Math.min(...gaps)).toBeGreaterThan(0.7 * gap);
      expect(Math.max(...gaps)).toBeLessThan(2.5 * gap);
      const middle = gaps.toSorted((a, b) => a - b)[gaps.length >> 1];
      expect(Math.abs(middle - gap)).toBeLessThan(0.1 * gap);
    }
  });

  test('of a leader that vanishes follows to where it was last seen', () => {
    const world = createWorld({ ...filing(4, 1.5), arrival: 'vanish' });
    runTo(world, 5);
    expect([world.arrived, world.crowd.count]).toEqual([5, 0]);
  });

  test('waits for a slow leader, and hurries no more than it wants to', () => {
    const scenario = filing(3, 1.5);
    const world = createWorld({ ...scenario, agents: [{ ...scenario.agents![0], speed: 0.4 }] });
    runTo(world, 4, ({ crowd }) => {
      for (let row = 0; row < crowd.count; row++) {
        expect(crowd.plan.paceShare[row]).toBeGreaterThanOrEqual(0);
        expect(crowd.plan.paceShare[row]).toBeLessThanOrEqual(1);
      }
      if (timeOf(world) < 20) return;
      for (const id of [1, 2, 3]) expect(speedOf(crowd.motion, rowOf(crowd, id))).toBeLessThan(0.6);
    });
  });
});

describe('a team that keeps together', () => {
  /** The largest distance of a member from the middle, after the first seconds and until the first has arrived. */
  const widest = (scenario: Parameters<typeof run>[0], seed: number, after: number) => {
    let largest = 0;
    const world = run(scenario, seed, 8, ({ crowd: { count, motion }, dt, step }) => {
      if (step * dt < after || count < 8) return;
      const x = motion.x.subarray(0, count);
      const y = motion.y.subarray(0, count);
      const meanX = x.reduce((sum, value) => sum + value) / count;
      const meanY = y.reduce((sum, value) => sum + value) / count;
      for (let row = 0; row < count; row++)
        largest = Math.max(largest, Math.hypot(x[row] - meanX, y[row] - meanY));
    });
    expect(world.arrived).toBe(8);
    return largest;
  };

  test('stays within the distance once it has gathered, which it does not without, in 20 of 20 seeds', () => {
    const distance = 7;
    for (const seed of seeds) {
      expect(widest(travelling({ kind: 'keep-together', distance }), seed, 15)).toBeLessThan(distance);
      expect(widest(travelling(undefined), seed, 15)).toBeGreaterThan(distance);
    }
  });

  test('calls back who has strayed, and lets it go on to its own goal afterwards', () => {
    const world = createWorld({
      ...travelling({ kind: 'keep-together', distance: 5 }),
      agents: [{ name: 'stray', at: [-25, 40], goal: [35, 10], speed: 1.5 }],
      teams: [
        { name: 'party', groups: ['party'], agents: ['stray'], task: { kind: 'keep-together', distance: 6 } },
      ],
    });
    const phases: string[] = [];
    runTo(world, 9, ({ crowd, teams }) => {
      if (!hasAgent(crowd, 0)) return;
      const row = rowOf(crowd, 0);
      const [team] = teams;
      const back = team.kind === 'keep-together' && team.returning[0] === 1;
      const goal = `${back} ${crowd.plan.goalX[row] === 35 && crowd.plan.goalY[row] === 10}`;
      if (phases.at(-1) !== goal) phases.push(goal);
    });
    expect(phases.slice(0, 2)).toEqual(['true false', 'false true']);
    expect(world.arrived).toBe(9);
  });
});

/** The path that an agent has walked, for measuring along it. */
class Trail {
  private points: [number, number, number][] = [];
  length = 0;
  add(x: number, y: number) {
    const last = this.points.at(-1);
    if (last) this.length += Math.hypot(x - last[0], y - last[1]);
    this.points.push([x, y, this.length]);
  }
  /** How far behind the end (x, y) is along the way, of the last this many metres. */
  behind(x: number, y: number, within: number): number {
    let best = 0;
    let least = Infinity;
    for (let k = this.points.length - 1; k >= 0 && this.points[k][2] > this.length - within; k--) {
      const distance = Math.hypot(this.points[k][0] - x, this.points[k][1] - y);
      if (distance < least) [least, best] = [distance, this.length - this.points[k][2]];
    }
    return best;
  }
}
