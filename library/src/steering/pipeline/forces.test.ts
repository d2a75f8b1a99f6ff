import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide } from './decide.ts';
import { findCrowded, pushApart } from './forces.ts';
import { bindFrame, type Frame } from './frame.ts';
import { moveBodies } from './locomotion.ts';
import { type PipelineParameters, pipelineDefaults } from './parameters.ts';
import { feelAround } from './reaction.ts';
import { compileRules, rules } from './rules.ts';
import { batchOf, frameOf, inputOf, type Point, pairsOf, type Scene } from './scene.fixture.ts';
import { createSpaceTime } from './space-time.ts';
import { Batch, createTechniqueBatches } from './states.ts';

const parameters: PipelineParameters = { ...pipelineDefaults, reaction: 'crowd' };
const PACE = 1.3;

/** The frame after forces have steered row 0. */
function pushed(scene: Scene): Frame {
  const frame = frameOf(scene);
  pushApart(frame, parameters, batchOf(Batch.crowd, 0));
  return frame;
}

/** The command of row 0 as the velocity that it asks for: along the heading after the turn of a step. */
function wanted({ own }: Frame, heading: number, dt = 0.05): Point {
  const angle = heading + own.commandTurn[0] * dt;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const [ahead, left] = [own.commandSpeed[0], own.commandScoot[0]];
  return [ahead * cosine - left * sine, ahead * sine + left * cosine];
}

/** The formula of docs/models/pipeline.md, "Forces", for bodies of 0.5 m and walls along the axis x. */
function oracle(others: readonly Point[], walls: readonly number[], target: number): Point {
  const { feeler, forceLength, forceStrength, gain } = parameters;
  const force = [0, 0];
  const add = (at: Point, body: number, attention: number) => {
    const distance = Math.hypot(...at);
    const gap = distance - 0.5 - body;
    if (gap > feeler) return;
    const size = forceStrength * attention * Math.exp(-Math.max(0, gap) / forceLength);
    force[0] -= (size * at[0]) / distance;
    force[1] -= (size * at[1]) / distance;
  };
  for (const at of others) add(at, 0.5, (1 + Math.cos(Math.atan2(at[1], at[0]) - target)) / 2);
  for (const y of walls) add([0, y], 0, 1);
  return [PACE * Math.cos(target) + force[0] / gain, PACE * Math.sin(target) + force[1] / gain];
}

const coordinate = fc.double({ min: -3, max: 3, noNaN: true });
const others = fc.array(
  fc.tuple(coordinate, coordinate).filter(([x, y]) => Math.hypot(x, y) > 0.01),
  { maxLength: 8 },
);
const angle = fc.double({ min: -1.5, max: 1.5, noNaN: true });

describe('forces', () => {
  test('the wanted velocity is that of the formula, among agents and walls', () => {
    fc.assert(
      fc.property(
        others,
        fc.array(fc.double({ min: 0.1, max: 3, noNaN: true }), { maxLength: 2 }),
        angle,
        angle,
        (places, walls, heading, target) => {
          const frame = pushed({
            walkers: [{ at: [0, 0], heading, target }, ...places.map((at) => ({ at }))],
            walls: walls.map((y) => [[-9, y] as Point, [9, y] as Point] as const),
          });
          const [x, y] = wanted(frame, heading);
          const [expectedX, expectedY] = oracle(places, walls, target);
          expect(x).toBeCloseTo(expectedX, 6);
          expect(y).toBeCloseTo(expectedY, 6);
        },
      ),
    );
  });

  test('the order of the others does not change a bit', () => {
    fc.assert(
      fc.property(others, angle, (places, target) => {
        const [once, again] = [places, [...places].reverse()].map((list) => {
          const { own } = pushed({ walkers: [{ at: [0, 0], target }, ...list.map((at) => ({ at }))] });
          return [own.commandTurn[0], own.commandSpeed[0], own.commandScoot[0]];
        });
        expect(again).toEqual(once);
      }),
    );
  });

  test('a mirrored scene has a mirrored command', () => {
    const commandOf = (side: number) => {
      const { own } = pushed({
        walkers: [{ at: [0, 0] }, { at: [1.2, 0.4 * side] }, { at: [0.3, 1.1 * side] }],
        walls: [
          [
            [-9, -1.2 * side],
            [9, -1.2 * side],
          ],
        ],
      });
      return { speed: own.commandSpeed[0], scoot: own.commandScoot[0] };
    };
    const [left, right] = [commandOf(1), commandOf(-1)];
    expect(left.scoot).not.toBe(0);
    expect(right).toEqual({ speed: left.speed, scoot: -left.scoot });
  });

  test('an agent straight behind does not push, and neither does one at the same position', () => {
    for (const at of [
      [-1.1, 0],
      [0, 0],
    ] as const) {
      expect(pushed({ walkers: [{ at: [0, 0] }, { at }] }).own.commandSpeed[0]).toBeCloseTo(PACE, 9);
    }
  });

  test('locomotion exerts the force itself, beside the drive to the wanted velocity', () => {
    const at: Point = [1.3, 0.2];
    const input = inputOf({ walkers: [{ at: [0, 0], speed: PACE }, { at }] });
    const frame = bindFrame(input);
    pushApart(frame, parameters, batchOf(Batch.crowd, 0));
    moveBodies(frame, input.crowd.next, parameters);
    const gap = Math.hypot(...at) - 1;
    const attention = (1 + at[0] / Math.hypot(...at)) / 2;
    const size = parameters.forceStrength * attention * Math.exp(-gap / parameters.forceLength);
    const gained = (input.crowd.next.velocityX[0] - PACE) / 0.05;
    expect(gained).toBeCloseTo((-size * at[0]) / Math.hypot(...at), 6);
  });
});

describe('a dense crowd', () => {
  /** The batch of row 0 among this many others, all within the reach of its feelers. */
  function batchAmong(count: number, change: (frame: Frame) => void = () => {}) {
    const places = Array.from({ length: count }, (_, k): Point => [1.2, 0.4 * (k - count / 2)]);
    const frame = frameOf({
      walkers: [{ at: [0, 0] }, ...places.map((at) => ({ at })), { at: [9, 9] as Point }],
    });
    change(frame);
    const batches = batchOf(Batch.reactive, 0);
    findCrowded(frame, parameters, batches);
    return batches.ends[Batch.crowd] > Batch.crowd * batches.room ? 'crowd' : 'reactive';
  }

  test('begins with crowdFrom others within reach of the feelers', () => {
    expect([0, 2, 3, 4].map((count) => batchAmong(count))).toEqual([
      'reactive',
      'reactive',
      'crowd',
      'crowd',
    ]);
  });

  test('is not looked for where no list of close agents is fresh', () => {
    expect(batchAmong(4, ({ dueReaction }) => dueReaction.fill(0))).toBe('reactive');
  });

  test('rules steer in it by default, forces with reaction crowd', () => {
    const commandOf = (own: PipelineParameters) => {
      const frame = frameOf({
        walkers: [{ at: [0, 0] }, { at: [1.3, 0] }, { at: [1.2, 1] }, { at: [1.2, -1] }],
      });
      feelAround(frame, own, pairsOf(frame));
      const { store } = createSpaceTime(own);
      decide(frame, own, compileRules(rules), store, createTechniqueBatches());
      return frame.own.commandSpeed[0];
    };
    const byForces = oracle(
      [
        [1.3, 0],
        [1.2, 1],
        [1.2, -1],
      ],
      [],
      0,
    )[0];
    expect(commandOf(parameters)).toBeCloseTo(byForces, 6);
    expect(commandOf(pipelineDefaults)).not.toBeCloseTo(byForces, 2);
  });
});
