import { useEffect, useRef } from 'react';
import type { Session } from '../engine/session.ts';
import { type Camera, createCamera, fit } from '../stage/camera.ts';
import { listenToPointers, type PointedStage } from '../stage/gestures.ts';
import { dark, light } from '../stage/theme.ts';
import { select, studio } from '../state/studio.ts';
import { createLiveFrame, type LiveFrame, readFrame, rowIn } from './frame.ts';
import { agentAt, paintStage } from './painter.ts';

/** What the stage shows and how; one for each session. */
export type FlatStage = PointedStage & {
  session: Session;
  frame: LiveFrame;
  /** Whether all of the world is shown until the user moves the picture. */
  isFitted: boolean;
  /** Draws again with the next picture of the page. */
  refresh(): void;
};

let present: FlatStage | undefined;

/** The stage on the page, for commands such as “show all”. */
export function flatStage(): FlatStage | undefined {
  return present;
}

/** The world seen from above, on a canvas. */
export function FlatView({ session, isMain = true }: { session: Session; isMain?: boolean }) {
  const reference = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = reference.current!;
    const camera = createCamera(session.head.dimension);
    const frame = createLiveFrame();
    const stage: FlatStage = {
      session,
      camera,
      frame,
      isFitted: true,
      dimension: session.head.dimension,
      agentAt: (pixelX, pixelY) => agentAt(camera, frame, pixelX, pixelY),
      select,
      stopFollowing: () => {
        if (studio.get().isFollowing) studio.set({ isFollowing: false });
      },
      cameraMoved: () => {
        stage.isFitted = false;
        stage.refresh();
      },
      refresh: () => {
        isStale = true;
      },
    };
    if (isMain) present = stage;
    let isStale = true;
    let request = 0;
    const draw = (now: number) => {
      request = requestAnimationFrame(draw);
      session.tick(now);
      if (!isStale && !session.isPlaying) return;
      isStale = false;
      drawStage(canvas, stage);
    };
    request = requestAnimationFrame(draw);
    const resized = new ResizeObserver(stage.refresh);
    resized.observe(canvas);
    const endings = [
      session.subscribe(stage.refresh),
      studio.subscribe(stage.refresh),
      listenToPointers(canvas, stage),
    ];
    return () => {
      cancelAnimationFrame(request);
      resized.disconnect();
      for (const end of endings) end();
      if (isMain) present = undefined;
    };
  }, [session, isMain]);
  const label = `${session.head.name}, seen from above`;
  return <canvas ref={reference} className="stage" tabIndex={0} role="img" aria-label={label} />;
}

function drawStage(canvas: HTMLCanvasElement, stage: FlatStage): void {
  const { session, camera, frame } = stage;
  const state = studio.get();
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = globalThis.devicePixelRatio || 1;
  const [wide, high] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  camera.width = width;
  camera.height = height;
  if (state.isFollowing) stage.isFitted = false;
  if (stage.isFitted) fit(camera, session.head.min, session.head.max);
  readFrame(frame, session);
  if (state.isFollowing) followAgent(camera, frame, state.selected);
  const context = canvas.getContext('2d', { alpha: false })!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const theme = state.look.isDark ? dark : light;
  paintStage({ canvas: context, camera, theme, session, frame, studio: state });
  canvas.dataset.step = String(session.step);
}

function followAgent(camera: Camera, frame: LiveFrame, agent: number): void {
  const row = rowIn(frame, agent);
  if (row < 0) return;
  camera.x = frame.x[row];
  camera.y = frame.y[row];
  camera.z = frame.z[row];
}
