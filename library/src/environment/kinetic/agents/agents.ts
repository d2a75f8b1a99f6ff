import { type Crowd, hasAgent, slotOf } from '../../../crowd/index.ts';
import { insertVertex } from '../mesh/insert.ts';
import {
  clearMesh,
  createMesh,
  FARTHEST,
  FIRST_VERTEX,
  type Mesh,
  NEAREST,
  takeVertex,
} from '../mesh/mesh.ts';
import { type CurveOrder, createCurveOrder, sortAlongCurve } from '../mesh/order.ts';
import { rebuildMesh } from '../mesh/rebuild.ts';
import { removeVertex } from '../mesh/remove.ts';
import { renumberMesh } from '../mesh/renumber.ts';
import { Moved, moveInRoom } from '../mesh/repair.ts';
import { Aim, aimVertices } from './aim.ts';

/** A mesh whose vertices are the agents of a crowd. */
export type AgentMesh = {
  mesh: Mesh;
  /** Agents in it. */
  count: number;
  /** For each vertex the id of its agent, NaN where there is none, and its row, −1. */
  ids: Float64Array;
  rowOf: Int32Array;
  /** For each row its vertex; −1: an agent that is not in the mesh yet. */
  vertexOf: Int32Array;
  /** The crowd's revision that the rows belong to. */
  revision: number;
  /** The agents' places by vertex: the mesh's own arrays, unless the mesh rounded a coordinate to 0. */
  x: Float64Array;
  y: Float64Array;
  trueX: Float64Array;
  trueY: Float64Array;
  /** Changes with every change of the places or the mesh. */
  version: number;
  /** Updates since the vertices were last numbered along the curve. */
  updates: number;
  curve: CurveOrder;
};

/** After this many updates the agents have mixed, and neighbours in space are no longer neighbours in memory. */
const UPDATES_BEFORE_RENUMBERING = 256;
/** If more than one agent in this many is new, rebuilding is cheaper. */
const MANY_NEW = 4;

export function createAgentMesh(): AgentMesh {
  const mesh = createMesh(-8, -8, 8, 8);
  mesh.mayHaveWalls = false;
  return {
    mesh,
    count: 0,
    ids: new Float64Array(64).fill(Number.NaN),
    rowOf: new Int32Array(64).fill(-1),
    vertexOf: new Int32Array(64),
    revision: -1,
    x: mesh.x,
    y: mesh.y,
    trueX: new Float64Array(0),
    trueY: new Float64Array(0),
    version: 0,
    updates: 0,
    curve: createCurveOrder(),
  };
}

/**
 * Moves every agent to its place in crowd.motion; removes agents that have left and inserts those that have entered.
 */
export function followAgents(agents: AgentMesh, crowd: Crowd): void {
  const { mesh } = agents;
  const { x, y } = crowd.motion;
  matchAgents(agents, crowd);
  const newcomers = crowd.count - agents.count;
  if (newcomers > 64 && MANY_NEW * newcomers > crowd.count) {
    requirePlaces(crowd);
    buildAgents(agents, crowd, x, y);
    return;
  }
  const aim = aimVertices(agents, crowd);
  if ((aim & Aim.outside) !== 0 || moveInRoom(mesh) === Moved.stuck) {
    requirePlaces(crowd);
    buildAgents(agents, crowd, x, y);
    mesh.counts.rebuilds++;
    return;
  }
  storePlaces(agents);
  if ((aim & Aim.nearZero) !== 0) storeTruePlaces(agents, x, y);
  if (newcomers > 0) {
    for (let row = 0; row < crowd.count; row++) if (agents.vertexOf[row] < 0) insertAgent(agents, crowd, row);
  }
  if (++agents.updates >= UPDATES_BEFORE_RENUMBERING) renumberAgents(agents);
}

/** Rebuilds the mesh, with vertices numbered along a curve. An agent at NaN is not known yet. */
export function buildAgents(agents: AgentMesh, crowd: Crowd, x: Float64Array, y: Float64Array): void {
  const { mesh, curve } = agents;
  clearMesh(mesh);
  agents.ids.fill(Number.NaN);
  agents.rowOf.fill(-1);
  reserveRows(agents, crowd);
  agents.count = 0;
  agents.revision = crowd.revision;
  agents.updates = 0;
  agents.vertexOf.fill(-1);
  sortAlongCurve(curve, 0, crowd.count, x, y);
  let isTiny = false;
  for (let k = 0; k < crowd.count; k++) {
    const row = curve.order[k];
    if (Number.isNaN(x[row])) continue;
    const v = takeVertex(mesh);
    const px = x[row];
    const py = y[row];
    mesh.x[v] = Math.abs(px) < NEAREST ? 0 : px;
    mesh.y[v] = Math.abs(py) < NEAREST ? 0 : py;
    if (mesh.x[v] !== px || mesh.y[v] !== py) isTiny = true;
    seat(agents, crowd, row, v);
  }
  rebuildMesh(mesh, curve);
  storePlaces(agents);
  if (isTiny) storeTruePlaces(agents, x, y);
}

/** Gives every agent its present row; agents that have left the crowd leave the mesh. */
export function matchAgents(agents: AgentMesh, crowd: Crowd): void {
  if (agents.revision === crowd.revision) return;
  const { mesh, ids, rowOf } = agents;
  reserveRows(agents, crowd);
  agents.vertexOf.fill(-1);
  for (let v = FIRST_VERTEX; v < mesh.vertexCount; v++) {
    const id = ids[v];
    if (Number.isNaN(id)) continue;
    if (hasAgent(crowd, id)) {
      rowOf[v] = crowd.slots.row[slotOf(id)];
      agents.vertexOf[rowOf[v]] = v;
    } else {
      unseat(agents, v);
    }
  }
  agents.revision = crowd.revision;
}

/** Inserts an agent that has entered into the mesh. */
export function insertAgent(agents: AgentMesh, crowd: Crowd, row: number): void {
  matchAgents(agents, crowd);
  if (agents.vertexOf[row] >= 0) return;
  requirePlace(crowd, row);
  const { mesh } = agents;
  const px = crowd.motion.x[row];
  const py = crowd.motion.y[row];
  const x = Math.abs(px) < NEAREST ? 0 : px;
  const y = Math.abs(py) < NEAREST ? 0 : py;
  const isTrue = agents.x === mesh.x;
  let v: number;
  if (x >= mesh.minX && x <= mesh.maxX && y >= mesh.minY && y <= mesh.maxY) {
    v = insertVertex(mesh, x, y, mesh.edgeOf[FIRST_VERTEX]);
  } else {
    v = takeVertex(mesh);
    mesh.x[v] = x;
    mesh.y[v] = y;
    rebuildMesh(mesh, agents.curve);
    mesh.counts.rebuilds++;
  }
  seat(agents, crowd, row, v);
  if (isTrue && x === px && y === py) {
    storePlaces(agents);
    return;
  }
  keepTruePlaces(agents, isTrue);
  agents.x[v] = px;
  agents.y[v] = py;
}

/** Removes an agent that has left the crowd, or is about to, from the mesh. */
export function removeAgent(agents: AgentMesh, crowd: Crowd, id: number): void {
  matchAgents(agents, crowd);
  if (!hasAgent(crowd, id)) return;
  const row = crowd.slots.row[slotOf(id)];
  if (agents.vertexOf[row] >= 0) unseat(agents, agents.vertexOf[row]);
  agents.vertexOf[row] = -1;
}

/** Renumbers vertices and triangles along a curve. */
function renumberAgents(agents: AgentMesh): void {
  const { mesh, ids, rowOf, vertexOf, curve } = agents;
  agents.updates = 0;
  // Separate places are rare, and kept by number.
  if (agents.x !== mesh.x) return;
  renumberMesh(mesh, curve);
  const { order, spareOrder } = curve;
  if (agents.trueX.length < mesh.vertexCount) agents.trueX = new Float64Array(mesh.x.length);
  const before = agents.trueX;
  for (let v = FIRST_VERTEX; v < mesh.vertexCount; v++) {
    before[v] = ids[order[v - FIRST_VERTEX]];
    spareOrder[v - FIRST_VERTEX] = rowOf[order[v - FIRST_VERTEX]];
  }
  for (let v = FIRST_VERTEX; v < mesh.vertexCount; v++) {
    ids[v] = before[v];
    rowOf[v] = spareOrder[v - FIRST_VERTEX];
    if (rowOf[v] >= 0) vertexOf[rowOf[v]] = v;
  }
  storePlaces(agents);
}

function seat(agents: AgentMesh, crowd: Crowd, row: number, v: number): void {
  if (v >= agents.ids.length) {
    const ids = new Float64Array(agents.mesh.x.length).fill(Number.NaN);
    ids.set(agents.ids);
    agents.ids = ids;
    const rowOf = new Int32Array(agents.mesh.x.length).fill(-1);
    rowOf.set(agents.rowOf);
    agents.rowOf = rowOf;
  }
  agents.ids[v] = crowd.ids[row];
  agents.rowOf[v] = row;
  agents.vertexOf[row] = v;
  agents.count++;
}

function unseat(agents: AgentMesh, v: number): void {
  removeVertex(agents.mesh, v);
  agents.ids[v] = Number.NaN;
  agents.rowOf[v] = -1;
  agents.count--;
  agents.version++;
}

function reserveRows(agents: AgentMesh, crowd: Crowd): void {
  if (agents.vertexOf.length < crowd.capacity) agents.vertexOf = new Int32Array(crowd.capacity);
}

/** The mesh's places are the agents' own. */
function storePlaces(agents: AgentMesh): void {
  agents.x = agents.mesh.x;
  agents.y = agents.mesh.y;
  agents.version++;
}

/** A coordinate next to 0 counts as 0 in the mesh, but not in a distance. */
function storeTruePlaces(agents: AgentMesh, x: Float64Array, y: Float64Array): void {
  keepTruePlaces(agents, true);
  for (let v = FIRST_VERTEX; v < agents.mesh.vertexCount; v++) {
    const row = agents.rowOf[v];
    if (row < 0) continue;
    agents.x[v] = x[row];
    agents.y[v] = y[row];
  }
}

/** Makes x and y separate arrays; with `copy`, they begin as the mesh's. */
function keepTruePlaces(agents: AgentMesh, copy: boolean): void {
  const { mesh } = agents;
  if (agents.trueX.length < mesh.x.length || agents.trueY.length < mesh.x.length) {
    const trueX = new Float64Array(mesh.x.length);
    const trueY = new Float64Array(mesh.x.length);
    if (!copy) {
      trueX.set(agents.trueX);
      trueY.set(agents.trueY);
    }
    agents.trueX = trueX;
    agents.trueY = trueY;
  }
  if (copy) {
    agents.trueX.set(mesh.x);
    agents.trueY.set(mesh.y);
  }
  agents.x = agents.trueX;
  agents.y = agents.trueY;
  agents.version++;
}

export function requirePlaces(crowd: Crowd): void {
  for (let row = 0; row < crowd.count; row++) requirePlace(crowd, row);
}

/** Refuses a place that no mesh can hold. */
function requirePlace(crowd: Crowd, row: number): void {
  const x = crowd.motion.x[row];
  const y = crowd.motion.y[row];
  if (Math.abs(x) <= FARTHEST && Math.abs(y) <= FARTHEST) return;
  const isNowhere = !Number.isFinite(x) || !Number.isFinite(y);
  throw new RangeError(
    `agent ${crowd.ids[row]} is at (${x}, ${y}): ${
      isNowhere ? 'a place must be finite' : `the kinetic index follows agents up to ${FARTHEST} m`
    }`,
  );
}
