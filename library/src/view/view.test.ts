import { describe, expect, test } from 'vitest';
import { rowOf } from '../crowd/index.ts';
import { addAgent, removeAgent } from '../simulation/commands.ts';
import { createWorld, type ScenarioInput, stepWorld, timeOf, type World } from '../simulation/index.ts';
import { createView, openSnapshot, readView, takeSnapshot, updateView, type View } from './index.ts';

const scenario: ScenarioInput = {
  version: 1,
  name: 'view',
  bounds: { min: [-20, -20], max: [20, 20] },
  duration: 60,
  groups: [
    {
      name: 'people',
      count: 30,
      region: { circle: { center: [0, 0], radius: 8 } },
      goal: { mirror: [0, 0] },
    },
  ],
};

const arrays = (rows: number) => ({
  x: new Float64Array(rows),
  y: new Float64Array(rows),
  z: new Float64Array(rows),
  headingX: new Float64Array(rows),
  headingY: new Float64Array(rows),
  headingZ: new Float64Array(rows),
});

/** Where each agent is and what it faces, by its id. */
function statesOf({ crowd }: World): Map<number, number[]> {
  const { x, y, headingX, headingY } = crowd.motion;
  return new Map(
    Array.from({ length: crowd.count }, (_, row) => [
      crowd.ids[row],
      [x[row], y[row], headingX[row], headingY[row]],
    ]),
  );
}

const rowIn = (view: View, id: number) => view.ids.indexOf(id);

describe('between two steps', () => {
  const world = createWorld(scenario);
  for (let k = 0; k < 30; k++) stepWorld(world);
  const view = createView(world);
  const before = statesOf(world);
  stepWorld(world);
  updateView(view, world);
  const after = statesOf(world);

  test.each([0, 0.25, 0.5, 1])(
    'places lie on the line, headings are unit vectors, at %f of a step',
    (part) => {
      const into = arrays(view.count);
      expect(readView(view, timeOf(world) - (1 - part) * world.dt, into)).toBe(view.count);
      expect(after.size).toBe(30);
      for (const [id, [x, y, headingX, headingY]] of after) {
        const [fromX, fromY, fromHeadingX, fromHeadingY] = before.get(id)!;
        const row = rowIn(view, id);
        expect(into.x[row]).toBeCloseTo(fromX + part * (x - fromX), 12);
        expect(into.y[row]).toBeCloseTo(fromY + part * (y - fromY), 12);
        const mean = [
          fromHeadingX + part * (headingX - fromHeadingX),
          fromHeadingY + part * (headingY - fromHeadingY),
        ];
        expect(Math.hypot(into.headingX[row], into.headingY[row])).toBeCloseTo(1, 12);
        expect(into.headingX[row] * mean[1] - into.headingY[row] * mean[0]).toBeCloseTo(0, 12);
      }
    },
  );

  test('times outside are those of the nearer state', () => {
    const [early, first, late, last] = Array.from({ length: 4 }, () => arrays(view.count));
    readView(view, -5, early);
    readView(view, view.previousTime, first);
    readView(view, 1e9, late);
    readView(view, view.time, last);
    expect(early).toEqual(first);
    expect(late).toEqual(last);
    expect(late.x).not.toEqual(early.x);
  });

  test('an array that is too short is refused by its name', () => {
    expect(() => readView(view, 0, { x: arrays(40).x, headingY: new Float32Array(3) })).toThrow(
      'headingY has room for 3 rows, and the view has 30',
    );
  });
});

test('an agent keeps its row while others leave and enter, and an empty row says so', () => {
  const world = createWorld(scenario);
  const view = createView(world);
  const rows = new Map(Array.from(view.ids.subarray(0, view.count), (id, row) => [id, row]));
  const leaving = [3, 7, 20];
  const rowBefore = rowOf(world.crowd, 29);
  for (const id of leaving) removeAgent(world, id);
  stepWorld(world);
  updateView(view, world);
  expect(rowOf(world.crowd, 29)).not.toBe(rowBefore);
  for (const [id, row] of rows) expect(view.ids[row]).toBe(leaving.includes(id) ? -1 : id);
  const into = arrays(view.count);
  into.x.fill(99);
  readView(view, view.time, into);
  expect(leaving.map((id) => into.x[id])).toEqual([99, 99, 99]);
  const newcomer = addAgent(world, { at: [15, 15], goal: [0, 0] });
  stepWorld(world);
  updateView(view, world);
  // It takes a row that was empty, and has no past: it does not fly in from where the other one was.
  expect(leaving).toContain(rowIn(view, newcomer));
  readView(view, view.previousTime, into);
  expect(into.x[rowIn(view, newcomer)]).toBe(world.crowd.motion.x[rowOf(world.crowd, newcomer)]);
  for (const [id, row] of rows) if (!leaving.includes(id)) expect(view.ids[row]).toBe(id);
});

test('a view of snapshots shows what a view of the world shows, to single precision', () => {
  const world = createWorld(scenario);
  const direct = createView(world);
  const transferred = createView(openSnapshot(structuredClone(takeSnapshot(world).buffer)));
  for (let step = 1; step <= 20; step++) {
    stepWorld(world);
    updateView(direct, world);
    updateView(transferred, openSnapshot(structuredClone(takeSnapshot(world).buffer)));
  }
  const [a, b] = [arrays(direct.count), arrays(direct.count)];
  const time = timeOf(world) - world.dt / 3;
  readView(direct, time, a);
  readView(transferred, time, b);
  for (const [name, column] of Object.entries(a)) {
    expect(Array.from(b[name as 'x'])).toEqual(Array.from(column, (value) => expect.closeTo(value, 5)));
  }
  expect(transferred.group).toEqual(direct.group);
});

test('a snapshot uses the given buffer where it is large enough', () => {
  const world = createWorld(scenario);
  const { buffer } = takeSnapshot(world);
  stepWorld(world);
  const again = takeSnapshot(world, buffer);
  expect(again.buffer).toBe(buffer);
  expect(again).toMatchObject({ step: 1, count: 30, time: world.dt });
  expect(again.x[4]).toBe(Math.fround(world.crowd.motion.x[4]));
  expect(takeSnapshot(world, new ArrayBuffer(8)).buffer.byteLength).toBeGreaterThan(8);
});
