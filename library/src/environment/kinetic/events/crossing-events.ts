import { addTimedEvent, type Crowd, EventKind, type Events, sortEvents } from '../../../crowd/index.ts';
import { addCrossings } from '../../common/pair-crossings.ts';
import { type AgentMesh, createAgentMesh, followAgents } from '../agents/agents.ts';
import { FARTHEST, FIRST_VERTEX, NEAREST } from '../mesh/mesh.ts';
import { rebuildMesh } from '../mesh/rebuild.ts';
import { Moved } from '../mesh/repair.ts';
import { advance } from './advance.ts';
import { type Certificates, createCertificates } from './certificates.ts';
import { reserveCircles } from './crossings.ts';
import { createTracked, searchAll, type Tracked } from './tracked.ts';

/**
 * Finds the agents that enter and leave the view radius of others, with its own mesh, which its certificates carry
 * from step to step: while every agent starts where the step before ended, nothing is rebuilt.
 */
export type CrossingTracker = {
  agents: AgentMesh;
  certificates: Certificates;
  tracked: Tracked;
  times: Float64Array;
  events: number;
};

export function createCrossingTracker(): CrossingTracker {
  return {
    agents: createAgentMesh(),
    certificates: createCertificates(),
    tracked: createTracked(),
    times: new Float64Array(2),
    events: 0,
  };
}

/**
 * Adds the events of the step from crowd.motion to crowd.next, in canonical order. `former` are the view radii at its
 * beginning, by row.
 */
export function addCrossingEvents(
  tracker: CrossingTracker,
  crowd: Crowd,
  dt: number,
  events: Events,
  former = crowd.traits.viewRadius,
): void {
  const first = events.count;
  followAgents(tracker.agents, crowd);
  if (aimAtNext(tracker.agents, crowd)) {
    carryCrowd(tracker, crowd, dt, former);
    addTracked(tracker, dt, events);
  } else {
    for (let row = 0; row < crowd.count; row++) {
      for (let other = row + 1; other < crowd.count; other++) {
        addCrossings(crowd, row, other, dt, tracker.times, events, former);
      }
    }
  }
  sortEvents(events, first);
  tracker.events += events.count - first;
}

/** Tells the mesh where every agent goes; false where the mesh would take a coordinate for 0 that is not. */
function aimAtNext(agents: AgentMesh, crowd: Crowd): boolean {
  const { mesh, vertexOf } = agents;
  const { x, y } = crowd.next;
  let exact = agents.x === mesh.x;
  for (let row = 0; row < crowd.count; row++) {
    const px = x[row];
    const py = y[row];
    if (!(Math.abs(px) <= FARTHEST && Math.abs(py) <= FARTHEST)) {
      throw new RangeError(
        `agent ${crowd.ids[row]} in row ${row} goes to (${px}, ${py}): a coordinate must be a number of at most ${FARTHEST} m`,
      );
    }
    if ((px !== 0 && Math.abs(px) < NEAREST) || (py !== 0 && Math.abs(py) < NEAREST)) exact = false;
    mesh.nextX[vertexOf[row]] = px;
    mesh.nextY[vertexOf[row]] = py;
  }
  return exact;
}

/** Carries the mesh to the end of the step, with a circle around every agent. */
function carryCrowd(
  { agents, certificates, tracked }: CrossingTracker,
  crowd: Crowd,
  dt: number,
  former: Float64Array,
): void {
  const { mesh, rowOf, vertexOf } = agents;
  const { viewRadius } = crowd.traits;
  const { crossings } = tracked;
  reserveCircles(crossings, mesh);
  const { radius, endRadius } = crossings;
  for (let v = FIRST_VERTEX; v < mesh.vertexCount; v++) {
    const row = rowOf[v];
    radius[v] = row < 0 ? -1 : former[row];
    endRadius[v] = row < 0 ? -1 : viewRadius[row];
  }
  if (advance(certificates, mesh, dt, tracked) !== Moved.done) {
    for (let row = 0; row < crowd.count; row++) {
      mesh.x[vertexOf[row]] = crowd.next.x[row];
      mesh.y[vertexOf[row]] = crowd.next.y[row];
    }
    rebuildMesh(mesh, agents.curve);
    mesh.counts.rebuilds++;
  }
  if (!tracked.carried) searchAll(tracked, mesh);
}

function addTracked({ agents, tracked }: CrossingTracker, dt: number, events: Events): void {
  const { count, agent, other, times, startsInside, first, second } = tracked.crossings;
  for (let k = 0; k < count; k++) {
    const own = agents.ids[agent[k]];
    const its = agents.ids[other[k]];
    if (times[k] === 0) continue;
    const inside = startsInside[k] === 1;
    addTimedEvent(events, inside ? EventKind.exit : EventKind.enter, own, its, first[k] * dt);
    if (times[k] === 2)
      addTimedEvent(events, inside ? EventKind.enter : EventKind.exit, own, its, second[k] * dt);
  }
}
