import { describe, expect, it } from 'vitest';
import { createWorld, type ScenarioInput, stepWorld, type World } from '../simulation/index.ts';
import { drawWorld } from './scene.ts';
import { widthOf } from './svg.ts';
import { createTrails, recordTrails, type TrailRecorder } from './trails.ts';
import { checkXml } from './xml.fixture.ts';

const crossing: ScenarioInput = {
  version: 1,
  name: 'crossing',
  bounds: { min: [-10, -6], max: [10, 6], walls: true },
  duration: 20,
  steering: { name: 'nonlinear' },
  obstacles: [
    { shape: 'circle', center: [0, 0], radius: 1 },
    { shape: 'box', min: [-4, 3], max: [-2, 4] },
    { shape: 'segment', from: [3, 3], to: [5, 4] },
    {
      shape: 'polygon',
      points: [
        [3, -5],
        [6, -4],
        [5, -3],
      ],
    },
  ],
  targets: [
    { name: 'east', at: [9, 0] },
    { name: 'west', at: [-9, 0] },
  ],
  groups: [
    { name: 'reds', count: 8, region: { box: { min: [-9, -3], max: [-6, 3] } }, targets: ['east'] },
    { name: 'blues', count: 7, region: { box: { min: [6, -3], max: [9, 3] } }, targets: ['west'] },
  ],
  agents: [{ at: [0, -5], goal: [0, 5] }],
};

/** A world after some seconds, with the trails that its agents left. */
function runFor(scenario: ScenarioInput, seconds: number): { world: World; trails: TrailRecorder } {
  const world = createWorld(scenario);
  const trails = createTrails(world);
  while (world.step * world.dt < seconds - 1e-9) {
    stepWorld(world);
    recordTrails(trails, world);
  }
  return { world, trails };
}

function count(svg: string, pattern: RegExp): number {
  return svg.match(pattern)?.length ?? 0;
}

/** The discs between the agents' tags. */
function discs(svg: string): number {
  return count(svg.match(/<g class="agents"[\s\S]*?<\/g>/)?.[0] ?? '', /<circle/g);
}

function checkPicture(svg: string): void {
  checkXml(svg);
  expect(svg).not.toMatch(/NaN|undefined|Infinity|null/);
}

describe('the picture of a world', () => {
  const { world, trails } = runFor(crossing, 4);

  it('shows every agent, heading and trail, obstacles and targets, and says when', () => {
    const svg = drawWorld(world, { trails });
    checkPicture(svg);
    expect(discs(svg)).toBe(16);
    expect(count(svg.match(/class="headings" d="([^"]*)"/)![1], /M/g)).toBe(16);
    expect(count(svg, /class="trail"/g)).toBe(16);
    expect(count(svg, /stroke-dasharray="4 3"/g)).toBe(2);
    for (const text of [
      'crossing',
      't = 4 s',
      '16 agents',
      'reds',
      'blues',
      'single agents',
      'east',
      'west',
      '2 m',
    ]) {
      expect(svg).toContain(text);
    }
  });

  it('colours by speed on a scale with units', () => {
    const svg = drawWorld(world, { trails, colour: 'speed' });
    checkPicture(svg);
    expect(svg).toContain('m/s');
    expect(discs(svg)).toBe(16);
    expect(count(svg, /class="trail"/g)).toBeLessThanOrEqual(8);
    expect(svg).not.toContain('reds');
  });

  it('is the same text for the same world', () => {
    const again = runFor(crossing, 4);
    for (const colour of ['group', 'speed'] as const) {
      expect(drawWorld(again.world, { trails: again.trails, colour })).toBe(
        drawWorld(world, { trails, colour }),
      );
    }
  });

  it('draws trails where the agents went: relative coordinates add up to the last place', () => {
    const svg = drawWorld(world, { trails });
    const [, left, top] = svg
      .match(/<g transform="translate\(([\d.]+) ([\d.]+)\)">\n<g clip-path/)!
      .map(Number);
    expect([left, top].every(Number.isFinite)).toBe(true);
    const centres = [
      ...svg.match(/<g class="agents"[\s\S]*?<\/g>/)![0].matchAll(/cx="([\d.]+)" cy="([\d.]+)"/g),
    ];
    const ends = [...svg.matchAll(/class="trail"[^>]* d="M([^"]*)"/g)].map(([, d]) => {
      const numbers = d.match(/-?\d*\.?\d+/g)!.map(Number);
      return [0, 1].map((axis) => numbers.filter((_, i) => i % 2 === axis).reduce((sum, n) => sum + n, 0));
    });
    expect(ends).toHaveLength(centres.length);
    centres.forEach(([, x, y], i) => {
      expect(Math.abs(ends[i][0] - Number(x))).toBeLessThan(0.06);
      expect(Math.abs(ends[i][1] - Number(y))).toBeLessThan(0.06);
    });
  });

  it('shows a world without agents as such, with or without trails', () => {
    const empty: ScenarioInput = {
      version: 1,
      name: 'empty',
      bounds: { min: [0, 0], max: [10, 10] },
      duration: 1,
      steering: { name: 'nonlinear' },
    };
    for (const colour of ['group', 'speed'] as const) {
      const svg = drawWorld(createWorld(empty), { colour });
      checkPicture(svg);
      expect(svg).toContain('no agents');
      expect(discs(svg)).toBe(0);
    }
  });

  it('escapes names', () => {
    const evil = '<script>&"\'';
    const svg = drawWorld(
      createWorld({
        ...crossing,
        name: evil,
        targets: [{ name: evil, at: [0, 5] }],
        groups: [{ ...crossing.groups![0], name: evil, targets: [evil] }],
      }),
    );
    checkPicture(svg);
    expect(svg).not.toContain('<script');
    expect(count(svg, /&lt;script&gt;&amp;&quot;&#39;/g)).toBe(4);
  });

  it('stays in one piece for tiny, huge, wide and tall worlds', () => {
    for (const [width, height] of [
      [0.5, 0.5],
      [20_000, 20_000],
      [300, 3],
      [3, 300],
    ]) {
      const reach = Math.min(width, height) / 10;
      const svg = drawWorld(
        createWorld({
          version: 1,
          name: 'somewhere',
          bounds: { min: [0, 0], max: [width, height] },
          duration: 1,
          steering: { name: 'nonlinear' },
          agents: [
            { at: [width / 2, height / 2], radius: Math.min(0.25, reach), goal: [width * 0.9, height / 2] },
          ],
        }),
      );
      checkPicture(svg);
      const [, pictureWidth, pictureHeight] = svg
        .match(/<svg[^>]* width="([\d.]+)" height="([\d.]+)"/)!
        .map(Number);
      expect(pictureWidth).toBeGreaterThanOrEqual(560);
      expect(pictureWidth).toBeLessThanOrEqual(1000);
      expect(pictureHeight).toBeLessThanOrEqual(1000);
      expect(discs(svg)).toBe(1);
    }
  });

  it('survives places that are no numbers, and counts agents that are not shown', () => {
    const broken = runFor(crossing, 0.5);
    broken.world.crowd.motion.x[0] = Number.NaN;
    broken.world.crowd.motion.y[1] = 1e9;
    broken.world.crowd.motion.headingX[2] = Number.NaN;
    broken.world.crowd.motion.velocityX[3] = Number.NaN;
    for (const colour of ['group', 'speed'] as const) {
      const svg = drawWorld(broken.world, { trails: broken.trails, colour });
      checkPicture(svg);
      expect(discs(svg)).toBe(14);
      expect(svg).toContain('2 outside the picture');
    }
  });

  it('takes less than 5 MB for 1,000 agents with full trails', () => {
    const crowded = createWorld({
      version: 1,
      name: 'thousand',
      bounds: { min: [-50, -50], max: [50, 50] },
      duration: 1,
      steering: { name: 'nonlinear' },
      groups: [
        {
          name: 'all',
          count: 1000,
          region: { circle: { center: [0, 0], radius: 45 } },
          goal: { mirror: [0, 0] },
        },
      ],
    });
    const restless = createTrails(crowded);
    const { x, y } = crowded.crowd.motion;
    for (let step = 1; step < 1000; step++) {
      crowded.step = step;
      // A zigzag: the longest path that a trail can have.
      for (let row = 0; row < 1000; row++) {
        x[row] += step % 2 === 0 ? 0.7 : -0.6;
        y[row] += step % 3 === 0 ? 0.7 : -0.3;
      }
      recordTrails(restless, crowded);
    }
    for (const colour of ['group', 'speed'] as const) {
      expect(drawWorld(crowded, { trails: restless, colour }).length).toBeLessThan(5e6);
    }
  });
});

it('a soft outline is drawn pale around the hard core, where there is room', () => {
  const agents: ScenarioInput['agents'] = [
    { at: [1, 2], goal: [4, 2], radius: 0.4 },
    { at: [5, 2], goal: [4, 2], radius: 0.4, steering: { name: 'nonlinear' } },
  ];
  const draw = (width: number) =>
    drawWorld(
      createWorld({
        version: 1,
        name: 'soft',
        bounds: { min: [0, 0], max: [width, 4] },
        duration: 1,
        agents,
      }),
    );
  const svg = draw(8);
  const radii = [...svg.matchAll(/<circle( class="outline")? cx="[\d.]+" cy="[\d.]+" r="([\d.]+)"/g)].filter(
    ([, , r]) => Number(r) > 20,
  );
  const [[, isOutline, outline], [, , core], [, isOther, other]] = radii;
  expect([radii.length, isOutline, isOther]).toEqual([3, ' class="outline"', undefined]);
  // The soft part of a walker is at most 0.048 m deep, bodies of nonlinear are hard.
  expect(Number(core) / Number(outline)).toBeCloseTo((0.4 - 0.048) / 0.4, 2);
  expect(Number(other)).toBeCloseTo(Number(outline), 2);
  // In a wide scene the bodies are small: one disc for each.
  expect(discs(draw(800))).toBe(2);
});

describe('the picture of a scene that fills by a source', () => {
  const scene: ScenarioInput = {
    version: 1,
    name: 'entrance',
    bounds: { min: [0, 0], max: [20, 10] },
    duration: 10,
    targets: [{ name: 'exit', at: [18, 5], sink: true }],
    groups: [
      {
        name: 'visitors',
        source: { rate: 1 },
        region: { box: { min: [1, 3], max: [3, 7] } },
        targets: ['exit'],
      },
      {
        name: 'staff',
        source: { rate: 1 },
        region: { line: { from: [1, 1], to: [1, 2] } },
        targets: ['exit'],
      },
      {
        name: 'guests',
        source: { rate: 1 },
        region: { circle: { center: [6, 8], radius: 1 } },
        targets: ['exit'],
      },
    ],
    measurements: {
      lines: [{ name: 'gate', from: [10, 1], to: [10, 9] }],
      areas: [{ name: 'hall', box: { min: [12, 2], max: [16, 8] } }],
    },
  };

  it('shows where groups enter, in the colours of the legend, and what is measured', () => {
    const svg = drawWorld(createWorld(scene));
    checkPicture(svg);
    for (const text of [
      'no agents yet',
      'source: visitors',
      'source: staff',
      'source: guests',
      'line: gate',
      'area: hall',
    ])
      expect(svg).toContain(text);
    const sources = svg.match(/<g class="sources"[\s\S]*?\n<\/g>/)![0];
    const legend = svg.replace(sources, '');
    const colours = [
      ...new Set([...sources.matchAll(/ fill="(#\w+)" fill-opacity/g)].map(([, colour]) => colour)),
    ];
    expect(colours.length).toBe(3);
    for (const colour of colours)
      expect(legend).toContain(`<circle cx="6" cy="8.5" r="5.5" fill="${colour}"`);
  });

  it('points to the side to which crossings count as forward', () => {
    const world = createWorld(scene);
    const [arrow] = drawWorld(world).match(/<path d="M[^"]*M[^"]*" stroke-dasharray="none"\/>/)!;
    // Forward of a line upwards is to the right.
    const [[from], [tip]] = [...arrow.matchAll(/M([\d.]+) [\d.]+L([\d.]+) [\d.]+M/g)].map(
      ([, start, end]) => [[Number(start)], [Number(end)]],
    )[0];
    expect(tip).toBeGreaterThan(from);
  });

  it('keeps all labels inside the picture and above the trails', () => {
    const name = 'a crowd with quite a long name';
    const atEdge: ScenarioInput = {
      ...scene,
      groups: [
        { name, source: { rate: 5 }, region: { box: { min: [18, 8], max: [20, 10] } }, targets: ['exit'] },
        {
          name: `${name}, too`,
          source: { rate: 5 },
          region: { line: { from: [20, 0.1], to: [20, 1] } },
          targets: ['exit'],
        },
      ],
      measurements: {
        lines: [{ name, from: [19.9, 2], to: [19.9, 6] }],
      },
    };
    const world = createWorld(atEdge);
    const trails = createTrails(world);
    for (let k = 0; k < 100; k++) {
      stepWorld(world);
      recordTrails(trails, world);
    }
    const svg = drawWorld(world, { trails });
    expect(svg.indexOf('class="labels"')).toBeGreaterThan(svg.lastIndexOf('class="trail"'));
    const [labels] = svg.match(/<g class="labels">[\s\S]*?\n<\/g>/)!;
    const width = Number(/<rect x="-12"[^>]* width="([\d.]+)"/.exec(svg)![1]) - 24;
    const found = [...labels.matchAll(/<text x="([\d.]+)" y="([\d.]+)"([^>]*)>([^<]*)</g)];
    expect(found.length).toBe(3);
    for (const [, x, y, style, text] of found) {
      expect(style).toContain('paint-order="stroke"');
      const end = style.includes('text-anchor="end"') ? Number(x) : Number(x) + widthOf(text, 10);
      expect(end).toBeLessThanOrEqual(width);
      expect(Number(y)).toBeGreaterThanOrEqual(10);
      expect(text).toMatch(/^(source|line): a crowd/);
    }
  });

  it('writes that there are no agents yet where no wall is', () => {
    const y = (obstacles: ScenarioInput['obstacles']) =>
      Number(/y="([\d.]+)"[^>]*>no agents yet/.exec(drawWorld(createWorld({ ...scene, obstacles })))![1]);
    const column = [{ shape: 'circle' as const, center: [10, 5] as [number, number], radius: 0.6 }];
    // The picture has 46.8 pixels to the metre.
    expect(Math.abs(y(column) - y([]))).toBeGreaterThan(0.6 * 46);
  });
});
