import * as THREE from 'three';
import type { Session } from '../engine/session.ts';
import { createCamera } from '../stage/camera.ts';
import type { Theme } from '../stage/theme.ts';
import { type Studio, studio } from '../state/studio.ts';
import type { LiveFrame } from './frame.ts';
import { paintFloor } from './painter.ts';
import { MOST_TRAILED } from './trails.ts';

/** Pixels of the longer side of the floor's picture, those for each pixel of the painter, and milliseconds between two pictures while a run plays. */
const PIXELS = 1536;
const RATIO = 2;
const PERIOD = 150;

/** The floor of a plane world: what the view from above paints below the agents, as a picture on the ground. */
export type Floor = {
  mesh: unknown;
  /** Paints the floor again where something on it has changed. */
  update(frame: LiveFrame, theme: Theme, now: number): void;
  dispose(): void;
};

export function createFloor(session: Session): Floor {
  const { min, max } = session.head;
  const [wide, high] = [max[0] - min[0], max[1] - min[1]];
  const canvas = document.createElement('canvas');
  const scale = PIXELS / Math.max(wide, high);
  canvas.width = Math.max(1, Math.round(scale * wide));
  canvas.height = Math.max(1, Math.round(scale * high));
  const camera = createCamera(2);
  Object.assign(camera, { x: (min[0] + max[0]) / 2, y: (min[1] + max[1]) / 2, scale: scale / RATIO });
  Object.assign(camera, { width: canvas.width / RATIO, height: canvas.height / RATIO });
  const context = canvas.getContext('2d', { alpha: false })!;
  // Names and lines must be read from afar.
  context.scale(RATIO, RATIO);
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  // Smaller copies would be made again with each picture: without a graphics card they take longer than all the rest.
  texture.generateMipmaps = false;
  texture.minFilter = THREE.LinearFilter;
  const mesh = new THREE.Mesh(
    new THREE.PlaneGeometry(wide, high),
    new THREE.MeshBasicMaterial({ map: texture }),
  );
  mesh.rotation.x = -Math.PI / 2;
  mesh.position.set(camera.x, -0.02, -camera.y);
  let painted: { studio: Studio; theme: Theme; scene: unknown; status: unknown } | undefined;
  let paintedAt = 0;
  return {
    mesh,
    update(frame, theme, now) {
      const state = studio.get();
      const wanted = { studio: state, theme, scene: session.scene, status: session.status };
      const isOther = painted?.studio !== state || painted.theme !== theme;
      const hasMoved =
        painted?.scene !== wanted.scene || (isAlive(state, frame) && painted.status !== wanted.status);
      const isDue = !session.isPlaying || now - paintedAt > PERIOD;
      if (!isOther && !(hasMoved && isDue)) return;
      painted = wanted;
      paintedAt = now;
      paintFloor({ canvas: context, camera, theme, session, frame, studio: state, isFloor: true });
      texture.needsUpdate = true;
    },
    dispose() {
      texture.dispose();
      mesh.geometry.dispose();
      mesh.material.dispose();
    },
  };
}

/** Whether the floor shows something that moves with the agents. */
function isAlive({ look, selected }: Studio, { count }: LiveFrame): boolean {
  const hasTrails = look.trail > 0 && count <= MOST_TRAILED;
  return hasTrails || selected >= 0 || look.overlays.some((name) => name !== 'why');
}
