import { lengthOf } from './arithmetic.ts';
import type { Cover } from './space-order.ts';
import { lineTo, tenths } from './trail-paths.ts';

/** A point of the picture: across, down and towards the viewer, pixels. */
export type Spot = { u: number; v: number; near: number };

/** Marks painted just before a face, or after the last one: lines by their style, then the rest from far to near. */
type Layer = { lines: Map<string, Line>; marks: { near: number; body: string }[] };

type Line = { style: string; d: string; endU: number; endV: number };

/** Everything that is not a face, by the number of the face that hides it. */
export type Layers = { cover: Cover; layers: Map<number, Layer> };

/** Pixels: a line is tested in pieces of this length; bisection finds where it goes behind a face. */
const PIECE = 10;
const HALVINGS = 5;

export function createLayers(cover: Cover): Layers {
  return { cover, layers: new Map() };
}

/** Adds a whole mark behind the first face that hides any of the spots. */
export function addMark(layers: Layers, spots: readonly Spot[], near: number, body: string): void {
  const { cover } = layers;
  const slot = Math.min(...spots.map((spot) => cover.hiddenBy(spot.u, spot.v, spot.near)));
  layerAt(layers, slot).marks.push({ near, body });
}

/** Adds a straight line, cut where it goes behind a face. Lines of one name make one path in each layer. */
export function addLine(layers: Layers, name: string, style: string, from: Spot, to: Spot): void {
  const { cover } = layers;
  const pieces =
    cover.none === 0 ? 1 : Math.max(1, Math.ceil(lengthOf(to.u - from.u, to.v - from.v) / PIECE));
  let a = from;
  let slot = slotOf(cover, a);
  for (let piece = 1; piece <= pieces; piece++) {
    const b = piece === pieces ? to : between(from, to, piece / pieces);
    const next = slotOf(cover, b);
    if (next !== slot) {
      let [low, high] = [0, 1];
      for (let k = 0; k < HALVINGS; k++) {
        const part = (low + high) / 2;
        if (slotOf(cover, between(a, b, part)) === slot) low = part;
        else high = part;
      }
      const cut = between(a, b, high);
      extend(layerAt(layers, slot), name, style, a, cut);
      a = cut;
    }
    if (next !== slot || piece === pieces) {
      extend(layerAt(layers, next), name, style, a, b);
      a = b;
    } else if (piece < pieces) {
      extend(layerAt(layers, slot), name, style, a, b);
      a = b;
    }
    slot = next;
  }
}

/** Adds a dot as path data, behind the face of the given number; dots of one name make one path. */
export function addDot(layers: Layers, slot: number, name: string, style: string, dot: string): void {
  const { lines } = layerAt(layers, slot);
  const line = lines.get(name) ?? { style, d: '', endU: Number.NaN, endV: Number.NaN };
  lines.set(name, line);
  line.d += dot;
}

/** The SVG of the layers; layer n belongs before face n. */
export function drawLayer({ layers }: Layers, slot: number): string {
  const layer = layers.get(slot);
  if (!layer) return '';
  const lines = [...layer.lines.values()].map(({ style, d }) => `<path ${style} d="${d}"/>`);
  const marks = layer.marks.sort((a, b) => a.near - b.near).map(({ body }) => body);
  return [...lines, ...marks].join('\n');
}

function layerAt({ layers }: Layers, slot: number): Layer {
  let layer = layers.get(slot);
  if (!layer) {
    layer = { lines: new Map(), marks: [] };
    layers.set(slot, layer);
  }
  return layer;
}

/** The number of the face that hides a spot, or the number of faces if none does. */
export function slotOf(cover: Cover, { u, v, near }: Spot): number {
  return cover.hiddenBy(u, v, near);
}

function between(a: Spot, b: Spot, part: number): Spot {
  return {
    u: a.u + part * (b.u - a.u),
    v: a.v + part * (b.v - a.v),
    near: a.near + part * (b.near - a.near),
  };
}

function extend({ lines }: Layer, name: string, style: string, from: Spot, to: Spot): void {
  let line = lines.get(name);
  if (!line) {
    line = { style, d: '', endU: Number.NaN, endV: Number.NaN };
    lines.set(name, line);
  }
  const [fromU, fromV, toU, toV] = [from.u, from.v, to.u, to.v].map((value) => Math.round(10 * value));
  if (fromU === toU && fromV === toV) return;
  const begins = line.endU !== fromU || line.endV !== fromV;
  if (begins) line.d += `M${tenths(fromU)} ${tenths(fromV)}l`;
  line.d += lineTo(toU - fromU, toV - fromV, begins);
  line.endU = toU;
  line.endV = toV;
}
