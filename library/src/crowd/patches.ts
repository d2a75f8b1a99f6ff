import { orient, type ShapeRegion } from '../geometry/index.ts';
import { createQueues, type Queue } from './queues.ts';
import { createRegions, isInRegion, placeOfRegion, type Regions } from './target-regions.ts';

type Vector = readonly [number, number];

/** A region of the ground that changes walking, a gate, a door or a queue; docs/guide/ground.md. */
export type Patch = { readonly name: string } & (
  | { readonly kind: 'speed'; readonly region: ShapeRegion; readonly factor: number }
  | {
      readonly kind: 'stairs';
      readonly region: ShapeRegion;
      readonly up: Vector;
      readonly upFactor: number;
      readonly downFactor: number;
    }
  | {
      readonly kind: 'belt';
      readonly region: ShapeRegion;
      readonly velocity: Vector;
      readonly factor: number;
    }
  | {
      readonly kind: 'smoke';
      readonly region: ShapeRegion;
      readonly visibility: number;
      readonly factor?: number | undefined;
    }
  | { readonly kind: 'gate'; readonly from: Vector; readonly to: Vector; readonly direction: Vector }
  | {
      readonly kind: 'door';
      readonly from: Vector;
      readonly to: Vector;
      readonly open: boolean;
      /** Agents per second at most. */
      readonly rate?: number | undefined;
      readonly schedule?: OpeningTimes | undefined;
    }
  | {
      readonly kind: 'queue';
      /** Corners from the front to the end. */
      readonly line: readonly Vector[];
      readonly spacing: number;
      readonly servers?: readonly Vector[] | undefined;
      /** Seconds, or a distribution of them. */
      readonly service: number | object;
      readonly open: boolean;
      readonly schedule?: OpeningTimes | undefined;
    }
);

export type OpeningTimes = readonly { readonly at: number; readonly open: boolean }[];

/** The ground that differs from plain ground: regions, one row each, gates, doors and queues. Regions do not overlap. */
export type Patches = {
  list: readonly Patch[];
  /** Changes whenever the list does. */
  revision: number;
  /** Those of the list with a region, in its order: the rows of the columns below. */
  areas: readonly (Patch & { region: ShapeRegion })[];
  regions: Regions;
  /** What the regions are relative to, metres. */
  x: Float64Array;
  y: Float64Array;
  /** Share of the own speed in every direction. */
  factor: Float64Array;
  /**
   * Unit vector upstairs, or 0; and how much longer a metre straight up or down takes than one on plain ground, as a
   * share.
   */
  upX: Float64Array;
  upY: Float64Array;
  climb: Float64Array;
  descent: Float64Array;
  /** Velocity that carries, m/s, and the largest of all. */
  carryX: Float64Array;
  carryY: Float64Array;
  fastest: number;
  /** Metres that can be seen; infinite without smoke. */
  visibility: Float64Array;
  hasSmoke: boolean;
  /** Four numbers for each gate: from and to, turned so that what may pass goes from the right to the left. */
  gates: Float64Array;
  /**
   * Four numbers for each door: from and to, as in the list. Whether it is open. The seconds between two agents; 0: no
   * limit.
   */
  doors: Float64Array;
  doorOpen: Uint8Array;
  doorGap: Float64Array;
  /** When the next agent may pass each door, s. */
  doorNext: Float64Array;
  queues: readonly Queue[];
  /** Scratch: the region of each row in this step, or −1, and how far it sees elsewhere. */
  of: Int32Array;
  view: Float64Array;
  /** Scratch: the rows that are on a region, and what these want elsewhere. */
  rows: Int32Array;
  rowCount: number;
  pace: Float64Array;
  speed: Float64Array;
};

/** Extinction times visibility, for signs that reflect light; and the share of speed lost per 1/m of extinction. */
const EXTINCTION = 3;
const SMOKE_LOSS = 0.057 / 0.706;
/** No agent is slower in smoke than this share. */
const LEAST_IN_SMOKE = 0.1;

export function createPatches(list: readonly Patch[], revision = 0, before?: Patches): Patches {
  const areas = list.filter((patch) => 'region' in patch);
  const doors = doorsOf(list);
  const known = before ? doorsOf(before.list) : [];
  const gates = list.filter((patch) => patch.kind === 'gate');
  const places = areas.map(({ region }) => placeOfRegion(region));
  const column = (read: (patch: (typeof areas)[number]) => number) => Float64Array.from(areas, read);
  const ups = areas.map((patch) => (patch.kind === 'stairs' ? unit(patch.up) : [0, 0]));
  const carryX = column((patch) => (patch.kind === 'belt' ? patch.velocity[0] : 0));
  const carryY = column((patch) => (patch.kind === 'belt' ? patch.velocity[1] : 0));
  return {
    list,
    revision,
    areas,
    regions: createRegions(areas.map(({ region }) => region)),
    x: Float64Array.from(places, ([x]) => x),
    y: Float64Array.from(places, ([, y]) => y),
    factor: column(factorOf),
    upX: Float64Array.from(ups, ([x]) => x),
    upY: Float64Array.from(ups, ([, y]) => y),
    climb: column((patch) => (patch.kind === 'stairs' ? 1 / patch.upFactor - 1 : 0)),
    descent: column((patch) => (patch.kind === 'stairs' ? 1 / patch.downFactor - 1 : 0)),
    carryX,
    carryY,
    fastest: carryX.reduce((most, x, k) => Math.max(most, Math.sqrt(x * x + carryY[k] * carryY[k])), 0),
    visibility: column((patch) => (patch.kind === 'smoke' ? patch.visibility : Number.POSITIVE_INFINITY)),
    hasSmoke: areas.some(({ kind }) => kind === 'smoke'),
    gates: Float64Array.from(gates.flatMap(turnGate)),
    doors: Float64Array.from(doors.flatMap(({ from, to }) => [...from, ...to])),
    doorOpen: Uint8Array.from(doors, ({ open }) => (open ? 1 : 0)),
    doorGap: Float64Array.from(doors, ({ rate }) => (rate === undefined ? 0 : 1 / rate)),
    doorNext: Float64Array.from(doors, ({ name }) => {
      const place = known.findIndex((door) => door.name === name);
      return place < 0 ? 0 : before!.doorNext[place];
    }),
    queues: createQueues(list, before?.queues),
    of: new Int32Array(0),
    rows: new Int32Array(0),
    rowCount: 0,
    view: new Float64Array(0),
    pace: new Float64Array(0),
    speed: new Float64Array(0),
  };
}

/** The first step that is not earlier than a time of a schedule. Rounding must not delay a multiple of dt by a step. */
export function stepOf(at: number, dt: number): number {
  return Math.ceil(at / dt - 1e-6);
}

export function scheduleOf(patch: Patch): OpeningTimes {
  return ('schedule' in patch && patch.schedule) || [];
}

/** Whether the schedule of a door or a queue opens it in this step or a later one. */
export function opensFrom(patch: Patch, step: number, dt: number): boolean {
  return scheduleOf(patch).some(({ at, open }) => open && stepOf(at, dt) >= step);
}

function doorsOf(list: readonly Patch[]): (Patch & { kind: 'door' })[] {
  return list.filter((patch) => patch.kind === 'door');
}

function factorOf(patch: Patch): number {
  if (patch.kind === 'speed' || patch.kind === 'belt') return patch.factor;
  if (patch.kind !== 'smoke') return 1;
  return patch.factor ?? Math.max(LEAST_IN_SMOKE, 1 - (SMOKE_LOSS * EXTINCTION) / patch.visibility);
}

function unit([x, y]: Vector): Vector {
  const size = Math.sqrt(x * x + y * y);
  return [x / size, y / size];
}

function turnGate({ direction, from, to }: Patch & { kind: 'gate' }): number[] {
  const isLeft = (to[0] - from[0]) * direction[1] - (to[1] - from[1]) * direction[0] > 0;
  return isLeft ? [...from, ...to] : [...to, ...from];
}

/** The region that a place is in; −1: plain ground. */
export function patchAt({ areas, regions, x, y }: Patches, atX: number, atY: number): number {
  for (let patch = 0; patch < areas.length; patch++) {
    if (isInRegion(regions, patch, atX - x[patch], atY - y[patch], 0)) return patch;
  }
  return -1;
}

/** The share of its own speed that an agent walks with in a region along a unit vector. */
export function shareOn(patches: Patches, patch: number, dx: number, dy: number): number {
  const rise = dx * patches.upX[patch] + dy * patches.upY[patch];
  if (rise === 0) return patches.factor[patch];
  return 1 / (1 + (rise > 0 ? rise * patches.climb[patch] : -rise * patches.descent[patch]));
}

/**
 * Whether a straight displacement crosses a shut door, or a gate against its direction; exact. An agent on the line of a gate
 * has passed it.
 */
export function crossesGate(
  { doorOpen, doors, gates }: Patches,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
): boolean {
  for (let k = 0; k < gates.length; k += 4) {
    const ax = gates[k];
    const ay = gates[k + 1];
    const bx = gates[k + 2];
    const by = gates[k + 3];
    if (orient(ax, ay, bx, by, toX, toY) >= 0 || orient(ax, ay, bx, by, fromX, fromY) < 0) continue;
    const a = orient(fromX, fromY, toX, toY, ax, ay);
    const b = orient(fromX, fromY, toX, toY, bx, by);
    if ((a <= 0 && b >= 0) || (a >= 0 && b <= 0)) return true;
  }
  for (let door = 0; door < doorOpen.length; door++) {
    if (doorOpen[door] === 0 && crossesDoor(doors, door, fromX, fromY, toX, toY)) return true;
  }
  return false;
}

/** Whether a straight displacement crosses the line of a door, in either direction; a start on it does not count. */
export function crossesDoor(
  doors: Float64Array,
  door: number,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
): boolean {
  const ax = doors[4 * door];
  const ay = doors[4 * door + 1];
  const bx = doors[4 * door + 2];
  const by = doors[4 * door + 3];
  const before = orient(ax, ay, bx, by, fromX, fromY);
  if (before === 0 || before === orient(ax, ay, bx, by, toX, toY)) return false;
  const a = orient(fromX, fromY, toX, toY, ax, ay);
  const b = orient(fromX, fromY, toX, toY, bx, by);
  return (a <= 0 && b >= 0) || (a >= 0 && b <= 0);
}
