import { speedOf } from '../crowd/index.ts';
import type { World } from '../simulation/index.ts';
import { fastestOf, scaleEnd, speedClass, speedColours } from './speed-scale.ts';
import { palette } from './svg.ts';
import type { TrailRecorder } from './trails.ts';

/** How agents and trails are coloured, and the entries of the legend. */
export type Colours = {
  by: 'group' | 'speed';
  ofGroup(group: number): Paint;
  /** Speed at the end of the colour scale, metres per second. */
  end: number;
  /** Entries for groups, or whether there is a scale of speed to show. */
  legend: LegendEntry[];
  hasScale: boolean;
};

/** With more groups than colours, every second round of colours is drawn as rings. */
type Paint = { colour: string; ring: boolean };

export type LegendEntry = Paint & { label: string; count: number };

const LONE: Paint = { colour: '#5b6168', ring: false };

function paintOf(group: number): Paint {
  if (group < 0) return LONE;
  return { colour: palette[group % palette.length], ring: Math.floor(group / palette.length) % 2 === 1 };
}

/** How an agent is painted: by its group, or by its speed now. */
export function paintOfAgent(colours: Colours, { motion, traits }: World['crowd'], row: number): Paint {
  if (colours.by === 'group') return colours.ofGroup(traits.group[row]);
  return { colour: speedColours[speedClass(speedOf(motion, row) || 0, colours.end)], ring: false };
}

export function colourByGroup(world: World, trails: TrailRecorder | undefined): Colours {
  const shown = new Map<number, number>();
  const add = (group: number) => shown.set(group, (shown.get(group) ?? 0) + 1);
  // Agents that have left are in the picture by their trails; they count.
  for (const { group } of trails?.trails.values() ?? []) add(group);
  const { crowd, scenario } = world;
  for (let row = 0; row < crowd.count; row++) {
    if (!trails?.trails.has(crowd.ids[row])) add(crowd.traits.group[row]);
  }
  // Groups that enter later have their colours in the picture, too.
  scenario.groups.forEach(({ source }, group) => {
    if (source && !shown.has(group)) shown.set(group, 0);
  });
  const legend = [...shown.entries()]
    .sort(([a], [b]) => (a < 0 ? 1 : b < 0 ? -1 : a - b))
    .map(([group, count]): LegendEntry => {
      const label = group < 0 ? 'single agents' : (scenario.groups[group]?.name ?? `group ${group}`);
      return { ...paintOf(group), label, count };
    });
  // A single entry for all agents would tell nothing but a name.
  const needed = legend.length > 1 || legend.some((entry) => entry.label !== 'single agents');
  return { by: 'group', ofGroup: paintOf, end: 1, legend: needed ? legend : [], hasScale: false };
}

export function colourBySpeed(world: World, trails: TrailRecorder | undefined): Colours {
  const { crowd } = world;
  let fastest = fastestOf(trails?.trails.values() ?? []);
  for (let row = 0; row < crowd.count; row++) {
    const speed = speedOf(crowd.motion, row);
    if (Number.isFinite(speed)) fastest = Math.max(fastest, speed);
    fastest = Math.max(fastest, crowd.traits.desiredSpeed[row]);
  }
  const end = scaleEnd(fastest);
  const shown = crowd.count > 0 || (trails?.trails.size ?? 0) > 0;
  return { by: 'speed', ofGroup: paintOf, end, legend: [], hasScale: shown };
}
