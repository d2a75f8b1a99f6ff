import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { moveObstacle, stepWorld, type World } from 'wend';
import { createScenarioWorld, type ScenarioInput } from 'wend/scenario';
import { createPlayback, finishPlayback, type Playback, recordPlayback } from '../playback/index.ts';
import { writeGlb } from './index.ts';
import { reduceKeys, unwrapAngles } from './keys.ts';
import { columnMesh, type Mesh, personMesh, wallRing } from './meshes.ts';
import { loadGlb, type Stage, validateGlb } from './readers.fixture.ts';

const street: ScenarioInput = {
  version: 1,
  name: 'street',
  bounds: { min: [-10, -5], max: [10, 5] },
  duration: 20,
  obstacles: [
    { name: 'post', shape: 'circle', center: [0, 0], radius: 0.5 },
    { name: 'bench', shape: 'box', min: [3, 3], max: [5, 4] },
    { name: 'fence', shape: 'segment', from: [-5, 3], to: [-3, 3.5] },
    {
      shape: 'polygon',
      points: [
        [-2, -4],
        [2, -4],
        [2, -3],
        [0, -3.5],
        [-2, -3],
      ],
    },
    {
      name: 'cart',
      shape: 'box',
      min: [-6, -2],
      max: [-5, -1],
      course: { kind: 'oscillation', amplitude: [2, 0], period: 4 },
    },
  ],
  targets: [{ name: 'gate', at: [9, 0], radius: 0.5 }],
  groups: [
    { name: 'people', count: 8, region: { box: { min: [-9, -2], max: [-7, 2] } }, targets: ['gate'] },
    {
      name: 'late',
      source: { rate: 0.5 },
      count: 0,
      region: { box: { min: [-9, 3], max: [-8, 4] } },
      targets: ['gate'],
    },
  ],
  arrival: 'vanish',
};

const air: ScenarioInput = {
  version: 1,
  name: 'air',
  dimension: 3,
  bounds: { min: [0, 0, 0], max: [10, 10, 10] },
  duration: 1,
  obstacles: [
    { shape: 'sphere', center: [5, 5, 5], radius: 1 },
    { shape: 'box', min: [1, 1, 0], max: [2, 2, 3] },
  ],
  agents: [{ at: [8, 8, 2], goal: [1, 8, 7] }],
};

type Seen = Map<number, { place: number[]; heading: number[] }>;

/** Steps a world, and keeps where each agent is in each step. */
function watch(
  world: World,
  steps: number,
  before = (_: number) => {},
): { playback: Playback; seen: Seen[] } {
  const recorder = createPlayback(world, { framesPerSecond: 10 });
  const look = (): Seen => {
    const { x, y, z, headingX, headingY } = world.crowd.motion;
    return new Map(
      Array.from({ length: world.crowd.count }, (_, row) => [
        world.crowd.ids[row],
        { place: [x[row], y[row], z[row]], heading: [headingX[row], headingY[row]] },
      ]),
    );
  };
  const seen = [look()];
  for (let step = 1; step <= steps; step++) {
    before(step);
    stepWorld(world);
    recordPlayback(recorder, world);
    seen.push(look());
  }
  return { playback: finishPlayback(recorder, world), seen };
}

/** The number of keys of all animated positions and rotations. */
function keysIn(bytes: Uint8Array): number {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
  const { accessors, animations } = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
  return animations[0].samplers.reduce(
    (sum: number, { input }: { input: number }) => sum + accessors[input].count,
    0,
  );
}

describe('a run in the plane', () => {
  const world = createScenarioWorld(street);
  const { playback, seen } = watch(world, 300, (step) => {
    if (step === 100) moveObstacle(world, 'post', [1, 2]);
  });
  let bytes: Uint8Array;
  let stage: Stage;
  beforeAll(async () => {
    bytes = await writeGlb(playback);
    stage = await loadGlb(bytes);
  });

  test('is a valid file for the validator of Khronos, without a warning', async () => {
    const { issues } = await validateGlb(bytes);
    expect(issues).toMatchObject({ numErrors: 0, numWarnings: 0, messages: [] });
  });

  test('has every agent in three.js where it was, facing where it faced, and only while it was there', () => {
    const { period, quantum, frames } = playback.head;
    const stepsPerFrame = Math.round(period / world.dt);
    const all = [...new Set(seen.flatMap((one) => [...one.keys()]))];
    expect(all.length).toBeGreaterThan(10);
    let hidden = 0;
    for (let frame = 0; frame < frames; frame += 3) {
      // A little later than the frame: the appearance of an agent is a step of the animation.
      stage.setTime(frame * period + 1e-6);
      for (const id of all) {
        const there = seen[frame * stepsPerFrame].get(id);
        const node = stage.find(`agent_${id}`);
        if (!there) {
          expect(node.scale, `agent ${id} in frame ${frame}`).toBe(0);
          hidden++;
          continue;
        }
        expect(node.scale).toBeGreaterThan(0.1);
        const [x, y, z] = there.place;
        for (const [axis, value] of [x, z, -y].entries()) {
          expect(Math.abs(node.position[axis] - value)).toBeLessThan(0.011 + quantum);
        }
        // Its x axis is its heading; recorded headings are rounded to 1/128 of a turn, and a key may be left out for as much.
        const cosine = node.forward[0] * there.heading[0] - node.forward[2] * there.heading[1];
        expect(cosine).toBeGreaterThan(Math.cos((2.1 * Math.PI) / 128));
      }
    }
    expect(hidden).toBeGreaterThan(50);
  });

  test('has the cart where its course takes it', () => {
    for (const time of [0, 0.7, 1, 2.5, 3]) {
      stage.setTime(time);
      const x = -6 + 2 * Math.sin((2 * Math.PI * time) / 4);
      expect(Math.abs(stage.find('obstacle_4').position[0] - x)).toBeLessThan(0.02);
    }
  });

  test('shows the moved post at its first place before the command, and at the other one after it', () => {
    const posts = stage.all('obstacle_0');
    expect(posts).toHaveLength(2);
    const shown = (time: number) => {
      stage.setTime(time);
      return stage.all('obstacle_0').filter(({ scale }) => scale > 0);
    };
    expect(shown(2).map(({ position }) => position)).toEqual([[0, 0, 0]]);
    expect(shown(8).map(({ position }) => position)).toEqual([[1, 0, -2]]);
  });

  test('stores the shape of a person once, and fewer keys than frames', async () => {
    const { info } = await validateGlb(bytes);
    expect(info.totalVertexCount).toBeLessThan(1000);
    expect(info.animationCount).toBe(1);
    const samples = playback.agents.reduce((sum, { x }) => sum + x.length, 0);
    expect(keysIn(bytes)).toBeLessThan(samples);
  });
});

test('a run in space is valid, and its darts have their heights', async () => {
  const world = createScenarioWorld(air);
  const { playback, seen } = watch(world, 20);
  const bytes = await writeGlb(playback);
  const { issues } = await validateGlb(bytes);
  expect(issues).toMatchObject({ numErrors: 0, numWarnings: 0, messages: [] });
  const stage = await loadGlb(bytes);
  const last = playback.head.frames - 1;
  stage.setTime(last * playback.head.period);
  const [[id, { place }]] = seen[last * Math.round(playback.head.period / world.dt)];
  expect(Math.abs(stage.find(`agent_${id}`).position[1] - place[2])).toBeLessThan(0.012);
  expect(place[2]).toBeGreaterThan(2.01);
});

test('a world without agents and without motion is a valid file without an animation', async () => {
  const world = createScenarioWorld({ ...street, groups: [], obstacles: [] });
  const bytes = await writeGlb(watch(world, 0).playback);
  const { info, issues } = await validateGlb(bytes);
  expect(issues).toMatchObject({ numErrors: 0, numWarnings: 0, messages: [] });
  expect(info.animationCount).toBe(0);
});

describe('keys', () => {
  const row = fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -40, max: 40 }));

  test('give every row to within the tolerance, and are among the rows', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), fc.integer({ min: 0, max: 30 }), (rows, tolerance) => {
        const all = { times: rows.map((_, k) => k), rows };
        const kept = reduceKeys(all, tolerance);
        expect(kept.times[0]).toBe(0);
        for (const [k, wanted] of rows.entries()) {
          const after = kept.times.findIndex((time) => time >= k);
          const last = after < 0 ? kept.times.length - 1 : after;
          const first = Math.max(0, last - 1);
          const span = kept.times[last] - kept.times[first];
          const share = span === 0 ? 0 : Math.min(1, (k - kept.times[first]) / span);
          const given = kept.rows[first].map((value, c) => value + share * (kept.rows[last][c] - value));
          expect(Math.hypot(given[0] - wanted[0], given[1] - wanted[1])).toBeLessThanOrEqual(
            tolerance + 1e-9,
          );
        }
      }),
    );
  });

  test('of a straight walk are the two ends of each stretch, and of an agent that stands there is one', () => {
    const walk = Array.from({ length: 50 }, (_, k) => [k, 2 * k]);
    const times = walk.map((_, k) => k);
    expect(reduceKeys({ times, rows: walk }, 1e-9).times).toEqual([0, 49]);
    expect(reduceKeys({ times, rows: walk.map(() => [3, 4]) }, 0).rows).toEqual([[3, 4]]);
  });

  test('of angles turn by less than half a turn each', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 127 }), { minLength: 1 }), (headings) => {
        const turn = 2 * Math.PI;
        const angles = headings.map((heading) => (turn * heading) / 128);
        const unwrapped = unwrapAngles(angles);
        for (const [k, angle] of unwrapped.entries()) {
          const turns = (angle - angles[k]) / turn;
          expect(Math.abs(turns - Math.round(turns))).toBeLessThan(1e-9);
          if (k > 0) expect(Math.abs(angle - unwrapped[k - 1])).toBeLessThanOrEqual(Math.PI + 1e-9);
        }
      }),
    );
  });
});

describe('meshes', () => {
  /** Six times the volume that the faces enclose: the divergence theorem. */
  const volumeOf = ({ indices, positions }: Mesh) => {
    let sum = 0;
    for (let k = 0; k < indices.length; k += 3) {
      const [a, b, c] = [0, 1, 2].map((n) => positions.slice(3 * indices[k + n], 3 * indices[k + n] + 3));
      sum += a[0] * (b[1] * c[2] - b[2] * c[1]);
      sum += a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return sum / 6;
  };

  test('of a column enclose its area times its height, whichever way its ring goes', () => {
    const ring: [number, number][] = [
      [0, 0],
      [4, 0],
      [4, 3],
      [2, 1],
      [0, 3],
    ];
    // A rectangle of 4 × 3 less a triangle of base 4 and height 2.
    expect(volumeOf(columnMesh(ring, 2))).toBeCloseTo(2 * (12 - 4), 6);
    expect(volumeOf(columnMesh(ring.toReversed(), 2))).toBeCloseTo(2 * (12 - 4), 6);
    expect(volumeOf(columnMesh(wallRing([1, 1], [4, 5], 0.2), 1))).toBeCloseTo((5 + 0.2) * 0.2, 6);
  });

  test('of a person face outwards, with normals of length 1', () => {
    const person = personMesh();
    expect(volumeOf(person)).toBeGreaterThan(1);
    for (let k = 0; k < person.normals.length; k += 3) {
      expect(Math.hypot(...person.normals.slice(k, k + 3))).toBeCloseTo(1, 6);
    }
  });
});
