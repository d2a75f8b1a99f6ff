import { describe, expect, test } from 'vitest';
import { createWorld, isOver, type ScenarioInput, stepWorld } from '../simulation/index.ts';
import { drawWorld } from './scene.ts';
import { createSnapshots, drawSnapshots, recordSnapshot, type SnapshotOptions } from './snapshots.ts';
import { type Hindrance, type Name, placeNames } from './target-names.ts';
import { createTrails, recordTrails } from './trails.ts';
import { checkXml } from './xml.fixture.ts';

const field: ScenarioInput = {
  version: 1,
  name: 'field',
  bounds: { min: [0, 0], max: [20, 10] },
  duration: 60,
  targets: [{ name: 'end', at: [18, 5], radius: 0.5 }],
  agents: [{ at: [2, 5], targets: ['end'], speed: 1.2 }],
};

/** The picture of a run, and the times of its panels. */
function sequenceOf(scenario: ScenarioInput, options: SnapshotOptions) {
  const world = createWorld(scenario, { seed: 1 });
  const trails = createTrails(world);
  const snapshots = createSnapshots(world, options);
  while (!isOver(world) && world.step * world.dt < scenario.duration!) {
    stepWorld(world);
    recordTrails(trails, world);
    recordSnapshot(snapshots, world, trails);
  }
  const svg = drawSnapshots(snapshots, world, trails);
  const times = [...svg.matchAll(/<text[^>]*>t = ([\d.]+) s/g)].map(([, time]) => Number(time));
  return { svg, times, end: world.step * world.dt };
}

describe('a sequence of snapshots', () => {
  test('is spread over the run, whose length nobody knew, and ends at its end', () => {
    for (const moments of [2, 4, 6]) {
      const { svg, times, end } = sequenceOf(field, { moments });
      checkXml(svg);
      expect(times).toHaveLength(moments);
      expect(end).toBeLessThan(20);
      times.forEach((time, k) => {
        expect(Math.abs(time - ((k + 1) / moments) * end)).toBeLessThan(end / moments / 2);
      });
      expect(times.at(-1)).toBeCloseTo(end, 2);
    }
  });

  test('shows where the agent was and had been: its trail grows from panel to panel', () => {
    const { svg } = sequenceOf(field, { moments: [2, 6, 10] });
    const agents = [...svg.matchAll(/class="agents"[\s\S]*?cx="([\d.]+)"/g)].map(([, x]) => Number(x));
    const trails = [...svg.matchAll(/class="trail"[^>]* d="([^"]*)"/g)].map(([, d]) => d.length);
    expect(agents).toHaveLength(3);
    expect(agents).toEqual([...agents].sort((a, b) => a - b));
    expect(trails).toEqual([...trails].sort((a, b) => a - b));
    expect(new Set(trails).size).toBe(3);
  });

  test('has names of its own for everything that a panel refers to', () => {
    for (const scenario of [
      field,
      { ...field, dimension: 3 as const, bounds: { min: [0, 0, 0], max: [20, 10, 5] } as never },
    ]) {
      const { svg } = sequenceOf(
        scenario.dimension === 3
          ? {
              ...scenario,
              steering: { name: 'nonlinear' },
              targets: [{ name: 'end', at: [18, 5, 2], radius: 0.5 }],
              agents: [{ at: [2, 5, 2], targets: ['end'], speed: 1.2 }],
            }
          : scenario,
        { moments: [1, 2, 3] },
      );
      const defined = [...svg.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      expect(new Set(defined).size).toBe(defined.length);
      for (const [, id] of svg.matchAll(/url\(#([^)]*)\)/g)) expect(defined).toContain(id);
    }
  });

  test('draws trails in one way: crowded in one panel, they are densities of one scale in all', () => {
    // Eighty agents in a row walk over each other's trails.
    const row: ScenarioInput = {
      ...field,
      steering: { name: 'straight' },
      contacts: 'none',
      agents: Array.from({ length: 80 }, (_, k) => ({
        at: [1 + 0.2 * k, 5],
        targets: ['end'],
        speed: 1.2,
        radius: 0.05,
      })),
    };
    const panelsOf = (moments: number[]) =>
      sequenceOf({ ...row, duration: 12 }, { moments })
        .svg.split(/<text[^>]*>t = /)
        .slice(1);
    expect(panelsOf([0.5])[0]).toContain('class="trail"');
    const [early, late] = panelsOf([0.5, 11]);
    for (const panel of [early, late]) {
      expect(panel).toContain('class="density"');
      expect(panel).not.toContain('class="trail"');
    }
    // A cell that few have passed is as light early as late, where the darkest has seen most of them.
    const darkest = (panel: string) =>
      Math.max(...[...panel.matchAll(/class="density"[^>]*opacity="([\d.]+)"/g)].map(([, o]) => Number(o)));
    expect(darkest(early)).toBeLessThan(darkest(late));
  });

  test('counts the agents of a group that have left', () => {
    const box = { min: [2, 4] as [number, number], max: [4, 6] as [number, number] };
    const group = { name: 'people', count: 3, region: { box }, targets: ['end'] };
    const { svg } = sequenceOf({ ...field, arrival: 'vanish', agents: [], groups: [group] }, { moments: 2 });
    expect(svg).toContain('0 agents, 3 arrived');
    expect(svg).toMatch(/>people<tspan[^>]*>3</);
  });

  test('is refused without a moment', () => {
    expect(() => createSnapshots(createWorld(field), { moments: [] })).toThrow(/1 snapshot or more/);
  });
});

describe('trails of a crowd', () => {
  /** Walks to and fro along x, each at a height of its own; the second half is of another group. */
  const picture = (heights: readonly number[], groups = 1) => {
    const world = createWorld({
      ...field,
      agents: heights.map((_, k) => ({
        at: [0.5 + 0.7 * (k % 25), 0.5 + 0.7 * Math.floor(k / 25)] as [number, number],
      })),
    });
    world.crowd.motion.x.fill(1);
    world.crowd.motion.y.set(heights);
    heights.forEach((_, row) => {
      world.crowd.traits.group[row] = Math.floor((row * groups) / heights.length);
    });
    const trails = createTrails(world);
    for (let step = 1; step <= 60; step++) {
      world.step = step;
      world.crowd.motion.x.fill(1 + 0.3 * step);
      recordTrails(trails, world);
    }
    return drawWorld(world, { trails });
  };

  test('are lines as long as they can be told apart, and a density of agents above that', () => {
    const apart = picture(Array.from({ length: 60 }, (_, k) => 0.1 + 0.16 * k));
    expect(apart).toContain('class="trail"');
    expect(apart).not.toContain('class="density"');
    const few = picture(Array.from({ length: 30 }, () => 5));
    expect(few).toContain('class="trail"');
    // Fifty on one line, and one that walks alone: the scale goes from one to fifty.
    const together = picture([...Array.from({ length: 50 }, () => 5), 2]);
    expect(together).not.toContain('class="trail"');
    expect(together).toContain('trails of 1 to 50 agents');
    expect(
      new Set([...together.matchAll(/class="density" [^d]*fill-opacity="([\d.]+)"/g)].map(([, o]) => o)).size,
    ).toBe(2);
  });

  test('have the colour of the group that most of them are of, and grey where no group has more than half', () => {
    const colours = (svg: string) =>
      new Set([...svg.matchAll(/class="density" fill="([^"]*)"/g)].map(([, colour]) => colour));
    // Thirty of each group on a line of their own, then on one line.
    const heights = Array.from({ length: 60 }, (_, k) => (k < 30 ? 3 : 7));
    const apart = colours(picture(heights, 2));
    expect(apart.size).toBe(2);
    const together = picture(
      heights.map(() => 5),
      2,
    );
    const [grey] = colours(together);
    expect(apart).not.toContain(grey);
    expect(together).toContain('grey: of several groups');
  });
});

describe('the name of a target', () => {
  const name = (x: number, y: number): Name => ({ x, y, text: 'gate', anchor: 'start' });
  const wall = (x: number, y: number, endX: number, endY: number): Hindrance => ({
    x,
    y,
    endX,
    endY,
    radius: 0,
  });

  test('takes the first place that crosses no wall, no other name and no body', () => {
    const places = [name(10, 20), name(10, 60), name(10, 100)];
    const one = (hindrances: Hindrance[], bodies: Parameters<typeof placeNames>[3] = []) =>
      placeNames([places], [], hindrances, bodies, 200, 200)[0];
    expect(one([])).toBe(places[0]);
    expect(one([wall(0, 0, 40, 40)])).toBe(places[1]);
    expect(one([wall(0, 16, 90, 16)], [{ x: 20, y: 56, radius: 5 }])).toBe(places[2]);
    // A wall beside it and one that ends before it do not matter.
    expect(one([wall(80, 0, 80, 200), wall(0, 0, 7, 20)])).toBe(places[0]);
    const two = placeNames([[places[0]], places], [], [], [], 200, 200);
    expect(two).toEqual([places[0], places[1]]);
  });

  test('does not cross the edge of its own target', () => {
    const places = [name(10, 20), name(10, 60)];
    const place = (right: number) =>
      placeNames([places], [{ left: 0, right, top: 0, bottom: 40 }], [], [], 200, 200)[0];
    expect(place(20)).toBe(places[1]);
    expect(place(100)).toBe(places[0]);
  });

  test('stays in the picture, even over a wall', () => {
    expect(placeNames([[name(190, 20), name(10, 60)]], [], [wall(0, 55, 100, 55)], [], 200, 200)).toEqual([
      name(10, 60),
    ]);
  });
});
