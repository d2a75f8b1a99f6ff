/**
 * A run to watch: positions at even times, quantised, with what stood around them. It is made for pages that play a run;
 * for measurements, use trajectories.
 */
export type Playback = {
  head: PlaybackHead;
  agents: Track[];
  /** Corners and centres of obstacles and targets on a course; shapes refer to them by number. */
  points: Track[];
};

/** What is known besides the tracks. Plain JSON. */
export type PlaybackHead = {
  name: string;
  description: string;
  seed: number;
  stateHash: string;
  dimension: 2 | 3;
  /** Metres: [x, y, z] of the two corners. */
  min: Point3;
  max: Point3;
  /** Whether the bounds are walls. */
  walls: boolean;
  /** Seconds between two frames, and the number of frames. */
  period: number;
  frames: number;
  /** Metres: the unit of positions. They are counted from `min`. */
  quantum: number;
  /** Names of the groups; the number of a track's group is a place in this list, or −1. */
  groups: string[];
  /** Agents that have reached their goals so far, for each frame. */
  arrived: number[];
  /** Outer rings of the walkable area, metres; none where all of the bounds is walkable. */
  area: Point2[][];
  /** What stands in the world, each list from its frame on. */
  scenes: Scene[];
};

/** A place in the plane, metres. */
export type Point2 = [x: number, y: number];
/** A place in space, metres. */
export type Point3 = [x: number, y: number, z: number];

/** What stands in the world from a frame on, until the next scene. */
export type Scene = { frame: number; obstacles: SceneShape[]; targets: (SceneShape & { name: string })[] };

/**
 * A thing that stands: a disc or ball, a wall between two points, a ring or face with corners. A thing on a course has
 * the numbers of point tracks in place of places.
 */
export type SceneShape = {
  kind: 'disc' | 'wall' | 'ring' | 'face';
  radius?: number;
  at?: Point3[];
  tracks?: number[];
};

/** The recorded places of one agent or point, in consecutive frames. */
export type Track = {
  id: number;
  group: number;
  /** Metres. */
  radius: number;
  /** Metres per second; 0 for points. */
  desiredSpeed: number;
  /** The frame of the first place. */
  first: number;
  /** In quanta from the least corner of the bounds. */
  x: number[];
  y: number[];
  /** Empty in a world of two dimensions. */
  z: number[];
  /** Headings in the plane in steps of 1/HEADINGS of a turn, counterclockwise from the x axis; empty for points. */
  heading: number[];
};

/** The number of directions that a heading is rounded to. */
export const HEADINGS = 128;
