import type { Machine, MachineMode, MachinePart, MachineTransition } from '../automata/hybrid/machine.ts';
import type { AutomatonModel } from '../automata/hybrid/model.ts';
import { prepareMachine } from '../automata/hybrid/prepare.ts';
import { attributes, decimal, ink, palette, textAt, widthOf, wrapSvg } from './svg.ts';

const size = {
  text: 13,
  title: 15,
  line: 19,
  gap: 26,
  pad: 14,
  lane: 24,
  port: 16,
  least: 150,
  edge: 34,
} as const;

/** A mode as a box, placed relative to the list that it is in. */
type Box = {
  mode: number;
  x: number;
  y: number;
  width: number;
  height: number;
  lines: string[];
  inside: List | undefined;
  /** Where the next arrow begins or ends at the right edge. */
  ports: number;
};

/** Modes one below the other, with the lanes of their transitions at the right. */
type List = { boxes: Box[]; width: number; height: number; transitions: MachineTransition[] };

/** Draws the modes of an automaton, nested, with their equations, and its transitions as numbered arrows. */
export function drawAutomaton(model: AutomatonModel): string {
  const machine = prepareMachine(model);
  let top = 64;
  const body: string[] = [];
  let width = 0;
  machine.parts.forEach((part, number) => {
    const list = layList(machine, number, -1);
    if (part.name !== '')
      body.push(textAt(size.edge, top + 6, part.name, { size: 16, weight: 600, colour: ink.quiet }));
    if (part.name !== '') top += 22;
    body.push(drawList(part, list, size.edge, top));
    width = Math.max(width, list.width + 2 * size.edge);
    top += list.height + 30;
  });
  const rows = machine.transitions.map((one) => describe(machine, one));
  for (const row of rows) {
    body.push(badge(size.edge + 9, top - 4, row.number, row.colour));
    body.push(textAt(size.edge + 28, top, row.text, { size: size.text }));
    width = Math.max(width, size.edge + 28 + widthOf(row.text, size.text) + size.edge);
    top += size.line + 5;
  }
  const title = textAt(size.edge, 38, machine.name, { size: 19, weight: 600 });
  const description = `${machine.parts.map((part) => part.modes.map(({ name }) => name).join(', ')).join('; ')}. ${rows.map(({ text }) => text).join('. ')}`;
  return wrapSvg(Math.max(width, 420), top + 16, machine.name, description, [title, ...body].join('\n'));
}

function describe(machine: Machine, { effect, from, guard, number, part, priority, to }: MachineTransition) {
  const { modes } = machine.parts[part];
  const assignments = effect.map(({ name, value }) => `${name} := ${value.text}`);
  const text = [
    `${modes[from].name} → ${modes[to].name} when ${guard.text}`,
    ...(assignments.length > 0 ? [`do ${assignments.join(', ')}`] : []),
    ...(priority === 0 ? [] : [`priority ${priority}`]),
  ].join('; ');
  return { number: number + 1, text, colour: colourOf(number) };
}

const colourOf = (transition: number) => palette[transition % palette.length];

/** The equations of a mode, one on each line. */
function linesOf(mode: MachineMode): string[] {
  const settings = (given: Readonly<Record<string, unknown>> | undefined) => String(given?.name ?? '');
  return [
    ...mode.flow.map(({ name, value }) => `${name}′ = ${value.text}`),
    ...mode.algebra.map(({ name, value }) => `${name} = ${value.text}`),
    ...mode.invariants.map(({ text }) => `while ${text}`),
    ...mode.set.map(({ output, value }) => `${output} ← ${value.text}`),
    ...(mode.steering ? [`steering ← ${settings(mode.steering)}`] : []),
    ...(mode.planner ? [`planner ← ${settings(mode.planner)}`] : []),
    ...(mode.goal ? [`goal ← ${goalInWords(mode.goal)}`] : []),
    ...mode.entry.map(({ name, value }) => `entry: ${name} := ${value.text}`),
    ...mode.exit.map(({ name, value }) => `exit: ${name} := ${value.text}`),
  ];
}

function goalInWords(goal: NonNullable<MachineMode['goal']>): string {
  if (goal === 'none') return 'none';
  return 'targets' in goal ? goal.targets.join(', ') : `${goal.kind} (${goal.x.text}, ${goal.y.text})`;
}

function layList(machine: Machine, number: number, parent: number): List {
  const part = machine.parts[number];
  const transitions = machine.transitions.filter((one) => one.part === number && one.scope === parent);
  const boxes: Box[] = [];
  let y = 0;
  part.modes.forEach((mode, k) => {
    if (mode.parent !== parent) return;
    const box = layBox(machine, number, k, transitions);
    boxes.push({ ...box, y });
    y += box.height + size.gap;
  });
  const widest = boxes.reduce((most, { width }) => Math.max(most, width), size.least as number);
  for (const box of boxes) box.width = widest;
  const lanes = transitions.length > 0 ? 22 + transitions.length * size.lane : 0;
  return { boxes, width: widest + lanes, height: y - size.gap, transitions };
}

function layBox(machine: Machine, number: number, k: number, around: readonly MachineTransition[]): Box {
  const mode = machine.parts[number].modes[k];
  const lines = linesOf(mode);
  const inside = mode.children.length > 0 ? layList(machine, number, k) : undefined;
  const text = lines.reduce((most, line) => Math.max(most, widthOf(line, size.text)), 0);
  const title = widthOf(titleOf(mode), size.title, 600);
  const width = 2 * size.pad + Math.max(title, text, inside ? inside.width + 22 : 0);
  const ends = around.reduce((sum, { from, to }) => sum + Number(from === k) + Number(to === k), 0);
  const own = 34 + lines.length * size.line;
  const height = Math.max(own + (inside ? inside.height + 24 : 6), 18 + ends * size.port);
  return { mode: k, x: 0, y: 0, width, height, lines, inside, ports: 0 };
}

function titleOf({ history, name }: MachineMode): string {
  return `${name.split('.').at(-1)}${history ? ' (history)' : ''}`;
}

function drawList(part: MachinePart, { boxes, transitions }: List, left: number, top: number): string {
  const parent = part.modes[boxes[0].mode].parent;
  const start = parent < 0 ? part.start : part.modes[parent].start;
  const drawn = boxes.map((box) => drawBox(part, box, left, top, box.mode === start));
  const places = new Map<number, Box>();
  for (const box of boxes) for (const mode of insideOf(part, box.mode)) places.set(mode, box);
  const right = left + boxes[0].width;
  const arrows = transitions.map(({ from, number, to }, lane) => {
    const [source, target] = [places.get(from)!, places.get(to)!];
    const y0 = top + source.y + 16 + size.port * source.ports++;
    const y1 = top + target.y + 16 + size.port * target.ports++;
    const x = right + 22 + lane * size.lane;
    const colour = colourOf(number);
    const path = `M${decimal(right)} ${decimal(y0)}H${decimal(x)}V${decimal(y1)}H${decimal(right + 7)}`;
    return [
      `<path${attributes({ d: path, fill: 'none', stroke: colour, 'stroke-width': 1.6, 'stroke-linejoin': 'round' })}/>`,
      `<path${attributes({ d: `M${decimal(right)} ${decimal(y1)}l9 -4.5v9z`, fill: colour })}/>`,
      badge(x, (y0 + y1) / 2, number + 1, colour),
    ].join('');
  });
  return [...drawn, ...arrows].join('\n');
}

/** A mode and all that are inside it. */
function insideOf(part: MachinePart, mode: number): number[] {
  return [mode, ...part.modes[mode].children.flatMap((child) => insideOf(part, child))];
}

function drawBox(part: MachinePart, box: Box, left: number, top: number, isStart: boolean): string {
  const x = left;
  const y = top + box.y;
  const lines = box.lines.map((line, k) =>
    textAt(x + size.pad, y + 44 + k * size.line, line, { size: size.text, colour: ink.quiet }),
  );
  const fill = box.inside ? ink.ground : ink.paper;
  const frame = {
    x,
    y,
    width: box.width,
    height: box.height,
    rx: 8,
    fill,
    stroke: ink.line,
    'stroke-width': 1.4,
  };
  const arrow = `<circle${attributes({ cx: x - 21, cy: y + 20, r: 4.5, fill: ink.line })}/><path${attributes({ d: `M${decimal(x - 17)} ${decimal(y + 20)}H${decimal(x - 6)}`, stroke: ink.line, 'stroke-width': 1.6 })}/><path${attributes({ d: `M${decimal(x)} ${decimal(y + 20)}l-8 -4v8z`, fill: ink.line })}/>`;
  return [
    `<rect${attributes(frame)}/>`,
    isStart ? arrow : '',
    textAt(x + size.pad, y + 23, titleOf(part.modes[box.mode]), { size: size.title, weight: 600 }),
    ...lines,
    box.inside ? drawList(part, box.inside, x + size.pad + 18, y + 40 + box.lines.length * size.line) : '',
  ].join('\n');
}

function badge(x: number, y: number, number: number, colour: string): string {
  return `<circle${attributes({ cx: x, cy: y, r: 9, fill: ink.paper, stroke: colour, 'stroke-width': 1.4 })}/>${textAt(x, y + 4, String(number), { size: 11, anchor: 'middle', weight: 600 })}`;
}
