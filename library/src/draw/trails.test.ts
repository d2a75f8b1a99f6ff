import { describe, expect, it } from 'vitest';
import { createTrails, recordTrails, type TrailSource } from './trails.ts';

type Seen = { id: number; x: number; y: number; z?: number; group?: number };

/** A world at a step, with the parts that trails need. */
function worldAt(step: number, agents: Seen[]): TrailSource {
  return {
    step,
    dt: 0.5,
    crowd: {
      count: agents.length,
      ids: agents.map(({ id }) => id),
      motion: {
        x: agents.map(({ x }) => x),
        y: agents.map(({ y }) => y),
        z: agents.map(({ z = 0 }) => z),
      },
      traits: { group: agents.map(({ group = -1 }) => group) },
    },
  };
}

/** An agent that walks along x, seen at steps 0 … steps − 1. */
function walk(maximumPoints: number, steps: number) {
  const at = (step: number) => worldAt(step, [{ id: 7, x: step, y: 2 * step, z: 3 * step }]);
  const recorder = createTrails(at(0), { maximumPoints });
  for (let step = 1; step < steps; step++) recordTrails(recorder, at(step));
  return recorder.trails.get(7)!;
}

describe('trails', () => {
  it('keep every point while there is room', () => {
    expect(walk(8, 8).x).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('halve when they are full and stay evenly spaced from the first point, for every length up to 1000', () => {
    for (let steps = 1; steps <= 1000; steps++) {
      const { x, y, z, time, stride, last } = walk(8, steps);
      expect(x.length).toBeLessThanOrEqual(8);
      expect(x.length).toBe(Math.ceil(steps / stride));
      x.forEach((value, i) => {
        expect(value).toBe(i * stride);
      });
      expect(y).toEqual(x.map((value) => 2 * value));
      expect(z).toEqual(x.map((value) => 3 * value));
      expect(time).toEqual(x.map((value) => 0.5 * value));
      expect(last).toEqual({ x: steps - 1, y: 2 * (steps - 1), z: 3 * (steps - 1), time: 0.5 * (steps - 1) });
    }
  });

  it('outlive their agents, and follow ids, not rows', () => {
    const first = { id: 3, x: 0, y: 0, group: 0 };
    const second = { id: 9, x: 10, y: 0, group: 1 };
    const recycled = { id: 1048579, x: 5, y: 5, group: 0 };
    const recorder = createTrails(worldAt(0, [first, second]));
    recordTrails(recorder, worldAt(1, [{ ...second, x: 11 }]));
    recordTrails(recorder, worldAt(2, [recycled, { ...second, x: 12 }]));
    expect([...recorder.trails.keys()]).toEqual([3, 9, 1048579]);
    expect(recorder.trails.get(3)).toMatchObject({ group: 0, x: [0], last: { x: 0, time: 0 } });
    expect(recorder.trails.get(9)).toMatchObject({ group: 1, x: [10, 11, 12] });
    expect(recorder.trails.get(1048579)).toMatchObject({ group: 0, x: [5], time: [1] });
  });

  it('say when there was no room for an agent', () => {
    const agents = [
      { id: 0, x: 0, y: 0 },
      { id: 1, x: 1, y: 1 },
    ];
    const recorder = createTrails(worldAt(0, agents), { maximumTrails: 1 });
    expect(recorder.trails.size).toBe(1);
    expect(recorder.isFull).toBe(true);
    expect(createTrails(worldAt(0, agents), { maximumTrails: 2 }).isFull).toBe(false);
  });

  it('skip places that are no numbers', () => {
    const agents = [
      { id: 0, x: Number.NaN, y: 0 },
      { id: 1, x: 1, y: 1 },
      { id: 2, x: 1, y: 1, z: Number.NaN },
    ];
    expect([...createTrails(worldAt(0, agents)).trails.keys()]).toEqual([1]);
  });

  it('take an even number of points, 4 or more', () => {
    for (const maximumPoints of [0, 2, 7, 8.5]) {
      expect(() => createTrails(worldAt(0, []), { maximumPoints })).toThrow(/even/);
    }
  });
});
