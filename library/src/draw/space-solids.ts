import type { ObstacleMark } from './class-marks.ts';
import { doubleArea, type Face } from './space-faces.ts';
import { mix, type Shades, shadeOf } from './space-shades.ts';
import { attributes, ink } from './svg.ts';
import { FINENESS, tenths } from './trail-paths.ts';

/** The most faces in a picture, about 1 MB; of more, the largest are drawn. */
const MAXIMUM_FACES = 20_000;
/** Levels of light: few enough that neighbours of a fine mesh often share one, and with it one path. */
const LEVELS = 24;

const SHADE = '#807e76';
const LIGHT = '#f0eee8';

/** The largest of the faces, if they are too many. */
export function largestFaces(faces: Face[]): Face[] {
  if (faces.length <= MAXIMUM_FACES) return faces;
  const areas = new Map(faces.map((face) => [face, doubleArea(face.outline)]));
  return [...faces].sort((a, b) => areas.get(b)! - areas.get(a)!).slice(0, MAXIMUM_FACES);
}

/** A face as a piece of SVG; `style` is the same for flat faces that one path may hold. */
export function drawFace(
  face: Face,
  shades: Shades,
  coarse: boolean,
  mark?: ObstacleMark,
): { style: string; data: string } {
  const drawn = drawPlain(face, shades, coarse, mark?.fill);
  if (mark?.hatch === undefined) return drawn;
  // A hatch lies over the shaded face, so the two are one piece.
  const over = face.disc
    ? `<circle${attributes({ cx: face.disc.u, cy: face.disc.v, r: Math.max(0.8, face.disc.radius), fill: mark.hatch })}/>`
    : `<path${attributes({ fill: mark.hatch })} d="${drawn.data}"/>`;
  const under = face.disc ? drawn.data : `<path class="solid"${drawn.style} d="${drawn.data}"/>`;
  return { style: '', data: `${under}${over}` };
}

/** The tone comes from the class; without one, things have the colours of their kind. */
function drawPlain(
  face: Face,
  shades: Shades,
  coarse: boolean,
  tone: string | undefined,
): { style: string; data: string } {
  if (face.disc) {
    const { u, v, radius } = face.disc;
    const fill = shadeOf(shades, tone ?? ink.body);
    const body = `<circle class="solid"${attributes({ cx: u, cy: v, r: Math.max(0.8, radius), fill, stroke: ink.line, 'stroke-width': 1 })}/>`;
    return { style: '', data: body };
  }
  if (face.kind === 'plane') {
    const style = attributes({
      fill: mix(tone ?? '#9fb4c7', '#ffffff', 0.45 * (face.light ?? 0)),
      'fill-opacity': face.hides ? 0.75 : 0.14,
      stroke: '#6f8497',
      'stroke-width': 1,
    });
    return { style, data: pathOf(face.outline) };
  }
  const level = Math.round(LEVELS * (face.light ?? 0)) / LEVELS;
  const [shade, light] = tone ? [mix(tone, '#000000', 0.3), mix(tone, '#ffffff', 0.35)] : [SHADE, LIGHT];
  const fill = mix(shade, light, level);
  // Fine meshes are stroked in their own colour, which closes the hairlines between neighbours.
  const stroke = face.kind === 'rectangle' ? ink.line : coarse ? mix(fill, '#000000', 0.3) : fill;
  const style = attributes({ fill, stroke, 'stroke-width': face.kind === 'rectangle' ? 1 : 0.6 });
  return { style, data: pathOf(face.outline) };
}

function pathOf(outline: readonly number[]): string {
  const points = outline.map((value) => Math.round(value * FINENESS));
  let path = `M${tenths(points[0])} ${tenths(points[1])}`;
  for (let i = 2; i < points.length; i += 2) path += `L${tenths(points[i])} ${tenths(points[i + 1])}`;
  return `${path}Z`;
}
