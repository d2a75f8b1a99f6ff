import type { Colours } from './colours.ts';
import { cornersOf, type SpaceView } from './space-camera.ts';
import { addLine, type Layers, type Spot } from './space-layers.ts';
import { speedClass, speedColours } from './speed-scale.ts';
import { attributes } from './svg.ts';
import { FINENESS, followTrail, type Projection, thinningOf, trailPath } from './trail-paths.ts';
import type { TrailRecorder } from './trails.ts';

/** With more trails than this, the shadows would be only a grey patch. */
const MAXIMUM_SHADOWS = 120;
/** Factors for the strength of a trail, from the far to the near end of the world. */
const BANDS = [0.6, 0.8, 1, 1.2];

/** Whether a picture has shadows on the ground: seen from above or from the side they would show nothing. */
function hasShadows({ name }: SpaceView, things: number): boolean {
  return name === 'axonometric' && things <= MAXIMUM_SHADOWS;
}

/** The trails of all agents, in front of and behind the faces; distant parts are paler. */
export function addTrails(
  layers: Layers,
  { trails }: TrailRecorder,
  view: SpaceView,
  colours: Colours,
): void {
  const list = [...trails.values()];
  const thinning = thinningOf(list, hasShadows(view, list.length) ? 2 : 1);
  const dense = list.length > 600 ? 0.32 : list.length > 150 ? 0.42 : list.length > 30 ? 0.6 : 0.8;
  const width = Math.max(0.7, Math.min(2, 0.16 * view.scale));
  const corners = cornersOf(view.min, view.max).map((corner) => view.near(...corner));
  const [farthest, nearest] = [Math.min(...corners), Math.max(...corners)];
  const style = (stroke: string, opacity: number) =>
    `class="trail"${attributes({ stroke, 'stroke-opacity': opacity, 'stroke-width': width })}`;
  for (const trail of list) {
    let from: Spot | undefined;
    const { colour } = colours.ofGroup(trail.group);
    followTrail(trail, view, thinning, (u, v, speed, x, y, z) => {
      const to = { u: u / FINENESS, v: v / FINENESS, near: view.near(x, y, z) };
      if (from && colours.by === 'speed') {
        const place = speedClass(speed ?? 0, colours.end);
        // A colour scale is read by its lightness, which transparency would shift.
        addLine(layers, `speed ${place}`, style(speedColours[place], 0.85), from, to);
      } else if (from) {
        const share = ((from.near + to.near) / 2 - farthest) / (nearest - farthest);
        const band = Math.max(0, Math.min(BANDS.length - 1, Math.floor(BANDS.length * share)));
        const opacity = Math.min(0.95, dense * BANDS[band]);
        addLine(layers, `trail ${trail.id} ${band}`, style(colour, opacity), from, to);
      }
      from = to;
    });
  }
}

/** The trails projected straight down to the ground, which shows the height. */
export function drawTrailShadows({ trails }: TrailRecorder, view: SpaceView): string {
  const list = [...trails.values()];
  if (!hasShadows(view, list.length)) return '';
  const ground = view.min[2];
  const onGround: Projection = {
    across: (x, y) => view.across(x, y, ground),
    down: (x, y) => view.down(x, y, ground),
  };
  const thinning = thinningOf(list, 2);
  const paths = list.map((trail) => trailPath(trail, onGround, thinning)).filter((path) => path !== '');
  if (paths.length === 0) return '';
  return `<path class="shadows" d="${paths.join('')}" fill="none" stroke="#8d8a80" stroke-width="1" stroke-opacity=".38" stroke-linejoin="round"/>`;
}
