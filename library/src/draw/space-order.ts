import { square } from './arithmetic.ts';
import { doubleArea, type Face, turnOf } from './space-faces.ts';

/** Pixels: two surfaces that are nearer than this count as touching. */
const TOUCHING = 1e-6;
/** The most pairs of faces that are compared; beyond that, the nearness of their centres decides. */
const MAXIMUM_PAIRS = 2_000_000;
/** Pixels: side of the squares in which faces are looked up. */
const CELL = 16;

/** The faces from far to near, so that each is painted over what it hides. */
export function sortFaces(faces: readonly Face[]): Face[] {
  const byMiddle = [...faces].sort((a, b) => a.middle - b.middle);
  const behind = findBehind(byMiddle);
  // Each face comes after those behind it. If faces hide each other in a cycle, the farthest comes first.
  const sorted: Face[] = [];
  const state = new Uint8Array(byMiddle.length);
  const stack: number[] = [];
  for (let start = 0; start < byMiddle.length; start++) {
    stack.push(start);
    while (stack.length > 0) {
      const face = stack[stack.length - 1];
      if (state[face] === 0) {
        state[face] = 1;
        for (const other of behind[face]) if (state[other] === 0) stack.push(other);
      } else {
        stack.pop();
        if (state[face] === 1) sorted.push(byMiddle[face]);
        state[face] = 2;
      }
    }
  }
  return sorted;
}

/** For each face, the faces that it partly hides, nearest first. */
function findBehind(faces: readonly Face[]): number[][] {
  const behind: number[][] = faces.map(() => []);
  const order = faces.map((_, i) => i).sort((a, b) => faces[a].left - faces[b].left);
  let pairs = 0;
  for (let i = 0; i < order.length; i++) {
    const a = faces[order[i]];
    for (let j = i + 1; j < order.length && faces[order[j]].left < a.right; j++) {
      const b = faces[order[j]];
      if (b.top >= a.bottom || b.bottom <= a.top) continue;
      if (++pairs > MAXIMUM_PAIRS) return behind;
      const common = commonRegion(a.outline, b.outline);
      if (!common) continue;
      const nearer = a.disc || b.disc ? howMuchNearer(a, b, common) : gapAt(a, b, ...middleOf(common));
      if (nearer > TOUCHING) behind[order[i]].push(order[j]);
      else if (nearer < -TOUCHING) behind[order[j]].push(order[i]);
    }
  }
  for (const list of behind) list.sort((a, b) => b - a);
  return behind;
}

function gapAt(a: Face, b: Face, u: number, v: number): number {
  return a.nearAt(u, v) - b.nearAt(u, v);
}

/** A ball that a flat face cuts counts as in front if its centre is: it may lie half sunk in the ground. */
function howMuchNearer(a: Face, b: Face, common: readonly number[]): number {
  const gap = gapAt(a, b, ...middleOf(common));
  for (let i = 0; i < common.length; i += 2) {
    if (gapAt(a, b, common[i], common[i + 1]) * gap >= 0) continue;
    if (a.disc && b.disc) return a.middle - b.middle;
    const { u, v } = (a.disc ?? b.disc)!;
    return a.disc ? a.middle - b.nearAt(u, v) : a.nearAt(u, v) - b.middle;
  }
  return gap;
}

/** The intersection of two convex outlines; undefined if its area is negligible. */
export function commonRegion(a: readonly number[], b: readonly number[]): number[] | undefined {
  let common: number[] = [...a];
  const turn = Math.sign(turnOf(b));
  for (let i = 0; i < b.length && common.length > 0; i += 2) {
    const j = (i + 2) % b.length;
    common = cutBehind(common, b[i], b[i + 1], turn * (b[j] - b[i]), turn * (b[j + 1] - b[i + 1]));
  }
  return common.length < 6 || doubleArea(common) < 0.1 ? undefined : common;
}

function middleOf(outline: readonly number[]): [number, number] {
  let [u, v] = [0, 0];
  for (let i = 0; i < outline.length; i += 2) {
    u += outline[i];
    v += outline[i + 1];
  }
  return [(2 * u) / outline.length, (2 * v) / outline.length];
}

/** The part of an outline on the left of a line (by the sign of turnOf). */
function cutBehind(outline: readonly number[], u: number, v: number, du: number, dv: number): number[] {
  const kept: number[] = [];
  const sideOf = (i: number) => du * (outline[i + 1] - v) - dv * (outline[i] - u);
  for (let i = 0; i < outline.length; i += 2) {
    const j = (i + 2) % outline.length;
    const [here, there] = [sideOf(i), sideOf(j)];
    if (here >= 0) kept.push(outline[i], outline[i + 1]);
    if (here >= 0 === there >= 0) continue;
    const part = here / (here - there);
    kept.push(
      outline[i] + part * (outline[j] - outline[i]),
      outline[i + 1] + part * (outline[j + 1] - outline[i + 1]),
    );
  }
  return kept;
}

/** Says which face hides a point of space. */
export type Cover = {
  /** Number of the first of the sorted faces that hides the point, or how many faces there are. */
  hiddenBy(u: number, v: number, near: number): number;
  readonly none: number;
};

export function createCover(sorted: readonly Face[], width: number, height: number): Cover {
  const columns = Math.max(1, Math.ceil(width / CELL));
  const lines = Math.max(1, Math.ceil(height / CELL));
  const cells: number[][] = Array.from({ length: columns * lines }, () => []);
  const clamp = (value: number, end: number) => Math.max(0, Math.min(end - 1, Math.floor(value / CELL)));
  sorted.forEach(({ left, right, top, bottom, hides }, number) => {
    if (!hides) return;
    for (let line = clamp(top, lines); line <= clamp(bottom, lines); line++) {
      for (let column = clamp(left, columns); column <= clamp(right, columns); column++) {
        cells[line * columns + column].push(number);
      }
    }
  });
  return {
    none: sorted.length,
    hiddenBy(u, v, near) {
      for (const number of cells[clamp(v, lines) * columns + clamp(u, columns)]) {
        const face = sorted[number];
        if (contains(face, u, v) && face.nearAt(u, v) > near + TOUCHING) return number;
      }
      return sorted.length;
    },
  };
}

function contains({ disc, outline }: Face, u: number, v: number): boolean {
  if (disc) return square(u - disc.u) + square(v - disc.v) <= square(disc.radius);
  let [left, right] = [false, false];
  for (let i = 0; i < outline.length; i += 2) {
    const j = (i + 2) % outline.length;
    const side =
      (outline[j] - outline[i]) * (v - outline[i + 1]) - (outline[j + 1] - outline[i + 1]) * (u - outline[i]);
    if (side > 0) left = true;
    else if (side < 0) right = true;
  }
  return !(left && right);
}
