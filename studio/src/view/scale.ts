import type { LayerInput } from './layers.ts';

/** Pixels. */
const WIDTH = 150;
const HEIGHT = 8;
const MARGIN = 16;
const LINE = 44;

/** A scale of colours in the lower left corner, with its two ends; the second one stands above the first. */
export function paintScale(
  { canvas, camera, theme, isFloor }: LayerInput,
  colours: readonly string[],
  [low, high]: readonly [low: string, high: string],
  line = 0,
): void {
  if (isFloor) return;
  const [x, y] = [MARGIN, camera.height - 34 - line * LINE];
  canvas.save();
  canvas.globalAlpha = 1;
  const step = WIDTH / colours.length;
  for (const [k, colour] of colours.entries()) {
    canvas.fillStyle = colour;
    canvas.fillRect(x + k * step, y, step + 0.5, HEIGHT);
  }
  canvas.font = '11px system-ui, sans-serif';
  canvas.lineWidth = 3;
  canvas.strokeStyle = theme.paper;
  canvas.fillStyle = theme.text;
  for (const [text, align, at] of [
    [low, 'left', x],
    [high, 'right', x + WIDTH],
  ] as const) {
    canvas.textAlign = align;
    canvas.strokeText(text, at, y + HEIGHT + 13);
    canvas.fillText(text, at, y + HEIGHT + 13);
  }
  canvas.restore();
}
