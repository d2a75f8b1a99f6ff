import { palette, speedColours } from 'wend/draw';

/** The colours of a stage, light or dark. */
export type Theme = {
  paper: string;
  ground: string;
  grid: string;
  line: string;
  body: string;
  /** Of what stands in the view in three dimensions. */
  solid: string;
  text: string;
  quiet: string;
  accent: string;
  /** Of the tick that shows an agent's heading. */
  heading: string;
  groups: readonly string[];
  lone: string;
  /** From slow to fast. */
  speeds: readonly string[];
};

export const light: Theme = {
  paper: '#e9e7e1',
  ground: '#faf9f6',
  grid: '#e9e7e0',
  line: '#4a4f56',
  body: '#d3d0c7',
  solid: '#d8d4ca',
  text: '#1f2328',
  quiet: '#4f565e',
  accent: '#1f2328',
  heading: '#ffffff',
  groups: palette,
  lone: '#5b6168',
  speeds: speedColours,
};

/** The same hues as on light ground, lighter: each has a contrast of 5:1 and more. */
export const dark: Theme = {
  paper: '#0e1114',
  ground: '#181c21',
  grid: '#22272e',
  line: '#8b939d',
  body: '#363c45',
  solid: '#7d8794',
  text: '#eef0f2',
  quiet: '#a9b1ba',
  accent: '#ffffff',
  heading: '#14171b',
  groups: ['#4aa8e8', '#ff8b4a', '#2fc99b', '#e79ac8', '#f4b92f', '#9ad4f8'],
  lone: '#a4abb3',
  speeds: ['#7b4fa3', '#6f6bc0', '#5c86c4', '#45a0bd', '#2fb8ae', '#3fce96', '#7fdf70', '#c6ea4f'],
};

/** With more groups than colours, every second round of colours is drawn as rings. */
export function paintOf({ groups, lone }: Theme, group: number): { colour: string; ring: boolean } {
  if (group < 0) return { colour: lone, ring: false };
  return { colour: groups[group % groups.length], ring: Math.floor(group / groups.length) % 2 === 1 };
}

/** The colour of a speed on a scale that ends at `end`. */
export function speedColour({ speeds }: Theme, speed: number, end: number): string {
  return speeds[Math.max(0, Math.min(speeds.length - 1, Math.floor((speed / end) * speeds.length)))];
}
