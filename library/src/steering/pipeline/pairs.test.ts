import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NearLists } from '../../crowd/index.ts';
import { feelOthers } from './feelers.ts';
import type { Frame } from './frame.ts';
import { collectKept } from './kept-lists.ts';
import { BODY, collectPairs, MARKS, NUMBERS, type Pairs, shareLists } from './pairs.ts';
import { pipelineDefaults } from './parameters.ts';
import { meetOthers, predictThreats } from './prediction.ts';
import { frameOf, pairsOf, type Walker } from './scene.fixture.ts';
import { boundErrors } from './single-precision.ts';

const { margin, view } = pipelineDefaults;

/** Positions and velocities, many of them equal, or at the limit of what is seen, felt and met. */
const walker = (offset: number): fc.Arbitrary<Walker> =>
  fc.record({
    at: fc.tuple(coordinate(offset), coordinate(offset)),
    heading: fc.oneof(
      fc.constantFrom(0, Math.PI / 2, Math.PI, -Math.PI / 2),
      fc.double({ min: -3, max: 3, noNaN: true }),
    ),
    speed: fc.oneof(fc.constantFrom(0, 1.3), fc.double({ min: -1, max: 3, noNaN: true })),
    scoot: fc.oneof(fc.constant(0), fc.double({ min: -0.5, max: 0.5, noNaN: true })),
    radius: fc.oneof(fc.constant(0.5), fc.double({ min: 0, max: 1, noNaN: true })),
  });

function coordinate(offset: number): fc.Arbitrary<number> {
  return fc
    .oneof(
      fc.integer({ min: -24, max: 24 }).map((half) => half / 2),
      fc.double({ min: -12, max: 12, noNaN: true }),
      // Slightly beside it.
      fc
        .tuple(fc.integer({ min: -10, max: 10 }), fc.integer({ min: -20, max: 20 }))
        .map(([whole, hairs]) => whole + hairs * 1e-7),
    )
    .map((value) => value + offset);
}

const scenes = fc.constantFrom(0, 1000, -123456.7).chain((offset) =>
  fc.record({
    walkers: fc.array(walker(offset), { minLength: 1, maxLength: 30 }),
    offset: fc.constant(offset),
  }),
);

/** Lists of all agents for each agent. */
function everybody(frame: Frame): NearLists {
  const { capacity, count } = frame;
  const lists = {
    starts: Int32Array.from({ length: capacity }, (_, row) => row * (count - 1)),
    counts: new Int32Array(capacity).fill(count - 1, 0, count),
    items: new Int32Array(count * (count - 1)),
    length: count * (count - 1),
    order: new Int32Array(capacity),
    stamps: new Float64Array(capacity),
  };
  for (let row = 0, at = 0; row < count; row++) {
    for (let other = 0; other < count; other++) if (other !== row) lists.items[at++] = other;
  }
  return lists;
}

/** The first numbers and marks of each agent. */
function answersOf({ marks, numbers }: Pairs, runs: number, numberCount: number, markCount: number) {
  return Array.from({ length: runs }, (_, run) => [
    ...numbers.subarray(NUMBERS * run, NUMBERS * run + numberCount),
    ...marks.subarray(MARKS * run, MARKS * run + markCount),
  ]);
}

describe('compiled, agents find the same to the bit', () => {
  test('bodies', () => {
    fc.assert(
      fc.property(scenes, ({ walkers }) => {
        const frame = frameOf({ walkers });
        const compiled = pairsOf(frame, true);
        expect(compiled.kernel).toBeDefined();
        const end = BODY * frame.count;
        expect(compiled.bodies.subarray(0, end)).toEqual(pairsOf(frame).bodies.subarray(0, end));
      }),
    );
  });

  test('threats, and the counts of agents seen and of threats', () => {
    fc.assert(
      fc.property(scenes, ({ walkers }) => {
        const frame = { ...frameOf({ walkers }) };
        const lists = everybody(frame);
        const plain = pairsOf(frame);
        const compiled = pairsOf(frame, true);
        const runs = collectPairs(plain, frame, frame.duePrediction, lists);
        meetOthers(plain, runs, pipelineDefaults);
        const off = boundErrors(compiled.kernel!.largest, view, margin)!;
        expect(off).toBeDefined();
        expect(collectKept(compiled, frame, frame.duePrediction, lists)).toBe(runs);
        const { threatFrom, threatUntil } = pipelineDefaults;
        const { ahead, closing, root, squared } = off;
        const viewSquared = view * view;
        compiled.kernel!.meet(
          runs,
          viewSquared,
          margin,
          threatFrom,
          threatUntil,
          squared,
          ahead,
          closing,
          root,
        );
        expect(answersOf(compiled, runs, 3, 3)).toEqual(answersOf(plain, runs, 3, 3));
      }),
      { numRuns: 400 },
    );
  });

  test('what feelers and whiskers touch', () => {
    fc.assert(
      fc.property(scenes, ({ walkers, offset }) => {
        // Closer together: feelers are short.
        const near = walkers.map((one) => ({
          ...one,
          at: one.at.map((value) => offset + (value - offset) / 6) as [number, number],
        }));
        const frame = frameOf({ walkers: near });
        const lists = everybody(frame);
        const plain = pairsOf(frame);
        const compiled = pairsOf(frame, true);
        const runs = collectPairs(plain, frame, frame.dueReaction, lists);
        feelOthers(plain, runs, pipelineDefaults);
        shareLists(compiled, frame, lists);
        expect(collectPairs(compiled, frame, frame.dueReaction, lists)).toBe(runs);
        const { feeler, oncomingCosine, sideFeeler, similarCosine, whisker } = pipelineDefaults;
        compiled.kernel!.feel(runs, feeler, sideFeeler, whisker, similarCosine, oncomingCosine);
        expect(answersOf(compiled, runs, 7, 4)).toEqual(answersOf(plain, runs, 7, 4));
      }),
      { numRuns: 400 },
    );
  });
});

describe('the bounds on single precision', () => {
  test('are never exceeded', () => {
    fc.assert(
      fc.property(scenes, ({ walkers }) => {
        const { bodies, kernel } = pairsOf(frameOf({ walkers }), true);
        const off = boundErrors(kernel!.largest, view, margin)!;
        const single = bodies.map(Math.fround);
        for (let a = 0; a < walkers.length; a++) {
          for (let b = 0; b < walkers.length; b++) {
            const exact = relation(bodies, a, b, (x) => x);
            if (exact.squared > 4 * view * view) continue;
            const rounded = relation(single, a, b, Math.fround);
            for (const key of ['squared', 'ahead', 'closing', 'root'] as const) {
              expect(Math.abs(rounded[key] - exact[key]), key).toBeLessThanOrEqual(off[key]);
            }
          }
        }
      }),
    );
  });

  test('are undefined where they would say too little', () => {
    expect(boundErrors(Float64Array.of(2e6, 1, 1), view, margin)).toBeUndefined();
    expect(boundErrors(Float64Array.of(Number.NaN, 1, 1), view, margin)).toBeUndefined();
    expect(boundErrors(Float64Array.of(10, Number.POSITIVE_INFINITY, 1), view, margin)).toBeUndefined();
    expect(boundErrors(Float64Array.of(9e5, 1, 1), 0.1, margin)).toBeUndefined();
  });
});

/** What the kernel computes about two bodies, with every operation rounded. */
function relation(bodies: Float64Array, a: number, b: number, round: (x: number) => number) {
  const own = bodies.subarray(BODY * a, BODY * a + BODY);
  const other = bodies.subarray(BODY * b, BODY * b + BODY);
  const times = (x: number, y: number) => round(x * y);
  const dot = (x: number, y: number, z: number, w: number) => round(times(x, z) + times(y, w));
  const px = round(other[0] - own[0]);
  const py = round(other[1] - own[1]);
  const vx = round(other[4] - own[4]);
  const vy = round(other[5] - own[5]);
  const reach = own[6] + other[6] + margin;
  const squared = dot(px, py, px, py);
  const closing = dot(px, py, vx, vy);
  const apart = round(squared - times(reach, reach));
  return {
    squared,
    closing,
    ahead: dot(px, py, own[2], own[3]),
    root: round(times(closing, closing) - times(dot(vx, vy, vx, vy), apart)),
  };
}

describe('lists that are kept', () => {
  const walkers = Array.from({ length: 6 }, (_, k): Walker => ({ at: [2 * k, 0], heading: k }));

  test('are copied again when their stamp has changed', () => {
    const frame = frameOf({ walkers });
    const lists = everybody(frame);
    lists.stamps.fill(7);
    const pairs = pairsOf(frame, true);
    const entries = () =>
      Array.from(pairs.rows.subarray(0, frame.count), (_, run) =>
        Array.from(pairs.kernel!.kept.items.subarray(pairs.starts[run], pairs.ends[run])),
      );
    collectKept(pairs, frame, frame.duePrediction, lists);
    const before = entries();
    expect(before[2]).toEqual([0, 1, 3, 4, 5, 6, 6, 6].map((row) => (row < 6 ? row : pairs.rows.length)));
    lists.items.fill(1);
    collectKept(pairs, frame, frame.duePrediction, lists);
    expect(entries()).toEqual(before);
    lists.stamps[2] = 8;
    lists.stamps[3] = 0;
    collectKept(pairs, frame, frame.duePrediction, lists);
    expect(entries()[1]).toEqual(before[1]);
    for (const row of [2, 3]) expect(entries()[row].slice(0, 5)).toEqual([1, 1, 1, 1, 1]);
  });

  test('never run out of room', () => {
    const frame = frameOf({ walkers });
    const lists = everybody(frame);
    const pairs = pairsOf(frame, true);
    // Without a stamp a list is copied every time.
    for (let k = 0; k < 100; k++) {
      lists.items.fill(k % 6);
      collectKept(pairs, frame, frame.duePrediction, lists);
      for (let run = 0; run < frame.count; run++) {
        const end = pairs.starts[run] + frame.count - 1;
        expect(new Set(pairs.kernel!.kept.items.subarray(pairs.starts[run], end))).toEqual(new Set([k % 6]));
      }
    }
    expect(pairs.kernel!.kept.items.length).toBeLessThan(1000);
  });

  test('far out, predictions do without the kernel', () => {
    const far = walkers.map((walker): Walker => ({ ...walker, at: [walker.at[0] + 1e7, walker.at[1]] }));
    const compiled = frameOf({ walkers: far });
    const plain = frameOf({ walkers: far });
    compiled.agents = everybody(compiled);
    plain.agents = everybody(plain);
    predictThreats(compiled, pipelineDefaults, pairsOf(compiled, true));
    predictThreats(plain, pipelineDefaults, pairsOf(plain));
    expect(compiled.own.threat).toEqual(plain.own.threat);
    expect(compiled.seen).toEqual(plain.seen);
    expect(compiled.seen.some((seen) => seen > 0)).toBe(true);
  });
});
