import { describe, expect, it } from 'vitest';
import { createWorld, type ScenarioInput, stepWorld, type World } from '../simulation/index.ts';
import { drawWorld } from './scene.ts';
import { createTrails, recordTrails, type TrailRecorder } from './trails.ts';
import { checkXml } from './xml.fixture.ts';

const reef: ScenarioInput = {
  version: 1,
  name: 'reef',
  dimension: 3,
  bounds: { min: [-10, -8, 0], max: [10, 8, 10], walls: true },
  duration: 20,
  obstacles: [
    { shape: 'sphere', center: [0, 0, 5], radius: 2 },
    { shape: 'box', min: [-6, -2, 0], max: [-4, 4, 7] },
    {
      shape: 'triangles',
      points: [
        [4, 3, 0],
        [8, 3, 0],
        [6, 6, 0],
        [6, 4, 5],
      ],
      faces: [
        [0, 2, 1],
        [0, 1, 3],
        [1, 2, 3],
        [2, 0, 3],
      ],
    },
    { shape: 'plane', point: [0, 7, 0], normal: [0, -1, 0] },
  ],
  targets: [
    { name: 'east', at: [9, 0, 6] },
    { name: 'west', at: [-9, 0, 4] },
  ],
  groups: [
    { name: 'reds', count: 6, region: { box: { min: [-9.5, -6, 1], max: [-7, 6, 9] } }, targets: ['east'] },
    { name: 'blues', count: 5, region: { ball: { center: [8, 0, 5], radius: 2 } }, targets: ['west'] },
  ],
  agents: [{ at: [0, -6, 2], goal: [0, 6, 8] }],
};

const views = ['axonometric', 'top', 'side'] as const;

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

function checkPicture(svg: string): void {
  checkXml(svg);
  expect(svg).not.toMatch(/NaN|undefined|Infinity|null/);
}

describe('the picture of a world of three dimensions', () => {
  const { world, trails } = runFor(reef, 4);

  it.each(views)('from %s: shows every agent, heading and target, axes in metres, and says when', (view) => {
    const svg = drawWorld(world, { trails, view });
    checkPicture(svg);
    expect(count(svg, /<circle class="agent"/g)).toBe(12);
    expect(count(svg, /<path class="heading"/g)).toBe(12);
    expect(count(svg, /<circle class="target"/g)).toBe(2);
    expect(new Set(svg.match(/<path class="trail" stroke="#\w+"/g))).toHaveProperty('size', 3);
    for (const text of [
      'reef',
      't = 4 s',
      '12 agents',
      'reds',
      'blues',
      'single agents',
      'east',
      'west',
      '2 m',
    ]) {
      expect(svg).toContain(text);
    }
    expect(svg).toContain('x (m)');
    expect(svg.includes('y (m)')).toBe(view !== 'side');
    expect(svg.includes('z (m)')).toBe(view !== 'top');
  });

  it('shows the sides of solids that face the viewer: three of a box, two of the pyramid, a sphere and a plane', () => {
    const svg = drawWorld(createWorld({ ...reef, groups: [], agents: [], targets: [] }));
    checkPicture(svg);
    expect(count(svg, /<circle class="solid"/g)).toBe(1);
    const outlines = [...svg.matchAll(/<path class="solid"[^>]* d="([^"]*)"/g)].flatMap(
      ([, d]) => d.match(/M[^M]*/g)!,
    );
    expect(outlines.map((outline) => count(outline, /L/g) + 1).sort()).toEqual([3, 3, 4, 4, 4, 4]);
  });

  it('has a shadow below every agent, and below trails, in the axonometric view alone', () => {
    for (const view of views) {
      const svg = drawWorld(world, { trails, view });
      const shadows = view === 'axonometric';
      expect(count(svg, /<ellipse/g)).toBe(shadows ? 12 : 0);
      expect(count(svg, /<path class="shadows"/g)).toBe(shadows ? 1 : 0);
    }
    // Straight below: an agent and its shadow are at the same place across the picture.
    const svg = drawWorld(world, { trails });
    const columns = (pattern: RegExp) => [...svg.matchAll(pattern)].map(([, cx]) => Number(cx)).sort();
    expect(columns(/<ellipse cx="([\d.-]+)"/g)).toEqual(columns(/class="agent" cx="([\d.-]+)"/g));
  });

  it('from the side shows x across and z up, from the top x across and y up, to scale', () => {
    for (const view of ['side', 'top'] as const) {
      const svg = drawWorld(world, { trails, view });
      const bar = svg.match(/<path d="M\.75 4v8h([\d.]+)v-8"[^>]*\/><text[^>]*>(\d+) m</)!;
      const scale = (Number(bar[1]) + 1.5) / Number(bar[2]);
      const height = view === 'side' ? world.crowd.motion.z : world.crowd.motion.y;
      const highest = view === 'side' ? 10 : 8;
      const drawn = [...svg.matchAll(/class="agent" cx="([\d.-]+)" cy="([\d.-]+)"/g)].map(
        ([, u, v]) => `${Math.round(Number(u))} ${Math.round(Number(v))}`,
      );
      const expected = Array.from(
        { length: 12 },
        (_, row) =>
          `${Math.round((world.crowd.motion.x[row] + 10) * scale)} ${Math.round((highest - height[row]) * scale)}`,
      );
      expect(drawn.sort()).toEqual(expected.sort());
    }
  });

  it('draws each trail to where its agent is', () => {
    const svg = drawWorld(world, { trails });
    const numbers = (text: string) => text.match(/-?(\d+\.?\d*|\.\d+)/g)!.map(Number);
    const ends = [...svg.matchAll(/class="trail"[^>]* d="([^"]*)"/g)].flatMap(([, d]) =>
      d
        .split('M')
        .slice(1)
        .map((piece) => {
          const [start, steps] = piece.split('l').map(numbers);
          return start.map((value, axis) =>
            steps.reduce((sum, step, i) => (i % 2 === axis ? sum + step : sum), value),
          );
        }),
    );
    const centres = [...svg.matchAll(/class="agent" cx="([\d.-]+)" cy="([\d.-]+)"/g)];
    expect(centres).toHaveLength(12);
    for (const [, u, v] of centres) {
      const gaps = ends.map(([endU, endV]) =>
        Math.max(Math.abs(endU - Number(u)), Math.abs(endV - Number(v))),
      );
      expect(Math.min(...gaps)).toBeLessThan(0.06);
    }
  });

  it('colours by speed on a scale with units', () => {
    const svg = drawWorld(world, { trails, colour: 'speed' });
    checkPicture(svg);
    expect(svg).toContain('m/s');
    expect(svg).not.toContain('reds');
  });

  it('is the same text for the same world', () => {
    const again = runFor(reef, 4);
    for (const view of views) {
      expect(drawWorld(again.world, { trails: again.trails, view })).toBe(drawWorld(world, { trails, view }));
    }
  });

  it('shows a world without agents as such, escapes names', () => {
    const evil = '<script>&"\'';
    const svg = drawWorld(
      createWorld({ ...reef, name: evil, agents: [], groups: [], targets: [{ name: evil, at: [0, 5, 5] }] }),
    );
    checkPicture(svg);
    expect(svg).toContain('no agents');
    expect(count(svg, /&lt;script&gt;&amp;&quot;&#39;/g)).toBe(3);
  });

  it('stays in one piece for tiny, huge, wide, flat and tall worlds', () => {
    for (const size of [
      [0.5, 0.5, 0.5],
      [20_000, 20_000, 20_000],
      [300, 3, 3],
      [3, 300, 3],
      [3, 3, 300],
      [300, 300, 1],
    ]) {
      const reach = Math.min(...size) / 10;
      const at = (share: number) => size.map((length) => share * length) as [number, number, number];
      const small = createWorld({
        version: 1,
        name: 'somewhere',
        dimension: 3,
        bounds: { min: [0, 0, 0], max: at(1) },
        duration: 1,
        agents: [{ at: at(0.5), radius: Math.min(0.25, reach), goal: at(0.9) }],
      });
      for (const view of views) {
        const svg = drawWorld(small, { view });
        checkPicture(svg);
        const [, width, height] = svg.match(/<svg[^>]* width="([\d.]+)" height="([\d.]+)"/)!.map(Number);
        expect(width).toBeGreaterThanOrEqual(560);
        expect(width).toBeLessThanOrEqual(1000);
        expect(height).toBeLessThanOrEqual(1000);
        expect(count(svg, /<circle class="agent"/g)).toBe(1);
      }
    }
  });

  it('survives places that are no numbers, and counts agents that are not shown', () => {
    const broken = runFor(reef, 0.5);
    broken.world.crowd.motion.z[0] = Number.NaN;
    broken.world.crowd.motion.z[1] = 1e9;
    broken.world.crowd.motion.headingZ[2] = Number.NaN;
    broken.world.crowd.motion.velocityZ[3] = Number.NaN;
    for (const view of views) {
      const svg = drawWorld(broken.world, { trails: broken.trails, view });
      checkPicture(svg);
      expect(count(svg, /<circle class="agent"/g)).toBe(10);
      expect(svg).toContain('2 outside the picture');
    }
  });

  it('takes less than 5 MB for 1,000 agents with full trails among solids', () => {
    const crowded = createWorld({
      ...reef,
      bounds: { min: [-50, -50, -50], max: [50, 50, 50] },
      targets: [],
      agents: [],
      groups: [{ name: 'all', count: 1000, region: { ball: { center: [0, 0, 25], radius: 20 } } }],
    });
    const restless = createTrails(crowded);
    const { x, y, z } = crowded.crowd.motion;
    for (let step = 1; step < 1000; step++) {
      crowded.step = step;
      for (let row = 0; row < 1000; row++) {
        x[row] += step % 2 === 0 ? 0.7 : -0.6;
        y[row] += step % 3 === 0 ? 0.7 : -0.3;
        z[row] += step % 5 === 0 ? 0.7 : -0.2;
      }
      recordTrails(restless, crowded);
    }
    for (const colour of ['group', 'speed'] as const) {
      expect(drawWorld(crowded, { trails: restless, colour }).length).toBeLessThan(5e6);
    }
  });

  it('of a mesh of 60,000 faces takes less than 3 MB and says what it leaves out', () => {
    const side = 174;
    const points = Array.from({ length: side * side }, (_, i): [number, number, number] => {
      const [column, line] = [i % side, Math.floor(i / side)];
      return [column / 10 - 8.6, line / 12 - 7, 3 + Math.sin(column / 9) * Math.cos(line / 7)];
    });
    const faces: [number, number, number][] = [];
    for (let line = 0; line + 1 < side; line++) {
      for (let column = 0; column + 1 < side; column++) {
        const a = line * side + column;
        faces.push([a, a + 1, a + side], [a + 1, a + side + 1, a + side]);
      }
    }
    const svg = drawWorld(
      createWorld({ ...reef, agents: [], groups: [], obstacles: [{ shape: 'triangles', points, faces }] }),
    );
    checkPicture(svg);
    expect(svg.length).toBeLessThan(3e6);
    expect(svg).toMatch(/without the smallest \d+.\d+ faces/);
  });
});

describe('wandering areas', () => {
  const garden: ScenarioInput = {
    version: 1,
    name: 'garden',
    bounds: { min: [0, 0], max: [6, 4] },
    duration: 1,
    steering: { name: 'critters' },
    groups: [
      {
        name: 'ants',
        count: 2,
        radius: 0.02,
        region: { box: { min: [1, 1], max: [2, 2] } },
        wander: { region: { box: { min: [0.5, 0.5], max: [2, 3] } }, interval: 5 },
      },
      {
        name: 'beetles',
        count: 2,
        radius: 0.02,
        region: { box: { min: [3, 1], max: [4, 2] } },
        wander: { region: { circle: { center: [4, 2], radius: 1 } }, interval: 5 },
      },
    ],
  };
  const areasOf = (svg: string) => svg.match(/<g class="wandering"[\s\S]*?<\/g>/)?.[0] ?? '';

  it('are dotted outlines in the colour of their group, each once', () => {
    const areas = areasOf(drawWorld(createWorld(garden)));
    expect(count(areas, /<rect/g)).toBe(1);
    expect(count(areas, /<circle/g)).toBe(1);
    expect(areas).toContain('stroke-dasharray');
    expect(areas).toContain('stroke="#0072b2"');
    expect(areas).toContain('stroke="#d55e00"');
    const alike = {
      ...garden,
      groups: garden.groups!.map((group) => ({ ...group, wander: garden.groups![0].wander! })),
    };
    expect(count(areasOf(drawWorld(createWorld(alike))), /<rect/g)).toBe(1);
  });

  it('are edges of boxes, outlines of balls and level circles in space', () => {
    const [ants, beetles] = garden.groups!;
    const areas = areasOf(
      drawWorld(
        createWorld({
          ...garden,
          dimension: 3,
          bounds: { min: [0, 0, 0], max: [6, 4, 3] },
          groups: [
            { ...ants, wander: { ...ants.wander!, region: { box: { min: [0.5, 0.5, 0], max: [2, 3, 1] } } } },
            beetles,
            {
              ...beetles,
              name: 'bees',
              wander: { ...beetles.wander!, region: { ball: { center: [4, 2, 1.5], radius: 1 } } },
            },
          ],
        }),
      ),
    );
    expect(count(areas.match(/<path d="([^"]*)"/)![1], /M/g)).toBe(12);
    expect(count(areas, /<ellipse/g)).toBe(2);
    expect(count(areas, /<circle/g)).toBe(1);
  });

  it('are absent if no agent wanders', () => {
    expect(areasOf(drawWorld(createWorld({ ...garden, groups: [] })))).toBe('');
  });
});
