import { describe, expect, it } from 'vitest';
import { createWorld, type ScenarioInput } from '../simulation/index.ts';
import { drawWorld } from './scene.ts';
import { checkXml } from './xml.fixture.ts';

type Dimension = 2 | 3;

/** Rows of obstacles and targets, two of each class; the first of each kind does not name its class. */
function classed(dimension: Dimension, obstacleClasses: number, targetClasses: number): ScenarioInput {
  const place = (x: number, y: number): [number, number] => [x, y];
  const inSpace = dimension === 3;
  const obstacle = (k: number, y: number) => ({
    ...(inSpace
      ? { shape: 'sphere' as const, center: [2 * k + 1, y, 1] as [number, number, number] }
      : { shape: 'circle' as const, center: place(2 * k + 1, y) }),
    radius: 0.5,
    ...(k + y > 1 && { class: `obstacle-${k}` }),
  });
  const target = (k: number, y: number) => ({
    name: `${k} ${y}`,
    at: place(2 * k + 1, y),
    ...(k + y > 11 && { class: `target-${k}` }),
  });
  const each = <Thing>(count: number, make: (k: number) => Thing) =>
    Array.from({ length: count }, (_, k) => make(k));
  return {
    version: 1,
    name: 'classed',
    dimension,
    bounds: { min: inSpace ? [0, 0, 0] : [0, 0], max: inSpace ? [40, 20, 5] : [40, 20] },
    duration: 1,
    obstacles: [1, 3].flatMap((y) => each(obstacleClasses, (k) => obstacle(k, y))),
    targets: [11, 15].flatMap((y) => each(targetClasses, (k) => target(k, y))),
    agents: [{ at: place(1, 18) }],
    steering: {
      solver: 'integrate',
      classes: [
        ...each(targetClasses, (k) => ({ name: `target-${k}`, kind: 'target' as const })),
        ...each(obstacleClasses, (k) => ({ name: `obstacle-${k}`, kind: 'obstacle' as const })),
      ],
    },
  };
}

function draw(scenario: ScenarioInput): string {
  const svg = drawWorld(createWorld(scenario));
  checkXml(svg);
  expect(svg).not.toMatch(/NaN|undefined|Infinity|null/);
  return svg;
}

/** The look of each ball or disc, with all fills at one place together, in order from left to right and up. */
function looks(svg: string, isTarget: boolean): string[] {
  // In the plane the agents come after obstacles and targets; in space each has its class.
  const [plot] = svg.split('<g class="agents"');
  const found = new Map<string, string>();
  for (const [, before, attributes] of plot.matchAll(/<circle( class="\w+")? (cx=[^>]*)\/>/g)) {
    if (before === ' class="agent"') continue;
    const isRing = attributes.includes('fill-opacity') || attributes.includes('fill="none"');
    if (isRing !== isTarget || attributes.startsWith('cx="6"')) continue;
    const [, centre, look] = /^(cx="[\d.]+" cy="[\d.]+") r="[\d.]+" ?(.*)$/.exec(attributes)!;
    found.set(centre, `${found.get(centre) ?? ''}|${look.replace(/ class="\w+"/, '')}`);
  }
  return [...found.values()];
}

/** The names in the legend. */
function legend(svg: string): string[] {
  return [...svg.matchAll(/<text x="18"[^>]*>([^<]*)/g)].map(([, name]) => name);
}

describe.each<Dimension>([2, 3])('classes in %i dimensions', (dimension) => {
  it.each([
    [2, 1],
    [1, 2],
    [3, 2],
    [15, 1],
    [1, 15],
  ])('%i of obstacles and %i of targets are told apart, and named in the legend', (obstacles, targets) => {
    const svg = draw(classed(dimension, obstacles, targets));
    const names: string[] = [];
    for (const [count, kind] of [
      [obstacles, 'obstacle'],
      [targets, 'target'],
    ] as const) {
      const seen = looks(svg, kind === 'target');
      expect(seen).toHaveLength(2 * count);
      expect(new Set(seen).size).toBe(count);
      if (count > 1) names.push(...Array.from({ length: count }, (_, k) => `${kind}-${k}`));
    }
    expect(legend(svg)).toEqual(names);
  });

  it('one of each kind looks as a scenario without classes', () => {
    const scenario = classed(dimension, 1, 1);
    const plain = JSON.parse(
      JSON.stringify({ ...scenario, steering: { name: 'nonlinear' } }),
      (key, value) => (key === 'class' ? undefined : value),
    );
    expect(draw(scenario)).toBe(draw(plain));
  });

  it('that no obstacle has are not in the legend', () => {
    const scenario = classed(dimension, 3, 1);
    const few = scenario.obstacles!.filter((it) => it.class !== 'obstacle-1');
    expect(legend(draw({ ...scenario, obstacles: few }))).toEqual(['obstacle-0', 'obstacle-2']);
  });
});

it('walls are told apart by their lines', () => {
  const scenario = classed(2, 3, 1);
  const wall = (y: number, name: string) => ({
    shape: 'segment' as const,
    from: [1, y] as [number, number],
    to: [5, y] as [number, number],
    class: name,
  });
  const walls = [1, 2, 3].map((y) => wall(y, `obstacle-${y - 1}`));
  const svg = draw({ ...scenario, obstacles: walls });
  const lines = [...svg.matchAll(/<path d="M[^"]*" fill="none"( stroke="[^>]*) stroke-linecap="round"\/>/g)];
  expect(new Set(lines.map(([, style]) => style)).size).toBe(3);
  expect(legend(svg)).toHaveLength(3);
});

describe('the name of a target', () => {
  const harbour = (dimension: Dimension, at: [number, number]): ScenarioInput => ({
    version: 1,
    name: 'harbour',
    dimension,
    bounds: { min: dimension === 3 ? [0, 0, 0] : [0, 0], max: dimension === 3 ? [20, 10, 1] : [20, 10] },
    duration: 1,
    targets: [{ name: 'pier', at: [5, 5], radius: 0.5 }],
    agents: [{ at }],
  });
  const covering: [number, number] = [5, 5.8];
  const apart: [number, number] = [15, 5];

  it('in the plane keeps off a body, and is below the bodies only where they are all around', () => {
    const isAbove = (agents: [number, number][]) => {
      const svg = draw({ ...harbour(2, apart), agents: agents.map((at) => ({ at })) });
      return svg.indexOf('>pier<') > svg.indexOf('class="agents"');
    };
    const heightOf = (at: [number, number]) =>
      /<text[^>]* y="([\d.]+)"[^>]*>pier</.exec(draw(harbour(2, at)))![1];
    expect(isAbove([apart])).toBe(true);
    expect(isAbove([covering])).toBe(true);
    expect(heightOf(covering)).not.toBe(heightOf(apart));
    const everywhere = Array.from({ length: 17 * 14 }, (_, k): [number, number] => [
      0.5 + 0.6 * (k % 17),
      0.6 + 0.6 * Math.floor(k / 17),
    ]);
    expect(isAbove(everywhere)).toBe(false);
  });

  it('in space has no rim where it would cover a body', () => {
    const hasRim = (at: [number, number]) => {
      const svg = drawWorld(createWorld(harbour(3, at)), { view: 'top' });
      return /<text[^>]*>pier</.exec(svg)![0].includes('paint-order');
    };
    expect(hasRim(covering)).toBe(false);
    expect(hasRim(apart)).toBe(true);
  });
});
