import { describe, expect, test } from 'vitest';
import { createDice } from '../../../crowd/crowd.fixture.ts';
import { beginLists, type Crowd, createNearLists } from '../../../crowd/index.ts';
import { appendNearest, createNearestSearch, type Neighbourhood } from '../../common/nearest.ts';
import { ballsOf } from '../../space/space.fixture.ts';
import { buildAdjacency, createSpaceAdjacency, type SpaceAdjacency } from './adjacency.ts';
import { createSpaceAgents, followInSpace, type SpaceAgents } from './agents.ts';
import { aliveCells, scenes } from './mesh.fixture.ts';
import { FRAME_VERTICES } from './mesh.ts';
import { appendNear, createNearSearch } from './near.ts';

const squared = ({ motion: { x, y, z } }: Crowd, a: number, b: number) => {
  const [dx, dy, dz] = [x[b] - x[a], y[b] - y[a], z[b] - z[a]];
  return dx * dx + dy * dy + dz * dz;
};

/** Every agent but one, the nearest first; ids are rows here. */
function byDistance(crowd: Crowd, row: number): number[] {
  const others = Array.from({ length: crowd.count }, (_, other) => other).filter((other) => other !== row);
  return others.sort((a, b) => squared(crowd, row, a) - squared(crowd, row, b) || a - b);
}

function expectAnswers(agents: SpaceAgents, adjacency: SpaceAdjacency, crowd: Crowd): void {
  const search = createNearSearch();
  const nearestSearch = createNearestSearch();
  const lists = createNearLists();
  const around: Neighbourhood = {
    known: () => crowd.count,
    knows: () => true,
    near: (row, radius, near) => appendNear(agents, adjacency, search, row, radius, near),
    squaredDistance: (row, other) => squared(crowd, row, other),
  };
  for (let row = 0; row < crowd.count; row++) {
    const order = byDistance(crowd, row);
    // The distances themselves are the hardest radii, up to the rounding of the root.
    for (const place of [0, 3, 11, crowd.count - 2]) {
      const radius = Math.sqrt(squared(crowd, row, order[place]));
      beginLists(lists, crowd.capacity);
      appendNear(agents, adjacency, search, row, radius, lists);
      const expected = order.filter((other) => squared(crowd, row, other) <= radius * radius);
      const found = [...lists.items.subarray(0, lists.length)];
      expect(found.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
    }
    for (const wanted of [0, 1, 6, 1000]) {
      beginLists(lists, crowd.capacity);
      appendNearest(nearestSearch, around, crowd.ids, row, wanted, lists);
      expect([...lists.items.subarray(0, lists.length)]).toEqual(order.slice(0, wanted));
    }
  }
}

describe.each(Object.keys(scenes))('%s', (name) => {
  const crowdOf = (count: number) => {
    const dice = createDice(17);
    const points = Array.from({ length: count }, () => scenes[name](dice));
    return ballsOf(points.map(([x, y, z]) => ({ x, y, z })));
  };

  test('near sets and the nearest are those of the definition, from cell to cell and along edges', () => {
    const crowd = crowdOf(30);
    const agents = createSpaceAgents();
    followInSpace(agents, crowd);
    const adjacency = createSpaceAdjacency();
    expectAnswers(agents, adjacency, crowd);
    buildAdjacency(agents.mesh, adjacency);
    expectAnswers(agents, adjacency, crowd);
  });

  test('neighbours are the vertices that share a cell', () => {
    const agents = createSpaceAgents();
    followInSpace(agents, crowdOf(50));
    const adjacency = createSpaceAdjacency();
    buildAdjacency(agents.mesh, adjacency);
    const { neighbours, starts } = adjacency;
    const cells = aliveCells(agents.mesh);
    for (let vertex = FRAME_VERTICES; vertex < agents.mesh.vertexCount; vertex++) {
      const expected = new Set(cells.filter((corners) => corners.includes(vertex)).flat());
      const found = [...neighbours.subarray(starts[vertex], starts[vertex + 1])];
      expect(found.sort((a, b) => a - b)).toEqual(
        [...expected].filter((other) => other >= FRAME_VERTICES && other !== vertex).sort((a, b) => a - b),
      );
    }
  });
});
