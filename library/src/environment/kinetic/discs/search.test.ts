import { expect, test } from 'vitest';
import { createCrowd, enterAgent, reserveAgent } from '../../../crowd/index.ts';
import { createAgentMesh, followAgents } from '../agents/agents.ts';
import { reserveVertices } from '../mesh/mesh.ts';
import { createCompiledSearch, prepareSearches, searchDiscCompiled } from './compiled-search.ts';
import { searchDisc } from './search.ts';

/** One agent in the middle of many that are nearly on a circle: its neighbours fill several blocks. */
function wheel(spokes: number) {
  const crowd = createCrowd(300);
  for (let agent = 0; agent <= spokes; agent++) {
    const row = enterAgent(crowd, reserveAgent(crowd));
    const distance = agent === 0 ? 0 : 10 + (agent % 3) / 1000;
    crowd.motion.x[row] = distance * Math.cos((2 * Math.PI * agent) / spokes);
    crowd.motion.y[row] = distance * Math.sin((2 * Math.PI * agent) / spokes);
  }
  const agents = createAgentMesh();
  // Enough room for the search to be compiled.
  reserveVertices(agents.mesh, 300);
  followAgents(agents, crowd);
  return { agents, crowd };
}

test.each([5, 7, 8, 9, 16, 17, 40])('a vertex with %i neighbours has all of them in its blocks', (spokes) => {
  const { agents } = wheel(spokes);
  const discs = createCompiledSearch();
  prepareSearches(discs, agents);
  const middle = agents.vertexOf[0];
  const listed: number[] = [];
  let block = middle;
  do {
    listed.push(...discs.blocks.subarray(8 * block, 8 * block + 8));
    block = discs.further[block];
  } while (block > 0);
  const others = [...agents.vertexOf.subarray(1, spokes + 1)];
  expect(listed.filter((v) => v !== middle).sort()).toEqual(others.sort());
});

test('the compiled search and its reference find what brute force finds', () => {
  const { agents, crowd } = wheel(40);
  for (let row = 0; row < crowd.count; row++) {
    for (const squaredRadius of [0, 9, 100.01, 400, 1000]) {
      const v = agents.vertexOf[row];
      const found = [searchDisc, searchDiscCompiled].map((find) => {
        const discs = createCompiledSearch();
        prepareSearches(discs, agents);
        expect(discs.kernel).toBeDefined();
        const queued = find(discs, agents, v, squaredRadius);
        return [...discs.queue.subarray(0, queued)].sort();
      });
      const near = [...agents.vertexOf.subarray(0, crowd.count)].filter(
        (w) => (agents.x[w] - agents.x[v]) ** 2 + (agents.y[w] - agents.y[v]) ** 2 <= squaredRadius,
      );
      expect(found).toEqual([near.sort(), near.sort()]);
    }
  }
});
