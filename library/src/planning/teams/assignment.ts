/**
 * Who does what, at the least cost: n workers and m jobs, each worker at most one job and each job at most one worker, as
 * many pairs as there are of the fewer. Shortest augmenting paths after Jonker and Volgenant: O(n² m) for n ≤ m, and the
 * reverse for n > m. docs/models/teams.md has the method. The arrays belong to the caller's data: solving
 * allocates nothing.
 */
export type Assignment = {
  workers: number;
  jobs: number;
  /** The job of each worker, or −1. */
  jobOf: Int32Array;
  /** The worker of each job, or −1. */
  workerOf: Int32Array;
  /** Prices that prove a least total: workerPrice[w] + jobPrice[j] ≤ cost[w, j], equal where w does j. */
  workerPrice: Float64Array;
  jobPrice: Float64Array;
  /** Scratch of the search, by the numbers of the more numerous side. */
  shortest: Float64Array;
  before: Int32Array;
  settled: Uint8Array;
  /** And of the fewer. */
  visited: Uint8Array;
};

/** Larger costs lose too many digits in the sums; far above all times and lengths. */
const LARGEST_COST = 1e100;

/** Room for this many workers and jobs. */
export function createAssignment(workers: number, jobs: number): Assignment {
  const most = Math.max(workers, jobs);
  return {
    workers: 0,
    jobs: 0,
    jobOf: new Int32Array(workers),
    workerOf: new Int32Array(jobs),
    workerPrice: new Float64Array(workers),
    jobPrice: new Float64Array(jobs),
    shortest: new Float64Array(most),
    before: new Int32Array(most),
    settled: new Uint8Array(most),
    visited: new Uint8Array(most),
  };
}

/**
 * The pairs with the least sum. cost[w × jobs + j] is what worker w needs for job j: any finite number, negative too. Of
 * several solutions it is always the same one. Writes jobOf, workerOf and the prices.
 */
export function assignLeastTotal(
  assignment: Assignment,
  cost: Float64Array,
  workers: number,
  jobs: number,
): void {
  begin(assignment, cost, workers, jobs);
  findLeastTotal(assignment, cost, Number.POSITIVE_INFINITY);
}

/** The pairs with the least greatest cost, and of those the ones with the least sum; returns that greatest cost. */
export function assignLeastLast(
  assignment: Assignment,
  cost: Float64Array,
  workers: number,
  jobs: number,
): number {
  begin(assignment, cost, workers, jobs);
  const last = findLeastLast(assignment, cost);
  findLeastTotal(assignment, cost, last);
  return last;
}

function begin(assignment: Assignment, cost: Float64Array, workers: number, jobs: number): void {
  if (workers > assignment.jobOf.length || jobs > assignment.workerOf.length) {
    throw new RangeError(
      `room for ${assignment.jobOf.length} workers and ${assignment.workerOf.length} jobs, got ${workers} and ${jobs}`,
    );
  }
  for (let k = 0; k < workers * jobs; k++) {
    // Written so that what is no number is refused too.
    if (Math.abs(cost[k]) <= LARGEST_COST) continue;
    const place = `worker ${Math.floor(k / jobs)}, job ${k % jobs}`;
    throw new RangeError(
      `expected costs from −${LARGEST_COST} to ${LARGEST_COST}, got ${cost[k]} (${place})`,
    );
  }
  assignment.workers = workers;
  assignment.jobs = jobs;
}

/**
 * One of the fewer side after the other enters by the shortest chain to a free one of the other side, in terms of cost less
 * prices, which stay ≥ 0. Pairs that cost more than `limit` do not exist; there must be a solution without them.
 */
function findLeastTotal(assignment: Assignment, cost: Float64Array, limit: number): void {
  const { jobs, shortest, settled, visited } = assignment;
  const turned = assignment.workers > jobs;
  const few = turned ? jobs : assignment.workers;
  const many = turned ? assignment.workers : jobs;
  const partnerOfFew = turned ? assignment.workerOf : assignment.jobOf;
  const partnerOfMany = turned ? assignment.jobOf : assignment.workerOf;
  const fewPrice = turned ? assignment.jobPrice : assignment.workerPrice;
  const manyPrice = turned ? assignment.workerPrice : assignment.jobPrice;
  const fewStride = turned ? 1 : jobs;
  const manyStride = turned ? jobs : 1;
  partnerOfFew.fill(-1, 0, few);
  partnerOfMany.fill(-1, 0, many);
  fewPrice.fill(0, 0, few);
  manyPrice.fill(0, 0, many);
  for (let entering = 0; entering < few; entering++) {
    shortest.fill(Number.POSITIVE_INFINITY, 0, many);
    settled.fill(0, 0, many);
    visited.fill(0, 0, few);
    let one = entering;
    let length = 0;
    let other = -1;
    for (;;) {
      visited[one] = 1;
      let nearest = -1;
      let least = Number.POSITIVE_INFINITY;
      for (let k = 0; k < many; k++) {
        if (settled[k] === 1) continue;
        const price = cost[one * fewStride + k * manyStride];
        const through = length + (price - fewPrice[one] - manyPrice[k]);
        if (price <= limit && through < shortest[k]) {
          shortest[k] = through;
          assignment.before[k] = one;
        }
        if (shortest[k] > least || shortest[k] === Number.POSITIVE_INFINITY) continue;
        // Of equally near ones a free one, which ends the search; else the first.
        if (shortest[k] === least && (partnerOfMany[k] >= 0 || partnerOfMany[nearest] < 0)) continue;
        least = shortest[k];
        nearest = k;
      }
      if (nearest < 0) throw new RangeError('no assignment within the limit');
      other = nearest;
      length = least;
      settled[other] = 1;
      if (partnerOfMany[other] < 0) break;
      one = partnerOfMany[other];
    }
    for (let k = 0; k < few; k++) {
      if (visited[k] === 1) fewPrice[k] += k === entering ? length : length - shortest[partnerOfFew[k]];
    }
    for (let k = 0; k < many; k++) {
      if (settled[k] === 1) manyPrice[k] -= length - shortest[k];
    }
    enter(assignment.before, partnerOfFew, partnerOfMany, entering, other);
  }
  // One that is left over has the partner −1: partnerOfMany says so already.
}

/**
 * The same with chains measured by their greatest cost: after each entry the greatest cost is the least that the ones
 * entered so far can have, for a solution with less would differ from the present one by a chain with less.
 */
function findLeastLast(assignment: Assignment, cost: Float64Array): number {
  const { jobs, shortest, settled } = assignment;
  const turned = assignment.workers > jobs;
  const few = turned ? jobs : assignment.workers;
  const many = turned ? assignment.workers : jobs;
  const partnerOfFew = turned ? assignment.workerOf : assignment.jobOf;
  const partnerOfMany = turned ? assignment.jobOf : assignment.workerOf;
  const fewStride = turned ? 1 : jobs;
  const manyStride = turned ? jobs : 1;
  partnerOfFew.fill(-1, 0, few);
  partnerOfMany.fill(-1, 0, many);
  let last = Number.NEGATIVE_INFINITY;
  for (let entering = 0; entering < few; entering++) {
    shortest.fill(Number.POSITIVE_INFINITY, 0, many);
    settled.fill(0, 0, many);
    let one = entering;
    let other = -1;
    for (;;) {
      let nearest = -1;
      for (let k = 0; k < many; k++) {
        if (settled[k] === 1) continue;
        const through = Math.max(last, cost[one * fewStride + k * manyStride]);
        if (through < shortest[k]) {
          shortest[k] = through;
          assignment.before[k] = one;
        }
        if (nearest < 0 || shortest[k] < shortest[nearest]) nearest = k;
        else if (shortest[k] === shortest[nearest] && partnerOfMany[k] < 0 && partnerOfMany[nearest] >= 0) {
          nearest = k;
        }
      }
      other = nearest;
      last = shortest[other];
      settled[other] = 1;
      if (partnerOfMany[other] < 0) break;
      one = partnerOfMany[other];
    }
    enter(assignment.before, partnerOfFew, partnerOfMany, entering, other);
  }
  return last;
}

/** Each on the chain back from the free one takes the partner that it was reached with. */
function enter(
  before: Int32Array,
  partnerOfFew: Int32Array,
  partnerOfMany: Int32Array,
  entering: number,
  free: number,
): void {
  let other = free;
  for (;;) {
    const one = before[other];
    const next = partnerOfFew[one];
    partnerOfMany[other] = one;
    partnerOfFew[one] = other;
    if (one === entering) return;
    other = next;
  }
}
