import { doubled } from '../../../crowd/index.ts';
import {
  addCell,
  FACE,
  faceOpposite,
  freeCell,
  isInside,
  joinFaces,
  type SpaceMesh,
  volumeSign,
} from './mesh.ts';
import { type Patch, unstick } from './patch.ts';

/** Faces whose sphere has to be checked, and those that could not be flipped. */
export type FaceStack = { faces: Int32Array; count: number; stuck: Int32Array; stuckCount: number };

export function createFaceStack(): FaceStack {
  return { faces: new Int32Array(1024), count: 0, stuck: new Int32Array(64), stuckCount: 0 };
}

export function pushFace(stack: FaceStack, face: number): void {
  if (stack.count === stack.faces.length) stack.faces = doubled(stack.faces);
  stack.faces[stack.count++] = face;
}

/** Pushes every face that is not Delaunay: the pass over the whole mesh. */
export function pushIllegalFaces(mesh: SpaceMesh, stack: FaceStack): void {
  const { cellCount, corner, opposite } = mesh;
  for (let cell = 0; cell < cellCount; cell++) {
    const first = 4 * cell;
    const a = corner[first];
    if (a < 0) continue;
    const b = corner[first + 1];
    const c = corner[first + 2];
    const d = corner[first + 3];
    for (let face = first; face < first + 4; face++) {
      const behind = opposite[face];
      // Each face once, from the cell of the larger number; the outside counts as smaller.
      if (behind < 0 || behind > face) continue;
      if (isInside(mesh, a, b, c, d, corner[behind])) pushFace(stack, face);
    }
  }
}

/**
 * Flips until every face is Delaunay. The height of the lifted mesh falls with each flip, so this terminates; but in
 * space the result need not be the Delaunay triangulation: where no flip is possible any more, the region is filled
 * again. The faces of the stack may be out of date; each is checked as it is now. False: a region grew too large,
 * rebuild the mesh.
 */
export function legalize(mesh: SpaceMesh, stack: FaceStack, patch: Patch): boolean {
  for (;;) {
    while (stack.count > 0) {
      const face = stack.faces[--stack.count];
      if (!isIllegal(mesh, face) || flipFace(mesh, stack, face)) continue;
      if (stack.stuckCount === stack.stuck.length) stack.stuck = doubled(stack.stuck);
      stack.stuck[stack.stuckCount++] = face;
    }
    // Some stuck faces can be flipped after flips around them, or no longer exist.
    let kept = 0;
    for (let k = 0; k < stack.stuckCount; k++) {
      const face = stack.stuck[k];
      if (isIllegal(mesh, face) && !flipFace(mesh, stack, face)) stack.stuck[kept++] = face;
    }
    stack.stuckCount = kept;
    if (stack.count > 0) continue;
    if (kept === 0) return true;
    const face = stack.stuck[--stack.stuckCount];
    if (!isIllegal(mesh, face)) continue;
    if (!unstick(mesh, patch, face)) {
      stack.stuckCount = 0;
      return false;
    }
    mesh.patches++;
    for (let k = 0; k < patch.madeCount; k++) {
      for (let i = 0; i < 4; i++) pushFace(stack, 4 * patch.made[k] + i);
    }
  }
}

function isIllegal(mesh: SpaceMesh, face: number): boolean {
  const { corner, opposite } = mesh;
  const first = face & ~3;
  const behind = opposite[face];
  if (corner[first] < 0 || behind < 0) return false;
  return isInside(
    mesh,
    corner[first],
    corner[first + 1],
    corner[first + 2],
    corner[first + 3],
    corner[behind],
  );
}

/**
 * Flips a face a b c between the corners d and e: two cells become three around the edge d – e where that passes through
 * the face; where it passes by an edge that just one more cell has, these three become two; where it meets an edge, the
 * four cells there become four others. False when nothing of that is possible.
 */
function flipFace(mesh: SpaceMesh, stack: FaceStack, face: number): boolean {
  const { corner, opposite } = mesh;
  const first = face & ~3;
  const turn = 3 * (face & 3);
  const a = corner[first + FACE[turn]];
  const b = corner[first + FACE[turn + 1]];
  const c = corner[first + FACE[turn + 2]];
  const d = corner[face];
  const behind = opposite[face];
  const e = corner[behind];
  const overAB = volumeSign(mesh, a, b, e, d);
  const overBC = volumeSign(mesh, b, c, e, d);
  const overCA = volumeSign(mesh, c, a, e, d);
  if (overAB > 0 && overBC > 0 && overCA > 0) {
    flipToThree(mesh, stack, face >> 2, behind >> 2, a, b, c, d, e);
    return true;
  }
  if (overBC > 0 && overCA > 0) return flipEdge(mesh, stack, overAB, face >> 2, behind >> 2, a, b, c, d, e);
  if (overCA > 0 && overAB > 0) return flipEdge(mesh, stack, overBC, face >> 2, behind >> 2, b, c, a, d, e);
  if (overAB > 0 && overBC > 0) return flipEdge(mesh, stack, overCA, face >> 2, behind >> 2, c, a, b, d, e);
  return false;
}

/** The edge a – b blocks d – e: they pass by one another, or meet. */
function flipEdge(
  mesh: SpaceMesh,
  stack: FaceStack,
  side: number,
  upper: number,
  lower: number,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
): boolean {
  return side < 0
    ? flipToTwo(mesh, stack, upper, lower, a, b, c, d, e)
    : flipToFour(mesh, stack, upper, lower, a, b, c, d, e);
}

function flipToThree(
  mesh: SpaceMesh,
  stack: FaceStack,
  upper: number,
  lower: number,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
): void {
  const upperA = mesh.opposite[faceOpposite(mesh, upper, a)];
  const upperB = mesh.opposite[faceOpposite(mesh, upper, b)];
  const upperC = mesh.opposite[faceOpposite(mesh, upper, c)];
  const lowerA = mesh.opposite[faceOpposite(mesh, lower, a)];
  const lowerB = mesh.opposite[faceOpposite(mesh, lower, b)];
  const lowerC = mesh.opposite[faceOpposite(mesh, lower, c)];
  const third = addCell(mesh, c, a, e, d);
  writeCell(mesh, upper, a, b, e, d);
  writeCell(mesh, lower, b, c, e, d);
  const { cellOf } = mesh;
  cellOf[a] = cellOf[b] = cellOf[d] = cellOf[e] = upper;
  cellOf[c] = third;
  // Face 0 of each lies at face 1 of the next one around d – e.
  joinFaces(mesh, 4 * upper, 4 * lower + 1);
  joinFaces(mesh, 4 * lower, 4 * third + 1);
  joinFaces(mesh, 4 * third, 4 * upper + 1);
  joinAndPush(mesh, stack, 4 * upper + 2, upperC);
  joinAndPush(mesh, stack, 4 * upper + 3, lowerC);
  joinAndPush(mesh, stack, 4 * lower + 2, upperA);
  joinAndPush(mesh, stack, 4 * lower + 3, lowerA);
  joinAndPush(mesh, stack, 4 * third + 2, upperB);
  joinAndPush(mesh, stack, 4 * third + 3, lowerB);
  mesh.flips++;
}

/** The three cells at the edge a – b become two at the face c d e, if there are just three. */
function flipToTwo(
  mesh: SpaceMesh,
  stack: FaceStack,
  upper: number,
  lower: number,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
): boolean {
  const { opposite } = mesh;
  const besides = opposite[faceOpposite(mesh, upper, c)] >> 2;
  if (besides < 0 || opposite[faceOpposite(mesh, lower, c)] >> 2 !== besides) return false;
  const upperA = opposite[faceOpposite(mesh, upper, a)];
  const upperB = opposite[faceOpposite(mesh, upper, b)];
  const lowerA = opposite[faceOpposite(mesh, lower, a)];
  const lowerB = opposite[faceOpposite(mesh, lower, b)];
  const besidesA = opposite[faceOpposite(mesh, besides, a)];
  const besidesB = opposite[faceOpposite(mesh, besides, b)];
  freeCell(mesh, besides);
  writeCell(mesh, upper, b, c, e, d);
  writeCell(mesh, lower, c, a, e, d);
  const { cellOf } = mesh;
  cellOf[b] = cellOf[c] = cellOf[d] = cellOf[e] = upper;
  cellOf[a] = lower;
  joinFaces(mesh, 4 * upper, 4 * lower + 1);
  joinAndPush(mesh, stack, 4 * upper + 1, besidesA);
  joinAndPush(mesh, stack, 4 * upper + 2, upperA);
  joinAndPush(mesh, stack, 4 * upper + 3, lowerA);
  joinAndPush(mesh, stack, 4 * lower, besidesB);
  joinAndPush(mesh, stack, 4 * lower + 2, upperB);
  joinAndPush(mesh, stack, 4 * lower + 3, lowerB);
  mesh.flips++;
  return true;
}

/**
 * The edges a – b and d – e cross: the four cells at the one become four at the other, if there are just four. It is a
 * flip to three, one of them flat, and one to two, at once.
 */
function flipToFour(
  mesh: SpaceMesh,
  stack: FaceStack,
  upper: number,
  lower: number,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
): boolean {
  const { corner, opposite } = mesh;
  const behindUpper = opposite[faceOpposite(mesh, upper, c)];
  const behindLower = opposite[faceOpposite(mesh, lower, c)];
  if (behindUpper < 0 || behindLower < 0) return false;
  const farUpper = behindUpper >> 2;
  const farLower = behindLower >> 2;
  if (opposite[faceOpposite(mesh, farUpper, d)] >> 2 !== farLower) return false;
  const f = corner[behindUpper];
  const upperA = opposite[faceOpposite(mesh, upper, a)];
  const upperB = opposite[faceOpposite(mesh, upper, b)];
  const lowerA = opposite[faceOpposite(mesh, lower, a)];
  const lowerB = opposite[faceOpposite(mesh, lower, b)];
  const farUpperA = opposite[faceOpposite(mesh, farUpper, a)];
  const farUpperB = opposite[faceOpposite(mesh, farUpper, b)];
  const farLowerA = opposite[faceOpposite(mesh, farLower, a)];
  const farLowerB = opposite[faceOpposite(mesh, farLower, b)];
  writeCell(mesh, upper, b, c, e, d);
  writeCell(mesh, lower, c, a, e, d);
  writeCell(mesh, farUpper, a, f, e, d);
  writeCell(mesh, farLower, f, b, e, d);
  const { cellOf } = mesh;
  cellOf[b] = cellOf[c] = cellOf[d] = cellOf[e] = upper;
  cellOf[a] = cellOf[f] = farUpper;
  // Face 0 of each lies at face 1 of the next one around d – e.
  joinAndPush(mesh, stack, 4 * upper, 4 * lower + 1);
  joinAndPush(mesh, stack, 4 * lower, 4 * farUpper + 1);
  joinAndPush(mesh, stack, 4 * farUpper, 4 * farLower + 1);
  joinAndPush(mesh, stack, 4 * farLower, 4 * upper + 1);
  joinAndPush(mesh, stack, 4 * upper + 2, upperA);
  joinAndPush(mesh, stack, 4 * upper + 3, lowerA);
  joinAndPush(mesh, stack, 4 * lower + 2, upperB);
  joinAndPush(mesh, stack, 4 * lower + 3, lowerB);
  joinAndPush(mesh, stack, 4 * farUpper + 2, farUpperB);
  joinAndPush(mesh, stack, 4 * farUpper + 3, farLowerB);
  joinAndPush(mesh, stack, 4 * farLower + 2, farUpperA);
  joinAndPush(mesh, stack, 4 * farLower + 3, farLowerA);
  mesh.flips += 2;
  return true;
}

function writeCell({ corner }: SpaceMesh, cell: number, a: number, b: number, c: number, d: number): void {
  corner[4 * cell] = a;
  corner[4 * cell + 1] = b;
  corner[4 * cell + 2] = c;
  corner[4 * cell + 3] = d;
}

function joinAndPush(mesh: SpaceMesh, stack: FaceStack, face: number, behind: number): void {
  joinFaces(mesh, face, behind);
  pushFace(stack, face);
}
