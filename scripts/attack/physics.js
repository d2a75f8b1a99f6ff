// Random crowds of every registered model, and a checker that shares no code with wend: positions in, faults out.
import { steeringModels, stepWorld } from 'wend';
import { createScenarioWorld } from 'wend/scenario';
import { limits } from './limits.js';

/** A random room with a crowd that wants through itself, with fast and slow, large and small. */
function createCrowd(model, random) {
  const size = random.between(8, 20);
  const count = 20 + random.below(60);
  const radius = random.between(0.1, 0.3);
  const goal = random.pick(['one point', 'mirror', 'across']);
  return {
    version: 1,
    name: `${model} ${goal}`,
    seed: random.below(1e6),
    dt: random.pick([0.02, 0.05, 0.1, 0.25]),
    duration: 10,
    bounds: { min: [-size, -size], max: [size, size], walls: true },
    steering: { name: model },
    obstacles: random.next() < 0.5 ? [] : [{ shape: 'circle', center: [0, 0], radius: 1 }],
    groups: [
      {
        name: 'crowd',
        count,
        radius,
        speed: { uniform: [0.5, random.between(1, 10)] },
        region: { box: { min: [-size + 1, 1.5], max: [size - 1, size - 1] } },
        goal: goal === 'mirror' ? { mirror: [0, 0] } : { point: goal === 'across' ? [0, -size + 1] : [2, 0] },
      },
    ],
  };
}

/** Checks what can be seen from outside: centres and radii before and after a step. */
function faultsIn(before, after, radius, size, settled) {
  for (let i = 0; i < radius.length; i++) {
    const reach = Math.max(Math.abs(after.x[i]), Math.abs(after.y[i])) + radius[i] - size;
    if (!(reach <= limits.wall)) return `agent ${i} reaches ${reach} m out of the walls`;
    for (let j = 0; j < i; j++) {
      const dx = after.x[i] - after.x[j];
      const dy = after.y[i] - after.y[j];
      const sum = radius[i] + radius[j];
      const overlap = sum - Math.hypot(dx, dy);
      const isSmall = Math.min(radius[i], radius[j]) < limits.smallRadius;
      const allowed = isSmall ? Math.max(limits.overlap, limits.relativeOverlap * sum) : limits.overlap;
      if (settled && overlap > allowed) return `agents ${j} and ${i} overlap by ${overlap} m of ${sum} m`;
      // Straight from place to place: how near the centres come, and whether they have changed sides then.
      const startX = before.x[i] - before.x[j];
      const startY = before.y[i] - before.y[j];
      const moveX = dx - startX;
      const moveY = dy - startY;
      const moved = moveX * moveX + moveY * moveY;
      if (moved === 0) continue;
      const time = -(startX * moveX + startY * moveY) / moved;
      if (time <= 0 || time >= 1) continue;
      const nearest = Math.hypot(startX + time * moveX, startY + time * moveY);
      if (nearest < 0.5 * sum && startX * dx + startY * dy < 0)
        return `agents ${j} and ${i} pass through each other`;
    }
  }
  return undefined;
}

export function createPhysics() {
  const models = steeringModels().map(({ name }) => name);
  let turn = 0;
  return {
    models,
    attack(random) {
      const model = models[turn++ % models.length];
      const scenario = createCrowd(model, random);
      const world = createScenarioWorld(scenario);
      const { count } = world.crowd;
      const size = scenario.bounds.max[0];
      const radius = world.crowd.traits.radius.slice(0, count);
      const read = () => {
        const { ids, motion } = world.crowd;
        const state = { x: new Float64Array(count), y: new Float64Array(count) };
        for (let row = 0; row < count; row++) {
          state.x[ids[row]] = motion.x[row];
          state.y[ids[row]] = motion.y[row];
        }
        return state;
      };
      let before = read();
      for (let step = 1; step <= scenario.duration / scenario.dt && world.crowd.count === count; step++) {
        stepWorld(world);
        const after = read();
        const fault = faultsIn(before, after, radius, size, step > limits.settling);
        if (fault !== undefined)
          return `${scenario.name}, seed ${scenario.seed}, dt ${scenario.dt}, step ${step}: ${fault}`;
        before = after;
      }
      return undefined;
    },
  };
}
