import { useEffect, useRef, useState } from 'react';
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Session } from '../engine/session.ts';
import { dark, light } from '../stage/theme.ts';
import { select, studio } from '../state/studio.ts';
import { type Bodies, createBodies } from './bodies.ts';
import type { BodyKind } from './body-shapes.ts';
import { createLiveFrame, type LiveFrame, readFrame, rowIn } from './frame.ts';
import { createQuality, finenessOf, recordPicture } from './quality.ts';
import { outlookOn } from './solid-camera.ts';
import { createFloor } from './solid-floor.ts';
import { createSurroundings, createThings } from './solid-scene.ts';
import { setSolidStage } from './solid-stage.ts';

const STILL = 5;
/** Degrees from the lower to the upper edge of the picture. */
const FIELD_OF_VIEW = 40;

/** The world in three dimensions. */
export function SolidView({ session }: { session: Session }) {
  const reference = useRef<HTMLCanvasElement>(null);
  const [fault, setFault] = useState('');
  useEffect(() => {
    try {
      return showSolid(reference.current!, session);
    } catch (error) {
      setFault((error as Error).message);
      return undefined;
    }
  }, [session]);
  const label = `${session.head.name}, in three dimensions`;
  return (
    <>
      <canvas ref={reference} className="stage" tabIndex={0} role="img" aria-label={label} />
      {fault !== '' && (
        <p className="fault" role="alert">
          This browser cannot draw in three dimensions ({fault}). The view from above (V) needs nothing
          special.
        </p>
      )}
    </>
  );
}

function showSolid(canvas: HTMLCanvasElement, session: Session): () => void {
  const renderer = new THREE.WebGLRenderer({
    canvas,
    antialias: hasGraphicsCard(),
    preserveDrawingBuffer: true,
  });
  const camera = new THREE.PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 5000);
  const controls = new OrbitControls(camera, canvas);
  // All of the world is shown until the user moves the picture.
  let isFitted = true;
  let isStale = true;
  const refresh = () => {
    isStale = true;
  };
  controls.addEventListener('change', refresh);
  let isTurning = false;
  controls.addEventListener('start', () => {
    isTurning = true;
    isFitted = false;
  });
  controls.addEventListener('end', () => {
    isTurning = false;
    isStale = true;
  });
  const stage = createStage(session);
  const frame = createLiveFrame();
  const quality = createQuality();
  let request = 0;
  let before = 0;
  const draw = (now: number) => {
    request = requestAnimationFrame(draw);
    session.tick(now);
    controls.update();
    const isMoving = session.isPlaying || isTurning;
    if (isMoving && before > 0) recordPicture(quality, (now - before) / 1000);
    // The last picture before all is still is drawn again, as finely as can be.
    if (!isMoving && before > 0) isStale = true;
    before = isMoving ? now : 0;
    if (!isStale && !session.isPlaying) return;
    isStale = false;
    const { clientWidth: width, clientHeight: height } = canvas;
    const { coarseness, pixels } = finenessOf(quality, isMoving);
    renderer.setPixelRatio(pixels * Math.min(2, globalThis.devicePixelRatio || 1));
    renderer.setSize(width, height, false);
    camera.aspect = width / Math.max(1, height);
    camera.updateProjectionMatrix();
    readFrame(frame, session);
    if (isFitted) lookAtAll(camera, controls, session);
    followAgent(controls, frame);
    stage.update(frame, camera, height / coarseness, now);
    renderer.render(stage.scene, camera);
    canvas.dataset.step = String(session.step);
  };
  request = requestAnimationFrame(draw);
  const resized = new ResizeObserver(refresh);
  resized.observe(canvas);
  const endings = [
    session.subscribe(refresh),
    studio.subscribe(refresh),
    listenToClicks(canvas, camera, frame),
  ];
  setSolidStage({
    fit() {
      isFitted = true;
      refresh();
    },
    refresh,
    zoom(factor) {
      isFitted = false;
      camera.position.sub(controls.target).divideScalar(factor).add(controls.target);
      refresh();
    },
  });
  return () => {
    setSolidStage(undefined);
    cancelAnimationFrame(request);
    resized.disconnect();
    controls.dispose();
    stage.dispose();
    renderer.dispose();
    for (const end of endings) end();
  };
}

/** Whether drawing is not the processor's work: then smooth edges cost nothing. */
function hasGraphicsCard(): boolean {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

/** Things that are drawn; made again when the theme, the scene or the size of the crowd asks for it. */
function createStage(session: Session) {
  const scene = new THREE.Scene();
  const mark = new THREE.Mesh(new THREE.TorusGeometry(1, 0.12, 8, 32), new THREE.MeshBasicMaterial());
  mark.rotation.x = -Math.PI / 2;
  scene.add(mark);
  const floor = session.head.dimension === 2 ? createFloor(session) : undefined;
  if (floor) scene.add(floor.mesh);
  let theme: typeof light | undefined;
  let surroundings: unknown;
  let things: unknown;
  let shownScene: unknown;
  let crowd: Bodies | undefined;
  const replace = (old: unknown, fresh: unknown) => {
    if (old) {
      scene.remove(old);
      disposeAll(old);
    }
    scene.add(fresh);
    return fresh;
  };
  const update = (frame: LiveFrame, camera: unknown, pixels: number, now: number): void => {
    const wanted = studio.get().look.isDark ? dark : light;
    const isOther = theme !== wanted;
    theme = wanted;
    if (isOther) {
      scene.background = new THREE.Color(theme.paper);
      surroundings = replace(surroundings, createSurroundings(session.head, theme));
      mark.material.color.set(theme.accent);
    }
    if (isOther || shownScene !== session.scene) {
      things = replace(things, createThings(session.scene, session.head, theme));
      shownScene = session.scene;
    }
    if (isOther || !crowd || crowd.capacity < frame.count) {
      if (crowd) {
        scene.remove(crowd.group);
        crowd.dispose();
      }
      crowd = createBodies(kindOf(session), Math.max(64, 2 * frame.count), session.head.fastest, theme);
      scene.add(crowd.group);
    }
    floor?.update(frame, theme, now);
    crowd.update(frame, studio.get(), camera, pixels);
    const row = rowIn(frame, studio.get().selected);
    mark.visible = studio.get().selected >= 0 && row >= 0;
    if (!mark.visible) return;
    mark.position.set(frame.x[row], frame.z[row] + 0.2 * frame.radius[row], -frame.y[row]);
    mark.scale.setScalar(1.8 * frame.radius[row]);
  };
  return { scene, update, dispose: () => floor?.dispose() };
}

/** In space agents fly or swim; small ones crawl. */
function kindOf({ head, shown }: Session): BodyKind {
  if (head.dimension === 3) return 'bird';
  const [radius = 0.25] = shown.radius;
  return radius < 0.16 ? 'critter' : 'person';
}

/** Frees what a group holds on the graphics card. */
function disposeAll(group: unknown): void {
  type Thing = { geometry?: { dispose(): void }; material?: { dispose(): void } };
  (group as { traverse(visit: (thing: Thing) => void): void }).traverse(({ geometry, material }) => {
    geometry?.dispose();
    material?.dispose();
  });
}

type Controls = { target: { set(x: number, y: number, z: number): void }; update(): void };
type Place = { position: { set(x: number, y: number, z: number): void } };

/** Shows all of the world. */
function lookAtAll(camera: Place & { aspect: number }, controls: Controls, { head }: Session): void {
  const tangent = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
  const { eye, target } = outlookOn(head.min, head.max, tangent, camera.aspect);
  controls.target.set(...target);
  camera.position.set(...eye);
  controls.update();
}

function followAgent(controls: Controls, frame: LiveFrame): void {
  const { isFollowing, selected } = studio.get();
  const row = isFollowing ? rowIn(frame, selected) : -1;
  if (row >= 0) controls.target.set(frame.x[row], frame.z[row], -frame.y[row]);
}

/** A click selects the agent that is drawn nearest to it. */
function listenToClicks(canvas: HTMLCanvasElement, camera: unknown, frame: LiveFrame): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let from = { x: 0, y: 0 };
  const place = new THREE.Vector3();
  canvas.addEventListener('pointerdown', ({ offsetX, offsetY }) => {
    from = { x: offsetX, y: offsetY };
  }, { signal }); // biome-ignore format: short
  canvas.addEventListener(
    'pointerup',
    ({ offsetX, offsetY }) => {
      if (Math.hypot(offsetX - from.x, offsetY - from.y) > STILL) return;
      let best = 16;
      let found = -1;
      for (let row = 0; row < frame.count; row++) {
        if (frame.ids[row] < 0) continue;
        place.set(frame.x[row], frame.z[row] + 0.8, -frame.y[row]).project(camera);
        const x = ((place.x + 1) / 2) * canvas.clientWidth;
        const y = ((1 - place.y) / 2) * canvas.clientHeight;
        const distance = Math.hypot(x - offsetX, y - offsetY);
        if (distance >= best || place.z > 1) continue;
        best = distance;
        found = frame.ids[row];
      }
      select(found);
    },
    { signal },
  );
  return () => ending.abort();
}
