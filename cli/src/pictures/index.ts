export { type Axis, type Curve, drawPlot, type Mark, type Plot, type Tick } from './plot.ts';
export { drawPortrait, type PortraitData, type PortraitPictureOptions } from './portrait.ts';
export { drawScene, type SceneOptions } from './scene.ts';
export { ink, palette } from './svg.ts';
export { createTrails, recordTrails, type Trail, type TrailRecorder } from './trails.ts';
