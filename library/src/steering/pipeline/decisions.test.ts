import { describe, expect, test } from 'vitest';
import { Status } from '../../crowd/index.ts';
import { createDecider, decideByKernel, decideInBatches } from './decide.ts';
import { createDecisionKernel } from './decisions.ts';
import { bindFrame, type Frame } from './frame.ts';
import { pipelineDefaults } from './parameters.ts';
import { createPlanStore, takePlace } from './plans.ts';
import { inputOf } from './scene.fixture.ts';

/** The same numbers for the same seed, from 0 to 1. */
function stream(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 0) / 4294967296;
  };
}

/** Columns at random, some of them degenerate; everything that an agent may be in occurs. */
function fill(frame: Frame, random: () => number): void {
  const { own } = frame;
  const pick = (count: number) => Math.floor(count * random());
  const seldom = (value: number, other: number) => (random() < 0.1 ? value : other);
  for (let row = 0; row < frame.count; row++) {
    const heading = 7 * random();
    // Mostly ahead, now and then exactly ahead, behind or at a right angle.
    const target = heading + seldom(7 * random(), random() - 0.5);
    frame.headingX[row] = seldom(1, Math.cos(heading));
    frame.headingY[row] = frame.headingX[row] === 1 ? seldom(-0, 0) : Math.sin(heading);
    const [towardsX, towardsY] = [
      [1, 0],
      [-1, 0],
      [-1, -0],
      [0, 1],
      [0, -1],
      [0, 0],
      [-0, 0],
    ][pick(7)];
    const isEdge = random() < 0.3;
    frame.directionX[row] = isEdge ? towardsX : Math.cos(target);
    frame.directionY[row] = isEdge ? towardsY : Math.sin(target);
    frame.pace[row] = seldom([0, -0, -1, 1e-300, 1e100][pick(5)], 2 * random());
    frame.status[row] = seldom(Status.arrived, Status.walking);
    frame.due[row] = seldom(0, 1);
    frame.dueReaction[row] = pick(2);
    frame.x[row] = seldom(1e9, random());
    frame.y[row] = random();
    own.pastX[row] = seldom(-1e9, frame.x[row] - 0.01 * random());
    own.pastY[row] = seldom(frame.y[row], frame.y[row] - 0.01 * random());
    own.stuck[row] = pick(30);
    own.state[row] = pick(5);
    own.threat[row] = random() < 0.5 ? -1 : pick(100);
    own.threatEnd[row] = seldom(0.5, 2 * random());
    own.threatKind[row] = pick(5);
    own.threatFirst[row] = pick(2);
    own.threatPassLeft[row] = pick(2);
    own.threatFromLeft[row] = pick(2);
    own.feelLeft[row] = pick(5);
    own.feelCentre[row] = pick(5);
    own.feelRight[row] = pick(5);
    own.nearLeft[row] = seldom(0, 1.0000000000000002 * random());
    own.nearCentre[row] = seldom(0, 1.46 * random());
    own.nearRight[row] = seldom(own.nearLeft[row], random());
    own.whiskers[row] = pick(4);
    own.touched[row] = pick(3);
    own.plan[row] = seldom(1, 0);
    own.unforeseen[row] = pick(2);
    own.commandTurn[row] = random();
    own.commandSpeed[row] = random();
    own.commandScoot[row] = random();
  }
}

/** What a crowd has decided, as bits. */
function decisions(count: number, seed: number, dt: number, compiled: boolean) {
  const walkers = Array.from({ length: count }, () => ({ at: [0, 0] as const }));
  const frame = bindFrame(inputOf({ walkers, dt, step: 20 }));
  const { own } = frame;
  frame.due = new Uint8Array(frame.capacity);
  frame.dueReaction = new Uint8Array(frame.capacity);
  const store = createPlanStore(pipelineDefaults.planLayers);
  const place = takePlace(store, frame, 0);
  store.length[place] = 4;
  store.x.set([0, 1, 1, 2, 2]);
  store.y.set([0, 0, 1, 1, 2]);
  fill(frame, stream(seed));
  const decider = createDecider(compiled);
  if (compiled) {
    const kernel = createDecisionKernel(frame.capacity, decider.rules, pipelineDefaults)!;
    decideByKernel(kernel, frame, pipelineDefaults, store);
  } else decideInBatches(decider, frame, pipelineDefaults, store);
  const numbers = [own.commandTurn, own.commandSpeed, own.commandScoot, own.stuck];
  for (const column of numbers) expect(column.subarray(0, count).some(Number.isNaN)).toBe(false);
  return {
    numbers: numbers.map((column) => new BigUint64Array(column.buffer, 0, count).slice()),
    state: own.state.slice(0, count),
  };
}

describe('compiled decisions', () => {
  test('have the same bits as those of JavaScript, for any number of agents', () => {
    for (const count of [0, 1, 2, 3, 63, 64, 65, 257, 1000]) {
      for (const dt of [0.05, 0.5]) {
        const name = `${count}, ${dt} s`;
        expect(decisions(count, count + 1, dt, true), name).toEqual(decisions(count, count + 1, dt, false));
      }
    }
  });

  test('have the same bits as those of JavaScript for many seeds', () => {
    for (let seed = 1; seed <= 60; seed++) {
      expect(decisions(101, seed, 0.05, true), `seed ${seed}`).toEqual(decisions(101, seed, 0.05, false));
    }
  });
});
