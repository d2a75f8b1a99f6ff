export { createRealtime, type Realtime } from './realtime.ts';
export { openSnapshot, type Snapshot, snapshotBytes, takeSnapshot } from './snapshot.ts';
export { createView, readView, updateView, type View, type ViewArrays, type ViewColumns } from './view.ts';
