import type { Patches } from '../../crowd/index.ts';
import { crossesGate, opensFrom, patchAt, shareOn } from '../../crowd/patches.ts';
import { boundsOfShape, shapeOfRegion } from '../../geometry/index.ts';
import { type Costs, centreX, centreY, type GridMap } from '../map/index.ts';
import { MOVE_X, MOVE_Y } from '../paths/moves.ts';
import { printOf } from '../paths/tiers.ts';

/** The speed on plain ground for which belts are compared with detours, m/s: the mean of Weidmann (1993). */
const REFERENCE_SPEED = 1.34;
/** Slower than this share of it an agent does not get on against a belt. */
const LEAST_SHARE = 0.01;

/** The costs of moves over a map in a step. */
export function createCosts(map: GridMap, patches: Patches, step: number, dt: number): Costs {
  const open = openLater(patches, step + 1, dt);
  const later = { ...patches, doorOpen: open };
  const barred = drawGates(map, patches);
  const slowness = Float64Array.from({ length: 8 * (patches.areas.length + 1) }, (_, k) =>
    k < 8 ? 1 : slownessOf(patches, Math.floor(k / 8) - 1, k % 8),
  );
  return {
    patches,
    print: printOf(
      open,
      printOf(Uint16Array.from(JSON.stringify(patches.list), (letter) => letter.charCodeAt(0))),
    ),
    kind: drawKinds(map, patches),
    slowness,
    barred,
    later: drawGates(map, later).map((bits, cell) => barred[cell] & ~bits),
    least: slowness.reduce((least, slow) => Math.min(least, slow)),
    crosses: (fromX, fromY, toX, toY, waits) => crossesGate(waits ? later : patches, fromX, fromY, toX, toY),
    isEven,
  };
}

/** As Patches.doorOpen, with the shut doors that open in a step or later. */
function openLater({ doorOpen, list }: Patches, step: number, dt: number): Uint8Array {
  const doors = list.filter(({ kind }) => kind === 'door');
  return doorOpen.map((isOpen, door) => (isOpen === 1 || opensFrom(doors[door], step, dt) ? 1 : 0));
}

/** An agent that walks diagonally on a belt, so that it moves along a direction. */
function slownessOf(patches: Patches, patch: number, move: number): number {
  const size = Math.sqrt(MOVE_X[move] * MOVE_X[move] + MOVE_Y[move] * MOVE_Y[move]);
  const dx = MOVE_X[move] / size;
  const dy = MOVE_Y[move] / size;
  const { carryX, carryY } = patches;
  const along = dx * carryX[patch] + dy * carryY[patch];
  const across = dx * carryY[patch] - dy * carryX[patch];
  const walks = REFERENCE_SPEED * shareOn(patches, patch, dx, dy);
  if (along === 0 && across === 0) return REFERENCE_SPEED / walks;
  const speed = along + Math.sqrt(Math.max(0, walks * walks - across * across));
  return speed > LEAST_SHARE * REFERENCE_SPEED ? REFERENCE_SPEED / speed : Number.POSITIVE_INFINITY;
}

function drawKinds(map: GridMap, patches: Patches): Uint8Array {
  const kind = new Uint8Array(map.columns * map.rows);
  for (const { region } of patches.areas) {
    const [minX, minY, maxX, maxY] = boundsOfShape(shapeOfRegion(region));
    forEachCell(map, minX, minY, maxX, maxY, (cell, x, y) => {
      kind[cell] = patchAt(patches, x, y) + 1;
    });
  }
  return kind;
}

/** A shut door closes both sides of its line. */
function drawGates(map: GridMap, patches: Patches): Uint8Array {
  const barred = new Uint8Array(map.columns * map.rows);
  const lines = [...patches.gates, ...patches.doors];
  const { cell: side } = map;
  for (let k = 0; k < lines.length; k += 4) {
    const [minX, maxX] = [lines[k], lines[k + 2]].sort((a, b) => a - b);
    const [minY, maxY] = [lines[k + 1], lines[k + 3]].sort((a, b) => a - b);
    forEachCell(map, minX - side, minY - side, maxX + side, maxY + side, (cell, x, y) => {
      for (let move = 0; move < 8; move++) {
        const isBarred = crossesGate(patches, x, y, x + MOVE_X[move] * side, y + MOVE_Y[move] * side);
        if (isBarred) barred[cell] |= 1 << move;
      }
    });
  }
  return barred;
}

/** Visits the cells whose centres may be in a box. */
function forEachCell(
  map: GridMap,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  visit: (cell: number, x: number, y: number) => void,
): void {
  const { cell: side, columns, rows } = map;
  const firstRow = Math.max(0, Math.floor((minY - map.minY) / side));
  const lastRow = Math.min(rows - 1, Math.floor((maxY - map.minY) / side));
  const firstColumn = Math.max(0, Math.floor((minX - map.minX) / side));
  const lastColumn = Math.min(columns - 1, Math.floor((maxX - map.minX) / side));
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      visit(row * columns + column, centreX(map, column), centreY(map, row));
    }
  }
}

/** Whether a straight line stays on one kind of ground and crosses no gate against its direction. */
function isEven(map: GridMap, fromX: number, fromY: number, toX: number, toY: number): boolean {
  const { costs } = map;
  if (!costs) return true;
  if (crossesGate(costs.patches, fromX, fromY, toX, toY)) return false;
  if (costs.patches.areas.length === 0) return true;
  const dx = toX - fromX;
  const dy = toY - fromY;
  const pieces = Math.ceil((2 * Math.sqrt(dx * dx + dy * dy)) / map.cell);
  const kind = kindAt(map, costs, fromX, fromY);
  for (let k = 1; k <= pieces; k++) {
    const share = k / pieces;
    if (kindAt(map, costs, fromX + share * dx, fromY + share * dy) !== kind) return false;
  }
  return true;
}

function kindAt({ cell, columns, minX, minY, rows }: GridMap, { kind }: Costs, x: number, y: number): number {
  const column = Math.max(0, Math.min(columns - 1, Math.floor((x - minX) / cell)));
  const row = Math.max(0, Math.min(rows - 1, Math.floor((y - minY) / cell)));
  return kind[row * columns + column];
}
