import { longer, type Obstacles } from '../../../crowd/index.ts';
import type { Surroundings } from '../../common/contract.ts';
import { createRoster, type Roster } from '../../common/roster.ts';
import { createScreens, type Screens } from '../../sight/screens.ts';
import { type CompiledSearch, createCompiledSearch } from '../discs/compiled-search.ts';
import { insertVertex } from '../mesh/insert.ts';
import { locate, Place } from '../mesh/locate.ts';
import { createMesh, FARTHEST, type Mesh, NEAREST, nextEdge, turnLeft } from '../mesh/mesh.ts';
import { type CurveOrder, createCurveOrder } from '../mesh/order.ts';
import { removeVertex } from '../mesh/remove.ts';
import { clearWall, createLayer, layWall } from './constraints.ts';
import { type Candidates, createCandidates } from './shadows.ts';
import type { Walls } from './walls.ts';

/**
 * The agents and the walls in one constrained Delaunay triangulation, for visibility queries.
 *
 * Still walls are edges that are never flipped. Moving walls are removed before each move and inserted again after it,
 * so that their ends move like any other vertex. An agent exactly on a still wall would tie the wall to itself: it is
 * kept outside the mesh, and tested by brute force, until it moves off the wall.
 */
export type Walled = {
  mesh: Mesh;
  /** Changes with every change of the mesh. */
  version: number;
  /** The places of the vertices: those of the mesh. */
  x: Float64Array;
  y: Float64Array;
  walls: Walls;
  roster: Roster;
  /** What the mesh was made of; undefined before the first update. */
  surroundings: Surroundings | undefined;
  obstaclesRevision: number;
  crowdRevision: number;
  /** By vertex: the agent's id, or one of the marks below, and its present row or −1. */
  idAt: Float64Array;
  rowAt: Int32Array;
  /** By row: the agent's vertex, −1 when it is aside or not known. */
  vertexOf: Int32Array;
  /** The rows of agents that are known and not in the mesh. */
  aside: Int32Array;
  asideCount: number;
  /** Vertices of agents that have left, until the next update. */
  leftCount: number;
  /** Updates since the vertices were last numbered along a curve. */
  updates: number;
  curve: CurveOrder;
  discs: CompiledSearch;
  screens: Screens;
  candidates: Candidates;
};

/** Marks of vertices that are not an agent's: of a still wall or none, of a moving wall, left by an agent. */
export const POST = -1;
const MOVING_END = -2;
export const LEFT = -3;

export function createWalled(): Walled {
  const mesh = createMesh(0, 0, 0, 0);
  return {
    mesh,
    version: 0,
    x: mesh.x,
    y: mesh.y,
    walls: { layer: createLayer(), ends: new Int32Array(0) },
    roster: createRoster(),
    surroundings: undefined,
    obstaclesRevision: -1,
    crowdRevision: -1,
    idAt: new Float64Array(0),
    rowAt: new Int32Array(0),
    vertexOf: new Int32Array(0),
    aside: new Int32Array(0),
    asideCount: 0,
    leftCount: 0,
    updates: 0,
    curve: createCurveOrder(),
    discs: createCompiledSearch(),
    screens: createScreens(),
    candidates: createCandidates(),
  };
}

/**
 * Inserts a row's agent into the mesh, or puts it aside where it stands exactly on a wall, outside the mesh's room, or
 * so near an axis that the mesh would round it onto the axis. Returns a half-edge near it.
 */
export function placeAgent(walled: Walled, row: number, from: number): number {
  const { mesh, roster } = walled;
  const x = roster.x[row];
  const y = roster.y[row];
  const isInside = x >= mesh.minX && x <= mesh.maxX && y >= mesh.minY && y <= mesh.maxY;
  if (!isInside || !isKept(x) || !isKept(y)) return setAside(walled, row, from);
  const e = locate(mesh, x, y, from);
  if (mesh.found === Place.edge && mesh.wall[e] !== 0) return setAside(walled, row, e);
  const v = insertVertex(mesh, x, y, e);
  reserveMarks(walled);
  walled.idAt[v] = roster.ids[row];
  walled.rowAt[v] = row;
  walled.vertexOf[row] = v;
  return mesh.edgeOf[v] >= 0 ? mesh.edgeOf[v] : mesh.edgeOf[mesh.twinOf[v]];
}

function setAside(walled: Walled, row: number, from: number): number {
  const { roster } = walled;
  if (walled.aside.length < roster.count) walled.aside = longer(walled.aside, 2 * roster.count);
  walled.vertexOf[row] = -1;
  walled.aside[walled.asideCount++] = row;
  return from;
}

/** Inserts one end of a moving wall into the mesh, unless it is on another wall: such a wall is not inserted. */
export function placeEnd(walled: Walled, obstacles: Obstacles, end: number): void {
  const element = Math.floor(end / 2);
  const { mesh, walls } = walled;
  if (!canBeEdge(obstacles, element)) return;
  const x = end % 2 === 0 ? obstacles.startX[element] : obstacles.endX[element];
  const y = end % 2 === 0 ? obstacles.startY[element] : obstacles.endY[element];
  if (!(x >= mesh.minX && x <= mesh.maxX && y >= mesh.minY && y <= mesh.maxY)) return;
  const e = locate(mesh, x, y, 0);
  if (mesh.found === Place.edge && mesh.wall[e] !== 0) return;
  const v = insertVertex(mesh, x, y, e);
  reserveMarks(walled);
  walled.idAt[v] = MOVING_END;
  walled.rowAt[v] = -1;
  walls.ends[end] = v;
}

/** Removes the end of a moving wall from the mesh, which has no moving walls now. */
export function dropEnd({ idAt, mesh, walls }: Walled, end: number): void {
  const v = walls.ends[end];
  walls.ends[end] = -1;
  idAt[v] = POST;
  removeVertex(mesh, v);
}

/** Removes an agent from the mesh, which has no moving walls now. */
export function dropAgent(walled: Walled, v: number): void {
  if (walled.rowAt[v] >= 0) walled.vertexOf[walled.rowAt[v]] = -1;
  walled.rowAt[v] = -1;
  walled.idAt[v] = POST;
  removeVertex(walled.mesh, v);
}

/** Removes agents and ends of moving walls that have got onto a wall from the mesh, and joins the wall again. */
export function liftIntruders(walled: Walled): void {
  const { mesh, idAt, walls } = walled;
  for (let e = 0; e < 3 * mesh.triangleCount; e++) {
    if (mesh.wall[e] === 0) continue;
    const v = mesh.origin[e];
    if (idAt[v] === POST) continue;
    const wall = mesh.wall[e] - 1;
    const before = mesh.origin[nextEdge(e)];
    let other = turnLeft(mesh, e);
    while (mesh.wall[other] === 0) other = turnLeft(mesh, other);
    const after = mesh.origin[nextEdge(other)];
    clearWall(mesh, e);
    clearWall(mesh, other);
    while (mesh.sameAs[v] >= 0) lift(walled, mesh.sameAs[v]);
    lift(walled, v);
    layWall(mesh, walls.layer, before, after, wall);
    // The triangles have changed: restart. This is rare.
    e = -1;
  }
}

function lift(walled: Walled, v: number): void {
  if (walled.idAt[v] === MOVING_END) dropEnd(walled, walled.walls.ends.indexOf(v));
  else dropAgent(walled, v);
}

/** Whether an element can be edges: it is not a circle, has a length, and the mesh keeps its places exactly. */
export function canBeEdge({ startX, startY, endX, endY, radius }: Obstacles, element: number): boolean {
  return (
    radius[element] === 0 &&
    (startX[element] !== endX[element] || startY[element] !== endY[element]) &&
    isKept(startX[element]) &&
    isKept(startY[element]) &&
    isKept(endX[element]) &&
    isKept(endY[element])
  );
}

/** Whether the mesh keeps a coordinate exactly. */
export function isKept(value: number): boolean {
  const size = Math.abs(value);
  return size === 0 || (size >= NEAREST && size <= FARTHEST);
}

/** Makes the columns by vertex as long as the mesh's. */
export function reserveMarks(walled: Walled): void {
  const { length } = walled.mesh.x;
  if (walled.idAt.length >= length) return;
  const idAt = new Float64Array(length).fill(POST);
  idAt.set(walled.idAt);
  walled.idAt = idAt;
  const rowAt = new Int32Array(length).fill(-1);
  rowAt.set(walled.rowAt);
  walled.rowAt = rowAt;
}
