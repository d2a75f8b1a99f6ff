import { widthOf } from './svg.ts';

export type Name = { x: number; y: number; text: string; anchor: 'start' | 'end' };
export type Body = { x: number; y: number; radius: number };
/** A wall from (x, y) to (endX, endY), or a disc, where both ends are the same; pixels. */
export type Hindrance = { x: number; y: number; endX: number; endY: number; radius: number };
export type Box = { left: number; top: number; right: number; bottom: number };

/** Pixels: of the letters of a target's name, and of the rim around them. */
export const NAME_SIZE = 12;
const RIM = 2;

function boxOf({ x, y, text, anchor }: Name): Box {
  const width = widthOf(text, NAME_SIZE);
  const left = (anchor === 'start' ? x : x - width) - RIM;
  return { left, right: left + width + 2 * RIM, top: y - NAME_SIZE - RIM, bottom: y + 0.3 * NAME_SIZE + RIM };
}

/** Whether a name with its rim would hide a part of a body. */
export function covers(name: Name, bodies: readonly Body[]): boolean {
  const { left, right, top, bottom } = boxOf(name);
  return bodies.some((body) => {
    const dx = body.x - Math.max(left, Math.min(right, body.x));
    const dy = body.y - Math.max(top, Math.min(bottom, body.y));
    return dx * dx + dy * dy < body.radius * body.radius;
  });
}

/** What a name must not do counts more than what it had better not do. */
const COST = { outside: 1000, name: 100, wall: 10, target: 5, body: 1 } as const;

/**
 * Places the names of targets one after the other: each takes the first of its places that leaves the picture and covers other
 * names, walls, targets and bodies the least.
 */
export function placeNames(
  choices: readonly (readonly Name[])[],
  targets: readonly Box[],
  hindrances: readonly Hindrance[],
  bodies: readonly Body[],
  width: number,
  height: number,
): Name[] {
  const placed: Box[] = [];
  return choices.map((places, own) => {
    const others = targets.filter((_, target) => target !== own);
    let best = places[0];
    let least = Number.POSITIVE_INFINITY;
    for (const name of places) {
      const box = boxOf(name);
      const outside = box.left < 0 || box.top < 0 || box.right > width || box.bottom > height;
      const cost =
        (outside ? COST.outside : 0) +
        COST.name * placed.filter((other) => overlap(box, other)).length +
        COST.wall * hindrances.filter((hindrance) => crosses(box, hindrance)).length +
        (others.some((other) => overlap(box, other)) || straddles(box, targets[own]) ? COST.target : 0) +
        (covers(name, bodies) ? COST.body : 0);
      if (cost >= least) continue;
      least = cost;
      best = name;
      if (cost === 0) break;
    }
    placed.push(boxOf(best));
    return best;
  });
}

/** Whether a name stands neither inside its own target nor outside. */
function straddles(box: Box, target: Box | undefined): boolean {
  if (target === undefined || !overlap(box, target)) return false;
  const { left, right, top, bottom } = target;
  return box.left < left || box.right > right || box.top < top || box.bottom > bottom;
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Whether a segment with round ends touches a box: its part inside the box, which grows by its radius, is not empty. */
export function crosses({ left, top, right, bottom }: Box, { x, y, endX, endY, radius }: Hindrance): boolean {
  let from = 0;
  let to = 1;
  for (const [start, end, low, high] of [
    [x, endX, left - radius, right + radius],
    [y, endY, top - radius, bottom + radius],
  ]) {
    const along = end - start;
    if (along === 0) {
      if (start < low || start > high) return false;
      continue;
    }
    const [near, far] = along > 0 ? [low, high] : [high, low];
    from = Math.max(from, (near - start) / along);
    to = Math.min(to, (far - start) / along);
  }
  return from <= to;
}
