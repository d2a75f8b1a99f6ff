import { courseStyle, dotAt, followDots, type Occupied, occupy } from './courses.ts';
import type { SpaceView } from './space-camera.ts';
import { addDot, type Layers, slotOf } from './space-layers.ts';
import type { TrailRecorder } from './trails.ts';

/** Adds the trajectories of moving things, in front of and behind the faces; returns whether there is any. */
export function addCourses(layers: Layers, { courses }: TrailRecorder, view: SpaceView): boolean {
  // Dots behind different faces do not exclude each other: one may be visible where the other is not.
  const occupied = new Map<number, Occupied>();
  for (const course of courses.values()) {
    followDots(course, view, view.width, view.height, ([u, v, x, y, z]) => {
      const slot = slotOf(layers.cover, { u, v, near: view.near(x, y, z) });
      const beside = occupied.get(slot) ?? new Map();
      occupied.set(slot, beside);
      if (occupy(beside, u, v)) addDot(layers, slot, 'courses', courseStyle, dotAt(u, v));
    });
  }
  return occupied.size > 0;
}
