// Random crowds of every registered model, and a checker that shares no code with wend: positions in, faults out.
import { stepWorld } from 'wend';
import { createScenarioWorld } from 'wend/scenario';
import { listCrowds } from './crowds.js';
import { limits } from './limits.js';

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

/** Where a circle is that moves to its one waypoint and stays there. */
function placeOf({ center, course }, time) {
  const [x, y] = [course.points[0][0] - center[0], course.points[0][1] - center[1]];
  const share = Math.min(1, (time * course.speed) / Math.hypot(x, y));
  return [center[0] + share * x, center[1] + share * y];
}

/** How far bodies reach into obstacles that move. */
function faultInObstacles(obstacles, after, core, time) {
  for (const obstacle of obstacles) {
    if (obstacle.course === undefined) continue;
    const [x, y] = placeOf(obstacle, time);
    for (let i = 0; i < core.length; i++) {
      const overlap = obstacle.radius + core[i] - Math.hypot(after.x[i] - x, after.y[i] - y);
      if (overlap > limits.overlap) return `agent ${i} reaches ${overlap} m into an obstacle that moves`;
    }
  }
  return undefined;
}

export function createPhysics() {
  const crowds = listCrowds();
  let turn = 0;
  return {
    attack(random, tried) {
      const scenario = crowds[turn++ % crowds.length](random);
      tried(scenario.name);
      const world = createScenarioWorld(scenario);
      const { count } = world.crowd;
      const size = scenario.bounds.max[0];
      const radius = world.crowd.traits.radius.slice(0, count);
      // A model may declare that the outer part of a body is soft.
      const { hardCore = 1, softDepth = Infinity } = world.models[0].model.bounds ?? {};
      const core = radius.map((value) => Math.max(hardCore * value, value - softDepth));
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
        const fault =
          faultsIn(before, after, radius, core, size, step > limits.settling) ??
          faultInObstacles(scenario.obstacles ?? [], after, core, step * scenario.dt);
        if (fault !== undefined)
          return `${scenario.name}, seed ${scenario.seed}, dt ${scenario.dt}, step ${step}: ${fault}`;
        before = after;
      }
      return undefined;
    },
  };
}
