import { expect, test } from 'vitest';
import { createDice, crowdOf, shuffledOrder } from '../../../crowd/crowd.fixture.ts';
import { type Crowd, dropAgent, enterAgent, reorderRows, reserveAgent } from '../../../crowd/index.ts';
import { assertDelaunay } from '../mesh/delaunay.fixture.ts';
import { type AgentMesh, createAgentMesh, followAgents, insertAgent, removeAgent } from './agents.ts';

const COUNT = 3300;

function createThrong(): { crowd: Crowd; dice: () => number } {
  const dice = createDice(5);
  const crowd = crowdOf(Array.from({ length: COUNT }, () => ({ x: 1 + 200 * dice(), y: 1 + 200 * dice() })));
  return { crowd, dice };
}

function walk({ count, motion }: Crowd, dice: () => number): void {
  for (let row = 0; row < count; row++) {
    motion.x[row] += 0.05 * (dice() - 0.5);
    motion.y[row] += 0.05 * (dice() - 0.5);
  }
}

/** How many agents are not where the crowd has them. */
function strays({ vertexOf, ids, x, y }: AgentMesh, crowd: Crowd): number {
  let count = 0;
  for (let row = 0; row < crowd.count; row++) {
    const v = vertexOf[row];
    const isThere = x[v] === crowd.motion.x[row] && y[v] === crowd.motion.y[row];
    if (!isThere || ids[v] !== crowd.ids[row]) count++;
  }
  return count;
}

test('every agent of a large crowd is where it went, though agents come, go and get other rows', () => {
  const { crowd, dice } = createThrong();
  const agents = createAgentMesh();
  for (let step = 0; step < 16; step++) {
    walk(crowd, dice);
    if (step === 5) reorderRows(crowd, shuffledOrder(crowd.count, 1));
    if (step === 8) {
      const id = crowd.ids[77];
      removeAgent(agents, crowd, id);
      dropAgent(crowd, id);
    }
    if (step === 11) {
      const row = enterAgent(crowd, reserveAgent(crowd));
      crowd.motion.x[row] = crowd.motion.y[row] = 100;
      insertAgent(agents, crowd, row);
    }
    // No agent tells of this one.
    if (step === 13) crowd.motion.x[enterAgent(crowd, reserveAgent(crowd))] = 50;
    followAgents(agents, crowd);
    expect([step, strays(agents, crowd)]).toEqual([step, 0]);
  }
  assertDelaunay(agents.mesh);
});

test('in a large crowd too, a coordinate next to 0 is 0 in the mesh alone, and the room grows for an agent that leaves it', () => {
  const { crowd, dice } = createThrong();
  const agents = createAgentMesh();
  for (let step = 0; step < 8; step++) {
    walk(crowd, dice);
    if (step === 3) crowd.motion.x[5] = 1e-40;
    if (step === 4) crowd.motion.x[5] = 1;
    if (step === 6) crowd.motion.y[9] = 5000;
    followAgents(agents, crowd);
    expect([step, strays(agents, crowd)]).toEqual([step, 0]);
    expect(agents.x !== agents.mesh.x).toBe(step === 3);
  }
  expect(agents.mesh.counts.rebuilds).toBe(1);
  assertDelaunay(agents.mesh);
});
