import { describe, expect, test } from 'vitest';
import { faceTargets } from './normal.ts';
import { pipelineDefaults } from './parameters.ts';
import { feelAround } from './reaction.ts';
import { react } from './reactive.ts';
import { compileRules, rules } from './rules.ts';
import { batchOf, frameOf, pairsOf, type Scene } from './scene.fixture.ts';
import { Batch } from './states.ts';

const compiled = compileRules(rules);

function command(scene: Scene) {
  const { own } = reactIn(scene);
  return { turn: Math.sign(own.commandTurn[0]), speed: own.commandSpeed[0], scoot: own.commandScoot[0] };
}

function reactIn(scene: Scene) {
  const frame = frameOf(scene);
  feelAround(frame, pipelineDefaults, pairsOf(frame));
  const batches = batchOf(Batch.reactive, 0);
  react(frame, pipelineDefaults, compiled, batches);
  faceTargets(frame, pipelineDefaults, batches);
  return frame;
}

const own = { at: [0, 0] as const };
const head = { at: [2, 0] as const, heading: Math.PI };

describe('reactions', () => {
  test('head-on: to the right, with a step aside, slower the nearer', () => {
    const far = command({ walkers: [own, head] });
    const near = command({ walkers: [own, { ...head, at: [1.2, 0] }] });
    for (const { scoot, turn } of [far, near]) {
      expect(turn).toBe(-1);
      expect(scoot).toBeCloseTo(-0.4 * 1.3, 12);
    }
    expect(near.speed).toBeLessThan(far.speed);
    // Only the middle feeler reaches so far, 1 m of its 1.46 m: the share is 0.4. Near, all three touch: 0.3.
    expect(far.speed).toBeCloseTo(1.3 * (0.4 + 0.6 * (1 / 1.46)), 9);
    expect(near.speed).toBeCloseTo(1.3 * (0.3 + 0.7 * (0.2 / 1.46)), 9);
  });

  test('mirrored, the answer is mirrored', () => {
    const scene = (side: number): Scene => ({
      walkers: [own, { at: [1.8, side * 0.7], heading: Math.PI }],
    });
    const [left, right] = [command(scene(1)), command(scene(-1))];
    expect(left.turn).toBe(-1);
    expect(right).toEqual({ turn: -left.turn, speed: left.speed, scoot: -left.scoot });
  });

  test('whiskers forbid turning and stepping into what is beside', () => {
    const beside = { at: [0, -1.1] as const };
    expect(command({ walkers: [own, head, beside] })).toMatchObject({ turn: 0, scoot: 0 });
  });

  test('a crossing agent ahead is turned away from, to the side that is freer', () => {
    const crossing = { at: [1.7, 0.3] as const, heading: Math.PI / 2 };
    expect(command({ walkers: [own, crossing] }).turn).toBe(-1);
    expect(command({ walkers: [own, { ...crossing, at: [1.7, -0.3] }] }).turn).toBe(1);
  });
});
