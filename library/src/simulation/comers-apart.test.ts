import { describe, expect, test } from 'vitest';
import { createContacts } from '../environment/index.ts';
import { sendCommand } from './commands.ts';
import { createWorld } from './scenario-world.ts';
import { stepWorld } from './step.ts';
import { stateHashOf, type World } from './world.ts';

/** A crowded hall that agents enter at both ends, leave at both ends, and leave by command. */
function hall(seed: number): World {
  const ends = [
    { from: 'west', to: 'east', x: 1 },
    { from: 'east', to: 'west', x: 15 },
  ];
  return createWorld({
    version: 1,
    name: 'hall',
    seed,
    bounds: { min: [0, 0], max: [16, 6], walls: true },
    duration: 100,
    dt: 0.1,
    steering: { name: seed % 2 === 0 ? 'walker' : 'straight' },
    targets: ends.map(({ from, x }) => ({
      name: from,
      region: { box: { min: [x - 1, 0], max: [x + 1, 6] } },
      sink: true,
    })),
    groups: ends.map(({ from, to, x }) => ({
      name: from,
      region: { line: { from: [x, 0.5], to: [x, 5.5] } },
      targets: [to],
      radius: { uniform: [0.15, 0.35] },
      source: { rate: 3, arrivals: 'poisson', batch: 1 + (seed % 3) },
    })),
  });
}

describe('near bodies while agents come and go', () => {
  test.each([1, 2, 3, 4])(
    'a list that follows them gives what a new list in each step gives (seed %i)',
    (seed) => {
      const kept = hall(seed);
      const fresh = hall(seed);
      let most = 0;
      for (let k = 0; k < 150; k++) {
        fresh.contacts = createContacts();
        const { ids, count } = kept.crowd;
        // Rows in the middle: the last row moves into the gap.
        if (k % 7 === 6 && count > 4) {
          for (const world of [kept, fresh]) sendCommand(world, { kind: 'remove', id: ids[count >> 1] });
        }
        for (const world of [kept, fresh]) stepWorld(world);
        most = Math.max(most, kept.crowd.count);
        expect(stateHashOf(kept)).toBe(stateHashOf(fresh));
      }
      expect(most).toBeGreaterThan(20);
    },
  );
});
