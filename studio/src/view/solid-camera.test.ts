import { expect, test } from 'vitest';
import { outlookOn } from './solid-camera.ts';

const TANGENT = Math.tan((20 * Math.PI) / 180);

/** Where a place of wend is in the picture of an eye, −1 to 1 from edge to edge: by the axes of the eye. */
function seen([x, y, z]: number[], { target, eye }: ReturnType<typeof outlookOn>, aspect: number): number[] {
  const away = target.map((value, k) => value - eye[k]);
  const length = Math.hypot(...away);
  const ahead = away.map((value) => value / length);
  const right = [-ahead[2], 0, ahead[0]].map((value) => value / Math.hypot(ahead[0], ahead[2]));
  const up = [
    right[1] * ahead[2] - right[2] * ahead[1],
    right[2] * ahead[0] - right[0] * ahead[2],
    right[0] * ahead[1] - right[1] * ahead[0],
  ];
  const from = [x - eye[0], z - eye[1], -y - eye[2]];
  const dot = (a: number[]) => a.reduce((sum, value, k) => sum + value * from[k], 0);
  return [dot(right) / dot(ahead) / TANGENT / aspect, dot(up) / dot(ahead) / TANGENT];
}

test.each([
  ['a square', [-54, -54, 0], [54, 54, 0], 1.4],
  ['a corridor', [0, 0, 0], [60, 4, 0], 1.4],
  ['a deep room in a narrow picture', [-5, 0, 0], [5, 40, 0], 0.6],
  ['a space', [0, 0, 0], [40, 40, 30], 1.8],
] as const)('%s is seen whole, nearly fills the picture and is in its middle', (_, min, max, aspect) => {
  const outlook = outlookOn([...min], [...max], TANGENT, aspect);
  const spots = Array.from({ length: 8 }, (_, corner) =>
    seen(
      [0, 1, 2].map((axis) => (corner & (1 << axis) ? max : min)[axis]),
      outlook,
      aspect,
    ),
  );
  const [across, up] = [0, 1].map((axis) => spots.map((spot) => spot[axis]));
  const reach = Math.max(...across.map(Math.abs), ...up.map(Math.abs));
  expect(reach).toBeGreaterThan(0.9);
  expect(reach).toBeLessThan(1);
  expect(Math.max(...up) + Math.min(...up)).toBeCloseTo(0, 2);
});
