export { chooseField } from './field-choice.ts';
export { drawFieldSheet } from './field-sheet.ts';
export { drawPhasePlane } from './phase-plane.ts';
export { drawPlot } from './plot.ts';
export { drawPortrait } from './portrait.ts';
export { drawScene } from './scene.ts';
export { palette } from './svg.ts';
export { createTrails, recordTrails, type TrailRecorder } from './trails.ts';
