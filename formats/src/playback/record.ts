import { stateHashOf, type World } from 'wend';
import { HEADINGS, type Playback, type Point3, type Track } from './run.ts';
import { obstaclesIn, targetsIn } from './scene.ts';

/** The recording of a run for playback, in bounded memory. */
export type PlaybackRecorder = {
  playback: Playback;
  /** Steps between two frames; it doubles when there are too many samples. */
  stepsPerFrame: number;
  readonly maximumSamples: number;
  samples: number;
  agents: Map<number, Track>;
  points: Map<string, number[]>;
  /** Revisions of obstacles and targets when the last scene was stored. */
  revisions: string;
};

/** What a recording of a playback may take. */
export type PlaybackOptions = {
  /** Frames per second at most. Players interpolate smoothly between them. Default: 5. */
  framesPerSecond?: number;
  /** Agents times frames at most: the size of the file. Longer runs keep every second frame. Default: 1,000,000. */
  maximumSamples?: number;
};

/** Positions are rounded to this share of the world's largest extent: finer than a pixel of any screen. */
const RESOLUTION = 1 / 16384;
/** Frames at most: a lone agent may walk for days. */
const MAXIMUM_FRAMES = 20_000;
/** Positions farther out than this many quanta are shown there. */
const FARTHEST = 1 << 24;

/** Starts a recording with the present state as its first frame. */
export function createPlayback(
  world: World,
  { framesPerSecond = 5, maximumSamples = 1_000_000 }: PlaybackOptions = {},
): PlaybackRecorder {
  const { bounds, groups, name, description, area } = world.scenario;
  const min = place(bounds.min);
  const max = place(bounds.max);
  const extent = Math.max(...max.map((value, axis) => value - min[axis]));
  const stepsPerFrame = Math.max(1, Math.round(1 / (framesPerSecond * world.dt)));
  const recorder: PlaybackRecorder = {
    playback: {
      head: {
        name,
        description: description ?? '',
        seed: world.seed,
        stateHash: '',
        dimension: world.crowd.dimension,
        min,
        max,
        walls: bounds.walls,
        period: stepsPerFrame * world.dt,
        frames: 0,
        quantum: extent * RESOLUTION,
        groups: groups.map((group) => group.name),
        arrived: [],
        area: (area?.polygons ?? []).map(([outer]) => outer.map(([x, y]) => [x, y])),
        scenes: [],
      },
      agents: [],
      points: [],
    },
    stepsPerFrame,
    maximumSamples,
    samples: 0,
    agents: new Map(),
    points: new Map(),
    revisions: '',
  };
  recordFrame(recorder, world);
  return recorder;
}

/** Records the state after a step, if a frame is due. Call it after each step. */
export function recordPlayback(recorder: PlaybackRecorder, world: World): void {
  if (world.step % recorder.stepsPerFrame !== 0) return;
  recordFrame(recorder, world);
  const isFull = recorder.samples > recorder.maximumSamples || recorder.playback.head.frames > MAXIMUM_FRAMES;
  if (isFull) keepEverySecondFrame(recorder, world.dt);
}

/** Completes the recording. */
export function finishPlayback({ playback }: PlaybackRecorder, world: World): Playback {
  playback.head.stateHash = stateHashOf(world);
  // Commands may have added groups.
  playback.head.groups = world.scenario.groups.map(({ name }) => name);
  return playback;
}

function recordFrame(recorder: PlaybackRecorder, world: World): void {
  const { head, agents } = recorder.playback;
  const { crowd } = world;
  const { motion, traits, ids } = crowd;
  for (let row = 0; row < crowd.count; row++) {
    let track = recorder.agents.get(ids[row]);
    if (!track) {
      track = createTrack(ids[row], head.frames, traits.group[row]);
      track.radius = thousandths(traits.radius[row]);
      track.desiredSpeed = thousandths(traits.desiredSpeed[row]);
      recorder.agents.set(ids[row], track);
      agents.push(track);
    }
    addPlace(recorder, track, motion.x[row], motion.y[row], motion.z[row]);
    const angle = Math.atan2(motion.headingY[row], motion.headingX[row]) / (2 * Math.PI);
    track.heading.push((Math.round(angle * HEADINGS) + HEADINGS) % HEADINGS || 0);
  }
  recordScene(recorder, world);
  head.arrived.push(world.arrived);
  head.frames++;
}

function recordScene(recorder: PlaybackRecorder, world: World): void {
  const { head, points } = recorder.playback;
  const follow = (name: string, places: Point3[]): number[] => {
    const known = recorder.points.get(name);
    // A thing that has another number of corners than before is another thing.
    const isSame = known?.length === places.length;
    const numbers = isSame ? known : places.map((_, k) => points.length + k);
    if (!isSame) {
      recorder.points.set(name, numbers);
      for (const number of numbers) points.push(createTrack(number, head.frames, -1));
    }
    for (const [k, number] of numbers.entries()) addPlace(recorder, points[number], ...places[k]);
    return numbers;
  };
  const { obstacles, solids, targets } = world;
  const revisions = [obstacles, solids, targets].map(({ revision, count }) => `${revision} ${count}`).join();
  const isOther = revisions !== recorder.revisions;
  const moves =
    obstacles.firstMoving < obstacles.count ||
    solids.firstMoving < solids.count ||
    targets.courses.some((course) => course !== undefined);
  if (!isOther && !moves) return;
  const scene = {
    frame: head.frames,
    obstacles: obstaclesIn(world, follow),
    targets: targetsIn(world, follow),
  };
  if (isOther) head.scenes.push(scene);
  recorder.revisions = revisions;
}

function createTrack(id: number, first: number, group: number): Track {
  return { id, group, radius: 0, desiredSpeed: 0, first, x: [], y: [], z: [], heading: [] };
}

function addPlace(recorder: PlaybackRecorder, track: Track, x: number, y: number, z: number): void {
  const { dimension, min, quantum } = recorder.playback.head;
  const last = track.x.length - 1;
  const quantised = (value: number, least: number, before: number) =>
    Number.isFinite(value)
      ? Math.max(-FARTHEST, Math.min(FARTHEST, Math.round((value - least) / quantum)))
      : (before ?? 0);
  track.x.push(quantised(x, min[0], track.x[last]));
  track.y.push(quantised(y, min[1], track.y[last]));
  if (dimension === 3) track.z.push(quantised(z, min[2], track.z[last]));
  recorder.samples++;
}

/** Halves the frames: those with even numbers stay, and only every second step of before makes a frame from now on. */
function keepEverySecondFrame(recorder: PlaybackRecorder, dt: number): void {
  const { playback } = recorder;
  const { head } = playback;
  recorder.stepsPerFrame *= 2;
  head.period = recorder.stepsPerFrame * dt;
  head.frames = Math.ceil(head.frames / 2);
  head.arrived = head.arrived.filter((_, frame) => frame % 2 === 0);
  for (const scene of head.scenes) scene.frame = Math.ceil(scene.frame / 2);
  recorder.samples = 0;
  for (const track of [...playback.agents, ...playback.points]) {
    const isKept = (_: number, k: number) => (track.first + k) % 2 === 0;
    track.x = track.x.filter(isKept);
    track.y = track.y.filter(isKept);
    track.z = track.z.filter(isKept);
    track.heading = track.heading.filter(isKept);
    track.first = Math.ceil(track.first / 2);
    recorder.samples += track.x.length;
  }
}

function place([x, y, z = 0]: readonly number[]): Point3 {
  return [x, y, z];
}

function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
