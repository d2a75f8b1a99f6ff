import { describe, expect, test } from 'vitest';
import { createKernel, moveCompiled } from './bodies.ts';
import { bindFrame } from './frame.ts';
import { moveBodies } from './locomotion.ts';
import { pipelineDefaults } from './parameters.ts';
import { inputOf } from './scene.fixture.ts';

/** Numbers that go to the edges: each column takes one of them now and then. */
const EDGES = [0, -0, 1e-300, -1e-300, 1e9, -1e9, 1e200, -1e200, Math.PI / 0.05, -Math.PI / 0.05, 1.5 / 0.05];

/** The same numbers for the same seed, from −1 to 1. */
function stream(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state / 2147483648;
  };
}

/** A crowd with columns at random, some of them degenerate, that moves by one step; what it has become, as bits. */
function move(count: number, seed: number, dt: number, compiled: boolean): BigUint64Array[] {
  const walkers = Array.from({ length: count }, () => ({ at: [0, 0] as const }));
  const input = inputOf({ walkers, dt });
  const frame = bindFrame(input);
  const { next } = input.crowd;
  const { own } = frame;
  const random = stream(seed);
  const edgy = (size: number) => {
    const pick = Math.floor(Math.abs(random()) * 8 * EDGES.length);
    return pick < EDGES.length ? EDGES[pick] : size * random();
  };
  for (let row = 0; row < count; row++) {
    const angle = Math.PI * random();
    frame.headingX[row] = Math.cos(angle);
    frame.headingY[row] = Math.sin(angle);
    frame.x[row] = edgy(50);
    frame.y[row] = edgy(50);
    frame.speed[row] = edgy(2);
    frame.pace[row] = Math.abs(edgy(2));
    own.scoot[row] = edgy(1);
    own.pastX[row] = random() > 0 ? frame.x[row] + 0.1 * random() : edgy(50);
    own.pastY[row] = random() > 0 ? frame.y[row] + 0.1 * random() : edgy(50);
    own.commandTurn[row] = edgy(4);
    own.commandSpeed[row] = edgy(3);
    own.commandScoot[row] = edgy(2);
  }
  if (compiled) moveCompiled(createKernel(frame.capacity)!, frame, next, pipelineDefaults);
  else moveBodies(frame, next, pipelineDefaults);
  const columns = [next.x, next.y, next.headingX, next.headingY, next.speed, next.turnRate];
  for (const column of [...columns, own.scoot])
    expect(column.subarray(0, count).some(Number.isNaN)).toBe(false);
  return [...columns, own.scoot, own.pastX, own.pastY].map((column) =>
    new BigUint64Array(column.buffer, 0, count).slice(),
  );
}

describe('the compiled motion of bodies', () => {
  test('has the same bits as JavaScript, for any number of agents', () => {
    for (const count of [0, 1, 2, 3, 63, 64, 65, 257, 1000]) {
      for (const dt of [0.05, 0.2, 1]) {
        expect(move(count, count + 1, dt, true), `${count}, ${dt} s`).toEqual(
          move(count, count + 1, dt, false),
        );
      }
    }
  });

  test('has the same bits as JavaScript for many seeds', () => {
    for (let seed = 1; seed <= 60; seed++) {
      expect(move(101, seed, 0.05, true), `seed ${seed}`).toEqual(move(101, seed, 0.05, false));
    }
  });
});
