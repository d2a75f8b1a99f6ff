import { expect, test } from 'vitest';
import { explainAgent } from '../simulation/explain-agent.ts';
import { createWorld, stepWorld } from '../simulation/index.ts';
import { circle, square } from '../simulation/walker.fixture.ts';
import { drawExplanation } from './explanation.ts';
import { checkXml } from './xml.fixture.ts';

test('the picture has an arrow to the chosen velocity and a border for each half-plane', () => {
  const world = createWorld(square(circle(4, 3)));
  while (world.step < 20) stepWorld(world);
  const explanation = explainAgent(world, 0);
  const svg = drawExplanation(world, explanation);
  checkXml(svg);
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  const halfPlanes = explanation.constraints.filter(({ halfPlane }) => halfPlane);
  expect(svg.match(/class="border"/g)).toHaveLength(halfPlanes.length);
  const bound = explanation.constraints.filter(({ binds }) => binds);
  expect(bound.length).toBeGreaterThan(0);
  expect(svg.match(/class="binding"/g)).toHaveLength(bound.length);
  // The arrow points along the chosen velocity: y is down in the picture.
  const [, x0, y0, x1, y1] = /class="chosen" d="M([\d.-]+) ([\d.-]+)L([\d.-]+) ([\d.-]+)"/.exec(svg) ?? [];
  const { x, y } = explanation.chosen;
  const along = (Number(x1) - Number(x0)) * x - (Number(y1) - Number(y0)) * y;
  expect(along).toBeGreaterThan(
    0.999 * Math.hypot(Number(x1) - Number(x0), Number(y1) - Number(y0)) * Math.hypot(x, y),
  );
  // The ring is around the agent: its middle is where the arrow begins, and it is wider than the body.
  const [, cx, cy, r] = /class="explained" cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"/.exec(svg) ?? [];
  expect([Number(cx), Number(cy)]).toEqual([Number(x0), Number(y0)]);
  expect(Number(r)).toBeGreaterThan(3);
  // The other three are pale, and those that bind have their ids.
  expect(
    svg.match(/<g opacity="0.4">\n<g class="agents"[\s\S]*?<\/g>/)?.[0].match(/<circle class="outline"/g),
  ).toHaveLength(3);
  const binding = new Set(bound.flatMap(({ from }) => (from.kind === 'agent' ? [from.id] : [])));
  expect(binding.size).toBeGreaterThan(0);
  for (const id of binding) expect(svg).toContain(`>${id}</text>`);
});
