/** What a stage shows at one moment: a row for each agent, in columns. */
export type Frame = {
  count: number;
  /** The place of each agent in the list of all agents of the run. */
  agent: Int32Array;
  /** Metres. */
  x: Float32Array;
  y: Float32Array;
  z: Float32Array;
  /** Radians, counterclockwise from the x axis. */
  angle: Float32Array;
  /** Metres per second. */
  speed: Float32Array;
};

/** A frame without agents, with room for some. */
export function createFrame(capacity: number): Frame {
  return {
    count: 0,
    agent: new Int32Array(capacity),
    x: new Float32Array(capacity),
    y: new Float32Array(capacity),
    z: new Float32Array(capacity),
    angle: new Float32Array(capacity),
    speed: new Float32Array(capacity),
  };
}
