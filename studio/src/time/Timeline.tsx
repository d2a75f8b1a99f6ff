import { useEffect, useRef } from 'react';
import type { Session } from '../engine/session.ts';
import { dark, light, type Theme } from '../stage/theme.ts';
import { useStudio } from '../state/studio.ts';
import { useStatus } from '../state/use-status.ts';

/** A slider over the whole run; what has been simulated can be gone back to. Marks show what happened when. */
export function Timeline({ session }: { session: Session }) {
  const reference = useRef<HTMLCanvasElement>(null);
  const status = useStatus(session);
  const theme = useStudio(({ look }) => (look.isDark ? dark : light));
  const { steps, dt } = session.head;
  useEffect(() => {
    if (status.lastStep >= 0) paintMarks(reference.current!, session, theme);
  }, [session, status, theme]);
  const { series } = session;
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const marks = `${series.arrived.at(-1) ?? 0} arrivals, ${sum(series.contacts)} contacts, ${sum(series.jumps)} jumps`;
  return (
    <div className="timeline" title={`arrivals above, contacts and jumps of automata below: ${marks}`}>
      <canvas ref={reference} />
      <input
        type="range"
        min={0}
        max={steps}
        step={1}
        value={Math.min(status.step, steps)}
        aria-label="Moment of the run"
        aria-valuetext={`${status.time.toFixed(1)} of ${(steps * dt).toFixed(0)} seconds; ${marks}`}
        onChange={(event) => void session.seek(Number(event.target.value))}
      />
    </div>
  );
}

/** Arrivals stand above the line; contacts and jumps hang below it, each in its own colour and height. */
function paintMarks(canvas: HTMLCanvasElement, { head, remote, series }: Session, theme: Theme): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = globalThis.devicePixelRatio || 1;
  canvas.width = Math.max(1, Math.round(width * ratio));
  canvas.height = Math.max(1, Math.round(height * ratio));
  const context = canvas.getContext('2d')!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const middle = height / 2;
  const across = (step: number) => (step / head.steps) * width;
  context.fillStyle = theme.line;
  context.globalAlpha = 0.3;
  context.fillRect(0, middle - 2, width, 4);
  context.globalAlpha = 1;
  context.fillRect(0, middle - 2, across(remote.lastStep), 4);
  const columns = Math.max(1, Math.floor(width / 3));
  const stepsPerColumn = Math.max(1, head.steps / columns);
  const counts = [
    new Float64Array(columns + 1),
    new Float64Array(columns + 1),
    new Float64Array(columns + 1),
  ];
  for (let step = 1; step < series.present.length; step++) {
    const column = Math.min(columns, Math.floor(step / stepsPerColumn));
    counts[0][column] += series.arrived[step] - series.arrived[step - 1];
    counts[1][column] += series.contacts[step];
    counts[2][column] += series.jumps[step];
  }
  const [arrivals, contacts, jumps] = counts;
  const [blue, orange, green] = theme.groups;
  const tall = (count: number) => (count > 0 ? Math.min(middle - 5, 3 + 2.2 * Math.log2(1 + count)) : 0);
  for (let column = 0; column <= columns; column++) {
    const x = column * 3;
    context.fillStyle = blue;
    context.fillRect(x, middle - 3 - tall(arrivals[column]), 2, tall(arrivals[column]));
    context.fillStyle = orange;
    context.fillRect(x, middle + 3, 2, tall(contacts[column]));
    context.fillStyle = green;
    if (jumps[column] > 0) context.fillRect(x, middle + 3, 2, middle - 4);
  }
}
