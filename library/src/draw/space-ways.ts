import type { SpaceView } from './space-camera.ts';
import { addDot, type Layers, slotOf } from './space-layers.ts';
import type { TrailRecorder } from './trails.ts';
import { dotAt, followDots, type Occupied, occupy, wayStyle } from './ways.ts';

/** Adds the trajectories of moving things, in front of and behind the faces; returns whether there is any. */
export function addWays(layers: Layers, { ways }: TrailRecorder, view: SpaceView): boolean {
  // Dots behind different faces do not exclude each other: one may be visible where the other is not.
  const occupied = new Map<number, Occupied>();
  for (const way of ways.values()) {
    followDots(way, view, view.width, view.height, ([u, v, x, y, z]) => {
      const slot = slotOf(layers.cover, { u, v, near: view.near(x, y, z) });
      const beside = occupied.get(slot) ?? new Map();
      occupied.set(slot, beside);
      if (occupy(beside, u, v)) addDot(layers, slot, 'ways', wayStyle, dotAt(u, v));
    });
  }
  return occupied.size > 0;
}
