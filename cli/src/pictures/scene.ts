import type { World } from 'wend';
import { type Colours, colourByGroup, colourBySpeed } from './colours.ts';
import { drawLegend } from './scene-legend.ts';
import { drawAgents, drawGoals, drawObstacles, drawTargetNames, drawTargets } from './scene-things.ts';
import { speedColours } from './speed-scale.ts';
import { attributes, decimal, fitText, ink, textAt, wholeNumber, wrapSvg } from './svg.ts';
import { speedPaths, thinningOf, trailPath } from './trail-paths.ts';
import type { TrailRecorder } from './trails.ts';
import { createView, shows, type View } from './view.ts';

export type SceneOptions = {
  /** What the colours of agents and trails say; their group unless told otherwise. */
  colour?: 'group' | 'speed';
};

/** Pixels. */
const MARGIN = 32;
const WIDEST = 1000 - 2 * MARGIN;
const HIGHEST = 720;
const NARROWEST = 560 - 2 * MARGIN;
/** Around the view: bodies at its edge are drawn whole. */
const RIM = 12;

/**
 * A picture of the world as it is now: walls, obstacles, targets, agents with their headings, and where they have
 * been. Data in, text out: the same world and trails give the same picture.
 */
export function drawScene(
  world: World,
  trails?: TrailRecorder | undefined,
  { colour = 'group' }: SceneOptions = {},
): string {
  const view = createView(world, trails, WIDEST, HIGHEST);
  const width = Math.max(view.width, NARROWEST);
  const counts = countAgents(world, view);
  const colours = colour === 'group' ? colourByGroup(world, trails) : colourBySpeed(world, trails);
  const legend = drawLegend(view.scale, width, colours);
  const subtitle = describeCounts(world, counts, trails);
  const left = MARGIN + (width - view.width) / 2;
  const top = 84;
  const foot = top + view.height + 22;
  const { bounds, name } = world.scenario;
  const frame = attributes({
    x: view.across(bounds.min[0]),
    y: view.down(bounds.max[1]),
    width: (bounds.max[0] - bounds.min[0]) * view.scale,
    height: (bounds.max[1] - bounds.min[1]) * view.scale,
  });
  const border = bounds.walls
    ? `stroke="${ink.line}" stroke-width="2.5"`
    : `stroke="${ink.faint}" stroke-width="1" stroke-dasharray="5 4"`;
  const body = [
    textAt(MARGIN, 40, fitText(name, 21, width, 600), { size: 21, weight: 600 }),
    textAt(MARGIN, 63, fitText(subtitle, 13.5, width), { size: 13.5, colour: ink.quiet }),
    `<clipPath id="view"><rect${attributes({ x: -RIM, y: -RIM, width: view.width + 2 * RIM, height: view.height + 2 * RIM })}/></clipPath>`,
    `<g transform="translate(${decimal(left)} ${top})">`,
    '<g clip-path="url(#view)">',
    `<rect${frame} fill="${ink.ground}"/>`,
    drawObstacles(world, view),
    drawGoals(world, view),
    drawTargets(world, view),
    trails ? drawTrails(trails, view, colours) : '',
    `<rect${frame} fill="none" ${border}/>`,
    drawAgents(world, view, colours),
    '</g>',
    drawTargetNames(world, view),
    counts.agents === 0 && (trails?.trails.size ?? 0) === 0
      ? textAt(view.width / 2, view.height / 2 + 5, 'no agents', {
          size: 15,
          colour: ink.quiet,
          anchor: 'middle',
          halo: ink.paper,
        })
      : '',
    '</g>',
    `<g transform="translate(${MARGIN} ${decimal(foot)})">${legend.body}</g>`,
  ];
  const height = foot + legend.height + MARGIN - 8;
  return wrapSvg(width + 2 * MARGIN, height, name, subtitle, body.filter((part) => part !== '').join('\n'));
}

function drawTrails({ trails }: TrailRecorder, view: View, colours: Colours): string {
  const list = [...trails.values()];
  const thinning = thinningOf(list);
  const dense = list.length > 600 ? 0.3 : list.length > 150 ? 0.4 : 0.55;
  // A scale of colours is read by its lightness, which transparency would shift.
  const opacity = colours.by === 'speed' ? 0.85 : dense;
  const width = Math.max(0.7, Math.min(2, 0.16 * view.scale));
  const paths =
    colours.by === 'speed'
      ? speedPaths(list, view, thinning, colours.end).map((d, i) => ({
          d,
          stroke: speedColours[i] as string,
        }))
      : list.map((trail) => ({
          d: trailPath(trail, view, thinning),
          stroke: colours.ofGroup(trail.group).colour,
        }));
  const drawn = paths
    .filter(({ d }) => d !== '')
    .map(({ d, stroke }) => `<path class="trail" stroke="${stroke}" d="${d}"/>`);
  const style = attributes({
    fill: 'none',
    'stroke-width': width,
    opacity: undefined,
    'stroke-opacity': opacity,
  });
  return `<g${style} stroke-linejoin="round" stroke-linecap="round">\n${drawn.join('\n')}\n</g>`;
}

function countAgents({ crowd }: World, view: View): { agents: number; outside: number } {
  let outside = 0;
  for (let row = 0; row < crowd.count; row++) {
    if (!shows(view, crowd.motion.x[row], crowd.motion.y[row])) outside++;
  }
  return { agents: crowd.count, outside };
}

function describeCounts(
  world: World,
  { agents, outside }: { agents: number; outside: number },
  trails: TrailRecorder | undefined,
): string {
  const time = world.step * world.dt;
  const parts = [
    `t = ${decimal(time, time < 1000 ? 2 : 0)} s`,
    `${wholeNumber(agents)} ${agents === 1 ? 'agent' : 'agents'}`,
    `${wholeNumber(world.arrived)} arrived`,
  ];
  if (outside > 0) parts.push(`${wholeNumber(outside)} outside the picture`);
  if (trails?.isFull) parts.push(`trails of the first ${wholeNumber(trails.trails.size)} agents`);
  return parts.join('  ·  ');
}
