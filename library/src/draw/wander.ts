import type { World } from '../simulation/index.ts';
import type { Colours } from './colours.ts';
import { attributes, ink } from './svg.ts';
import type { View } from './view.ts';

/** A region for the random points that attract wandering agents; the shapes of a scenario. */
export type WanderRegion = NonNullable<World['scenario']['groups'][number]['wander']>['region'];

/** More areas than this are not drawn: they would cover what they explain. */
const MAXIMUM_AREAS = 60;

/** The distinct wandering areas of a world, each in the colour of the first group or agent that has it. */
export function wanderAreas(
  { scenario }: World,
  colours: Colours,
): { region: WanderRegion; colour: string }[] {
  const areas = new Map<string, { region: WanderRegion; colour: string }>();
  const note = (region: WanderRegion | undefined, group: number) => {
    const key = JSON.stringify(region);
    const colour = colours.by === 'group' ? colours.ofGroup(group).colour : ink.quiet;
    if (region && !areas.has(key)) areas.set(key, { region, colour });
  };
  scenario.groups.forEach(({ wander }, group) => {
    note(wander?.region, group);
  });
  for (const { wander } of scenario.agents) note(wander?.region, -1);
  return areas.size > MAXIMUM_AREAS ? [] : [...areas.values()];
}

export const wanderStyle =
  'fill="none" stroke-width="1.1" stroke-opacity=".55" stroke-dasharray="2 4" stroke-linecap="round"';

/** Outlines of the areas, pale and dotted, because they are not walls. */
export function drawWanderings(world: World, view: View, colours: Colours): string {
  const outlines = wanderAreas(world, colours).map(({ region, colour }) => {
    if ('box' in region) {
      const { min, max } = region.box;
      const [x, y] = [view.across(min[0]), view.down(max[1])];
      const [width, height] = [max[0] - min[0], max[1] - min[1]].map((metres) => metres * view.scale);
      return `<rect${attributes({ x, y, width, height, stroke: colour })}/>`;
    }
    const { center, radius } = 'circle' in region ? region.circle : region.ball;
    const [cx, cy] = [view.across(center[0]), view.down(center[1])];
    return `<circle${attributes({ cx, cy, r: radius * view.scale, stroke: colour })}/>`;
  });
  return outlines.length === 0 ? '' : `<g class="wandering" ${wanderStyle}>\n${outlines.join('\n')}\n</g>`;
}
