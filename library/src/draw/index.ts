/**
 * wend/draw: pictures as functions. Data go in, an SVG text comes out; nothing is written and no page is needed.
 *
 * @module
 */
export { drawAutomaton } from './automaton.ts';
export { drawDensityMap } from './density-map.ts';
export { drawExplanation } from './explanation.ts';
export { chooseField } from './field-choice.ts';
export type { ShownField } from './field-layer.ts';
export { type DirectionSampler, type Streamline, traceStreamlines } from './field-lines.ts';
export { drawFieldSheet, type FieldSheet } from './field-sheet.ts';
export { type PathAhead, pathAhead } from './path-ahead.ts';
export { drawPhasePlane, type PhasePlane } from './phase-plane.ts';
export { type Axis, drawPlot, type Mark, type Plot, type PlotSize, type Tick } from './plot.ts';
export { drawPortrait } from './portrait.ts';
export { type DrawOptions, drawWorld } from './scene.ts';
export {
  createSnapshots,
  drawSnapshots,
  recordSnapshot,
  type SnapshotOptions,
  type Snapshots,
} from './snapshots.ts';
export type { ViewName } from './space-camera.ts';
export { speedColours } from './speed-scale.ts';
export { drawSurvey } from './survey-plots.ts';
export { decimal, escapeText, ink, palette, roundDown, roundTicks, tickLabel } from './svg.ts';
export { type Projection, trailPath } from './trail-paths.ts';
export { createTrails, recordTrails, type Trail, type TrailRecorder } from './trails.ts';
