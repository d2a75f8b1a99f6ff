import { readView, type View } from 'wend/view';
import type { Session } from '../engine/session.ts';

/** The agents at the shown time, a row for each; ids of empty rows are −1. */
export type LiveFrame = {
  count: number;
  ids: Float64Array;
  radius: Float32Array;
  group: Int32Array;
  x: Float32Array;
  y: Float32Array;
  z: Float32Array;
  headingX: Float32Array;
  headingY: Float32Array;
  /** Metres per second, over the last step. */
  speed: Float32Array;
};

export function createLiveFrame(): LiveFrame {
  const none = new Float32Array(0);
  return {
    count: 0,
    ids: new Float64Array(0),
    radius: none,
    group: new Int32Array(0),
    ...{ x: none, y: none, z: none, headingX: none, headingY: none, speed: none },
  };
}

/** Writes where agents are at the shown time. */
export function readFrame(frame: LiveFrame, { shown, time }: Session): void {
  if (frame.x.length < shown.count) {
    const room = Math.max(64, Math.ceil(1.5 * shown.count));
    for (const name of ['x', 'y', 'z', 'headingX', 'headingY', 'speed'] as const) {
      frame[name] = new Float32Array(room);
    }
  }
  frame.count = readView(shown, time, frame);
  frame.ids = shown.ids;
  frame.radius = shown.radius;
  frame.group = shown.group;
  readSpeeds(frame, shown);
}

function readSpeeds({ count, speed }: LiveFrame, { previous, current, previousTime, time }: View): void {
  const span = time - previousTime;
  for (let row = 0; row < count; row++) {
    const dx = current.x[row] - previous.x[row];
    const dy = current.y[row] - previous.y[row];
    const dz = current.z[row] - previous.z[row];
    speed[row] = span > 0 ? Math.sqrt(dx * dx + dy * dy + dz * dz) / span : 0;
  }
}

/** The row of an agent, or −1. */
export function rowIn({ count, ids }: LiveFrame, agent: number): number {
  for (let row = 0; row < count; row++) if (ids[row] === agent) return row;
  return -1;
}
