import { describe, expect, test } from 'vitest';
import { speedOf } from '../crowd/index.ts';
import {
  createWorld,
  loadWorld,
  readAgent,
  type ScenarioInput,
  saveWorld,
  stateHashOf,
  stepWorld,
  type World,
} from './index.ts';
import { runHashes, shuffleRows } from './worlds.fixture.ts';

/** Round the origin at 1 m/s, with a pull of 0.5 m/s per metre to the circle of 6 m. */
const ring = {
  name: 'ring',
  kind: 'formula' as const,
  u: '(-s * y - k * x * (sqrt(x*x + y*y) - R)) / max(1, sqrt(x*x + y*y))',
  v: '(s * x - k * y * (sqrt(x*x + y*y) - R)) / max(1, sqrt(x*x + y*y))',
  parameters: { s: 1, k: 0.5, R: 6 },
  cell: 0.25,
};

const plain: ScenarioInput = {
  version: 1,
  name: 'ring',
  bounds: { min: [-12, -12], max: [12, 12] },
  duration: 60,
  steering: { noise: 0 },
  velocityFields: [ring],
};
const following = (field: string) => ({ stages: [{ kind: 'follow' as const, field }] });

function radiusOf({ crowd }: World, row: number): number {
  return Math.hypot(crowd.motion.x[row], crowd.motion.y[row]);
}

describe('agents that follow a velocity field', () => {
  test('circle where turning keeps up with the field: the radius of the closed form', () => {
    const world = createWorld({ ...plain, agents: [{ at: [5, 0], speed: 1.3, journey: following('ring') }] });
    // Walking on a circle of radius R + d the agent turns at v / (R + d), and it turns at sin a towards a direction a off
    // its heading. The field is k d inwards and s along: v² = s² + (k d)² = (R + d) k d.
    const [s, k, R] = [1, 0.5, 6];
    const [a, b, c] = [k - k * k, k * R, -s * s];
    const d = (-b + Math.sqrt(b * b - 4 * a * c)) / (2 * a);
    for (let step = 0; step < 800; step++) stepWorld(world);
    for (let step = 0; step < 800; step++) {
      stepWorld(world);
      // Steps of 0.05 s let it lag half a step less: some millimetres.
      expect(Math.abs(radiusOf(world, 0) - (R + d))).toBeLessThan(0.015);
      expect(Math.abs(speedOf(world.crowd.motion, 0) - Math.hypot(s, k * d))).toBeLessThan(0.01);
    }
  });

  test('stay on their circle as a group, all the same way round', () => {
    const world = createWorld({
      ...plain,
      groups: [
        {
          name: 'dancers',
          // 6.3 m apart: no agent comes into another's view, wherever they look at first.
          count: 6,
          region: { ring: { center: [0, 0], radius: 6 } },
          speed: 1.2,
          journey: following('ring'),
        },
      ],
    });
    const { crowd } = world;
    const turned = new Float64Array(crowd.count);
    const before = Array.from({ length: 6 }, (_, row) =>
      Math.atan2(crowd.motion.y[row], crowd.motion.x[row]),
    );
    for (let step = 0; step < 1000; step++) {
      stepWorld(world);
      for (let row = 0; row < crowd.count; row++) {
        const angle = Math.atan2(crowd.motion.y[row], crowd.motion.x[row]);
        turned[row] += Math.atan2(Math.sin(angle - before[row]), Math.cos(angle - before[row]));
        before[row] = angle;
        if (step > 400) expect(Math.abs(radiusOf(world, row) - 6.32)).toBeLessThan(0.05);
      }
    }
    // 50 s at 1 m/s on 6.3 m: 7.9 rad, less what starting costs.
    for (const angle of turned) expect(angle).toBeGreaterThan(6.5);
  });

  test('go as fast as the field says, but no faster than they want, and stand where it is 0', () => {
    const strip = (name: string, u: string) => ({ name, kind: 'formula' as const, u, v: '0' });
    const world = createWorld({
      ...plain,
      velocityFields: [strip('slow', '0.6'), strip('fast', '3'), strip('still', '0')],
      agents: [
        { at: [-10, -5], speed: 1.2, journey: following('slow') },
        { at: [-10, 0], speed: 1.2, journey: following('fast') },
        { at: [-10, 5], speed: 1.2, heading: 0, journey: following('still') },
      ],
    });
    for (let step = 0; step < 100; step++) stepWorld(world);
    const speeds = [0, 1, 2].map((id) => readAgent(world, id).speed);
    expect(speeds[0]).toBeCloseTo(0.6, 3);
    expect(speeds[1]).toBeCloseTo(1.2, 3);
    expect(speeds[2]).toBeCloseTo(0, 6);
    expect(readAgent(world, 2).x).toBeCloseTo(-10, 3);
  });

  const busy: ScenarioInput = {
    ...plain,
    steering: { name: 'nonlinear' },
    velocityFields: [
      ring,
      {
        name: 'paint',
        kind: 'strokes',
        strokes: [
          {
            points: [
              [6, -4],
              [6, 4],
              [11, 9],
            ],
            width: 3,
          },
        ],
      },
      { name: 'both', kind: 'sum', of: [{ field: 'ring', scale: 0.7 }, { field: 'paint' }] },
      { name: 'calm', kind: 'blend', near: 'paint', far: 'both', from: { point: [0, 0] }, between: [2, 9] },
    ],
    groups: [
      {
        name: 'dancers',
        count: 30,
        region: { circle: { center: [0, 0], radius: 8 } },
        journey: {
          stages: [
            { kind: 'follow', field: 'both', for: 4 },
            { kind: 'follow', field: 'calm' },
          ],
        },
      },
    ],
  };

  test('give the same bits again, in whatever order the rows are', () => {
    const hashes = runHashes(createWorld(busy), 160);
    expect(runHashes(createWorld(busy), 160)).toEqual(hashes);
    expect(runHashes(createWorld(busy), 160, shuffleRows)).toEqual(hashes);
  });

  test('go on with the same bits when the world was saved and loaded', () => {
    const world = createWorld(busy);
    for (let step = 0; step < 70; step++) stepWorld(world);
    const loaded = loadWorld(saveWorld(world));
    for (let step = 0; step < 70; step++) {
      stepWorld(world);
      stepWorld(loaded);
      expect(stateHashOf(loaded)).toBe(stateHashOf(world));
    }
  });
});
