/**
 * wend/view: a world for renderers. A view has a stable row for each agent and positions between the steps; a snapshot is
 * a moment of a world in one buffer, to transfer or to keep. `createRealtime` steps a world while a page draws it.
 *
 * @module
 */

export {
  createRealtime,
  createView,
  openSnapshot,
  type Realtime,
  readView,
  type Snapshot,
  takeSnapshot,
  updateView,
  type View,
  type ViewArrays,
  type ViewColumns,
} from './view/index.ts';
