import { type Crowd, hasAgent, slotOf } from '../../../crowd/index.ts';
import {
  createRoster,
  fillRoster,
  matchRows,
  type Roster,
  storeArrival,
  storeDeparture,
} from '../../common/roster.ts';
import { createWorkshop, dropVertex, enterVertex, rebuild, snapped, type Workshop } from './build.ts';
import { addVertex, createSpaceMesh, placeFrame, renewStamps, type SpaceMesh } from './mesh.ts';
import { createMovement, type Movement, moveVertices, reserveTargets } from './repair.ts';

/** The mesh of a crowd: which agent is which vertex. */
export type SpaceAgents = {
  mesh: SpaceMesh;
  workshop: Workshop;
  movement: Movement;
  /** Where every agent is, to the bit, by present rows; the mesh has places on its grid. */
  roster: Roster;
  /** By slot of the crowd: its vertex, or −1. */
  vertexOf: Int32Array;
  /** By vertex: the agent's id, and its present row, or −1. */
  idOf: Float64Array;
  rowOf: Int32Array;
  /** Vertices in use. */
  count: number;
  newcomers: Int32Array;
};

/** 2^40 metres: beyond, the frame's corners would leave the range in which predicates are exact. */
const FARTHEST = 1099511627776;
/** A rebuild is cheaper when more than this part of the crowd has entered or left. */
const TOO_MANY_CHANGES = 0.3;

export function createSpaceAgents(): SpaceAgents {
  return {
    mesh: createSpaceMesh(),
    workshop: createWorkshop(),
    movement: createMovement(),
    roster: createRoster(),
    vertexOf: new Int32Array(0),
    idOf: new Float64Array(0),
    rowOf: new Int32Array(0),
    count: 0,
    newcomers: new Int32Array(0),
  };
}

/** The vertex of a row's agent, or −1 while it is unknown. */
export function vertexOfRow(agents: SpaceAgents, row: number): number {
  const id = agents.roster.ids[row];
  const slot = slotOf(id);
  const vertex = slot < agents.vertexOf.length ? agents.vertexOf[slot] : -1;
  return vertex >= 0 && agents.idOf[vertex] === id ? vertex : -1;
}

/** Follows the whole crowd to where it is now. */
export function followInSpace(agents: SpaceAgents, crowd: Crowd): void {
  for (let row = 0; row < crowd.count; row++) requireReach(crowd, row);
  fillRoster(agents.roster, crowd);
  reserveAgents(agents, crowd);
  const { mesh, movement } = agents;
  renewStamps(mesh);
  const newcomers = findNewcomers(agents, crowd);
  const leavers = agents.count - (crowd.count - newcomers);
  if (newcomers + leavers > TOO_MANY_CHANGES * crowd.count) {
    beginAnew(agents, crowd);
    return;
  }
  if (leavers > 0) dropLeavers(agents, crowd);
  reserveTargets(movement, mesh);
  const { x, y, z } = agents.roster;
  for (let row = 0; row < crowd.count; row++) {
    const vertex = vertexOfRow(agents, row);
    if (vertex < 0) continue;
    agents.rowOf[vertex] = row;
    movement.targetX[vertex] = snapped(x[row]);
    movement.targetY[vertex] = snapped(y[row]);
    movement.targetZ[vertex] = snapped(z[row]);
  }
  moveVertices(mesh, agents.workshop, movement);
  for (let k = 0; k < newcomers; k++) enter(agents, agents.newcomers[k]);
}

/** Gives vertices their agents' present rows, if these have changed. */
export function matchInSpace(agents: SpaceAgents, crowd: Crowd): void {
  renewStamps(agents.mesh);
  if (matchRows(agents.roster, crowd)) writeRows(agents, crowd);
}

export function insertInSpace(agents: SpaceAgents, crowd: Crowd, row: number): void {
  requireReach(crowd, row);
  storeArrival(agents.roster, crowd, row);
  reserveAgents(agents, crowd);
  writeRows(agents, crowd);
  const before = vertexOfRow(agents, row);
  if (before >= 0) drop(agents, before);
  enter(agents, row);
}

export function removeInSpace(agents: SpaceAgents, crowd: Crowd, id: number): void {
  storeDeparture(agents.roster, crowd, id);
  const slot = slotOf(id);
  const vertex = slot < agents.vertexOf.length ? agents.vertexOf[slot] : -1;
  if (vertex >= 0 && agents.idOf[vertex] === id) drop(agents, vertex);
}

function findNewcomers(agents: SpaceAgents, crowd: Crowd): number {
  let count = 0;
  for (let row = 0; row < crowd.count; row++) {
    if (vertexOfRow(agents, row) < 0) agents.newcomers[count++] = row;
  }
  return count;
}

function dropLeavers(agents: SpaceAgents, crowd: Crowd): void {
  for (let slot = 0; slot < agents.vertexOf.length; slot++) {
    const vertex = agents.vertexOf[slot];
    if (vertex >= 0 && !hasAgent(crowd, agents.idOf[vertex])) drop(agents, vertex);
  }
}

function enter(agents: SpaceAgents, row: number): void {
  const { ids, x, y, z } = agents.roster;
  assign(agents, enterVertex(agents.mesh, agents.workshop, x[row], y[row], z[row]), ids[row], row);
}

function drop(agents: SpaceAgents, vertex: number): void {
  dropVertex(agents.mesh, agents.workshop, vertex);
  agents.vertexOf[slotOf(agents.idOf[vertex])] = -1;
  agents.idOf[vertex] = -1;
  agents.rowOf[vertex] = -1;
  agents.count--;
}

function assign(agents: SpaceAgents, vertex: number, id: number, row: number): void {
  // The id of an agent that has left may still hold the slot.
  const before = agents.vertexOf[slotOf(id)];
  if (before >= 0) drop(agents, before);
  agents.vertexOf[slotOf(id)] = vertex;
  agents.idOf[vertex] = id;
  agents.rowOf[vertex] = row;
  agents.count++;
}

function beginAnew(agents: SpaceAgents, crowd: Crowd): void {
  const { mesh, roster } = agents;
  placeFrame(mesh, 0, 0, 0, 1);
  mesh.vertexCount = 4;
  mesh.freeVertices.length = 0;
  agents.vertexOf.fill(-1);
  agents.idOf.fill(-1);
  agents.rowOf.fill(-1);
  agents.count = 0;
  for (let row = 0; row < crowd.count; row++) {
    const vertex = addVertex(mesh);
    mesh.x[vertex] = snapped(roster.x[row]);
    mesh.y[vertex] = snapped(roster.y[row]);
    mesh.z[vertex] = snapped(roster.z[row]);
    assign(agents, vertex, roster.ids[row], row);
    agents.newcomers[row] = vertex;
  }
  rebuild(mesh, agents.workshop, agents.newcomers, crowd.count);
}

function writeRows(agents: SpaceAgents, crowd: Crowd): void {
  agents.rowOf.fill(-1);
  for (let row = 0; row < crowd.count; row++) {
    const vertex = vertexOfRow(agents, row);
    if (vertex >= 0) agents.rowOf[vertex] = row;
  }
}

/**
 * Room for every agent: the vertices are at most the agents, those that have left but are not dropped yet, and the
 * frame.
 */
function reserveAgents(agents: SpaceAgents, crowd: Crowd): void {
  const capacity = 2 * crowd.capacity + 8;
  if (agents.idOf.length >= capacity) return;
  const { idOf, rowOf, vertexOf } = agents;
  agents.vertexOf = new Int32Array(crowd.capacity).fill(-1);
  agents.idOf = new Float64Array(capacity).fill(-1);
  agents.rowOf = new Int32Array(capacity).fill(-1);
  agents.newcomers = new Int32Array(crowd.capacity);
  agents.vertexOf.set(vertexOf);
  agents.idOf.set(idOf);
  agents.rowOf.set(rowOf);
}

function requireReach(crowd: Crowd, row: number): void {
  const { x, y, z } = crowd.motion;
  const farthest = Math.max(Math.abs(x[row]), Math.abs(y[row]), Math.abs(z[row]));
  if (farthest <= FARTHEST) return;
  throw new RangeError(
    `agent ${crowd.ids[row]} is at (${x[row]}, ${y[row]}, ${z[row]}): coordinates must be finite and at most 2^40 metres`,
  );
}
