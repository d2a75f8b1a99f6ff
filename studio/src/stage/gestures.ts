import { type Camera, orbit, pan, zoomAt } from './camera.ts';

/** A stage that pointers move. */
export type PointedStage = {
  camera: Camera;
  dimension: number;
  /** The agent that is drawn at these pixels, or −1. */
  agentAt(pixelX: number, pixelY: number): number;
  select(agent: number): void;
  /** The camera leaves the agent that it follows. */
  stopFollowing(): void;
  /** The user has moved the camera. */
  cameraMoved(): void;
};

/** Pixels that a pointer may move during a click. */
const STILL = 5;

/**
 * Mouse, pen and fingers on the stage: drag to move, wheel and two fingers to zoom, click to select. Returns a function that
 * ends it.
 */
export function listenToPointers(canvas: HTMLCanvasElement, stage: PointedStage): () => void {
  const { camera } = stage;
  const ending = new AbortController();
  const listen = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => canvas.addEventListener(name, listener, { signal: ending.signal, passive: false });
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  const moveCamera = (change: () => void): void => {
    change();
    stage.cameraMoved();
  };
  listen('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    if (pointers.size === 0) moved = 0;
    pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
  });
  listen('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) {
      const isOver = stage.agentAt(event.offsetX, event.offsetY) >= 0;
      canvas.style.cursor = isOver ? 'pointer' : '';
      return;
    }
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
    } else if (stage.dimension === 3 && (event.shiftKey || event.buttons === 2)) {
      moveCamera(() => orbit(camera, dx, dy));
    } else {
      stage.stopFollowing();
      moveCamera(() => pan(camera, dx, dy));
    }
  });
  const end = (event: PointerEvent) => {
    const isClick = pointers.size === 1 && moved <= STILL && event.type === 'pointerup' && event.button === 0;
    pointers.delete(event.pointerId);
    if (isClick) stage.select(stage.agentAt(event.offsetX, event.offsetY));
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
