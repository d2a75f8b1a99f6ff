import { orbit, pan, placeAt, zoomAt } from '../stage/camera.ts';
import { studio } from '../state/studio.ts';
import type { FlatStage } from './flat.tsx';
import { agentAt } from './painter.ts';
import { type StagePointer, toolInUse } from './tools.ts';

/** Pixels that a pointer may move during a click. */
const STILL = 5;

/** Mouse, pen and fingers on the stage: drag to move, wheel and two fingers to zoom, click to select. */
export function listenToPointers(
  canvas: HTMLCanvasElement,
  stage: FlatStage,
  select: (agent: number) => void,
): () => void {
  const { camera } = stage;
  const ending = new AbortController();
  const listen = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => canvas.addEventListener(name, listener, { signal: ending.signal, passive: false });
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  let isTools = false;
  const moveCamera = (change: () => void): void => {
    stage.isFitted = false;
    change();
    stage.refresh();
  };
  const pointerOf = (event: PointerEvent): StagePointer => {
    const { offsetX: pixelX, offsetY: pixelY, shiftKey, altKey, ctrlKey } = event;
    return { pixelX, pixelY, ...placeAt(camera, pixelX, pixelY), shiftKey, altKey, ctrlKey };
  };
  listen('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    if (pointers.size === 0) moved = 0;
    pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    isTools = event.button === 0 && pointers.size === 1 && toolInUse()?.down?.(pointerOf(event)) === true;
    if (isTools) stage.refresh();
  });
  listen('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    const tool = toolInUse();
    if (tool?.move?.(pointerOf(event), before !== undefined && isTools)) stage.refresh();
    if (!before) {
      const isOver = agentAt(camera, stage.frame, event.offsetX, event.offsetY) >= 0;
      canvas.style.cursor = tool?.cursor ?? (isOver ? 'pointer' : '');
      return;
    }
    if (isTools) return;
    const [dx, dy] = [event.offsetX - before.x, event.offsetY - before.y];
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    const now = { x: event.offsetX, y: event.offsetY };
    pointers.set(event.pointerId, now);
    moved += Math.abs(dx) + Math.abs(dy);
    if (moved <= STILL) return;
    if (other) {
      const spread = Math.hypot(before.x - other.x, before.y - other.y) || 1;
      const factor = Math.hypot(now.x - other.x, now.y - other.y) / spread;
      moveCamera(() => {
        zoomAt(camera, factor, (now.x + other.x) / 2, (now.y + other.y) / 2);
        pan(camera, dx / 2, dy / 2);
      });
    } else if (stage.session.head.dimension === 3 && (event.shiftKey || event.buttons === 2)) {
      moveCamera(() => orbit(camera, dx, dy));
    } else {
      if (studio.get().isFollowing) studio.set({ isFollowing: false });
      moveCamera(() => pan(camera, dx, dy));
    }
  });
  const end = (event: PointerEvent) => {
    const isClick = pointers.size === 1 && moved <= STILL && event.type === 'pointerup' && event.button === 0;
    pointers.delete(event.pointerId);
    const isUsed = isTools && toolInUse()?.up?.(pointerOf(event)) === true;
    if (isTools || isUsed) stage.refresh();
    else if (isClick) select(agentAt(camera, stage.frame, event.offsetX, event.offsetY));
    isTools = false;
  };
  listen('pointerup', end);
  listen('pointercancel', end);
  listen('contextmenu', (event) => event.preventDefault());
  listen('wheel', (event) => {
    event.preventDefault();
    const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * 30;
    moveCamera(() => zoomAt(camera, Math.exp(-pixels * 0.0016), event.offsetX, event.offsetY));
  });
  return () => ending.abort();
}
