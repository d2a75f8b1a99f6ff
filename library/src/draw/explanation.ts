import type { AgentExplanation } from '../simulation/explain-agent.ts';
import { explanationInWords } from '../simulation/explain-words.ts';
import type { World } from '../simulation/index.ts';
import type { Constraint, Vector } from '../steering/index.ts';
import { classMarks } from './class-marks.ts';
import { type Colours, colourByGroup } from './colours.ts';
import { HIGHEST, layOut, WIDEST } from './layout.ts';
import { drawAgents, drawObstacles, drawTargets } from './scene-things.ts';
import { attributes, decimal, ink, palette, textAt, widthOf } from './svg.ts';
import { createView, type View, viewOf } from './view.ts';

/** Metres of the scene that are shown on each side of the agent, across and up. */
const REACH_X = 6;
const REACH_Y = 4.5;
/** Pixels: the length of hatches on the forbidden side of a border, and half the length of a border. */
const HATCH = 7;
const BORDER = 90;
/** The opacity of agents that are not explained. */
const OTHERS = 0.4;

const colours = {
  desired: palette[0],
  chosen: palette[2],
  moved: ink.line,
  binding: palette[1],
  other: ink.faint,
  plan: palette[3],
} as const;

/**
 * Draws the surroundings of an agent and why it moves as it does. A second of velocity is as long as a metre: the borders of
 * half-planes are drawn around the agent, hatched where velocities are forbidden. Of the plane.
 */
export function drawExplanation(world: World, explanation: AgentExplanation): string {
  if (world.crowd.dimension === 3) throw new RangeError('an explanation is drawn in the plane only');
  const view = viewAround(world, explanation);
  const marks = classMarks(world);
  const groupColours = colourByGroup(world, undefined);
  const body = [
    '<g clip-path="url(#view)">',
    `<rect width="${decimal(view.width)}" height="${decimal(view.height)}" fill="${ink.ground}"/>`,
    drawObstacles(world, view, marks),
    drawTargets(world, view, marks),
    drawCrowd(world, explanation, view, groupColours),
    drawRing(explanation, view),
    ...explanation.constraints
      .filter(({ binds }) => !binds)
      .map((one) => drawConstraint(one, explanation, view)),
    ...explanation.constraints
      .filter(({ binds }) => binds)
      .map((one) => drawConstraint(one, explanation, view)),
    drawPlan(explanation, view),
    drawVelocities(explanation, view),
    nameBindingAgents(explanation, view),
    '</g>',
  ];
  return layOut(world, undefined, groupColours, {
    width: view.width,
    height: view.height,
    scale: view.scale,
    definitions: `${marks.definitions}<clipPath id="view"><rect${attributes({ width: view.width, height: view.height })}/></clipPath>`,
    body: body.filter((part) => part !== '').join('\n'),
    outside: 0,
    classes: legendOf(explanation),
    notes: [explanationInWords(explanation)[0]],
  });
}

/** The part of the scene around the agent, with everything that binds it. */
function viewAround(world: World, { constraints, position: { x, y } }: AgentExplanation): View {
  const whole = createView(world, undefined, WIDEST, HIGHEST);
  const bound = constraints.filter(({ binds }) => binds).map(({ at }) => at);
  const least = (from: number, places: number[]) => Math.min(from, ...places.map((at) => at - 1));
  const most = (from: number, places: number[]) => Math.max(from, ...places.map((at) => at + 1));
  const xs = bound.map((at) => at.x);
  const ys = bound.map((at) => at.y);
  const minX = Math.max(whole.minX, least(x - REACH_X, xs));
  const maxX = Math.max(minX + 1, Math.min(whole.maxX, most(x + REACH_X, xs)));
  const minY = Math.max(whole.minY, least(y - REACH_Y, ys));
  const maxY = Math.max(minY + 1, Math.min(whole.maxY, most(y + REACH_Y, ys)));
  return viewOf(minX, minY, maxX, maxY, WIDEST, HIGHEST);
}

/** The explained agent stands out from the others. */
function drawCrowd(world: World, { agent }: AgentExplanation, view: View, groupColours: Colours): string {
  const others = drawAgents(world, view, groupColours, (id) => id !== agent);
  const own = drawAgents(world, view, groupColours, (id) => id === agent);
  return [others === '' ? '' : `<g opacity="${OTHERS}">\n${others}\n</g>`, own]
    .filter((part) => part !== '')
    .join('\n');
}

/** The ids of the agents that bind, so that they are found in the words. */
function nameBindingAgents({ constraints }: AgentExplanation, view: View): string {
  const named = new Map<number, Vector>();
  for (const { at, binds, from } of constraints) {
    if (binds && from.kind === 'agent') named.set(from.id, at);
  }
  const style = { size: 12, weight: 600, anchor: 'middle', halo: ink.paper } as const;
  return [...named]
    .map(([id, at]) => textAt(view.across(at.x), view.down(at.y) + 4, String(id), style))
    .join('\n');
}

/** A ring around the agent, so that it is found among others. */
function drawRing({ position, radius }: AgentExplanation, view: View): string {
  const place = { cx: view.across(position.x), cy: view.down(position.y), r: radius * view.scale + 3 };
  return `<circle class="explained"${attributes(place)} fill="none" stroke="${colours.desired}" stroke-width="2.5"/>`;
}

/** A line to the source, and the border of the half-plane if it has one. */
function drawConstraint(one: Constraint, { position, radius }: AgentExplanation, view: View): string {
  const colour = one.binds ? colours.binding : colours.other;
  const width = one.binds ? 2 : 1;
  const line = `M${point(view, position.x, position.y)}L${point(view, one.at.x, one.at.y)}`;
  const parts = [
    `<path class="${one.binds ? 'binding' : 'constraint'}" d="${line}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-dasharray="2 4"/>`,
  ];
  if (isHeard(one)) {
    // Not where a thing is but where the agent thinks that it is: an agent as large as its body.
    const { at, from, gap } = one;
    const apart = Math.sqrt(
      (at.x - position.x) * (at.x - position.x) + (at.y - position.y) * (at.y - position.y),
    );
    const size = from.kind === 'agent' ? Math.max(4, (apart - gap - radius) * view.scale) : 4;
    const place = { cx: view.across(at.x), cy: view.down(at.y), r: size };
    parts.push(
      `<circle class="heard"${attributes(place)} fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="3 3"/>`,
    );
  }
  if (one.halfPlane) parts.push(drawBorder(one.halfPlane, position, view, colour, width));
  return parts.join('\n');
}

function isHeard({ from }: Constraint): boolean {
  return from.kind !== 'goal' && from.heard === true;
}

function drawBorder(
  { normalX, normalY, pointX, pointY }: NonNullable<Constraint['halfPlane']>,
  position: Vector,
  view: View,
  colour: string,
  width: number,
): string {
  // The point of the border that is nearest to standing still.
  const depth = pointX * normalX + pointY * normalY;
  const x = view.across(position.x + depth * normalX);
  const y = view.down(position.y + depth * normalY);
  const [alongX, alongY] = [normalY, normalX];
  let path = `M${decimal(x - BORDER * alongX)} ${decimal(y - BORDER * alongY)}L${decimal(x + BORDER * alongX)} ${decimal(y + BORDER * alongY)}`;
  for (let at = -BORDER; at <= BORDER; at += 2 * HATCH) {
    const fromX = x + at * alongX;
    const fromY = y + at * alongY;
    path += `M${decimal(fromX)} ${decimal(fromY)}l${decimal(-HATCH * normalX)} ${decimal(HATCH * normalY)}`;
  }
  return `<path class="border" d="${path}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
}

function drawPlan({ plan }: AgentExplanation, view: View): string {
  if (!plan) return '';
  const points = plan.points.map(({ x, y }) => point(view, x, y));
  return `<path class="plan" d="M${points.join('L')}" fill="none" stroke="${colours.plan}" stroke-width="2.5" stroke-dasharray="6 4"/>`;
}

/** Arrows from the agent: what it wants, what it chooses, and what contacts leave of that. */
function drawVelocities({ chosen, desired, moved, position }: AgentExplanation, view: View): string {
  return [
    arrow(view, position, desired.velocity, colours.desired, 'desired', 3),
    arrow(view, position, chosen, colours.chosen, 'chosen', 4),
    arrow(view, position, moved, colours.moved, 'moved', 1.5),
  ].join('\n');
}

function arrow(
  view: View,
  from: Vector,
  { x, y }: Vector,
  colour: string,
  name: string,
  width: number,
): string {
  const length = Math.sqrt(x * x + y * y) * view.scale;
  if (length < 1) return '';
  const [ux, uy] = [(x * view.scale) / length, (-y * view.scale) / length];
  const head = Math.min(0.5 * length, 6 + 2 * width);
  const tipX = view.across(from.x + x);
  const tipY = view.down(from.y + y);
  const corner = (side: number) =>
    `${decimal(tipX - head * ux - side * 0.5 * head * uy)} ${decimal(tipY - head * uy + side * 0.5 * head * ux)}`;
  const shaft = `M${point(view, from.x, from.y)}L${decimal(tipX - 0.8 * head * ux)} ${decimal(tipY - 0.8 * head * uy)}`;
  return [
    `<path class="${name}" d="${shaft}" stroke="${colour}" stroke-width="${width}" fill="none"/>`,
    `<path d="M${decimal(tipX)} ${decimal(tipY)}L${corner(1)} ${corner(-1)}Z" fill="${colour}"/>`,
  ].join('\n');
}

const HEARD = 'as it heard';

function legendOf({ constraints, plan }: AgentExplanation) {
  const entries = [
    [colours.desired, 'wanted'],
    [colours.chosen, 'chosen'],
    [colours.moved, 'after contacts'],
    ...(constraints.some(({ binds }) => binds) ? [[colours.binding, 'binds']] : []),
    ...(constraints.some(({ binds }) => !binds) ? [[colours.other, 'does not bind']] : []),
    ...(plan ? [[colours.plan, 'plan']] : []),
  ];
  const lines = entries.map(([colour, label]) => ({
    body: `<path d="M0 8.5h18" stroke="${colour}" stroke-width="3.5"/>${textAt(24, 13, label)}`,
    width: 24 + widthOf(label, 13),
  }));
  if (!constraints.some(isHeard)) return lines;
  const ring = `<circle cx="9" cy="8.5" r="6" fill="none" stroke="${ink.faint}" stroke-width="2" stroke-dasharray="3 3"/>`;
  return [...lines, { body: `${ring}${textAt(24, 13, HEARD)}`, width: 24 + widthOf(HEARD, 13) }];
}

function point(view: View, x: number, y: number): string {
  return `${decimal(view.across(x))} ${decimal(view.down(y))}`;
}
