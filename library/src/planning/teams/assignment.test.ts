import fc from 'fast-check';
// @ts-expect-error: the package has no types; a list of rows in, a list of pairs out.
import munkres from 'munkres-js';
import { describe, expect, test } from 'vitest';
import { createDice } from '../../crowd/crowd.fixture.ts';
import { type Assignment, assignLeastLast, assignLeastTotal, createAssignment } from './assignment.ts';

type Costs = { workers: number; jobs: number; cost: Float64Array };

/** Every way to give the fewer side partners, as the sum and the greatest of the costs. */
function bruteForce({ workers, jobs, cost }: Costs): { total: number; last: number; totalOfLast: number } {
  const few = Math.min(workers, jobs);
  const many = Math.max(workers, jobs);
  const at = (one: number, other: number) =>
    workers <= jobs ? cost[one * jobs + other] : cost[other * jobs + one];
  const best = { total: Infinity, last: Infinity, totalOfLast: Infinity };
  const visit = (one: number, used: number, total: number, last: number) => {
    if (one === few) {
      best.total = Math.min(best.total, total);
      if (last < best.last || (last === best.last && total < best.totalOfLast)) {
        best.last = last;
        best.totalOfLast = total;
      }
      return;
    }
    for (let other = 0; other < many; other++) {
      if (used & (1 << other)) continue;
      visit(one + 1, used | (1 << other), total + at(one, other), Math.max(last, at(one, other)));
    }
  };
  visit(0, 0, 0, -Infinity);
  return best;
}

/** Sum and greatest cost of a solution, after making sure that it is one. */
function worth({ jobOf, workerOf }: Assignment, { workers, jobs, cost }: Costs) {
  const pairs: number[] = [];
  for (let worker = 0; worker < workers; worker++) {
    const job = jobOf[worker];
    if (job < 0) continue;
    expect(workerOf[job]).toBe(worker);
    pairs.push(cost[worker * jobs + job]);
  }
  expect(pairs).toHaveLength(Math.min(workers, jobs));
  for (let job = 0; job < jobs; job++) if (workerOf[job] >= 0) expect(jobOf[workerOf[job]]).toBe(job);
  return { total: pairs.reduce((sum, one) => sum + one, 0), last: Math.max(...pairs) };
}

function solve(costs: Costs) {
  const assignment = createAssignment(costs.workers, costs.jobs);
  assignLeastTotal(assignment, costs.cost, costs.workers, costs.jobs);
  const total = worth(assignment, costs).total;
  const last = assignLeastLast(assignment, costs.cost, costs.workers, costs.jobs);
  return { total, last, ofLast: worth(assignment, costs) };
}

function drawn(workers: number, jobs: number, seed: number, most: number): Costs {
  const dice = createDice(seed);
  return {
    workers,
    jobs,
    cost: Float64Array.from({ length: workers * jobs }, () => Math.floor(most * dice())),
  };
}

/** Whole numbers, so that sums are exact in whatever order. */
const costsOf = (size: number, most: number) =>
  fc.tuple(fc.integer({ min: 1, max: size }), fc.integer({ min: 1, max: size })).chain(([workers, jobs]) =>
    fc
      .array(fc.integer({ min: -most, max: most }), {
        minLength: workers * jobs,
        maxLength: workers * jobs,
      })
      .map((cost): Costs => ({ workers, jobs, cost: Float64Array.from(cost) })),
  );

describe('the assignment', () => {
  test('is the best of all permutations: every size up to 8 × 8, many ties and hardly any', () => {
    for (let workers = 1; workers <= 8; workers++) {
      for (let jobs = 1; jobs <= 8; jobs++) {
        for (const most of [3, 1_000_000]) {
          const costs = drawn(workers, jobs, 100 * workers + 10 * jobs + most, most);
          const best = bruteForce(costs);
          const found = solve(costs);
          expect(found).toEqual({
            total: best.total,
            last: best.last,
            ofLast: { total: best.totalOfLast, last: best.last },
          });
        }
      }
    }
  });

  test('is the best of all permutations for any costs, negative and equal ones too', () => {
    fc.assert(
      fc.property(fc.oneof(costsOf(6, 2), costsOf(6, 1000)), (costs) => {
        const best = bruteForce(costs);
        const found = solve(costs);
        expect([found.total, found.last, found.ofLast.total]).toEqual([
          best.total,
          best.last,
          best.totalOfLast,
        ]);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    [9, 9],
    [12, 30],
    [30, 12],
    [25, 25],
    [40, 60],
    [60, 60],
  ])('has the total of munkres-js: %i workers, %i jobs', (workers, jobs) => {
    for (const most of [5, 1_000_000]) {
      const costs = drawn(workers, jobs, workers + jobs, most);
      const rows = Array.from({ length: workers }, (_, k) => [
        ...costs.cost.subarray(k * jobs, (k + 1) * jobs),
      ]);
      let total = 0;
      for (const [worker, job] of munkres(rows) as [number, number][]) total += rows[worker][job];
      expect(solve(costs).total).toBe(total);
    }
  });

  test.each([
    [200, 200],
    [150, 200],
    [200, 90],
  ])('comes with prices that prove it: %i × %i', (workers, jobs) => {
    const costs = drawn(workers, jobs, 7, 1000);
    const assignment = createAssignment(workers, jobs);
    assignLeastTotal(assignment, costs.cost, workers, jobs);
    worth(assignment, costs);
    const { jobOf, jobPrice, workerOf, workerPrice } = assignment;
    for (let worker = 0; worker < workers; worker++) {
      for (let job = 0; job < jobs; job++) {
        const left = costs.cost[worker * jobs + job] - workerPrice[worker] - jobPrice[job];
        if (jobOf[worker] === job) expect(left).toBe(0);
        else if (left < 0) expect([worker, job, left]).toBe('a feasible price');
      }
    }
    // The side with some left over: none gains by taking one of those, whose price is 0 and no other's above it.
    const [prices, partners] = workers > jobs ? [workerPrice, jobOf] : [jobPrice, workerOf];
    for (let k = 0; k < Math.max(workers, jobs); k++) {
      expect(prices[k]).toBeLessThanOrEqual(0);
      if (partners[k] < 0 && workers !== jobs) expect(prices[k]).toBe(0);
    }
  });

  test('of 200 × 200 the greatest cost is least: without the dearer pairs it can be done, without it cannot', () => {
    const costs = drawn(200, 200, 11, 100_000);
    const { last } = solve(costs);
    expect(pairsBelow(costs, last)).toBeLessThan(200);
    expect(pairsBelow(costs, last + 1)).toBe(200);
  });

  test('sends the faster to the farther: times are ways over speeds, each with its own job', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 6, maxLength: 6 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 6, maxLength: 6 }),
        (ways, speeds) => {
          const cost = Float64Array.from({ length: 36 }, (_, k) => ways[k % 6] / speeds[Math.floor(k / 6)]);
          const assignment = createAssignment(6, 6);
          assignLeastTotal(assignment, cost, 6, 6);
          // The rearrangement inequality: the sum of products of two orders is least when they run against each other.
          const bySpeed = speeds.map((_, k) => k).sort((a, b) => speeds[a] - speeds[b]);
          const sent = bySpeed.map((worker) => ways[assignment.jobOf[worker]]);
          expect(sent).toEqual([...ways].sort((a, b) => a - b));
        },
      ),
    );
  });

  test('of equal solutions it is always the same: the first workers do the first jobs', () => {
    const assignment = createAssignment(4, 6);
    for (let round = 0; round < 2; round++) {
      assignLeastTotal(assignment, new Float64Array(24).fill(3), 4, 6);
      expect([...assignment.jobOf]).toEqual([0, 1, 2, 3]);
      assignLeastLast(assignment, new Float64Array(24).fill(3), 4, 6);
      expect([...assignment.jobOf]).toEqual([0, 1, 2, 3]);
    }
  });

  test('uses its room again for fewer, and for nobody', () => {
    const assignment = createAssignment(5, 5);
    assignLeastTotal(assignment, new Float64Array(25), 5, 5);
    assignLeastTotal(assignment, Float64Array.of(2, 1, 1, 2), 2, 2);
    expect([...assignment.jobOf.subarray(0, 2)]).toEqual([1, 0]);
    expect(() => assignLeastTotal(assignment, new Float64Array(0), 0, 3)).not.toThrow();
    expect([...assignment.workerOf.subarray(0, 3)]).toEqual([-1, -1, -1]);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e101])(
    'refuses a cost of %d and says whose',
    (bad) => {
      const cost = Float64Array.of(1, 2, 3, 4, bad, 6);
      for (const assign of [assignLeastTotal, assignLeastLast]) {
        expect(() => assign(createAssignment(2, 3), cost, 2, 3)).toThrow(/worker 1, job 1/);
      }
    },
  );

  test('refuses more than it has room for', () => {
    expect(() => assignLeastTotal(createAssignment(2, 2), new Float64Array(6), 2, 3)).toThrow(/2 and 3/);
  });
});

/** Most pairs that cost less than a limit, by trying each worker in turn (Kuhn). */
function pairsBelow({ workers, jobs, cost }: Costs, limit: number): number {
  const owner = new Int32Array(jobs).fill(-1);
  const place = (worker: number, seen: Uint8Array): boolean => {
    for (let job = 0; job < jobs; job++) {
      if (seen[job] === 1 || cost[worker * jobs + job] >= limit) continue;
      seen[job] = 1;
      if (owner[job] >= 0 && !place(owner[job], seen)) continue;
      owner[job] = worker;
      return true;
    }
    return false;
  };
  let pairs = 0;
  for (let worker = 0; worker < workers; worker++) if (place(worker, new Uint8Array(jobs))) pairs++;
  return pairs;
}
