import type { Session } from '../engine/session.ts';
import type { Camera } from '../stage/camera.ts';
import type { Theme } from '../stage/theme.ts';
import type { Studio } from '../state/studio.ts';
import type { LiveFrame } from './frame.ts';

/** What a layer needs to draw. */
export type LayerInput = {
  canvas: CanvasRenderingContext2D;
  camera: Camera;
  theme: Theme;
  session: Session;
  frame: LiveFrame;
  studio: Studio;
  /** Whether this is the floor of the view in three dimensions, on which nothing is written at a corner of the picture. */
  isFloor?: boolean;
};

/** Something drawn over or below the agents, which a user may switch on. */
export type Layer = {
  name: string;
  title: string;
  hint: string;
  place: 'below' | 'above';
  paint(input: LayerInput): void;
};

/** The overlays that the stage knows, in the order in which they are drawn. */
export const layers: Layer[] = [];

/** Adds an overlay. @public */
export function registerLayer(layer: Layer): void {
  if (!layers.some(({ name }) => name === layer.name)) layers.push(layer);
}
