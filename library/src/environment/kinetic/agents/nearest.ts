import { doubled, type NearLists, reserveEntries } from '../../../crowd/index.ts';
import type { AgentMesh } from './agents.ts';
import { type Answers, createAnswers, GUESS, hasAnswer } from './answers.ts';
import { BLOCK } from './disc-kernel.ts';
import { listStars, type Stars, searchDisc, WIDENED, WIDER } from './stars.ts';

/**
 * The nearest few found so far, nearest first, as vertices; those at equal squared distances by id. The k-th nearest is
 * a neighbour of one that is nearer, so going on from them in this order finds them all.
 */
export type Nearest = {
  wanted: number;
  count: number;
  squared: Float64Array;
  vertices: Int32Array;
  /** Squared distances of those among whom they are looked for, in no order. */
  distances: Float64Array;
  /** Others to go on from: so little farther than the last that rounding or a tie decided, or where twins are. */
  close: Int32Array;
  closeCount: number;
  /** The numbering of the mesh that the stars' shares belong to. */
  epoch: number;
  answers: Answers;
};

export function createNearest(): Nearest {
  return {
    wanted: 0,
    count: 0,
    squared: new Float64Array(32),
    vertices: new Int32Array(32),
    distances: new Float64Array(32),
    close: new Int32Array(16),
    closeCount: 0,
    epoch: -1,
    answers: createAnswers(),
  };
}

/** Appends the `count` nearest of a row. */
export function appendNearest(
  agents: AgentMesh,
  stars: Stars,
  nearest: Nearest,
  row: number,
  count: number,
  lists: NearLists,
): void {
  const v = agents.vertexOf[row];
  nearest.count = 0;
  nearest.wanted = v < 0 ? 0 : Math.min(Math.floor(count), agents.count - 1);
  const { answers, wanted } = nearest;
  const items = reserveEntries(lists, wanted > 0 ? wanted : 0);
  const start = lists.length;
  lists.starts[row] = start;
  if (wanted > 0) {
    listStars(stars, agents);
    reserveNearest(nearest, stars, agents);
    if (hasAnswer(answers, agents, stars, v, wanted)) {
      const { rows } = answers;
      for (let k = 0; k < wanted; k++) items[start + k] = rows[wanted * v + k];
      lists.counts[row] = wanted;
      lists.length = start + wanted;
      return;
    }
    // Where there was no answer in advance, the disc would not have one either.
    const isHard = answers.isInAdvance || agents.mesh.twinCount > 0;
    if (isHard || !findInDisc(agents, stars, nearest, v)) {
      findNearest(agents, stars, nearest, v);
    }
    stars.shares[v] = nearest.squared[nearest.wanted - 1] / nearest.wanted;
  }
  lists.counts[row] = nearest.count;
  for (let k = 0; k < nearest.count; k++) items[start + k] = agents.rowOf[nearest.vertices[k]];
  lists.length = start + nearest.count;
}

function reserveNearest(nearest: Nearest, stars: Stars, { mesh }: AgentMesh): void {
  if (nearest.distances.length < 2 * nearest.wanted) {
    nearest.distances = new Float64Array(4 * nearest.wanted);
    nearest.squared = new Float64Array(4 * nearest.wanted);
    nearest.vertices = new Int32Array(4 * nearest.wanted);
  }
  if (nearest.epoch === mesh.epoch) return;
  stars.shares.fill(0);
  nearest.epoch = mesh.epoch;
}

/** Sorts whoever is in a disc as large as what the nearest few took the last time; false where too few are in it. */
function findInDisc(agents: AgentMesh, stars: Stars, nearest: Nearest, v: number): boolean {
  const { x, y } = agents;
  const { queue } = stars;
  const { wanted } = nearest;
  const squaredRadius = stars.shares[v] * wanted * GUESS;
  const ownX = x[v];
  const ownY = y[v];
  const queued = searchDisc(stars, agents, v, squaredRadius);
  const found = queued - 1;
  if (found < wanted || found > nearest.distances.length) return false;
  const { distances, squared, vertices } = nearest;
  for (let k = 0; k < found; k++) {
    const dx = x[queue[k + 1]] - ownX;
    const dy = y[queue[k + 1]] - ownY;
    distances[k] = dx * dx + dy * dy;
  }
  for (let k = found; k % 4 !== 0; k++) distances[k] = Number.POSITIVE_INFINITY;
  // The place of each is how many are nearer: again no branch to mispredict. Where two are equally far it goes wrong.
  let sum = 0;
  for (let k = 0; k < found; k++) {
    const distance = distances[k];
    let place = 0;
    for (let other = 0; other < found; other += 4) {
      place +=
        ((distances[other] < distance) as unknown as number) +
        ((distances[other + 1] < distance) as unknown as number) +
        ((distances[other + 2] < distance) as unknown as number) +
        ((distances[other + 3] < distance) as unknown as number);
    }
    squared[place] = distance;
    vertices[place] = queue[k + 1];
    sum += place;
  }
  nearest.count = wanted;
  return 2 * sum === found * (found - 1) && squared[wanted - 1] <= squaredRadius;
}

/** One loop without calls: numbers that go from function to function would have to go through the heap. */
function findNearest(agents: AgentMesh, stars: Stars, nearest: Nearest, v: number): void {
  const { x, y, ids, mesh } = agents;
  const { visited, blocks, further } = stars;
  const { wanted } = nearest;
  const { vertices, squared } = nearest;
  const { sameAs } = mesh;
  const ownX = x[v];
  const ownY = y[v];
  const search = ++stars.search;
  const hasTwins = mesh.twinCount > 0;
  nearest.closeCount = 0;
  let count = 0;
  // How many of them, the first, have been gone on from; and how far the last of them is, if there are enough.
  let done = 0;
  let limit = Number.POSITIVE_INFINITY;
  let reach = limit;
  let u = mesh.twinOf[v] >= 0 ? mesh.twinOf[v] : v;
  // The searcher's own vertex is looked at first, like a neighbour, for its twins.
  let block = 0;
  let k = -1;
  let end = 0;
  for (let isFirst = true; ; ) {
    for (; k < end; k++) {
      const w = k < 0 ? u : blocks[k];
      const toX = x[w] - ownX;
      const toY = y[w] - ownY;
      // Comparisons used as numbers: one branch is mispredicted less often than two.
      const isNew = (visited[w] !== search) as unknown as number;
      const isInside = (toX * toX + toY * toY <= reach) as unknown as number;
      visited[w] = search;
      if ((isNew & isInside) === 0) continue;
      if (hasTwins && sameAs[w] >= 0) noteClose(nearest, w);
      for (let another = w; another >= 0; another = hasTwins ? sameAs[another] : -1) {
        // A twin has no neighbours: its block says so by naming the twin itself.
        visited[another] = search;
        if (another === v) continue;
        const dx = x[another] - ownX;
        const dy = y[another] - ownY;
        const distance = dx * dx + dy * dy;
        let place = count;
        let leaving = -1;
        if (count < wanted) {
          count++;
        } else {
          place--;
          if (distance > limit || (distance === limit && ids[another] > ids[vertices[place]])) {
            noteClose(nearest, w);
            continue;
          }
          if (done > place) done = place;
          else leaving = vertices[place];
        }
        while (place > 0) {
          const before = squared[place - 1];
          if (before < distance || (before === distance && ids[vertices[place - 1]] < ids[another])) break;
          squared[place] = before;
          vertices[place] = vertices[place - 1];
          place--;
        }
        squared[place] = distance;
        vertices[place] = another;
        if (count === wanted) {
          reach = squared[wanted - 1] * WIDER + WIDENED;
          if (leaving >= 0 && limit <= reach) noteClose(nearest, leaving);
          limit = squared[wanted - 1];
        }
        // Rounding or a tie has put it before one that was gone on from.
        if (place < done) {
          done++;
          noteClose(nearest, another);
        }
      }
    }
    // Where a twin is among them, its vertex in the mesh is close.
    if (further[block] > 0) {
      block = further[block];
    } else {
      if (isFirst) isFirst = false;
      else if (done < count) u = vertices[done++];
      else if (nearest.closeCount > 0) u = nearest.close[--nearest.closeCount];
      else break;
      block = u;
    }
    k = BLOCK * block;
    end = k + BLOCK;
  }
  nearest.count = count;
}

function noteClose(nearest: Nearest, w: number): void {
  if (nearest.closeCount === nearest.close.length) {
    nearest.close = doubled(nearest.close);
  }
  nearest.close[nearest.closeCount++] = w;
}
