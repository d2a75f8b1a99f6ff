import { bringForward, createFront, type Front, takeFirst } from '../cells/front.ts';
import { besideOf, type GridMap } from '../cells/grid.ts';
import { distanceFromLine, distanceTo, type Solids } from '../cells/solids.ts';
import { leastSpare, type Zone } from './zones.ts';

/** Points are apart by this share of what the tightest gap spares: a strip that is as wide as they are apart holds a chain of them. */
const SHARE = 0.7;
/** Points of one zone, at most: larger zones have fewer points in each cell. */
const MOST_POINTS = 4_000_000;

/**
 * A lattice of points over a zone, and the cheapest paths of a body over it from the open cells around, which are labelled
 * by the open ground that they belong to in the zone. Point p is in cell ⌊p / across²⌋ of the zone.
 */
export type Wave = {
  readonly map: GridMap;
  readonly solids: Solids;
  readonly zone: Zone;
  readonly body: number;
  /** Clearances are known up to this, metres. */
  readonly room: number;
  /** Points along a side of a cell; odd, so that one is at its centre. */
  readonly across: number;
  /** Metres to the nearest solid, at the points that have been looked at. */
  readonly clearance: Float64Array;
  readonly cost: Float64Array;
  /** Metres from the open ground. */
  readonly length: Float64Array;
  readonly label: Int32Array;
  readonly previous: Int32Array;
  readonly meetings: Meeting[];
};

/** Two neighbouring points where waves of two labels meet. */
type Meeting = { first: number; second: number; cost: number };

export function createWave(map: GridMap, solids: Solids, zone: Zone, body: number, room: number): Wave {
  const across = pointsAcross(map, zone);
  const size = zone.cells.length * across * across;
  return {
    ...{ map, solids, zone, body, room, across },
    clearance: new Float64Array(size).fill(Number.NaN),
    cost: new Float64Array(size).fill(Number.POSITIVE_INFINITY),
    length: new Float64Array(size),
    label: new Int32Array(size).fill(-1),
    previous: new Int32Array(size).fill(-1),
    meetings: [],
  };
}

function pointsAcross({ cell }: GridMap, { cells, spare }: Zone): number {
  const wanted = Math.ceil(cell / (SHARE * Math.max(leastSpare, spare)));
  const most = Math.floor(Math.sqrt(MOST_POINTS / cells.length));
  const points = Math.max(3, Math.min(wanted, most));
  return points + 1 - (points % 2);
}

export function pointX({ across, map, zone }: Wave, point: number): number {
  const k = zone.cells[Math.floor(point / (across * across))];
  return map.minX + ((k % map.columns) + ((point % across) + 0.5) / across) * map.cell;
}

export function pointY({ across, map, zone }: Wave, point: number): number {
  const k = zone.cells[Math.floor(point / (across * across))];
  const up = Math.floor(point / across) % across;
  return map.minY + (Math.floor(k / map.columns) + (up + 0.5) / across) * map.cell;
}

/** Metres from a point to the nearest solid, `room` at most. */
export function clearanceAt(wave: Wave, point: number): number {
  const { across, clearance, solids, zone } = wave;
  if (Number.isNaN(clearance[point])) {
    const x = pointX(wave, point);
    const y = pointY(wave, point);
    let least = wave.room;
    for (const solid of zone.near[Math.floor(point / (across * across))]) {
      least = Math.min(least, distanceTo(solids, solid, x, y));
    }
    clearance[point] = least;
  }
  return clearance[point];
}

/** Runs the waves of all open cells of the zone to their ends. */
export function runWave(wave: Wave, open: Uint8Array): void {
  const front = createFront(wave.label.length);
  startFromOpen(wave, open, front);
  if (front.count === 0) startAnywhere(wave, front);
  const settled = new Uint8Array(wave.label.length);
  while (front.count > 0) {
    const point = takeFirst(front);
    settled[point] = 1;
    spread(wave, point, settled, front);
  }
}

/** Labels by the parts of the open ground within the zone, joined by sides; the waves start at centres of cells. */
function startFromOpen(wave: Wave, open: Uint8Array, front: Front): void {
  const { across, cost, label, map, zone } = wave;
  const labels = new Int32Array(zone.cells.length).fill(-1);
  const centre = (across * across - 1) / 2;
  let count = 0;
  zone.cells.forEach((start, index) => {
    if (open[start] === 0 || labels[index] >= 0) return;
    labels[index] = count++;
    const group = [start];
    for (let head = 0; head < group.length; head++) {
      const own = zone.indexOf.get(group[head])!;
      const point = own * across * across + centre;
      label[point] = labels[own];
      cost[point] = 0;
      bringForward(front, point, 0);
      for (let side = 0; side < 4; side++) {
        const k = besideOf(group[head], group[head] % map.columns, side, map.columns, open.length);
        const other = k < 0 ? undefined : zone.indexOf.get(k);
        if (other === undefined || open[k] === 0 || labels[other] >= 0) continue;
        labels[other] = labels[own];
        group.push(k);
      }
    }
  });
}

/** Where no cell is open, from the point with the most room, if the body fits there. */
function startAnywhere(wave: Wave, front: Front): void {
  let best = -1;
  let most = wave.body;
  for (let point = 0; point < wave.label.length; point++) {
    if (clearanceAt(wave, point) <= most || isInside(wave, point)) continue;
    most = clearanceAt(wave, point);
    best = point;
  }
  if (best < 0) return;
  wave.label[best] = 0;
  wave.cost[best] = 0;
  bringForward(front, best, 0);
}

/** Whether a point may be inside of something solid: the map knows that of the centre of its cell. */
function isInside({ across, map, zone }: Wave, point: number): boolean {
  return map.clearance[zone.cells[Math.floor(point / (across * across))]] === 0;
}

const STEP_X = Int8Array.of(1, 1, 0, -1, -1, -1, 0, 1);
const STEP_Y = Int8Array.of(0, 1, 1, 1, 0, -1, -1, -1);

function spread(wave: Wave, point: number, settled: Uint8Array, front: Front): void {
  const { across, body, cost, label, length, map, previous } = wave;
  const step = map.cell / across;
  for (let move = 0; move < 8; move++) {
    const other = neighbourOf(wave, point, STEP_X[move], STEP_Y[move]);
    if (other < 0 || clearanceAt(wave, other) < body) continue;
    const isMeeting = settled[other] === 1 && label[other] !== label[point];
    if (settled[other] === 1 && !isMeeting) continue;
    const metres = (move & 1) === 1 ? step * Math.SQRT2 : step;
    const least = Math.min(clearanceAt(wave, point), clearanceAt(wave, other));
    // In the middle of a gap a metre costs a third of what it costs at its edge.
    const total = cost[point] + metres / (least - body + wave.zone.spare / 4 + step / 8);
    if (!isMeeting && total >= cost[other]) continue;
    if (!isLineClear(wave, point, other, metres)) continue;
    if (isMeeting) {
      wave.meetings.push({ first: point, second: other, cost: total + cost[other] });
      continue;
    }
    cost[other] = total;
    length[other] = length[point] + metres;
    label[other] = label[point];
    previous[other] = point;
    bringForward(front, other, total);
  }
}

/** The point that this many points to the right and above; −1 outside of the zone. */
function neighbourOf({ across, map, zone }: Wave, point: number, dx: number, dy: number): number {
  const index = Math.floor(point / (across * across));
  const i = (point % across) + dx;
  const j = (Math.floor(point / across) % across) + dy;
  if (i >= 0 && i < across && j >= 0 && j < across) return point + dy * across + dx;
  const k = zone.cells[index];
  const column = (k % map.columns) + (i < 0 ? -1 : i >= across ? 1 : 0);
  const row = Math.floor(k / map.columns) + (j < 0 ? -1 : j >= across ? 1 : 0);
  if (column < 0 || column >= map.columns || row < 0 || row >= map.rows) return -1;
  const other = zone.indexOf.get(row * map.columns + column);
  if (other === undefined) return -1;
  return (other * across + ((j + across) % across)) * across + ((i + across) % across);
}

/** Whether the body can go straight from a point to a neighbouring one. */
function isLineClear(wave: Wave, from: number, to: number, metres: number): boolean {
  const { body } = wave;
  // Clearance changes by a metre in a metre at most.
  if (clearanceAt(wave, from) + clearanceAt(wave, to) - metres >= 2 * body) return true;
  return leastOnLine(wave, from, to) >= body;
}

/** Metres between the line from a point to another and the solids near the two. */
function leastOnLine(wave: Wave, from: number, to: number): number {
  const { across, solids, zone } = wave;
  const x0 = pointX(wave, from);
  const y0 = pointY(wave, from);
  const x1 = pointX(wave, to);
  const y1 = pointY(wave, to);
  let least = Number.POSITIVE_INFINITY;
  const first = Math.floor(from / (across * across));
  const second = Math.floor(to / (across * across));
  for (const solid of zone.near[first]) {
    least = Math.min(least, distanceFromLine(solids, solid, x0, y0, x1, y1));
  }
  if (second === first) return least;
  for (const solid of zone.near[second]) {
    least = Math.min(least, distanceFromLine(solids, solid, x0, y0, x1, y1));
  }
  return least;
}
