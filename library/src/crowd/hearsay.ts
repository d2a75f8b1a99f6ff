import { longer } from './columns.ts';
import { createObstacles, type Obstacles } from './obstacles.ts';
import { createNearLists, type NearLists } from './perception.ts';
import { createSolidTable, type Solids } from './solid-table.ts';

/** Things around agents: which of them are near which row, and how far each row minds them, metres. */
export type Things = { near: NearLists; obstacles: Obstacles; solids: Solids; range: Float64Array };

/**
 * What agents know of but do not perceive: elements of their own, each at the place where it was seen. Written by the
 * environment layer, read by steering; nothing collides with them and nothing measures them.
 */
export type Hearsay = Things & {
  /** Of each element: the id of the agent that it stands for, and its group; −1 where it is a part of an obstacle. */
  agent: Float64Array;
  group: Int32Array;
  /** The element of the world's own that it is a copy of; −1 for an agent. */
  element: Int32Array;
};

export function createHearsay(): Hearsay {
  return {
    near: createNearLists(),
    obstacles: createObstacles([]),
    solids: createSolidTable(0),
    range: new Float64Array(0),
    agent: new Float64Array(0),
    group: new Int32Array(0),
    element: new Int32Array(0),
  };
}

/** Makes room for an element more than there are, in the plane or in space; grows by a half. */
export function reserveHearsay(hearsay: Hearsay, dimension: 2 | 3): void {
  const things: { count: number } = dimension === 3 ? hearsay.solids : hearsay.obstacles;
  if (things.count < hearsay.agent.length) return;
  const capacity = Math.max(64, things.count + (things.count >> 1));
  hearsay.agent = longer(hearsay.agent, capacity);
  hearsay.group = longer(hearsay.group, capacity);
  hearsay.element = longer(hearsay.element, capacity);
  // Only what steering reads; there is nothing at rest and nothing on a course.
  const columns = things as Record<string, unknown>;
  for (const name of Object.keys(columns)) {
    const column = columns[name];
    if (name === 'offset' || !ArrayBuffer.isView(column)) continue;
    columns[name] = longer(column as Float64Array, capacity);
  }
}
