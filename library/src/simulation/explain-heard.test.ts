import { describe, expect, test } from 'vitest';
import { drawExplanation } from '../draw/index.ts';
import { explainAgent } from './explain-agent.ts';
import { explanationInWords } from './explain-words.ts';
import { createWorld, type ScenarioInput, stepWorld } from './index.ts';
import { openSquare } from './worlds.fixture.ts';

/** Agent 0 sees a pillar and an agent that stands; agent 1 hears of them and walks towards them. */
function scene(steering: ScenarioInput['steering'], shares: boolean): ScenarioInput {
  return {
    ...openSquare,
    steering,
    planner: { name: 'direct' },
    neighbours: { radius: 2.5, sight: false },
    obstacles: [{ shape: 'circle', center: [2.4, 0.4], radius: 0.5 }],
    groups: [
      {
        name: 'walkers',
        count: 2,
        region: { ring: { center: [2, 0], radius: 3 } },
        goal: { point: [40, 3] },
        heading: 0,
        velocity: 'walking',
        ...(shares && { sharing: { distance: 20, delay: 0, memory: 20, attention: 8 } }),
      },
      { name: 'standing', count: 1, region: { ring: { center: [2, -1], radius: 1 } } },
    ],
  };
}

const fields = { strength: -2, exponent: -1 };

describe('an explanation names what the agent has heard of', () => {
  test.each<[string, NonNullable<ScenarioInput['steering']>]>([
    ['walker', { name: 'walker' }],
    ['nonlinear', { name: 'nonlinear' }],
    ['critters', { name: 'critters', agents: fields, obstacles: fields }],
  ])('%s', (_, steering) => {
    const world = createWorld(scene(steering, true));
    const silent = createWorld(scene(steering, false));
    stepWorld(world);
    stepWorld(silent);
    const [told, untold] = [world, silent].map((one) => explainAgent(one, 1));
    const heard = told.constraints.filter(({ from }) => from.kind !== 'goal' && from.heard);
    const standing = world.crowd.motion;
    const kinds = new Set(heard.map(({ from }) => from.kind));
    expect(kinds).toEqual(new Set(['agent', 'obstacle']));
    for (const { at, from, gap } of heard) {
      const [x, y, radius] = from.kind === 'agent' ? [standing.x[2], standing.y[2], 0.25] : [2.4, 0.4, 0.5];
      const { position } = told;
      const distance = Math.hypot(x - position.x, y - position.y);
      expect(gap).toBeCloseTo(distance - radius - told.radius, 9);
      // Of an agent the centre, of an obstacle its closest point.
      expect(Math.hypot(at.x - x, at.y - y)).toBeCloseTo(from.kind === 'agent' ? 0 : radius, 9);
    }
    const influences = told.influences.filter(({ from }) => from.kind !== 'goal' && from.heard);
    expect(influences).toHaveLength(2);
    expect(influences.some(({ binds }) => binds)).toBe(true);
    expect(untold.influences).toEqual([]);
    expect(untold.constraints.filter(({ from }) => from.kind !== 'goal')).toEqual([]);
    expect(explanationInWords(told).join('\n')).toMatch(/(agent 2|obstacle 0), as it heard/);
    expect(drawExplanation(world, told).match(/class="heard"/g)).toHaveLength(heard.length);
    expect(drawExplanation(silent, untold)).not.toContain('heard');
  });

  test('the influence is what the agent would do without the news', () => {
    const alone = {
      ...scene({ name: 'walker' }, true),
      groups: scene({ name: 'walker' }, true).groups!.slice(0, 1),
    };
    const world = createWorld(alone);
    const unaware = createWorld({ ...alone, obstacles: [] });
    const { chosen, influences } = explainAgent(world, 1);
    expect(influences).toHaveLength(1);
    const other = explainAgent(unaware, 1);
    expect(influences[0].change.y).not.toBe(0);
    expect(influences[0].change.x).toBeCloseTo(chosen.x - other.chosen.x, 12);
    expect(influences[0].change.y).toBeCloseTo(chosen.y - other.chosen.y, 12);
  });
});
