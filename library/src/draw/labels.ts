import { fitText, ink, textAt, widthOf } from './svg.ts';
import type { View } from './view.ts';

/** The name of a thing that begins at `right`, or ends at `left` where the picture has no room for that; pixels. */
export type Label = { text: string; left: number; right: number; y: number };

/** Pixels: of the letters, of the longest label, and of the rim of the picture that they keep free. */
const SIZE = 10;
const LONGEST = 150;
const RIM = 3;

/** A label inside the picture: to the right of what it names, else to its left, else shortened on the side with more room. */
export function placeLabel({ text, left, right, y }: Label, view: View): string {
  const full = fitText(text, SIZE, LONGEST);
  const start = Math.max(RIM, right);
  const end = Math.min(view.width - RIM, left);
  const toRight = view.width - RIM - start;
  const toLeft = end - RIM;
  const isRight = widthOf(full, SIZE) <= toRight || toLeft <= toRight;
  const fitting = fitText(full, SIZE, isRight ? toRight : toLeft);
  const height = Math.max(SIZE, Math.min(view.height - RIM, y));
  const anchor = isRight ? 'start' : 'end';
  return textAt(isRight ? start : end, height, fitting, {
    size: SIZE,
    colour: ink.quiet,
    anchor,
    halo: ink.ground,
  });
}
