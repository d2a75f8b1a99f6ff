import { stepWorld, type World } from './index.ts';

/**
 * What two frames tell: how deep hard cores overlap at worst, in metres and as a share of their radii, and how many pairs
 * have passed through each other; and how deep whole bodies overlap.
 */
export type Observation = { overlap: number; share: number; passes: number; speed: number; outlines: number };

/**
 * Steps a world and looks at every pair of agents in each pair of frames, with nothing of the engine's geometry. Between two
 * frames agents are taken to move straight. Two have passed where they come nearer than half the sum of the radii of their hard cores.
 * `speed` is the mean speed over the last `settled` steps, metres per second.
 */
export function observe(world: World, steps: number, settled = 0): Observation {
  const found: Observation = { overlap: 0, share: 0, passes: 0, speed: 0, outlines: 0 };
  for (let step = 0; step < steps; step++) {
    const before = placesOf(world);
    stepWorld(world);
    const after = placesOf(world);
    const ids = [...after.keys()].filter((id) => before.has(id));
    if (step >= steps - settled) {
      const gone = ids.map((id) => Math.hypot(...differenceOf(after.get(id)!.at, before.get(id)!.at)));
      found.speed += gone.reduce((sum, length) => sum + length, 0) / ids.length / world.dt / settled;
    }
    ids.sort((a, b) => before.get(a)!.at[0] - before.get(b)!.at[0]);
    const longest = Math.max(...ids.map((id) => Math.abs(after.get(id)!.at[0] - before.get(id)!.at[0])));
    for (const [k, a] of ids.entries()) {
      for (let other = k + 1; other < ids.length; other++) {
        const b = ids[other];
        const radii = after.get(a)!.core + after.get(b)!.core;
        const from = differenceOf(before.get(b)!.at, before.get(a)!.at);
        // Sorted by x: all that follow are farther away still.
        if (from[0] > 1.2 + 2 * longest) break;
        const to = differenceOf(after.get(b)!.at, after.get(a)!.at);
        const path = differenceOf(to, from);
        const squared = path.reduce((sum, value) => sum + value * value, 0);
        const along = -from.reduce((sum, value, axis) => sum + value * path[axis], 0);
        const part = squared > 0 ? Math.min(1, Math.max(0, along / squared)) : 0;
        const nearest = Math.hypot(...from.map((value, axis) => value + part * path[axis]));
        found.overlap = Math.max(found.overlap, radii - Math.hypot(...to));
        found.share = Math.max(found.share, 1 - Math.hypot(...to) / radii);
        const outlines = after.get(a)!.radius + after.get(b)!.radius;
        found.outlines = Math.max(found.outlines, outlines - Math.hypot(...to));
        if (nearest < 0.5 * radii) found.passes++;
      }
    }
  }
  return found;

  function placesOf({ crowd: { count, ids, motion, traits }, models }: World) {
    const places = new Map<number, { at: number[]; radius: number; core: number }>();
    for (let row = 0; row < count; row++) {
      const radius = traits.radius[row];
      const { hardCore = 1, softDepth = Infinity } = models[traits.steering[row]].model.bounds ?? {};
      places.set(ids[row], {
        at: [motion.x[row], motion.y[row], motion.z[row]],
        radius,
        core: Math.max(hardCore * radius, radius - softDepth),
      });
    }
    return places;
  }
}

const differenceOf = (p: readonly number[], q: readonly number[]) => p.map((value, axis) => value - q[axis]);
