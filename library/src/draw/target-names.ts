import { widthOf } from './svg.ts';

export type Name = { x: number; y: number; text: string; anchor: 'start' | 'end' };
export type Body = { x: number; y: number; radius: number };

/** Pixels: of the letters of a target's name, and of the rim around them. */
export const NAME_SIZE = 12;
const RIM = 2;

/** Whether a name with its rim would hide a part of a body. */
export function covers({ x, y, text, anchor }: Name, bodies: readonly Body[]): boolean {
  const width = widthOf(text, NAME_SIZE);
  const left = (anchor === 'start' ? x : x - width) - RIM;
  const right = left + width + 2 * RIM;
  const [top, bottom] = [y - NAME_SIZE - RIM, y + 0.3 * NAME_SIZE + RIM];
  return bodies.some((body) => {
    const dx = body.x - Math.max(left, Math.min(right, body.x));
    const dy = body.y - Math.max(top, Math.min(bottom, body.y));
    return dx * dx + dy * dy < body.radius * body.radius;
  });
}
