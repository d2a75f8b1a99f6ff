// The whole step of walkers among walls beside DetourCrowd: node benchmarks/rooms.js
//
// Nine rooms in a square, a door of 2 m between every two neighbours, 0.5 agents per square metre, random goals in all
// rooms and a new one on arrival. Both have the same starts, goals, radius, speed and step; walls are segments in wend and
// boxes 0.2 m wide in the nav mesh. Walkers are at their defaults, DetourCrowd at those of recast-navigation (peers/detour.js).
// Paths count for both. They take turns block by block, in processor time. Exit code 1 when the limit is missed.
import { Crowd, init } from 'recast-navigation';
import { generateSoloNavMesh } from 'recast-navigation/generators';
import { retargetAgent, rowOf, stepWorld } from 'wend';
import { createScenarioWorld } from 'wend/scenario';
import {
  AGENT_RADIUS,
  ARRIVAL_DISTANCE,
  createGenerator,
  DENSITY,
  MAXIMUM_SPEED,
  NEIGHBOUR_RADIUS,
  STEPS_BETWEEN_ARRIVAL_CHECKS,
  TIME_STEP,
} from './peers/crowd.js';

const AGENTS = 2000;
/** How many times cheaper than DetourCrowd a step of walkers has to be. */
const LIMIT = 2;
const BLOCKS = 15;
const STEPS = 5;
const WARM_UP = 100;
const ROOM = Math.sqrt(AGENTS / DENSITY) / 3;
const SIDE = 3 * ROOM;
const DOOR = 2;
/** Goals keep this distance from walls, metres; and the width of walls in the nav mesh. */
const CLEAR = 0.5;
const WALL = 0.2;

/** Walls as pairs of points: the outer ones, then those between rooms, with a door in the middle of each room's side. */
const walls = [];
for (const at of [0, 3]) walls.push(...line(at, [0, SIDE]));
for (const at of [1, 2]) {
  const doors = [0, 1, 2].flatMap((room) => [(room + 0.5) * ROOM - DOOR / 2, (room + 0.5) * ROOM + DOOR / 2]);
  const ends = [0, ...doors, SIDE];
  for (let k = 0; k < ends.length; k += 2) walls.push(...line(at, [ends[k], ends[k + 1]]));
}

/** One wall along x and one along y. */
function line(at, [from, to]) {
  const across = at * ROOM;
  return [
    { from: [from, across], to: [to, across] },
    { from: [across, from], to: [across, to] },
  ];
}

/** The k-th goal of an agent is the same for both. */
function goalOf(agent, k) {
  const random = createGenerator(Math.imul(agent + 1, 0x9e3779b1) ^ Math.imul(k + 1, 0x85ebca6b));
  const inside = () => {
    const place = 3 * random();
    const room = Math.floor(place);
    return room * ROOM + CLEAR + (place - room) * (ROOM - 2 * CLEAR);
  };
  return [inside(), inside()];
}

/** Gives a tenth of the agents in each step their next goals if they have arrived. */
function renewGoals(peer) {
  for (
    let agent = peer.steps++ % STEPS_BETWEEN_ARRIVAL_CHECKS;
    agent < AGENTS;
    agent += STEPS_BETWEEN_ARRIVAL_CHECKS
  ) {
    const [x, y] = peer.placeOf(agent);
    const [goalX, goalY] = goalOf(agent, peer.reached[agent]);
    if ((goalX - x) ** 2 + (goalY - y) ** 2 > ARRIVAL_DISTANCE ** 2) continue;
    peer.send(agent, goalOf(agent, ++peer.reached[agent]));
  }
}

function createWalkers() {
  const box = { min: [0, 0], max: [SIDE, SIDE] };
  const inner = { min: [CLEAR, CLEAR], max: [SIDE - CLEAR, SIDE - CLEAR] };
  const world = createScenarioWorld({
    version: 1,
    name: 'rooms',
    bounds: box,
    dt: TIME_STEP,
    duration: 1000,
    arrival: 'continue',
    obstacles: walls.map((wall) => ({ shape: 'segment', ...wall })),
    groups: [
      {
        name: 'walkers',
        count: AGENTS,
        region: { box: inner },
        radius: AGENT_RADIUS,
        speed: MAXIMUM_SPEED,
        goal: { random: { box: inner } },
        clearance: 0.1,
      },
    ],
  });
  return {
    name: 'walker (default)',
    steps: 0,
    reached: new Uint32Array(AGENTS),
    placeOf: (agent) => {
      const row = rowOf(world.crowd, agent);
      return [world.crowd.motion.x[row], world.crowd.motion.y[row]];
    },
    send: (agent, goal) => retargetAgent(world, agent, { goal }),
    advance: () => stepWorld(world),
  };
}

async function createDetour(starts) {
  await init();
  const positions = [];
  const indices = [];
  // Quads with their upper sides up: the floor, then the tops of the walls, too high to climb, and their sides.
  const quad = (...corners) => {
    const first = positions.length / 3;
    positions.push(...corners.flat());
    indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
  };
  const slab = (x0, z0, x1, z1, y) => quad([x0, y, z0], [x0, y, z1], [x1, y, z1], [x1, y, z0]);
  slab(-1, -1, SIDE + 1, SIDE + 1, 0);
  const half = WALL / 2;
  for (const { from, to } of walls) {
    const [x0, z0, x1, z1] = [from[0] - half, from[1] - half, to[0] + half, to[1] + half];
    // Tops in layers closer than a body is high: nothing of the wall is walkable below them.
    for (let y = 0.5; y <= 2; y += 0.5) slab(x0, z0, x1, z1, y);
  }
  const cs = 0.1;
  const { success, navMesh, error } = generateSoloNavMesh(positions, indices, {
    cs,
    ch: 0.2,
    walkableRadius: Math.ceil(AGENT_RADIUS / cs),
    walkableHeight: 9,
    walkableClimb: 1,
  });
  if (!success) throw new Error(`Recast could not make the nav mesh: ${error}`);
  const crowd = new Crowd(navMesh, { maxAgents: AGENTS, maxAgentRadius: AGENT_RADIUS });
  const agents = starts.map(([x, y]) =>
    crowd.addAgent(
      { x, y: 0, z: y },
      { radius: AGENT_RADIUS, height: 1.8, maxSpeed: MAXIMUM_SPEED, collisionQueryRange: NEIGHBOUR_RADIUS },
    ),
  );
  return {
    name: 'DetourCrowd',
    steps: 0,
    reached: new Uint32Array(AGENTS),
    placeOf: (agent) => [agents[agent].raw.get_npos(0), agents[agent].raw.get_npos(2)],
    send: (agent, [x, y]) => agents[agent].requestMoveTarget({ x, y: 0, z: y }),
    advance: () => crowd.update(TIME_STEP),
  };
}

/** Milliseconds of processor time per step. */
function run(peer, steps) {
  const begin = process.cpuUsage();
  for (let step = 0; step < steps; step++) {
    renewGoals(peer);
    peer.advance();
  }
  const { system, user } = process.cpuUsage(begin);
  return (system + user) / 1000 / steps;
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const walkers = createWalkers();
const starts = Array.from({ length: AGENTS }, (_, agent) => walkers.placeOf(agent));
const peers = [walkers, await createDetour(starts)];
for (const peer of peers) {
  for (let agent = 0; agent < AGENTS; agent++) peer.send(agent, goalOf(agent, 0));
  run(peer, WARM_UP);
}
const times = peers.map(() => []);
const ratios = [];
for (let block = 0; block < BLOCKS; block++) {
  const order = block % 2 === 0 ? [0, 1] : [1, 0];
  for (const k of order) times[k].push(run(peers[k], STEPS));
  ratios.push(times[1][block] / times[0][block]);
}
for (const [k, { name, reached }] of peers.entries()) {
  const arrivals = reached.reduce((sum, count) => sum + count, 0);
  console.log(
    `${name}: ${median(times[k]).toFixed(1)} ms per step (best ${Math.min(...times[k]).toFixed(1)}), ${arrivals} arrivals`,
  );
}
const cheaper = median(ratios);
const held = cheaper >= LIMIT;
console.log(`walkers are ${cheaper.toFixed(2)} times cheaper, limit ${LIMIT}: ${held ? 'held' : 'missed'}`);
if (!held) process.exitCode = 1;
