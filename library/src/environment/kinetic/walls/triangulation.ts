import { type AgentId, rowOf } from '../../../crowd/index.ts';
import type { Surroundings } from '../../common/contract.ts';
import { FIRST_VERTEX, type Mesh, nextEdge, turnLeft } from '../mesh/mesh.ts';
import { updateWalled } from './walled.ts';
import { createWalled, type Walled } from './walled-mesh.ts';

/** A triangulation for a picture: four numbers for each edge, the places of its ends, metres. */
export type ShownTriangulation = {
  /** Edges that a flip may change. */
  edges: Float64Array;
  /** Edges along walls, which are never flipped. */
  constraints: Float64Array;
  /** E_p: the edges that the circle C_p of the agent crosses; empty without an agent. */
  crossed: Float64Array;
  /** A_p: the ids of the agents inside that edges inside the circle connect to it. */
  approachable: AgentId[];
};

/**
 * The constrained Delaunay triangulation of agents and walls, as visibility queries use it, and for one agent the sets of its
 * circle: docs/models/neighbours.md. It is built for the question and costs as much as an index; the frame around it is left out.
 */
export function triangulationOf(
  surroundings: Surroundings,
  agent?: { id: AgentId; radius: number },
): ShownTriangulation {
  const { crowd } = surroundings;
  if (crowd.dimension === 3) throw new TypeError('a triangulation is shown in the plane only');
  const walled = createWalled();
  updateWalled(walled, surroundings);
  const { mesh } = walled;
  const edges: number[] = [];
  const constraints: number[] = [];
  for (let e = 0; e < 3 * mesh.triangleCount; e++) {
    const [from, to] = [mesh.origin[e], mesh.origin[nextEdge(e)]];
    if (from < FIRST_VERTEX || to <= from) continue;
    addEdge(mesh, from, to, mesh.wall[e] === 0 ? edges : constraints);
  }
  const p = agent ? walled.vertexOf[rowOf(crowd, agent.id)] : -1;
  const sets = agent && p >= 0 ? setsOf(walled, p, agent.radius) : { crossed: [], approachable: [] };
  return {
    edges: Float64Array.from(edges),
    constraints: Float64Array.from(constraints),
    crossed: Float64Array.from(sets.crossed),
    approachable: sets.approachable,
  };
}

function addEdge({ x, y }: Mesh, from: number, to: number, list: number[]): void {
  list.push(x[from], y[from], x[to], y[to]);
}

/** A_p and E_p from their definition: vertices inside the circle on paths along edges that stay inside, and edges that leave. */
function setsOf({ idAt, mesh }: Walled, vertex: number, radius: number) {
  const { edgeOf, origin, sameAs, twinOf, x, y } = mesh;
  const p = edgeOf[vertex] >= 0 ? vertex : twinOf[vertex];
  const crossed: number[] = [];
  const members = new Set([p]);
  for (const u of members) {
    const start = edgeOf[u];
    let e = start;
    do {
      const v = origin[nextEdge(e)];
      const [dx, dy] = [x[v] - x[p], y[v] - y[p]];
      const isOutside = v < FIRST_VERTEX || dx * dx + dy * dy > radius * radius;
      if (!isOutside) members.add(v);
      else if (v >= FIRST_VERTEX) addEdge(mesh, u, v, crossed);
      e = turnLeft(mesh, e);
    } while (e !== start);
  }
  const approachable: number[] = [];
  for (const member of members) {
    // Agents at exactly the same place share a vertex.
    for (let v = member; v >= 0; v = sameAs[v]) if (v !== vertex && idAt[v] >= 0) approachable.push(idAt[v]);
  }
  return { crossed, approachable };
}
