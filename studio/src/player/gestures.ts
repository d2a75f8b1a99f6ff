import { orbit, pan, zoomAt } from '../stage/camera.ts';
import { agentAt } from './painter.ts';
import type { Player } from './state.ts';

/** Pixels that a pointer may move during a click. */
const STILL = 5;

/** Mouse, pen and fingers on the stage: drag to move, wheel and two fingers to zoom, click to select. */
export function listenToPointers(
  canvas: HTMLCanvasElement,
  player: Player,
  changed: () => void,
  select: (agent: number) => void,
): void {
  const { camera } = player;
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  const moveCamera = (change: () => void): void => {
    player.isFitted = false;
    change();
    changed();
  };
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    if (pointers.size === 0) moved = 0;
    pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
  });
  canvas.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) {
      const isOver = agentAt(camera, player.playback, player.frame, event.offsetX, event.offsetY) >= 0;
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
    } else if (player.playback.head.dimension === 3 && (event.shiftKey || event.buttons === 2)) {
      moveCamera(() => orbit(camera, dx, dy));
    } else {
      player.isFollowing = false;
      moveCamera(() => pan(camera, dx, dy));
    }
  });
  const end = (event: PointerEvent) => {
    const isClick = pointers.size === 1 && moved <= STILL && event.type === 'pointerup' && event.button === 0;
    pointers.delete(event.pointerId);
    if (isClick) select(agentAt(camera, player.playback, player.frame, event.offsetX, event.offsetY));
  };
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * 30;
      moveCamera(() => zoomAt(camera, Math.exp(-pixels * 0.0016), event.offsetX, event.offsetY));
    },
    { passive: false },
  );
}
