import { useEffect, useRef } from 'react';
import { createCamera, fit } from '../../stage/camera.ts';
import { dark, light } from '../../stage/theme.ts';
import { studio, useStudio } from '../../state/studio.ts';
import { handlesOf } from '../hit.ts';
import { pointAt, thingsIn } from '../things.ts';
import { paintDraft } from './painter.ts';
import {
  createPen,
  pointerDown,
  pointerMove,
  pointerUp,
  pressKey,
  sketchOf,
  turnHandle,
  wheel,
} from './pointer.ts';
import { draft, editor, useEditor } from './state.ts';

/** The draft seen from above, on a canvas. */
export function EditorStage() {
  const reference = useRef<HTMLCanvasElement>(null);
  const tool = useEditor((value) => value.tool);
  const isDark = useStudio(({ look }) => look.isDark);
  useEffect(() => {
    const canvas = reference.current!;
    const camera = createCamera(2);
    const pen = createPen();
    const image = new Image();
    let isFitted = true;
    let request = 0;
    const draw = () => {
      request = 0;
      const ratio = globalThis.devicePixelRatio || 1;
      const { clientHeight, clientWidth } = canvas;
      canvas.width = Math.max(1, Math.round(clientWidth * ratio));
      canvas.height = Math.max(1, Math.round(clientHeight * ratio));
      Object.assign(camera, { width: clientWidth, height: clientHeight });
      const { complaints, plan } = editor.get();
      const { scenario, selection } = draft();
      if (isFitted) {
        const [minX, minY] = pointAt(scenario, ['bounds', 'min']) ?? [-10, -10];
        const [maxX, maxY] = pointAt(scenario, ['bounds', 'max']) ?? [10, 10];
        fit(camera, [minX, minY, 0], [maxX, maxY, 0]);
      }
      if (plan && image.src !== plan.picture) image.src = plan.picture;
      const context = canvas.getContext('2d', { alpha: false })!;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      paintDraft(context, camera, studio.get().look.isDark ? dark : light, {
        scenario,
        selection,
        things: thingsIn(scenario),
        handles: handlesOf(scenario, selection),
        turn: turnHandle(camera),
        sketch: sketchOf(pen),
        plan,
        image: plan ? image : undefined,
        hasWrong: (path) => complaints.some(({ path: at }) => path.every((key, k) => key === at[k])),
      });
      canvas.dataset.camera = [camera.x, camera.y, camera.scale, camera.width, camera.height].join();
    };
    const refresh = () => {
      request ||= requestAnimationFrame(draw);
    };
    image.onload = refresh;
    const ending = new AbortController();
    const listen = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ) =>
      canvas.addEventListener(
        name,
        (event) => {
          listener(event);
          refresh();
        },
        { signal: ending.signal, passive: false },
      );
    listen('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      canvas.focus();
      isFitted = false;
      pointerDown(pen, camera, event);
    });
    listen('pointermove', (event) => pointerMove(pen, camera, event));
    listen('pointerup', () => pointerUp(pen, camera));
    listen('pointercancel', () => pointerUp(pen, camera));
    listen('contextmenu', (event) => event.preventDefault());
    listen('wheel', (event) => {
      event.preventDefault();
      isFitted = false;
      wheel(camera, event);
    });
    listen('keydown', (event) => {
      if (event.ctrlKey || event.metaKey) return;
      if (pressKey(pen, camera, event)) event.preventDefault();
    });
    const fitAll = () => {
      isFitted = true;
      refresh();
    };
    addEventListener('wend-fit', fitAll);
    const resized = new ResizeObserver(refresh);
    resized.observe(canvas);
    const endings = [editor.subscribe(refresh), studio.subscribe(refresh)];
    refresh();
    return () => {
      cancelAnimationFrame(request);
      removeEventListener('wend-fit', fitAll);
      resized.disconnect();
      ending.abort();
      for (const end of endings) end();
    };
  }, []);
  return (
    <canvas
      ref={reference}
      className={`stage editor-stage ${tool === 'select' ? '' : 'drawing'}`}
      data-theme={isDark ? 'dark' : 'light'}
      tabIndex={0}
      role="img"
      aria-label="The scenario, seen from above. Choose a tool and draw; arrow keys move what is selected."
    />
  );
}
