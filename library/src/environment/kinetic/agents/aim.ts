import type { Crowd } from '../../../crowd/index.ts';
import { FIRST_VERTEX, type Mesh, NEAREST } from '../mesh/mesh.ts';

/** The vertices of a crowd: for each vertex its row, −1 where there is none, and the other way round. */
type Seats = { mesh: Mesh; count: number; rowOf: Int32Array; vertexOf: Int32Array };

/**
 * How places get from the rows of a large crowd, in no order in space, to the vertices. To fetch each from anywhere in
 * memory that is not fast is to wait; so they go by way of portions, each of a run of vertices that fits fast memory:
 * first all rows in their order to the portions' ends, and then portion by portion to the vertices.
 */
export type Ways = {
  /** Updates since somebody came, left or got another row or vertex; the way is laid out in the second. */
  updates: number;
  /** For each row its place among the portions, and for each place its vertex. */
  placeOf: Int32Array;
  vertexAt: Int32Array;
  /** For each portion where the next row's place is, while the way is laid out. */
  ends: Int32Array;
  /** Coordinates x and y in turn. */
  pairs: Float64Array;
};

/** What aiming has seen, as bits. */
export const Aim = { nearZero: 1, outside: 2 } as const;

/** Fewer vertices fit fast memory anyhow. */
const LARGE = 32768;
/** Vertices of a portion, as a power of two. */
const PORTION_BITS = 11;

export function createWays(): Ways {
  return {
    updates: 0,
    placeOf: new Int32Array(0),
    vertexAt: new Int32Array(0),
    ends: new Int32Array(0),
    pairs: new Float64Array(0),
  };
}

/** Sets where the vertices shall move: to where crowd.motion says the agents are. Returns what it has seen. */
export function aimVertices(ways: Ways, seats: Seats, crowd: Crowd): number {
  const { mesh, rowOf, count } = seats;
  const { minX, minY, maxX, maxY, nextX, nextY, vertexCount } = mesh;
  const { x, y } = crowd.motion;
  if (count > LARGE && count === crowd.count && ++ways.updates > 1) {
    if (ways.updates === 2) layOut(ways, seats);
    if (fillPortions(ways, x, y, count, mesh)) {
      emptyPortions(ways, nextX, nextY, count);
      return 0;
    }
  }
  return (
    aimAlong(nextX, x, rowOf, vertexCount, minX, maxX) | aimAlong(nextY, y, rowOf, vertexCount, minY, maxY)
  );
}

function layOut(ways: Ways, { mesh, count, vertexOf }: Seats): void {
  const portions = (mesh.vertexCount >> PORTION_BITS) + 1;
  if (ways.placeOf.length < mesh.x.length) {
    ways.placeOf = new Int32Array(mesh.x.length);
    ways.vertexAt = new Int32Array(mesh.x.length);
    ways.pairs = new Float64Array(2 * mesh.x.length);
    ways.ends = new Int32Array((mesh.x.length >> PORTION_BITS) + 1);
  }
  const { placeOf, vertexAt, ends } = ways;
  ends.fill(0);
  for (let row = 0; row < count; row++) ends[vertexOf[row] >> PORTION_BITS]++;
  let start = 0;
  for (let portion = 0; portion < portions; portion++) {
    const size = ends[portion];
    ends[portion] = start;
    start += size;
  }
  for (let row = 0; row < count; row++) {
    const v = vertexOf[row];
    const place = ends[v >> PORTION_BITS]++;
    placeOf[row] = place;
    vertexAt[place] = v;
  }
}

/** False where a coordinate is outside the room or next to 0. */
function fillPortions(ways: Ways, x: Float64Array, y: Float64Array, count: number, mesh: Mesh): boolean {
  const { placeOf, pairs } = ways;
  const { minX, minY, maxX, maxY } = mesh;
  let isPlain = 1;
  for (let row = 0; row < count; row++) {
    const place = 2 * placeOf[row];
    const px = x[row];
    const py = y[row];
    pairs[place] = px;
    pairs[place + 1] = py;
    isPlain &=
      ((px >= minX) as unknown as number) &
      ((px <= maxX) as unknown as number) &
      ((py >= minY) as unknown as number) &
      ((py <= maxY) as unknown as number) &
      ((Math.abs(px) >= NEAREST) as unknown as number) &
      ((Math.abs(py) >= NEAREST) as unknown as number);
  }
  return isPlain === 1;
}

function emptyPortions(ways: Ways, nextX: Float64Array, nextY: Float64Array, count: number): void {
  const { vertexAt, pairs } = ways;
  for (let place = 0; place < count; place++) {
    const v = vertexAt[place];
    nextX[v] = pairs[2 * place];
    nextY[v] = pairs[2 * place + 1];
  }
}

/**
 * Sets where the vertices shall move along one axis: one at a time, so that what is read in no order fits fast memory.
 * Four are written out, without a branch: then more of what is not in fast memory is being waited for at once.
 */
function aimAlong(
  next: Float64Array,
  places: Float64Array,
  rowOf: Int32Array,
  vertexCount: number,
  min: number,
  max: number,
): number {
  let isPlain = 1;
  let v = FIRST_VERTEX;
  for (; v + 3 < vertexCount; v += 4) {
    const a = rowOf[v];
    const b = rowOf[v + 1];
    const c = rowOf[v + 2];
    const d = rowOf[v + 3];
    if ((a | b | c | d) < 0) {
      isPlain &= aimSome(next, places, rowOf, v, v + 4, min, max) === 0 ? 1 : 0;
      continue;
    }
    const aPlace = places[a];
    const bPlace = places[b];
    const cPlace = places[c];
    const dPlace = places[d];
    next[v] = aPlace;
    next[v + 1] = bPlace;
    next[v + 2] = cPlace;
    next[v + 3] = dPlace;
    isPlain &=
      ((aPlace >= min) as unknown as number) &
      ((bPlace >= min) as unknown as number) &
      ((cPlace >= min) as unknown as number) &
      ((dPlace >= min) as unknown as number) &
      ((aPlace <= max) as unknown as number) &
      ((bPlace <= max) as unknown as number) &
      ((cPlace <= max) as unknown as number) &
      ((dPlace <= max) as unknown as number) &
      ((Math.abs(aPlace) >= NEAREST) as unknown as number) &
      ((Math.abs(bPlace) >= NEAREST) as unknown as number) &
      ((Math.abs(cPlace) >= NEAREST) as unknown as number) &
      ((Math.abs(dPlace) >= NEAREST) as unknown as number);
  }
  return aimSome(next, places, rowOf, isPlain === 1 ? v : FIRST_VERTEX, vertexCount, min, max);
}

/** The same for vertices first … end − 1, whatever their places; returns what it has seen. */
function aimSome(
  next: Float64Array,
  places: Float64Array,
  rowOf: Int32Array,
  first: number,
  end: number,
  min: number,
  max: number,
): number {
  let seen = 0;
  for (let v = first; v < end; v++) {
    const row = rowOf[v];
    if (row < 0) continue;
    const place = places[row];
    next[v] = place;
    if (!(place >= min && place <= max)) seen |= Aim.outside;
    if (place < NEAREST && place > -NEAREST && place !== 0) {
      next[v] = 0;
      seen |= Aim.nearZero;
    }
  }
  return seen;
}
