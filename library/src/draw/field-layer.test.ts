import { describe, expect, test } from 'vitest';
import { createWorld, type ScenarioInput, stepWorld } from '../simulation/index.ts';
import { chooseField } from './field-choice.ts';
import { drawWorld } from './scene.ts';
import { createTrails, recordTrails } from './trails.ts';
import { checkXml } from './xml.fixture.ts';

const windy: ScenarioInput = {
  version: 1,
  name: 'windy',
  bounds: { min: [-8, -5], max: [8, 5] },
  duration: 5,
  steering: { name: 'nonlinear' },
  targets: [{ name: 'east', at: [7, 0] }],
  velocityFields: [
    { name: 'whirl', kind: 'formula', u: '-y', v: 'x' },
    { name: 'wind', kind: 'formula', u: '1', v: '0' },
  ],
  groups: [
    {
      name: 'dancers',
      count: 5,
      region: { circle: { center: [0, 0], radius: 4 } },
      journey: {
        stages: [
          { kind: 'idle', for: 1 },
          { kind: 'follow', field: 'whirl' },
        ],
      },
    },
  ],
};
const { journey: _, ...standing } = windy.groups![0];
const walking: ScenarioInput = { ...windy, groups: [{ ...standing, targets: ['east'] }] };

/** Mean direction of the arrowheads of a picture, from their base to their point, in the sense of the page. */
function arrowsOf(svg: string): { x: number; y: number; dx: number; dy: number }[] {
  const path = svg.match(/class="arrowheads"[^>]* d="([^"]*)"/)![1];
  return [...path.matchAll(/M([^z]*)z/g)].map(([, text]) => {
    const [px, py, ax, ay, bx, by] = text.split(/[L ]/).map(Number);
    return { x: px, y: py, dx: px - (ax + bx) / 2, dy: py - (ay + by) / 2 };
  });
}

describe('a field in a picture', () => {
  test('is what the first group follows, drawn below its trails, and the legend names it', () => {
    const world = createWorld(windy);
    const field = chooseField(world, true);
    if (typeof field === 'string') throw new Error(field);
    const trails = createTrails(world);
    for (let step = 0; step < 60; step++) {
      stepWorld(world);
      recordTrails(trails, world);
    }
    const svg = drawWorld(world, { trails, field });
    checkXml(svg);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    expect(svg).toContain('velocity field “whirl”');
    expect(svg.indexOf('class="streamlines"')).toBeGreaterThan(0);
    expect(svg.indexOf('class="streamlines"')).toBeLessThan(svg.indexOf('class="trail"'));
    expect(drawWorld(world, { trails, field })).toBe(svg);
    expect(drawWorld(world, { trails })).not.toContain('streamlines');
    // Counter-clockwise about the middle; y points down in a picture.
    const arrows = arrowsOf(svg);
    const scale = Number(svg.match(/width="([\d.]+)"/)![1]);
    expect(scale).toBeGreaterThan(0);
    expect(arrows.length).toBeGreaterThan(20);
    const [cx, cy] = [936 / 2, 585 / 2];
    for (const { x, y, dx, dy } of arrows) expect((x - cx) * dy - (y - cy) * dx).toBeLessThan(0);
  });

  test('can be asked for by name', () => {
    const world = createWorld(windy);
    const field = chooseField(world, 'wind');
    if (typeof field === 'string') throw new Error(field);
    for (const { dx, dy } of arrowsOf(drawWorld(world, { field }))) {
      expect(dx).toBeGreaterThan(0);
      expect(Math.abs(dy)).toBeLessThan(0.2);
    }
  });

  test('is the planner’s where the group goes to a target and the planner has one', () => {
    const world = createWorld(walking, {
      planner: {
        name: 'leftward',
        updatePlans: () => {},
        directionAt: (set, radius, x, _y, out) => {
          expect([set, radius]).toEqual([0, 0.25]);
          [out[0], out[1]] = [-1, 0];
          return x < 0;
        },
      },
    });
    const field = chooseField(world, true);
    if (typeof field === 'string') throw new Error(field);
    const svg = drawWorld(world, { field });
    expect(svg).toContain('field of the planner, dancers');
    for (const { x, dx } of arrowsOf(svg)) {
      expect(dx).toBeLessThan(0);
      expect(x).toBeLessThan(936 / 2);
    }
  });

  test('is refused in words where there is none', () => {
    expect(chooseField(createWorld(windy), 'rain')).toBe(
      'expected the name of a velocity field: whirl, wind',
    );
    expect(chooseField(createWorld(walking), true)).toBe('the planner direct has no field to draw');
    expect(chooseField(createWorld({ ...windy, groups: [standing] }), true)).toBe(
      'no agent of the first group goes to a target',
    );
    const { groups: _groups, ...empty } = windy;
    expect(chooseField(createWorld(empty), true)).toBe('there are no agents that would follow one');
    expect(chooseField(createWorld({ ...empty, velocityFields: [] }), 'rain')).toBe(
      'expected the name of a velocity field, and there are none',
    );
  });
});
