import { describe, expect, test } from 'vitest';
import { State } from './columns.ts';
import { faceTargets } from './normal.ts';
import { pipelineDefaults } from './parameters.ts';
import { predictThreats } from './prediction.ts';
import { steerClear } from './predictive.ts';
import { batchOf, frameOf, pairsOf, type Walker } from './scene.fixture.ts';
import { Batch } from './states.ts';

/** The command of the first walker in reaction to its threat. */
function avoid(walkers: readonly Walker[], state: number = State.proactive) {
  const frame = frameOf({ walkers });
  predictThreats(frame, pipelineDefaults, pairsOf(frame));
  expect(frame.own.threat[0]).toBe(1);
  frame.own.state[0] = state;
  const batches = batchOf(Batch.predictive, 0);
  steerClear(frame, pipelineDefaults, batches);
  faceTargets(frame, pipelineDefaults, batches);
  return { turn: Math.sign(frame.own.commandTurn[0]), speed: frame.own.commandSpeed[0] };
}

const LEFT = 1;
const RIGHT = -1;
const north = Math.PI / 2;

describe('predictive steering', () => {
  test('oncoming: to the side where they are, ties to the right, and the same hand for both', () => {
    const meet = (aside: number) => {
      const pair: Walker[] = [{ at: [0, 0] }, { at: [8, aside], heading: Math.PI }];
      return [avoid(pair).turn, avoid([pair[1], pair[0]]).turn];
    };
    expect(meet(0.4)).toEqual([RIGHT, RIGHT]);
    expect(meet(-0.4)).toEqual([LEFT, LEFT]);
    expect(meet(0)).toEqual([RIGHT, RIGHT]);
    expect(meet(-0.03)).toEqual([RIGHT, RIGHT]);
  });

  test('crossing: the first agent speeds up and turns outward, the later one slows down and turns inward', () => {
    const own: Walker = { at: [-3, 0] };
    const sooner: Walker = { at: [0, -2.6], heading: north };
    const later: Walker = { at: [0, -3.4], heading: north };
    // The other comes from the right.
    const first = avoid([own, later]);
    expect(first.turn).toBe(LEFT);
    expect(first.speed).toBeGreaterThan(1.3);
    expect(first.speed).toBeLessThanOrEqual(1.15 * 1.3);
    const second = avoid([own, sooner]);
    expect(second.turn).toBe(RIGHT);
    expect(second.speed).toBeLessThan(0.8 * 1.3);
    // And from the left.
    const mirrored = avoid([own, { at: [0, 2.6], heading: -north }]);
    expect([mirrored.turn, mirrored.speed]).toEqual([LEFT, second.speed]);
  });

  test('a standing agent is passed, not waited for', () => {
    const { speed, turn } = avoid([{ at: [0, 0] }, { at: [4, 0.3], heading: north, speed: 0 }]);
    expect([turn, speed]).toEqual([RIGHT, 1.3]);
  });

  test('no agent turns further than 41° from its target', () => {
    const aside = (angle: number) =>
      avoid([
        { at: [0, 0], target: angle },
        { at: [8, 0.4], heading: Math.PI },
      ]).turn;
    expect(aside(0.6)).toBe(RIGHT);
    expect(aside(0.8)).toBe(0);
  });

  test('a waiting agent holds its heading, or its low speed', () => {
    const oncoming = avoid([{ at: [0, 0] }, { at: [8, 0.4], heading: Math.PI }], State.waiting);
    expect(oncoming).toEqual({ turn: 0, speed: 1.3 });
    const crossing = avoid([{ at: [-3, 0] }, { at: [0, -2.6], heading: north }], State.waiting);
    expect(crossing.speed).toBeLessThan(0.8 * 1.3);
  });
});
