import { outlineOf, type Shape } from 'wend';
import { decimal, escapeText, type Projection, roundDown, type Trail, trailPath } from 'wend/draw';
import { obstaclesOf, type Scenario } from 'wend/scenario';
import type { RunRecord } from './runs.ts';

/** Units of the picture along its longer side; the page scales it to the width of its column. */
const SIZE = 640;
/** Metres shown around starts, goals and trails. */
const MARGIN = 2.5;
/** A picture that is taller than wide by this factor is turned so that y runs to the right. */
const TALL = 1.5;
/** Up to this many agents have their own colours and marks; with more, only the trails are drawn. */
const FEW = 12;
/** Seconds between the marks on a trail, and on a trail that lasts longer than this many seconds. */
const MARK = 2;
const MARK_OF_LONG = 10;
const LONG = 60;
/** Seconds between labelled marks. Only pictures with at most this many agents, and no long trail, have labels. */
const LABEL = 10;
const LABELLED = 4;
/** Free room that a label needs, in units of the picture: agents that walk side by side share a label. */
const ROOM = 13;
/** Below the scene: room for the scale. */
const FOOT = 40;
/** Number of colours of the page, by class c0, c1 … */
const COLOURS = 6;

type Frame = Projection & { width: number; height: number; scale: number; turned: boolean };

/**
 * Walls, starts, goals and trails of a run. Colours are CSS classes of the page, which defines them for light and dark.
 * The id must be unique on the page.
 */
export function pictureOf({ agents, run, trails, world }: RunRecord, id: string): string {
  const list = [...(trails?.trails.values() ?? [])].sort((a, b) => a.id - b.id);
  const frame = frameOf(world.scenario, list);
  const few = agents <= FEW;
  const label = escapeText(
    `${world.scenario.name}, seed ${run.seed}: walls and the trails of ${agents} agents`,
  );
  return [
    `<svg class="scene" viewBox="0 0 ${decimal(frame.width)} ${decimal(frame.height + FOOT)}" role="img" aria-label="${label}">`,
    wallsIn(world.scenario, frame, `${id}-clip`),
    ...(few ? list.map((trail, k) => goalOf(world.scenario, trail, k, frame)) : []),
    ...list.map((trail, k) => trailOf(trail, few ? k : trail.group, frame, few)),
    ...(few ? list.map((trail, k) => startOf(world.scenario, trail, k, frame)) : []),
    ...(few ? list.map((trail, k) => marksOf(trail, k, frame, agents <= LABELLED ? 3.5 : 2)) : []),
    agents <= LABELLED ? labelsIn(list, frame) : '',
    scaleBar(frame),
    '</svg>',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Whether the picture has y to the right. */
export function isTurned({ trails, world }: RunRecord): boolean {
  return frameOf(world.scenario, [...(trails?.trails.values() ?? [])]).turned;
}

function frameOf(scenario: Scenario, trails: readonly Trail[]): Frame {
  const xs = scenario.agents.flatMap(({ at, goal }) => [at[0], goal?.[0] ?? at[0]]);
  const ys = scenario.agents.flatMap(({ at, goal }) => [at[1], goal?.[1] ?? at[1]]);
  for (const { x, y } of trails) {
    for (const value of x) xs.push(value);
    for (const value of y) ys.push(value);
  }
  // Without agents, the picture shows the bounds.
  if (xs.length === 0) xs.push(scenario.bounds.min[0], scenario.bounds.max[0]);
  if (ys.length === 0) ys.push(scenario.bounds.min[1], scenario.bounds.max[1]);
  const [minX, maxX] = [least(xs) - MARGIN, -least(xs.map((x) => -x)) + MARGIN];
  const [minY, maxY] = [least(ys) - MARGIN, -least(ys.map((y) => -y)) + MARGIN];
  const [wide, high] = [maxX - minX, maxY - minY];
  const turned = high > TALL * wide;
  const scale = SIZE / Math.max(wide, high);
  // Turned clockwise: up becomes right.
  return {
    scale,
    turned,
    width: (turned ? high : wide) * scale,
    height: (turned ? wide : high) * scale,
    across: (x, y) => (turned ? y - minY : x - minX) * scale,
    down: (x, y) => (turned ? x - minX : maxY - y) * scale,
  };
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => (a < b ? a : b), Number.POSITIVE_INFINITY);
}

/** Walls end where the scene does. */
function wallsIn(scenario: Scenario, frame: Frame, clip: string): string {
  const point = (x: number, y: number) => `${decimal(frame.across(x, y, 0))} ${decimal(frame.down(x, y, 0))}`;
  const parts = obstaclesOf(scenario).map((obstacle) => {
    const outline = outlineOf(obstacle as Shape);
    if (outline.kind === 'ring') return `M${outline.points.map(([x, y]) => point(x, y)).join('L')}Z`;
    if (outline.kind === 'wall') return `M${point(...outline.from)}L${point(...outline.to)}`;
    const [x, y] = outline.center;
    const r = decimal(outline.radius * frame.scale);
    const [left, right] = [point(x - outline.radius, y), point(x + outline.radius, y)];
    return `M${left}A${r} ${r} 0 1 0 ${right}A${r} ${r} 0 1 0 ${left}Z`;
  });
  if (parts.length === 0) return '';
  const size = `width="${decimal(frame.width)}" height="${decimal(frame.height)}"`;
  return `<clipPath id="${clip}"><rect ${size}/></clipPath><path class="wall" clip-path="url(#${clip})" d="${parts.join('')}"/>`;
}

function trailOf(trail: Trail, colour: number, frame: Frame, few: boolean): string {
  const path = trailPath(trail, frame, 1);
  return path === '' ? '' : `<path class="${few ? 'trail' : 'trail crowd'} ${classOf(colour)}" d="${path}"/>`;
}

function startOf(scenario: Scenario, { x, y, id }: Trail, k: number, frame: Frame): string {
  const radius = (scenario.agents[id]?.radius ?? 0.5) * frame.scale;
  const place = `cx="${decimal(frame.across(x[0], y[0], 0))}" cy="${decimal(frame.down(x[0], y[0], 0))}"`;
  return `<circle class="start ${classOf(k)}" ${place} r="${decimal(radius)}"/>`;
}

/** A cross, in the circle within which the goal is reached. */
function goalOf(scenario: Scenario, { id }: Trail, k: number, frame: Frame): string {
  const { goal, goalRadius } = scenario.agents[id] ?? {};
  if (!goal || goalRadius === undefined) return '';
  const [u, v] = [frame.across(goal[0], goal[1], 0), frame.down(goal[0], goal[1], 0)];
  const r = goalRadius * frame.scale;
  const arm = decimal(0.5 * r);
  const from = `M${decimal(u)} ${decimal(v)}`;
  return [
    `<circle class="goal ${classOf(k)}" cx="${decimal(u)}" cy="${decimal(v)}" r="${decimal(r)}"/>`,
    `<path class="goal ${classOf(k)}" d="${from}m-${arm} -${arm}l${decimal(r)} ${decimal(r)}m0 -${decimal(r)}l-${decimal(r)} ${decimal(r)}"/>`,
  ].join('');
}

/** Dots at equal times. */
function marksOf(trail: Trail, k: number, frame: Frame, radius: number): string {
  const interval = trail.last.time > LONG ? MARK_OF_LONG : MARK;
  const dots = timesOf(trail, interval).map((time) => {
    const [u, v] = pointAt(trail, time, frame);
    return `<circle cx="${decimal(u)}" cy="${decimal(v)}" r="${radius}"/>`;
  });
  return dots.length > 0 ? `<g class="mark ${classOf(k)}">${dots.join('')}</g>` : '';
}

/** A label with the time at every tenth second, on the side of the mark that is farthest from other marks. */
function labelsIn(trails: readonly Trail[], frame: Frame): string {
  if (trails.some(({ last }) => last.time > LONG)) return '';
  const marks = trails.flatMap((trail) =>
    timesOf(trail, LABEL).map((time) => ({ time, at: pointAt(trail, time, frame) })),
  );
  const taken: [number, number][] = trails.flatMap((trail) =>
    timesOf(trail, MARK).map((time) => pointAt(trail, time, frame)),
  );
  const labels = marks.flatMap(({ at: [u, v], time }) => {
    // Middles of the label: above, below, right and left of the mark.
    const places: [number, number][] = [
      [u, v - 20],
      [u, v + 20],
      [u + 34, v],
      [u - 34, v],
    ];
    const room = (place: [number, number]) =>
      least([...taken.map((other) => distance(place, other)), ...edges(place, frame)]);
    const place = places.reduce((best, next) => (room(next) > room(best) + 1 ? next : best));
    if (room(place) < ROOM) return [];
    taken.push(place);
    return `<circle cx="${decimal(u)}" cy="${decimal(v)}" r="5"/><text x="${decimal(place[0])}" y="${decimal(place[1] + 7)}">${time} s</text>`;
  });
  return labels.length > 0 ? `<g class="time">${labels.join('')}</g>` : '';
}

/** A label is wider than high, so that distances across count half. */
function distance([u, v]: [number, number], [otherU, otherV]: [number, number]): number {
  return Math.hypot((u - otherU) / 2, v - otherV);
}

function edges([u, v]: [number, number], { height, width }: Frame): number[] {
  return [u / 2, (width - u) / 2, v, height - v];
}

/** Multiples of an interval within the time of a trail. */
function timesOf({ last }: Trail, interval: number): number[] {
  return Array.from({ length: Math.ceil(last.time / interval - 1e-9) - 1 }, (_, k) => (k + 1) * interval);
}

function pointAt(trail: Trail, time: number, frame: Frame): [number, number] {
  const [x, y] = placeAt(trail, time);
  return [frame.across(x, y, 0), frame.down(x, y, 0)];
}

function placeAt({ x, y, time, last }: Trail, at: number): [number, number] {
  let k = 0;
  while (k + 1 < time.length && time[k + 1] <= at) k++;
  const [nextX, nextY, nextTime] =
    k + 1 < time.length ? [x[k + 1], y[k + 1], time[k + 1]] : [last.x, last.y, last.time];
  const share = nextTime > time[k] ? Math.min(1, (at - time[k]) / (nextTime - time[k])) : 0;
  return [x[k] + share * (nextX - x[k]), y[k] + share * (nextY - y[k])];
}

function scaleBar({ height, scale, width }: Frame): string {
  const metres = roundDown((0.3 * width) / scale);
  const [x, y] = [2, height + FOOT - 8];
  const length = decimal(metres * scale);
  return `<path class="bar" d="M${x} ${decimal(y - 6)}v6h${length}v-6"/><text class="bar" x="${decimal(x + 7)}" y="${decimal(y - 8)}">${metres} m</text>`;
}

function classOf(k: number): string {
  return `c${((k % COLOURS) + COLOURS) % COLOURS}`;
}
