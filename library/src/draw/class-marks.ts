import { shapeDefinition } from '../geometry/index.ts';
import type { World } from '../simulation/index.ts';
import { classNumbers } from '../simulation/scenario/classes.ts';
import { attributes, escapeText, fitText, ink, widthOf } from './svg.ts';

/** How the obstacles of a class look. */
export type ObstacleMark = {
  /** Of a filled thing: its tone, and the hatch over it. */
  fill: string;
  hatch: string | undefined;
  /** Of a wall: the colour and dashes of its line. */
  line: string;
  dashes: string | undefined;
};

/** How the rings of a class of targets look: dashes of the ring, its width, and whether there is a ring inside it. */
export type TargetMark = { dashes: string | undefined; width: number; isDouble: boolean };

/** How classes are distinguished. If a kind has only one class, its things look as they do without classes. */
export type ClassMarks = {
  ofObstacle(name: string | undefined): ObstacleMark;
  ofTarget(name: string | undefined): TargetMark;
  /** Whether any thing has a mark of its class; if not, obstacles need not be distinguished. */
  tellsObstacles: boolean;
  /** Patterns for the hatches. */
  definitions: string;
  /** Entries of the legend. */
  legend: { body: string; width: number }[];
};

/** Four tones that differ from each other and from the ground, then the same with hatches: sixteen in all. */
const fills = [ink.body, '#77746c', '#ffffff', '#a3a098'] as const;
const lines = [ink.line, '#77746c', '#a3a098', '#1f2328'] as const;
const hatches = [undefined, 'rising', 'falling', 'crossed'] as const;
const wallDashes = [undefined, '9 4', '3 4', '12 4 2 4'] as const;
const ringDashes = ['4 3', undefined, '1.5 2.5', '9 3 2 3'] as const;

const strokes = { rising: 'M0 6L6 0', falling: 'M0 0L6 6', crossed: 'M0 6L6 0M0 0L6 6' } as const;

/** The marks of the classes that a world's obstacles and targets have. */
export function classMarks({ scenario, shapes }: World): ClassMarks {
  const { obstacleClasses, targetClasses } = classNumbers(scenario);
  const things = shapes.filter((shape) => shape !== undefined);
  const obstacles = present(things, obstacleClasses);
  const targets = present(scenario.targets, targetClasses);
  const obstacleMarks = obstacles.map((_, k) => obstacleMark(k));
  const targetMarks = targets.map((_, k) => targetMark(k));
  const numberOf = (classes: string[], all: string[], name: string | undefined) =>
    Math.max(0, classes.indexOf(name ?? all[0]));
  const used = new Set(obstacleMarks.flatMap(({ hatch }) => hatch ?? []));
  return {
    ofObstacle: (name) => obstacleMarks[numberOf(obstacles, obstacleClasses, name)] ?? obstacleMark(0),
    ofTarget: (name) => targetMarks[numberOf(targets, targetClasses, name)] ?? targetMark(0),
    tellsObstacles: obstacles.length > 0,
    definitions: [...used].map(pattern).join('\n'),
    legend: [
      ...obstacles.map((name, k) => {
        const own = things.filter((it) => (it.class ?? obstacleClasses[0]) === name);
        const isWall = own.every((it) => shapeDefinition(it).plane?.outline(it).kind === 'wall');
        return entry(name, isWall ? wallSwatch(obstacleMarks[k]) : bodySwatch(obstacleMarks[k]));
      }),
      ...targets.map((name, k) => entry(name, ring(6, 8.5, 5.5, targetMarks[k], ink.paper))),
    ],
  };
}

/** The classes that things of a kind have, if the scenario has several. A thing without a class has the first. */
function present(things: readonly { class?: string }[], classes: string[]): string[] {
  if (classes.length < 2) return [];
  const names = new Set(things.map((thing) => thing.class ?? classes[0]));
  return classes.filter((name) => names.has(name));
}

function obstacleMark(k: number): ObstacleMark {
  const round = Math.floor(k / 4) % 4;
  const hatch = hatches[round];
  return {
    fill: fills[k % 4],
    hatch: hatch && `url(#${hatch})`,
    line: lines[round],
    dashes: wallDashes[k % 4],
  };
}

function targetMark(k: number): TargetMark {
  const round = Math.floor(k / 4) % 4;
  return { dashes: ringDashes[k % 4], width: round < 2 ? 1.25 : 2.5, isDouble: round % 2 === 1 };
}

function pattern(reference: string): string {
  const name = reference.slice('url(#'.length, -1) as keyof typeof strokes;
  return `<pattern id="${name}" width="6" height="6" patternUnits="userSpaceOnUse"><path d="${strokes[name]}" stroke="${ink.line}" stroke-width="1"/></pattern>`;
}

/** The ring of a target. */
export function ring(
  cx: number,
  cy: number,
  r: number,
  { dashes, width, isDouble }: TargetMark,
  fill: string,
  opacity?: number,
  name?: string,
): string {
  const stroke = { stroke: ink.line, 'stroke-width': width, 'stroke-dasharray': dashes };
  const start = name === undefined ? '<circle' : `<circle class="${name}"`;
  const outer = `${start}${attributes({ cx, cy, r, fill, 'fill-opacity': opacity, ...stroke })}/>`;
  return isDouble ? `${outer}<circle${attributes({ cx, cy, r: 0.6 * r, fill: 'none', ...stroke })}/>` : outer;
}

function wallSwatch({ line, dashes }: ObstacleMark): string {
  const style = { fill: 'none', stroke: line, 'stroke-width': 2.5, 'stroke-dasharray': dashes };
  return `<path d="M-8 8.5h20"${attributes(style)}/>`;
}

function bodySwatch({ fill, hatch }: ObstacleMark): string {
  const square = (paint: string) =>
    `<rect${attributes({ x: 0.5, y: 3, width: 11, height: 11, fill: paint, stroke: ink.line })}/>`;
  return `${square(fill)}${hatch ? square(hatch) : ''}`;
}

function entry(name: string, swatch: string): { body: string; width: number } {
  const label = fitText(name, 13, 260);
  const text = `<text x="18" y="13" font-size="13" fill="${ink.text}">${escapeText(label)}</text>`;
  return { body: `${swatch}${text}`, width: 18 + widthOf(label, 13) };
}
