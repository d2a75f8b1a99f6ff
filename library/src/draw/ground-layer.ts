import type { Patch } from '../crowd/index.ts';
import { outlineOf, shapeOfRegion } from '../geometry/index.ts';
import type { World } from '../simulation/index.ts';
import type { Label } from './labels.ts';
import { attributes, decimal, ink, palette } from './svg.ts';
import type { View } from './view.ts';

/** Pixels: the sides of a pattern, and of the arrow of a gate. */
const PATTERN = 12;
const ARROW = 7;

/** A colour and a sign for each kind; the signs tell them apart without colours. */
const looks = {
  speed: { fill: '#e2d7bd', sign: `<circle cx="3" cy="3" r="1.1"/><circle cx="9" cy="9" r="1.1"/>` },
  stairs: { fill: '#e4e2dc', sign: '<path d="M3 0V12M9 0V12"/>' },
  belt: { fill: '#dbe7ee', sign: '<path d="M4 2l4 4l-4 4"/>' },
  smoke: { fill: '#a9a9ab', sign: '' },
} as const;

/** Ground that changes walking, below everything else. Treads of stairs lie across, chevrons of belts point along. */
export function drawGround({ patches }: World, view: View): string {
  if (!patches || patches.list.length === 0) return '';
  const parts = patches.list.map((patch, k) =>
    patch.kind === 'gate'
      ? drawGate(patch, view)
      : patch.kind === 'door'
        ? drawDoor(patch, view)
        : patch.kind === 'queue'
          ? drawQueue(patch, view)
          : drawArea(patch, `ground-${k}`, view),
  );
  return `<g class="ground">\n${parts.join('\n')}\n</g>`;
}

/** The names of regions, in their upper left corners, and of queues, at their fronts. */
export function labelsOfGround({ patches }: World, view: View): Label[] {
  return (patches?.list ?? []).flatMap((patch) => {
    if (patch.kind === 'queue') {
      const [x, y] = [view.across(patch.line[0][0]), view.down(patch.line[0][1])];
      return [{ text: patch.name, left: x - 8, right: x + 8, y: y - 8 }];
    }
    if (!('region' in patch)) return [];
    const [, left, top] = startOf(outlineOf(shapeOfRegion(patch.region)), view);
    return [{ text: patch.name, left: left - 4, right: left + 4, y: top + 12 }];
  });
}

function drawArea(patch: Extract<Patch, { region: unknown }>, id: string, view: View): string {
  const { fill, sign } = looks[patch.kind];
  const outline = outlineOf(shapeOfRegion(patch.region));
  const [start] = startOf(outline, view);
  const [x, y] = directionOf(patch);
  // The page has y down.
  const transform = `matrix(${decimal(x, 4)} ${decimal(-y, 4)} ${decimal(y, 4)} ${decimal(x, 4)} 0 0)`;
  const pattern = `<pattern id="${id}" width="${PATTERN}" height="${PATTERN}" patternUnits="userSpaceOnUse" patternTransform="${transform}"><g fill="none" stroke="${ink.quiet}" stroke-width="1">${sign}</g></pattern>`;
  const border = `stroke="${ink.quiet}" stroke-width=".75" stroke-dasharray="2 2"`;
  const parts = [`${start} fill="${fill}" fill-opacity="${patch.kind === 'smoke' ? 0.75 : 1}" ${border}/>`];
  if (sign !== '') parts.push(`${pattern}${start} fill="url(#${id})" fill-opacity=".6" opacity=".7"/>`);
  return parts.join('');
}

/** Where the pattern points: up, or along the belt. */
function directionOf(patch: Patch): readonly [number, number] {
  const [x, y] = patch.kind === 'stairs' ? patch.up : patch.kind === 'belt' ? patch.velocity : [1, 0];
  const size = Math.sqrt(x * x + y * y);
  return size > 0 ? [x / size, y / size] : [1, 0];
}

/** The beginning of the element, and its left and upper ends on the page. */
function startOf(outline: ReturnType<typeof outlineOf>, view: View): [string, number, number] {
  if (outline.kind === 'disc') {
    const [x, y] = [view.across(outline.center[0]), view.down(outline.center[1])];
    const r = outline.radius * view.scale;
    return [`<circle${attributes({ cx: x, cy: y, r })}`, x - r / 2, y - r];
  }
  const points = outline.kind === 'ring' ? outline.points : [outline.from, outline.to];
  const places = points.map(([x, y]) => [view.across(x), view.down(y)] as const);
  const path = places.map(([x, y]) => `${decimal(x)} ${decimal(y)}`).join('L');
  const left = Math.min(...places.map(([x]) => x));
  return [`<path d="M${path}Z"`, left, Math.min(...places.map(([, y]) => y))];
}

/** A shut door is a line; an open one is a leaf that has turned away from its doorway. */
function drawDoor({ from, open, to }: Patch & { kind: 'door' }, view: View): string {
  const [ax, ay, bx, by] = [view.across(from[0]), view.down(from[1]), view.across(to[0]), view.down(to[1])];
  const end = open ? [ax + (by - ay), ay - (bx - ax)] : [bx, by];
  const leaf = `<path d="M${decimal(ax)} ${decimal(ay)}L${decimal(end[0])} ${decimal(end[1])}" stroke="${palette[1]}" stroke-width="3"/>`;
  const sill = `<path d="M${decimal(ax)} ${decimal(ay)}L${decimal(bx)} ${decimal(by)}" stroke="${palette[1]}" stroke-width="1" stroke-dasharray="2 2"/>`;
  return `<g class="door">${open ? sill : ''}${leaf}</g>`;
}

/** A dotted line and a square for each server; hollow while the queue is shut. */
function drawQueue({ line, open, servers }: Patch & { kind: 'queue' }, view: View): string {
  const colour = palette[3];
  const points = line.map(([x, y]) => `${decimal(view.across(x))} ${decimal(view.down(y))}`);
  const path = `<path d="M${points.join('L')}" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="1 5" stroke-linecap="round"/>`;
  const counters = (servers ?? [line[0]]).map(
    ([atX, atY]) =>
      `<rect${attributes({ x: view.across(atX) - 5, y: view.down(atY) - 5, width: 10, height: 10 })} fill="${open ? colour : 'none'}" fill-opacity=".35" stroke="${colour}"/>`,
  );
  return `<g class="queue">${path}${counters.join('')}</g>`;
}

/** A line, and arrows along it to the side that agents may go to. */
function drawGate({ direction, from, to }: Patch & { kind: 'gate' }, view: View): string {
  const [ax, ay, bx, by] = [view.across(from[0]), view.down(from[1]), view.across(to[0]), view.down(to[1])];
  const length = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
  const [alongX, alongY] = [(bx - ax) / length, (by - ay) / length];
  const side = alongX * -direction[1] - alongY * direction[0] > 0 ? 1 : -1;
  const [overX, overY] = [-alongY * side, alongX * side];
  const count = Math.max(1, Math.floor(length / 30));
  const arrows = Array.from({ length: count }, (_, k) => {
    const share = (k + 0.5) / count;
    const [x, y] = [ax + share * (bx - ax), ay + share * (by - ay)];
    const [tipX, tipY] = [x + ARROW * overX, y + ARROW * overY];
    const corner = (sign: number) =>
      `${decimal(x + (sign * ARROW * alongX) / 2)} ${decimal(y + (sign * ARROW * alongY) / 2)}`;
    return `M${corner(1)}L${decimal(tipX)} ${decimal(tipY)}L${corner(-1)}Z`;
  });
  const line = `<path d="M${decimal(ax)} ${decimal(ay)}L${decimal(bx)} ${decimal(by)}" stroke="${palette[2]}" stroke-width="2" stroke-dasharray="6 3"/>`;
  return `<g class="gate">${line}<path d="${arrows.join('')}" fill="${palette[2]}"/></g>`;
}
