import { cos, sin } from '../numerics/index.ts';
import type { World } from '../simulation/index.ts';
import { type ClassMarks, ring } from './class-marks.ts';
import { type Colours, paintOfAgent } from './colours.ts';
import { type SpaceView, showsInSpace } from './space-camera.ts';
import { addLine, addMark, type Layers, type Spot } from './space-layers.ts';
import { type Shades, shadeOf } from './space-shades.ts';
import { attributes, decimal, fitText, ink, textAt } from './svg.ts';
import { covers, NAME_SIZE, type Name } from './target-names.ts';

/** Pixels. Smaller bodies are drawn with this radius, so that they stay visible. */
const SMALLEST_BODY = 1.8;
/** Below this radius a heading is only clutter. */
const SMALLEST_WITH_HEADING = 2.4;
/** With more targets than this, names are left out; with more goals, their marks; with more agents, the lines down. */
const MAXIMUM_LABELS = 24;
const MAXIMUM_GOALS = 400;
const MAXIMUM_DROPS = 40;

const DROP = `class="drop" stroke="${ink.quiet}" stroke-width=".8" stroke-opacity=".55" stroke-dasharray="2 2.5"`;

/** Bodies as shaded balls, each with a line along its heading and a line down to the ground. */
export function addAgents(
  layers: Layers,
  { crowd }: World,
  view: SpaceView,
  colours: Colours,
  shades: Shades,
): void {
  const { motion, traits, ids } = crowd;
  const rows = shownRows(crowd, view).sort((a, b) => ids[a] - ids[b]);
  const tick = Math.max(0.9, Math.min(2.2, 0.07 * view.scale));
  const fine = Math.max(0.4, Math.min(0.9, 0.05 * view.scale));
  for (const row of rows) {
    const paint = paintOfAgent(colours, crowd, row);
    const centre = spotOf(view, motion.x[row], motion.y[row], motion.z[row]);
    const r = Math.max(SMALLEST_BODY, traits.radius[row] * view.scale);
    const [headingU, headingV, headingNear] = view
      .turn(motion.headingX[row], motion.headingY[row], motion.headingZ[row])
      .map((value) => value / view.scale);
    const hasHeading = r >= SMALLEST_WITH_HEADING && Number.isFinite(headingU + headingV + headingNear);
    const edge = Math.min(2.5, 0.35 * r);
    const ball = paint.ring
      ? `<circle class="agent"${attributes({ cx: centre.u, cy: centre.v, r: r - edge / 2, fill: shadeOf(shades, ink.paper), stroke: paint.colour, 'stroke-width': edge })}/>`
      : `<circle class="agent"${attributes({ cx: centre.u, cy: centre.v, r, fill: shadeOf(shades, paint.colour), stroke: ink.line, 'stroke-width': fine })}/>`;
    const nose = hasHeading
      ? `<path class="heading" d="M${decimal(centre.u + 0.95 * r * headingU)} ${decimal(centre.v + 0.95 * r * headingV)}l${decimal(0.85 * r * headingU)} ${decimal(0.85 * r * headingV)}" stroke="${ink.line}" stroke-width="${decimal(tick)}"/>`
      : '';
    // A nose that points away from the viewer starts behind the ball.
    addMark(layers, rimOf(centre, r), centre.near, headingNear < 0 ? `${nose}${ball}` : `${ball}${nose}`);
    if (view.name !== 'axonometric' || rows.length > MAXIMUM_DROPS) continue;
    const foot = spotOf(view, motion.x[row], motion.y[row], view.min[2]);
    if (foot.v - centre.v > r) addLine(layers, 'drops', DROP, { ...centre, v: centre.v + r }, foot);
  }
}

/** Where the bodies are on the ground, straight below. */
export function drawShadows({ crowd }: World, view: SpaceView): string {
  if (view.name !== 'axonometric') return '';
  const { motion, traits } = crowd;
  const ellipses = shownRows(crowd, view)
    .sort((a, b) => crowd.ids[a] - crowd.ids[b])
    .map((row) => {
      const r = Math.max(SMALLEST_BODY, traits.radius[row] * view.scale);
      const [u, v] = [view.across, view.down].map((f) => f(motion.x[row], motion.y[row], view.min[2]));
      return `<ellipse${attributes({ cx: u, cy: v, rx: r, ry: r * view.toward[2] })}/>`;
    });
  if (ellipses.length === 0) return '';
  return `<g class="shadows" fill="#6f6c63" fill-opacity=".28">\n${ellipses.join('\n')}\n</g>`;
}

/** The agents' own goals, as small crosses. */
export function addGoals(layers: Layers, { crowd }: World, view: SpaceView): void {
  const half = Math.max(1.4, Math.min(3, 0.12 * view.scale));
  const marks = new Map<string, Spot>();
  for (let row = 0; row < crowd.count && marks.size <= MAXIMUM_GOALS; row++) {
    const { targetSet, goalX, goalY, goalZ } = crowd.plan;
    if (targetSet[row] !== -1 || !showsInSpace(view, goalX[row], goalY[row], goalZ[row])) continue;
    const spot = spotOf(view, goalX[row], goalY[row], goalZ[row]);
    marks.set(`${decimal(spot.u, 1)} ${decimal(spot.v, 1)}`, spot);
  }
  if (marks.size > MAXIMUM_GOALS) return;
  const style = `class="goals" stroke="${ink.quiet}" stroke-width="1" stroke-opacity=".6"`;
  for (const { u, v, near } of marks.values()) {
    for (const lean of [half, -half]) {
      addLine(layers, 'goals', style, { u: u - half, v: v - lean, near }, { u: u + half, v: v + lean, near });
    }
  }
}

/** Targets: the outline of the ball within which an agent has arrived, a cross at its centre and a line to the ground. */
export function addTargets(
  layers: Layers,
  { scenario, targets }: World,
  view: SpaceView,
  marks: ClassMarks,
): void {
  for (let target = 0; target < targets.count; target++) {
    const [x, y, z] = [targets.x[target], targets.y[target], targets.z[target]];
    if (!showsInSpace(view, x, y, z)) continue;
    const spot = spotOf(view, x, y, z);
    const r = targetRadius(targets.radius[target], view);
    const body = [
      ring(spot.u, spot.v, r, marks.ofTarget(scenario.targets[target].class), ink.paper, 0.4, 'target'),
      `<path d="M${decimal(spot.u - 4)} ${decimal(spot.v)}h8M${decimal(spot.u)} ${decimal(spot.v - 4)}v8" stroke="${ink.line}" stroke-width="1.5"/>`,
    ];
    // At the depth of its far side, so that agents inside stay visible.
    addMark(layers, [spot], spot.near - r, body.join(''));
    const foot = spotOf(view, x, y, view.min[2]);
    if (view.name === 'axonometric' && targets.count <= MAXIMUM_DROPS && foot.v - spot.v > r)
      addLine(layers, 'drops', DROP, { ...spot, v: spot.v + r }, foot);
  }
}

/** The names of targets, above everything. Near the border a name extends inwards; over a body it has no rim. */
export function drawTargetNames({ crowd, targets, scenario }: World, view: SpaceView): string {
  if (targets.count > MAXIMUM_LABELS) return '';
  const { motion, traits } = crowd;
  const bodies = shownRows(crowd, view).map((row) => ({
    x: view.across(motion.x[row], motion.y[row], motion.z[row]),
    y: view.down(motion.x[row], motion.y[row], motion.z[row]),
    radius: Math.max(SMALLEST_BODY, traits.radius[row] * view.scale),
  }));
  const names: string[] = [];
  for (let target = 0; target < targets.count; target++) {
    const [x, y, z] = [targets.x[target], targets.y[target], targets.z[target]];
    if (!showsInSpace(view, x, y, z)) continue;
    const { u, v } = spotOf(view, x, y, z);
    const r = targetRadius(targets.radius[target], view);
    const right = u < view.width / 2;
    const name: Name = {
      x: right ? Math.max(4, u - r) : Math.min(view.width - 4, u + r),
      y: v - r > 18 ? v - r - 6 : v + r + 15,
      text: fitText(scenario.targets[target].name, NAME_SIZE, 160),
      anchor: right ? 'start' : 'end',
    };
    const style = { size: NAME_SIZE, anchor: name.anchor };
    const rim = covers(name, bodies) ? {} : { halo: ink.paper };
    names.push(textAt(name.x, name.y, name.text, { ...style, ...rim }));
  }
  return names.join('\n');
}

function targetRadius(radius: number, view: SpaceView): number {
  return Math.max(4, radius * view.scale);
}

export function shownRows({ count, motion }: World['crowd'], view: SpaceView): number[] {
  return Array.from({ length: count }, (_, row) => row).filter((row) =>
    showsInSpace(view, motion.x[row], motion.y[row], motion.z[row]),
  );
}

function spotOf(view: SpaceView, x: number, y: number, z: number): Spot {
  return { u: view.across(x, y, z), v: view.down(x, y, z), near: view.near(x, y, z) };
}

/** The middle of a ball and eight spots of its outline. */
function rimOf({ u, v, near }: Spot, r: number): Spot[] {
  const rim = Array.from({ length: 8 }, (_, i) => {
    const angle = (Math.PI * i) / 4;
    return { u: u + r * cos(angle), v: v + r * sin(angle), near };
  });
  return [{ u, v, near }, ...rim];
}
