import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHindrances, gatherAgents, type Hindrances } from './nearby.ts';
import { createOrders, followDrift } from './orders.ts';
import { inputOf } from './scene.fixture.ts';

const shown = ({ agents, crowd, row, squared }: Hindrances) => ({
  crowd,
  rows: [...row.subarray(0, agents)],
  squared: [...squared.subarray(0, agents)],
});

test('ordered lists give the same nearest agents as whole lists, while agents walk, run and jump', () => {
  const agents = fc.array(
    fc.tuple(fc.double({ min: -9, max: 9, noNaN: true }), fc.double({ min: -9, max: 9, noNaN: true })),
    {
      minLength: 15,
      maxLength: 80,
    },
  );
  let short = 0;
  const property = fc.property(
    agents,
    fc.constantFrom(0.01, 0.05, 0.3, 2),
    fc.nat(),
    (places, stride, seed) => {
      const input = inputOf({ walkers: places.map((at) => ({ at, radius: 0.2 })) });
      const { crowd, perception } = input;
      const orders = createOrders();
      const [usual, ordered] = [createHindrances(), createHindrances()];
      let state = seed + 1;
      const draw = () => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return state / 2 ** 32 - 0.5;
      };
      for (input.step = 1; input.step < 12; input.step++) {
        // Lists are renewed every four steps, in any order.
        if (input.step % 4 === 1) {
          crowd.schedule.perception.fill(input.step + 4);
          for (let row = 0; row < crowd.count; row++) {
            const { counts, items, starts } = perception.agents;
            items.subarray(starts[row], starts[row] + counts[row]).sort(() => draw());
          }
        }
        followDrift(orders, input);
        for (let row = 0; row < crowd.count; row++) {
          gatherAgents(ordered, input, row, orders);
          gatherAgents(usual, input, row);
          expect(shown(ordered)).toEqual(shown(usual));
          if (ordered.listed < usual.listed) short++;
        }
        for (let row = 0; row < crowd.count; row++) {
          crowd.motion.x[row] += stride * draw();
          crowd.motion.y[row] += stride * draw();
        }
      }
    },
  );
  fc.assert(property, { numRuns: 60 });
  expect(short).toBeGreaterThan(1000);
});

test('the first entries of an ordered list have all agents within 4 m', () => {
  const walkers = Array.from({ length: 60 }, (_, k) => ({
    at: [((k * 7) % 19) - 9, ((k * 5) % 17) - 8] as const,
    radius: 0.2,
  }));
  const input = inputOf({ walkers });
  const { crowd, perception } = input;
  crowd.schedule.perception.fill(9);
  const orders = createOrders();
  followDrift(orders, input);
  const near = createHindrances();
  for (let row = 0; row < crowd.count; row++) {
    gatherAgents(near, input, row, orders);
    const { counts, items, starts } = perception.agents;
    const left = items.subarray(starts[row] + near.listed, starts[row] + counts[row]);
    for (const other of left) {
      const { x, y } = crowd.motion;
      expect(Math.hypot(x[other] - x[row], y[other] - y[row])).toBeGreaterThan(4);
    }
  }
});
