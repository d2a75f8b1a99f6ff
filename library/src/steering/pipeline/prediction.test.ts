import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Feel } from './columns.ts';
import { pipelineDefaults } from './parameters.ts';
import { predictThreats } from './prediction.ts';
import { frameOf, pairsOf, type Walker } from './scene.fixture.ts';

const { margin, threatFrom, threatUntil, view } = pipelineDefaults;

/** Velocity of a walker that goes ahead and to the left. */
function velocityOf({ heading = 0, speed = 1.3, scoot = 0 }: Walker): [number, number] {
  const [c, s] = [Math.cos(heading), Math.sin(heading)];
  return [speed * c - scoot * s, speed * s + scoot * c];
}

/** Times in the next 30 s at which two walkers that go straight on overlap, by 3000 samples. */
function overlaps(a: Walker, b: Walker): number[] {
  const [ax, ay] = velocityOf(a);
  const [bx, by] = velocityOf(b);
  const reach = (a.radius ?? 0.5) + (b.radius ?? 0.5) + margin;
  const times: number[] = [];
  for (let k = 0; k <= 3000; k++) {
    const t = k / 100;
    const dx = b.at[0] + t * bx - a.at[0] - t * ax;
    const dy = b.at[1] + t * by - a.at[1] - t * ay;
    if (Math.hypot(dx, dy) < reach) times.push(t);
  }
  return times;
}

/** Evenly spread, unlike fc.double. */
const between = (min: number, max: number) =>
  fc.integer({ min: 0, max: 100_000 }).map((share) => min + ((max - min) * share) / 100_000);

const walkers = fc.record({
  at: fc.tuple(between(-4, 4), between(-4, 4)),
  heading: between(-3.14, 3.14),
  speed: between(0, 2),
  scoot: between(-0.5, 0.5),
  radius: between(0.2, 0.6),
});

describe('threats', () => {
  test('are those that sampling finds, with the interval that it finds', () => {
    let found = 0;
    fc.assert(
      fc.property(walkers, walkers, (a, b) => {
        const [dx, dy] = [b.at[0] - a.at[0], b.at[1] - a.at[1]];
        fc.pre(Math.hypot(dx, dy) > a.radius + b.radius + margin + 0.1);
        const frame = frameOf({ walkers: [a, b], step: 40 });
        predictThreats(frame, pipelineDefaults, pairsOf(frame));
        const inView = Math.hypot(dx, dy) <= view && dx * Math.cos(a.heading) + dy * Math.sin(a.heading) >= 0;
        expect(frame.seen[0]).toBe(inView ? 1 : 0);
        const times = overlaps(a, b);
        const [first, last] = [times[0], times.at(-1)];
        if (!inView || first === undefined || last === undefined) {
          // Sampling may miss an overlap shorter than its step.
          const short = frame.own.threatEnd[0] - frame.own.threatBegin[0] < 0.02;
          expect(frame.threats[0] === 0 || (inView && short)).toBe(true);
          return;
        }
        // Sampling is unreliable near the ends of the window.
        fc.pre(Math.abs(first - threatUntil) > 0.02 && Math.abs(last - threatFrom) > 0.02 && last < 30);
        const expected = first < threatUntil && last > threatFrom;
        expect(frame.threats[0]).toBe(expected ? 1 : 0);
        if (!expected) return;
        found++;
        expect(frame.own.threat[0]).toBe(1);
        expect(Math.abs(frame.own.threatBegin[0] - 2 - first)).toBeLessThan(0.0101);
        expect(Math.abs(frame.own.threatEnd[0] - 2 - last)).toBeLessThan(0.0101);
      }),
      { numRuns: 800 },
    );
    expect(found).toBeGreaterThan(20);
  });

  test('the nearest is kept, whatever the order of rows', () => {
    const own = { at: [0, 0] as const };
    const late = { at: [9, 0] as const, heading: Math.PI };
    const soon = { at: [6, 0] as const, heading: Math.PI };
    for (const others of [
      [late, soon],
      [soon, late],
    ]) {
      const frame = frameOf({ walkers: [own, ...others] });
      predictThreats(frame, pipelineDefaults, pairsOf(frame));
      expect(frame.threats[0]).toBe(2);
      expect(frame.own.threat[0]).toBe(others.indexOf(soon) + 1);
      // (6 − 1.05) / 2.6 and (9 − 1.05) / 2.6 seconds: more than one apart.
      expect(frame.own.threatBegin[0]).toBeCloseTo(4.95 / 2.6, 12);
      expect(frame.own.deadlock[0]).toBe(0);
    }
  });

  test('two that begin within a second of each other are a deadlock', () => {
    const frame = frameOf({
      walkers: [{ at: [0, 0] }, { at: [6, 0], heading: Math.PI }, { at: [3, 3], heading: -Math.PI / 2 }],
    });
    predictThreats(frame, pipelineDefaults, pairsOf(frame));
    expect([frame.threats[0], frame.own.deadlock[0]]).toEqual([2, 1]);
  });
});

describe('how two meet', () => {
  test('is oncoming, crossing or the same way by the cosine of the headings', () => {
    const kinds = [180, 165, 160, 90, 25, 15].map((degrees) => {
      const heading = (degrees * Math.PI) / 180;
      // Both come to (3, 0) after 2 s.
      const at = [3 - 2 * Math.cos(heading), -2 * Math.sin(heading)] as const;
      const frame = frameOf({
        walkers: [
          { at: [0, 0], speed: 1.5 },
          { at, heading, speed: 1 },
        ],
      });
      predictThreats(frame, pipelineDefaults, pairsOf(frame));
      expect(frame.threats[0]).toBe(1);
      return frame.own.threatKind[0];
    });
    const { oncoming, crossing, same } = Feel;
    expect(kinds).toEqual([oncoming, oncoming, crossing, crossing, crossing, same]);
  });

  test('exactly one of two is first at the crossing, and both pass on the same hand', () => {
    let both = 0;
    fc.assert(
      fc.property(walkers, walkers, (a, b) => {
        const frame = frameOf({ walkers: [a, b] });
        predictThreats(frame, pipelineDefaults, pairsOf(frame));
        if (frame.own.threat[0] < 0 || frame.own.threat[1] < 0) return;
        both++;
        expect(frame.own.threatFirst[0] + frame.own.threatFirst[1]).toBe(1);
        expect(frame.own.threatPassLeft[0]).toBe(frame.own.threatPassLeft[1]);
        expect(frame.own.threatKind[0]).toBe(frame.own.threatKind[1]);
      }),
      { numRuns: 1500 },
    );
    expect(both).toBeGreaterThan(20);
  });

  test('the agent nearer to the crossing is first; of two equally near, the smaller id', () => {
    const crossing = (distance: number) =>
      frameOf({ walkers: [{ at: [-3, 0] }, { at: [0, -distance], heading: Math.PI / 2 }] });
    for (const [distance, first] of [
      [2.7, 0],
      [3.3, 1],
    ]) {
      const frame = crossing(distance);
      predictThreats(frame, pipelineDefaults, pairsOf(frame));
      expect(frame.own.threatFirst[0]).toBe(first);
    }
    const frame = frameOf({
      walkers: [
        { at: [-3, 3], heading: -Math.PI / 4 },
        { at: [-3, -3], heading: Math.PI / 4 },
      ],
    });
    // Mirror images to the bit.
    frame.headingX[1] = frame.headingX[0];
    frame.headingY[1] = -frame.headingY[0];
    predictThreats(frame, pipelineDefaults, pairsOf(frame));
    expect([frame.own.threatFirst[0], frame.own.threatFirst[1]]).toEqual([1, 0]);
  });
});
