import { deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moveObstacle, stepWorld, type World } from 'wend';
import { createScenarioWorld, type ScenarioInput } from 'wend/scenario';
import {
  createPlayback,
  decodePlayback,
  encodePlayback,
  finishPlayback,
  HEADINGS,
  type Playback,
  recordPlayback,
  type Track,
} from './index.ts';

const square: ScenarioInput = {
  version: 1,
  name: 'square',
  bounds: { min: [-10, -10], max: [10, 10] },
  duration: 10,
  obstacles: [
    { name: 'post', shape: 'circle', center: [0, 0], radius: 0.5 },
    { name: 'bench', shape: 'box', min: [3, 3], max: [5, 4] },
    { name: 'fence', shape: 'segment', from: [-5, 5], to: [-3, 5] },
    {
      name: 'cart',
      shape: 'box',
      min: [-6, -1],
      max: [-5, 0],
      course: { kind: 'oscillation', amplitude: [2, 0], period: 4 },
    },
  ],
  targets: [{ name: 'gate', at: [9, 0], radius: 0.5 }],
  groups: [
    {
      name: 'people',
      count: 12,
      region: { box: { min: [-9, -9], max: [-7, 9] } },
      targets: ['gate'],
    },
  ],
  arrival: 'vanish',
};

/** Steps a world and keeps the positions of each frame, as the world has them. */
function watch(world: World, steps: number, options = {}, before = (_: number) => {}) {
  const recorder = createPlayback(world, options);
  const seen: Map<number, [number, number, number]>[] = [];
  const look = () => {
    const { crowd } = world;
    const { x, y, headingX, headingY } = crowd.motion;
    seen.push(
      new Map(
        Array.from({ length: crowd.count }, (_, row) => [
          crowd.ids[row],
          [x[row], y[row], Math.atan2(headingY[row], headingX[row])],
        ]),
      ),
    );
  };
  look();
  for (let step = 1; step <= steps; step++) {
    before(step);
    stepWorld(world);
    recordPlayback(recorder, world);
    look();
  }
  return { playback: finishPlayback(recorder, world), seen, recorder };
}

const throughBytes = (playback: Playback) =>
  decodePlayback(inflateRawSync(deflateRawSync(encodePlayback(playback))));

describe('a recorded run', () => {
  const world = createScenarioWorld(square);
  const { playback, seen } = watch(world, 400);
  const played = throughBytes(playback);

  test('comes back from its bytes as it was', () => {
    expect(played).toEqual(playback);
    expect(played.head).toMatchObject({ name: 'square', period: 0.2, frames: 101, groups: ['people'] });
  });

  test('has every agent within half a quantum of where it was in each frame, and in no other frame', () => {
    const { quantum, min, period, frames } = played.head;
    expect(quantum).toBeLessThan(0.002);
    const stepsPerFrame = Math.round(period / world.dt);
    let checked = 0;
    for (let frame = 0; frame < frames; frame++) {
      const there = seen[frame * stepsPerFrame];
      const tracked = played.agents.filter(({ first, x }) => first <= frame && frame < first + x.length);
      expect(tracked.map(({ id }) => id).sort()).toEqual([...there.keys()].sort());
      for (const { id, first, x, y, heading } of tracked) {
        const [realX, realY, angle] = there.get(id)!;
        expect(Math.abs(min[0] + x[frame - first] * quantum - realX)).toBeLessThanOrEqual(quantum * 0.501);
        expect(Math.abs(min[1] + y[frame - first] * quantum - realY)).toBeLessThanOrEqual(quantum * 0.501);
        const turns = heading[frame - first] / HEADINGS - angle / (2 * Math.PI);
        expect(Math.abs(turns - Math.round(turns))).toBeLessThanOrEqual(0.501 / HEADINGS);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(400);
    // Some have left before the end.
    expect(played.head.arrived.at(-1)).toBe(12 - world.crowd.count);
    expect(world.crowd.count).toBeLessThan(12);
  });

  test('has what stands, and follows the corners of what moves', () => {
    expect(played.head.scenes).toHaveLength(1);
    const [{ obstacles, targets }] = played.head.scenes;
    expect(obstacles.map(({ kind }) => kind)).toEqual(['disc', 'ring', 'wall', 'ring']);
    expect(obstacles[1].at).toEqual([
      [3, 3, 0],
      [5, 3, 0],
      [5, 4, 0],
      [3, 4, 0],
    ]);
    expect(targets).toEqual([{ name: 'gate', kind: 'disc', radius: 0.5, at: [[9, 0, 0]] }]);
    const corner = played.points[obstacles[3].tracks![0]];
    const { min, quantum, period } = played.head;
    // The course in closed form: the corner at −6 swings by 2 m with a period of 4 s.
    for (const [k, x] of corner.x.entries()) {
      const expected = -6 + 2 * Math.sin((2 * Math.PI * k * period) / 4);
      expect(Math.abs(min[0] + x * quantum - expected)).toBeLessThan(quantum);
    }
  });
});

test('an obstacle that is moved by a command makes a new scene', () => {
  const world = createScenarioWorld(square);
  const { playback } = watch(world, 40, {}, (step) => {
    if (step === 21) moveObstacle(world, 'post', [1, 2]);
  });
  const { scenes } = throughBytes(playback).head;
  expect(scenes.map(({ obstacles }) => obstacles[0].at)).toEqual([[[0, 0, 0]], [[1, 2, 0]]]);
  expect(scenes[1].frame * playback.head.period).toBeCloseTo(1.2);
});

test('a run that is too long keeps every second frame, each as it was', () => {
  const whole = watch(createScenarioWorld(square), 200).playback;
  const { playback: thin, recorder } = watch(createScenarioWorld(square), 200, { maximumSamples: 400 });
  expect(recorder.samples).toBeLessThanOrEqual(400);
  const share = Math.round(thin.head.period / whole.head.period);
  expect(share).toBeGreaterThanOrEqual(2);
  expect(thin.head.frames).toBe(Math.floor((whole.head.frames - 1) / share) + 1);
  const places = ({ first, x }: Track, frame: number) => x[frame - first];
  for (const [number, track] of thin.agents.entries()) {
    for (let frame = track.first; frame < track.first + track.x.length; frame++) {
      expect(places(track, frame)).toBe(places(whole.agents[number], frame * share));
    }
  }
});

test('a run has at most 20,000 frames, however long it is', () => {
  const world = createScenarioWorld({ ...square, groups: [], obstacles: [], targets: [] });
  const recorder = createPlayback(world, { framesPerSecond: 1000 });
  // The steps of an empty world, without the cost of making them.
  for (let step = 1; step <= 50_000; step++) {
    world.step = step;
    recordPlayback(recorder, world);
  }
  const { head } = finishPlayback(recorder, world);
  expect(head.frames).toBeLessThanOrEqual(20_000);
  expect(head.frames).toBeGreaterThan(10_000);
  expect((head.frames - 1) * head.period).toBeCloseTo(50_000 * world.dt, 0);
  expect(head.arrived).toHaveLength(head.frames);
});

test('any tracks come back from their bytes', () => {
  const place = fc.integer({ min: -(2 ** 24), max: 2 ** 24 });
  const track = fc
    .array(fc.record({ x: place, y: place, heading: fc.integer({ min: 0, max: HEADINGS - 1 }) }))
    .map(
      (places): Track => ({
        ...{ id: 7, group: 0, radius: 0.2, desiredSpeed: 1, first: 3, z: [] },
        x: places.map(({ x }) => x),
        y: places.map(({ y }) => y),
        heading: places.map(({ heading }) => heading),
      }),
    );
  const { head } = watch(createScenarioWorld(square), 0).playback;
  fc.assert(
    fc.property(fc.array(track), (agents) => {
      const playback: Playback = { head, agents, points: [] };
      expect(decodePlayback(encodePlayback(playback))).toEqual(playback);
    }),
  );
});

test('bytes that are cut or of another version are refused', () => {
  const bytes = encodePlayback(watch(createScenarioWorld(square), 8).playback);
  expect(() => decodePlayback(bytes.subarray(0, 2))).toThrow('begins with the length of its head');
  expect(() => decodePlayback(bytes.subarray(0, 60))).toThrow('some are missing');
  expect(() => decodePlayback(bytes.subarray(0, -1))).toThrow('in the middle of its tracks');
  const other = new TextEncoder().encode('{"version":2}');
  expect(() => decodePlayback(Uint8Array.from([0, 0, 0, other.length, ...other]))).toThrow('version 1');
});

test('solids of a world of three dimensions are balls and faces', () => {
  const world = createScenarioWorld({
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
  });
  const played = throughBytes(watch(world, 20).playback);
  const { obstacles } = played.head.scenes[0];
  expect(obstacles.filter(({ kind }) => kind === 'disc')).toEqual([
    { kind: 'disc', radius: 1, at: [[5, 5, 5]] },
  ]);
  const faces = obstacles.filter(({ kind }) => kind === 'face');
  expect(faces).toHaveLength(6);
  expect(faces.every(({ at }) => at!.length === 4)).toBe(true);
  expect(played.agents[0].z).toHaveLength(played.head.frames);
  expect(played.agents[0].z.at(-1)).toBeGreaterThan(played.agents[0].z[0]);
});
