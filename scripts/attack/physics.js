// Random crowds of every registered model, and a checker that shares no code with wend: positions in, faults out.
import { steeringModels, stepWorld } from 'wend';
import { createScenarioWorld } from 'wend/scenario';
import { limits } from './limits.js';

/** A random room with a crowd that wants through itself, with fast and slow, large and small. */
function createCrowd(model, dimension, random) {
  const size = random.between(8, 20);
  const goal = random.pick(['one point', 'mirror', 'across']);
  const at = (x, y) => (dimension === 3 ? [x, y, 0] : [x, y]);
  const corner = (value) => at(value, value).fill(value);
  const half = dimension === 3 ? random.between(1, 3) : 0;
  const box = (min, max) => ({
    box: dimension === 3 ? { min: [...min, -half], max: [...max, half] } : { min, max },
  });
  return {
    version: 1,
    name: `${model} ${goal} in ${dimension} dimensions`,
    ...(dimension === 3 ? { dimension } : {}),
    seed: random.below(1e6),
    dt: random.pick([0.02, 0.05, 0.1, 0.25]),
    duration: 10,
    bounds: { min: corner(-size), max: corner(size), walls: true },
    steering: { name: model },
    obstacles:
      random.next() < 0.5
        ? []
        : [{ shape: dimension === 3 ? 'sphere' : 'circle', center: at(0, 0), radius: 1 }],
    groups: [
      {
        name: 'crowd',
        count: 20 + random.below(60),
        radius: random.between(0.1, 0.3),
        speed: { uniform: [0.5, random.between(1, 10)] },
        region: box([-size + 1, 1.5], [size - 1, size - 1]),
        goal:
          goal === 'mirror'
            ? { mirror: at(0, 0) }
            : { point: goal === 'across' ? at(0, -size + 1) : at(2, 0) },
      },
    ],
  };
}

/** 500 agents that press against a wall of a room. */
function createJam(model, random) {
  const dt = random.pick([0.05, 0.1, 0.25]);
  return {
    version: 1,
    name: `${model}, a jam`,
    seed: random.below(1e6),
    dt,
    duration: 60 * dt,
    bounds: { min: [-12, -12], max: [12, 12], walls: true },
    steering: { name: model },
    groups: [
      {
        name: 'crowd',
        count: 500,
        radius: random.between(0.15, 0.25),
        speed: random.between(1, 5),
        region: { box: { min: [-6, -8], max: [11, 8] } },
        goal: { point: [11, 0] },
      },
    ],
    arrival: 'continue',
  };
}

/** Checks what can be seen from outside: centres and radii before and after a step; `core` are the radii of hard cores. */
function faultsIn(before, after, radius, core, size, settled) {
  for (let i = 0; i < radius.length; i++) {
    const farthest = Math.max(Math.abs(after.x[i]), Math.abs(after.y[i]), Math.abs(after.z[i]));
    const reach = farthest + radius[i] - size;
    if (!(reach <= limits.wall)) return `agent ${i} reaches ${reach} m out of the walls`;
    for (let j = 0; j < i; j++) {
      const dx = after.x[i] - after.x[j];
      const dy = after.y[i] - after.y[j];
      const dz = after.z[i] - after.z[j];
      const sum = core[i] + core[j];
      const overlap = sum - Math.sqrt(dx * dx + dy * dy + dz * dz);
      const isSmall = Math.min(core[i], core[j]) < limits.smallRadius;
      const allowed = isSmall ? Math.min(limits.overlap, limits.relativeOverlap * sum) : limits.overlap;
      if (settled && overlap > allowed) return `agents ${j} and ${i} overlap by ${overlap} m of ${sum} m`;
      // Straight from place to place: how near the centres come, and whether they have changed sides then.
      const startX = before.x[i] - before.x[j];
      const startY = before.y[i] - before.y[j];
      const startZ = before.z[i] - before.z[j];
      if (startX * dx + startY * dy + startZ * dz >= 0) continue;
      const moveX = dx - startX;
      const moveY = dy - startY;
      const moveZ = dz - startZ;
      const moved = moveX * moveX + moveY * moveY + moveZ * moveZ;
      const time = -(startX * moveX + startY * moveY + startZ * moveZ) / moved;
      if (time <= 0 || time >= 1) continue;
      const nearest = Math.hypot(startX + time * moveX, startY + time * moveY, startZ + time * moveZ);
      if (nearest < 0.5 * sum) return `agents ${j} and ${i} pass through each other`;
    }
  }
  return undefined;
}

/** Each model in each of its dimensions, and a jam of one of those of the plane. */
function listCrowds() {
  const crowds = steeringModels().flatMap(({ dimensions, name }) =>
    dimensions.map((dimension) => (random) => createCrowd(name, dimension, random)),
  );
  const inPlane = steeringModels().filter(({ dimensions }) => dimensions.includes(2));
  return [...crowds, (random) => createJam(random.pick(inPlane).name, random)];
}

export function createPhysics() {
  const crowds = listCrowds();
  let turn = 0;
  return {
    models: steeringModels().map(({ name }) => name),
    attack(random) {
      const scenario = crowds[turn++ % crowds.length](random);
      const world = createScenarioWorld(scenario);
      const { count } = world.crowd;
      const size = scenario.bounds.max[0];
      const radius = world.crowd.traits.radius.slice(0, count);
      // A model may declare that only a share of the radius is hard.
      const share = world.models[0].model.bounds?.hardCore ?? 1;
      const core = radius.map((value) => share * value);
      const read = () => {
        const { ids, motion } = world.crowd;
        const state = { x: new Float64Array(count), y: new Float64Array(count), z: new Float64Array(count) };
        for (let row = 0; row < count; row++) {
          for (const axis of ['x', 'y', 'z']) state[axis][ids[row]] = motion[axis][row];
        }
        return state;
      };
      let before = read();
      for (let step = 1; step <= scenario.duration / scenario.dt && world.crowd.count === count; step++) {
        stepWorld(world);
        const after = read();
        const fault = faultsIn(before, after, radius, core, size, step > limits.settling);
        if (fault !== undefined)
          return `${scenario.name}, seed ${scenario.seed}, dt ${scenario.dt}, step ${step}: ${fault}`;
        before = after;
      }
      return undefined;
    },
  };
}
