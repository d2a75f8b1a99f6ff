import { describe, expect, test } from 'vitest';
import { createPlanStore, dropPlan, loadPlans, placeOnPlan, savePlans, takePlace } from './plans.ts';
import { frameOf } from './scene.fixture.ts';

const walkers = [{ at: [0, 0] as const }, { at: [5, 0] as const }, { at: [9, 0] as const }];

describe('the store of plans', () => {
  test('gives each agent one slot, and reuses the slots of finished or removed agents', () => {
    const store = createPlanStore(4);
    const frame = frameOf({ walkers });
    expect([takePlace(store, frame, 0), takePlace(store, frame, 1), takePlace(store, frame, 0)]).toEqual([
      0, 1, 0,
    ]);
    dropPlan(store, frame, 0);
    expect(frame.own.plan[0]).toBe(0);
    expect(takePlace(store, frame, 2)).toBe(0);
    // Agent 1 has left: its slot has no row.
    frame.slotRows[1] = -1;
    expect(takePlace(store, frame, 0)).toBe(1);
    expect(store.count).toBe(2);
  });

  test('says where to be between two layers, and stands at both ends', () => {
    const store = createPlanStore(4);
    const frame = frameOf({ walkers });
    takePlace(store, frame, 0);
    const place = takePlace(store, frame, 1);
    store.begin[place] = 10;
    store.length[place] = 2;
    store.x.set([1, 2, 4], place * 5);
    store.y.set([0, 0, 1], place * 5);
    const at = (time: number) => {
      placeOnPlan(store, place, 0.5, time);
      return [store.pointX, store.pointY];
    };
    expect([at(9), at(10), at(10.25), at(10.75), at(11), at(20)]).toEqual([
      [1, 0],
      [1, 0],
      [1.5, 0],
      [3, 0.5],
      [4, 1],
      [4, 1],
    ]);
  });

  test('is the same when saved and loaded, from any place in a buffer', () => {
    const store = createPlanStore(3);
    const frame = frameOf({ walkers });
    for (const row of [2, 0]) {
      const place = takePlace(store, frame, row);
      store.begin[place] = row + 0.5;
      store.length[place] = 3;
      store.x.set([1, 2, 3, row], place * 4);
    }
    const bytes = savePlans(store);
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    const loaded = createPlanStore(3);
    loadPlans(loaded, shifted.subarray(3));
    expect(savePlans(loaded)).toEqual(bytes);
    expect(loaded.count).toBe(2);
    expect(() => loadPlans(createPlanStore(4), bytes)).toThrow('3 layers');
    expect(() => loadPlans(loaded, bytes.subarray(0, 24))).toThrow('cut off');
    expect(() => loadPlans(loaded, bytes.subarray(0, 5))).toThrow('cut off');
  });
});
