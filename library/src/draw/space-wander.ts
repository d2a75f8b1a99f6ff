import type { World } from '../simulation/index.ts';
import type { Colours } from './colours.ts';
import { cornersOf, pointOf, type SpaceView } from './space-camera.ts';
import { attributes, decimal } from './svg.ts';
import { wanderAreas, wanderStyle } from './wander.ts';

/** Outlines of the wandering areas: a box by its edges, a ball by its outline and its equator, a circle where it is. */
export function drawSpaceWanderings(world: World, view: SpaceView, colours: Colours): string {
  const outlines = wanderAreas(world, colours).map(({ region, colour }) => {
    if ('box' in region) {
      const { min, max } = region.box;
      return `<path${attributes({ d: boxPath(view, pointOf(min), pointOf(max)), stroke: colour })}/>`;
    }
    const isBall = 'ball' in region;
    const { center, radius } = isBall ? region.ball : region.circle;
    const [cx, cy] = [view.across, view.down].map((place) => place(...pointOf(center)));
    const r = radius * view.scale;
    const level = `<ellipse${attributes({ cx, cy, rx: r, ry: r * Math.abs(view.toward[2]), stroke: colour })}/>`;
    return isBall ? `<circle${attributes({ cx, cy, r, stroke: colour })}/>${level}` : level;
  });
  return outlines.length === 0 ? '' : `<g class="wandering" ${wanderStyle}>\n${outlines.join('\n')}\n</g>`;
}

function boxPath(view: SpaceView, min: [number, number, number], max: [number, number, number]): string {
  const corners = cornersOf(min, max).map(
    (corner) => `${decimal(view.across(...corner), 1)} ${decimal(view.down(...corner), 1)}`,
  );
  return corners
    .flatMap((from, a) =>
      [1, 2, 4].filter((bit) => (a & bit) === 0).map((bit) => `M${from}L${corners[a | bit]}`),
    )
    .join('');
}
