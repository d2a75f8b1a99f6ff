import type { ToolName } from './state.ts';

/** A tool: what it draws, its key, and how one draws with it. */
type Tool = { name: ToolName; title: string; shortcut: string; how: string; beginsPart?: true };

const CORNERS = 'Drag from one corner to the other.';
const ENDS = 'Drag from one end to the other.';

/** The tools, in the order of the bar. */
export const tools: readonly Tool[] = [
  {
    name: 'select',
    title: 'Select and move',
    shortcut: 'V',
    how: 'Click or drag a thing; Shift adds. Drag the ground to move the picture, turn the wheel to zoom.',
  },
  {
    name: 'agent',
    title: 'Agent',
    shortcut: 'A',
    how: 'Click where it stands.',
    beginsPart: true,
  },
  { name: 'group', title: 'Group of agents', shortcut: 'P', how: CORNERS },
  { name: 'source', title: 'Source: agents enter here', shortcut: 'S', how: 'Click where they enter.' },
  { name: 'target', title: 'Target', shortcut: 'T', how: 'Click its middle.' },
  { name: 'region', title: 'Target region', shortcut: 'R', how: CORNERS },
  { name: 'segment', title: 'Wall', shortcut: 'W', how: ENDS, beginsPart: true },
  { name: 'box', title: 'Box', shortcut: 'B', how: CORNERS },
  { name: 'circle', title: 'Column', shortcut: 'C', how: 'Drag from its middle to its edge.' },
  {
    name: 'polygon',
    title: 'Polygon: click its corners, the first again to end',
    shortcut: 'Y',
    how: 'Click its corners, the first again to end; Esc gives up.',
  },
  {
    name: 'door',
    title: 'Door: a line that agents cross while it is open',
    shortcut: 'D',
    how: ENDS,
    beginsPart: true,
  },
  { name: 'gate', title: 'Gate: a line that agents cross in one direction', shortcut: 'G', how: ENDS },
  {
    name: 'queue',
    title: 'Queue: click its corners from the front on, the last again to end',
    shortcut: 'U',
    how: 'Click its corners from the front on, the last again to end; Esc gives up.',
  },
  { name: 'rough', title: 'Ground that changes the speed', shortcut: 'Q', how: CORNERS },
  { name: 'stairs', title: 'Stairs', shortcut: 'I', how: CORNERS },
  { name: 'belt', title: 'Moving walkway', shortcut: 'L', how: CORNERS },
  { name: 'smoke', title: 'Smoke', shortcut: 'O', how: CORNERS },
  { name: 'line', title: 'Measuring line', shortcut: 'M', how: ENDS, beginsPart: true },
  { name: 'area', title: 'Measuring area', shortcut: 'E', how: CORNERS },
  {
    name: 'stroke',
    title: 'Paint a velocity field',
    shortcut: 'F',
    how: 'Drag along the direction to walk in.',
  },
];

/** The name of a tool without what its hint explains. */
export function shortTitle({ title }: Tool): string {
  return title.replace(/:.*/, '');
}

/** What the help sheet lists while one edits. */
export const editorShortcuts: readonly { shown: string; text: string }[] = [
  { shown: 'Ctrl+Z Ctrl+Y', text: 'undo, redo' },
  { shown: 'Ctrl+D Del', text: 'copy or delete what is selected' },
  { shown: '← ↑ → ↓', text: 'move what is selected' },
  { shown: 'Ctrl+S', text: 'save the scenario as a file' },
  { shown: 'Ctrl+Enter', text: 'run the scenario' },
  ...tools.map((tool) => ({ shown: tool.shortcut, text: shortTitle(tool).toLowerCase() })),
];

/** Drawings of 24 × 24, as lines. */
export const toolIcons: Record<ToolName, string> = {
  select: 'M6 4l12 7-5.2 1.4L10 18z',
  agent: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM16 12h4',
  group:
    'M7.5 6a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM16.5 6a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM12 13a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  source: 'M5 5v14M9 12h10M15 8l4 4-4 4',
  target: 'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  region:
    'M4 6h3M10 6h4M17 6h3M4 18h3M10 18h4M17 18h3M4 6v3M4 15v3M20 6v3M20 15v3M12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  segment: 'M5 18L19 6',
  box: 'M5 7h14v10H5z',
  circle: 'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14z',
  polygon: 'M12 4l8 6-3 9H7l-3-9z',
  door: 'M4 20h4M16 20h4M8 20V5h8v15M13 12h.01',
  gate: 'M4 12h5M15 12h5M12 20V6M8.5 9.5L12 6l3.5 3.5',
  queue: 'M5 12h.01M9.5 12h.01M14 12h.01M18 5v14',
  rough: 'M4 6h16v12H4zM8 10h.01M12 10h.01M16 10h.01M10 14h.01M14 14h.01',
  stairs: 'M4 19h4v-4h4v-4h4V7h4',
  belt: 'M4 7h16M4 17h16M8 9.5l2.5 2.5L8 14.5M13.5 9.5L16 12l-2.5 2.5',
  smoke: 'M5 18c0-3 4-3 4-6s-4-3-4-6M11 18c0-3 4-3 4-6s-4-3-4-6M17 18c0-3 3-3 3-6s-3-3-3-6',
  line: 'M4 16L20 8M4 12v8M20 4v8',
  area: 'M4 7h16v10H4zM8 7v3M12 7v4M16 7v3',
  stroke: 'M4 17c4-9 8 2 12-6M13 9l4 1 0 4',
};
