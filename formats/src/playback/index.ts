export { decodePlayback, encodePlayback } from './bytes.ts';
export {
  createPlayback,
  finishPlayback,
  type PlaybackOptions,
  type PlaybackRecorder,
  recordPlayback,
} from './record.ts';
export {
  HEADINGS,
  type Playback,
  type PlaybackHead,
  type Point2,
  type Point3,
  type Scene,
  type SceneShape,
  type Track,
} from './run.ts';
export { sceneOf } from './scene.ts';
