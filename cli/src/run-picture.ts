import type { World } from 'wend';
import {
  createSnapshots,
  createTrails,
  type DrawOptions,
  drawSnapshots,
  drawWorld,
  recordSnapshot,
  recordTrails,
  type SnapshotOptions,
} from 'wend/draw';

/**
 * The picture of a run. It shows the end; where nearly all agents have left by then, it shows the step at which half of the
 * agents had left.
 */
export type RunPicture = {
  /** After each step. */
  record: (world: World) => void;
  /** The picture, and the time that it shows where that is not the end. */
  finish: (world: World) => { svg: string; time?: number };
};

/** The end is shown while at least this share of the agents is there. */
const FEW = 0.1;

export function createRunPicture(start: World, options: Omit<DrawOptions, 'trails'>): RunPicture {
  const trails = createTrails(start);
  let most = start.crowd.count;
  /** The picture when half had left; undefined until then. */
  let busy: { svg: string; time: number } | undefined;
  const draw = (world: World) => drawWorld(world, { ...options, trails });
  return {
    record: (world) => {
      recordTrails(trails, world);
      const { count } = world.crowd;
      // Where agents come later, the most may be still to come.
      if (count > most) busy = undefined;
      most = Math.max(most, count);
      if (busy === undefined && 2 * count <= most)
        busy = { svg: draw(world), time: world.step * world.scenario.dt };
    },
    finish: (world) => (busy && world.crowd.count < FEW * most ? busy : { svg: draw(world) }),
  };
}

/** The picture of a run as a sequence of snapshots. */
export function createSequence(start: World, options: SnapshotOptions): RunPicture {
  const trails = createTrails(start);
  const snapshots = createSnapshots(start, options);
  return {
    record: (world) => {
      recordTrails(trails, world);
      recordSnapshot(snapshots, world, trails);
    },
    finish: (world) => ({ svg: drawSnapshots(snapshots, world, trails) }),
  };
}
