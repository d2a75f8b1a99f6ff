import type { Camera } from '../stage/camera.ts';
import type { Theme } from '../stage/theme.ts';

/** Where a pointer is: pixels of the stage, and metres in the world. */
export type StagePointer = {
  pixelX: number;
  pixelY: number;
  x: number;
  y: number;
  shiftKey: boolean;
  altKey: boolean;
  ctrlKey: boolean;
};

/**
 * Takes the pointer on the stage, before the stage itself does: an editor's pen, a ruler. Each handler returns whether it
 * has used the event; what it has not used selects agents and moves the camera.
 */
export type StageTool = {
  name: string;
  cursor?: string;
  down?(pointer: StagePointer): boolean;
  move?(pointer: StagePointer, isDown: boolean): boolean;
  up?(pointer: StagePointer): boolean;
  key?(event: KeyboardEvent): boolean;
  /** Drawn above everything. */
  paint?(canvas: CanvasRenderingContext2D, camera: Camera, theme: Theme): void;
};

let present: StageTool | undefined;
const listeners = new Set<() => void>();

/** Gives the pointer to a tool, or back to the stage. @public */
export function setTool(tool: StageTool | undefined): void {
  present = tool;
  for (const listener of listeners) listener();
}

export function toolInUse(): StageTool | undefined {
  return present;
}

export function onToolChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
