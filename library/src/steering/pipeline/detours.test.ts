import { describe, expect, test } from 'vitest';
import { Feel } from './columns.ts';
import { createDetours, goRound } from './detours.ts';
import { pipelineDefaults } from './parameters.ts';
import { frameOf } from './scene.fixture.ts';

/** The direction of an agent that wants to go east and has stood for `stuck` steps with `ahead` before it. */
function directionAfter(
  stuck: number,
  ahead: number,
  change: Partial<typeof pipelineDefaults> = {},
  plan = 0,
) {
  const frame = frameOf({ walkers: [{ at: [0, 0] }, { at: [9, 9], heading: 1 }] });
  frame.own.stuck[0] = stuck;
  frame.own.feelCentre[0] = ahead;
  frame.own.plan[0] = plan;
  goRound(frame, { ...pipelineDefaults, ...change }, createDetours());
  return [frame.directionX[0], frame.directionY[0]];
}

const EAST = [1, 0];
const SOUTH = [0, -1];

describe('going round', () => {
  test('an agent that others hold up walks to the right of where it wants to go', () => {
    expect(directionAfter(20, Feel.crossing)).toEqual(SOUTH);
    expect(directionAfter(20, Feel.oncoming)).toEqual(SOUTH);
    // Nothing ahead, and yet it stands: others beside it form an arch.
    expect(directionAfter(20, Feel.nothing)).toEqual(SOUTH);
  });

  test('an agent in line, before a wall, on a plan or not yet stuck goes on', () => {
    expect(directionAfter(20, Feel.same)).toEqual(EAST);
    expect(directionAfter(20, Feel.wall)).toEqual(EAST);
    expect(directionAfter(20, Feel.crossing, {}, 1)).toEqual(EAST);
    expect(directionAfter(19, Feel.crossing)).toEqual(EAST);
    expect(directionAfter(20, Feel.crossing, { detour: 0 })).toEqual(EAST);
  });

  test('an agent that stands on its way around, too, goes straight on before it turns right again', () => {
    const { detour, stuckAfter } = pipelineDefaults;
    const scene = { walkers: [{ at: [0, 0] as [number, number] }] };
    const turns: number[] = [];
    let stuck = 0;
    let end = 0;
    for (let step = 1; step <= 240; step++) {
      const frame = frameOf({ ...scene, step });
      frame.own.stuck[0] = stuck + 1;
      frame.own.detourEnd[0] = end;
      goRound(frame, pipelineDefaults, createDetours());
      stuck = frame.own.stuck[0];
      end = frame.own.detourEnd[0];
      if (frame.directionY[0] < 0 !== turns.length % 2 > 0) turns.push(step * frame.dt);
    }
    const period = detour + 2 * stuckAfter;
    const expected = [stuckAfter, 2 * stuckAfter].flatMap((time) => [time, time + period, time + 2 * period]);
    expected.sort((a, b) => a - b);
    for (const [k, time] of turns.entries()) expect(time).toBeCloseTo(expected[k], 6);
    expect(turns.length).toBe(6);
  });

  test('it lasts as long as the parameter says', () => {
    const scene = { walkers: [{ at: [0, 0] as [number, number] }] };
    const roundAt = (step: number) => {
      const frame = frameOf({ ...scene, step });
      frame.own.detourEnd[0] = 100 * 0.05 + pipelineDefaults.detour;
      goRound(frame, pipelineDefaults, createDetours());
      return [frame.directionX[0], frame.directionY[0]];
    };
    expect(roundAt(139)).toEqual(SOUTH);
    expect(roundAt(140)).toEqual(EAST);
  });
});
