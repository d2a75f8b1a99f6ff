import { describe, expect, test } from 'vitest';
import { addAgent, retargetAgent, setGround } from './commands.ts';
import { createPlainWorld } from './create.ts';
import { registerGround } from './register-ground.ts';
import type { ScenarioInput } from './scenario/index.ts';
import { refusalOf } from './scenario/refusal.fixture.ts';

const till: Extract<NonNullable<ScenarioInput['ground']>[number], { kind: 'queue' }> = {
  name: 'till',
  kind: 'queue',
  line: [
    [4, 3],
    [14, 3],
  ],
  service: 10,
};
describe('what is refused', () => {
  const refuse = (queue: object, more: Partial<ScenarioInput> = {}) =>
    refusalOf({
      version: 1,
      name: 'shop',
      bounds: { min: [0, 0], max: [18, 6], walls: true },
      duration: 10,
      obstacles: [{ shape: 'box', min: [8, 2], max: [9, 4] }],
      ground: [
        {
          ...till,
          line: [
            [4, 1],
            [14, 1],
          ],
          ...queue,
        },
      ],
      ...more,
    });

  test.each([
    [{ line: [[4, 1]] }, 'ground[0].line: expected a list of 2'],
    [
      {
        line: [
          [4, 1],
          [4.3, 1],
        ],
      },
      'ground[0].line: expected at least 0.75 m, the spacing, got 0.',
    ],
    [
      {
        line: [
          [4, 1],
          [4, 1],
          [9, 1],
        ],
      },
      'ground[0].line[1]: expected another point than the one before',
    ],
    [
      {
        line: [
          [4, 3],
          [14, 3],
        ],
      },
      'ground[0].line[0]: expected a place outside obstacles, got [8',
    ],
    [
      {
        line: [
          [4, 1],
          [24, 1],
        ],
      },
      'ground[0].line[0]: expected a place inside the bounds',
    ],
    [{ servers: [[8.5, 3]] }, 'ground[0].servers[0]: expected a place outside obstacles'],
    [{ service: -1 }, 'ground[0].service: expected a number'],
    [{ service: { table: 'rimea' } }, 'ground[0].service.table: expected another distribution'],
    [{ service: { uniform: [5, 1] } }, 'ground[0].service.uniform: expected low ≤ high'],
    [{ spacing: 0 }, 'ground[0].spacing: expected a number'],
    [
      { schedule: [[5, true]] },
      'ground[0].schedule[0]: expected an object {"at", "open"}, got a list of 2 items',
    ],
    [
      {
        schedule: [
          { at: 5, open: true },
          { at: 5, open: false },
        ],
      },
      'ground[0].schedule[1].at: expected a time after',
    ],
  ])('%j', (queue, message) => {
    expect(refuse(queue)).toContain(message);
  });

  test('names of queues that are not there', () => {
    const at: [number, number] = [15, 5];
    expect(
      refuse({}, { agents: [{ at, journey: { stages: [{ kind: 'queue', queues: ['bar'] }] } }] }),
    ).toContain('agents[0].journey.stages[0].queues[0]: expected the name of a queue, got "bar"');
    const script: ScenarioInput['script'] = [{ at: 1, kind: 'retarget', agent: 0, queue: 'bar', goal: at }];
    const message = refuse({}, { agents: [{ at }], script });
    expect(message).toContain('script[0].queue: expected the name of a queue, got "bar"');
    expect(message).toContain('script[0].queue: expected a goal or a queue, got both');
    registerGround();
    const world = createPlainWorld({ bounds: { min: [0, 0], max: [18, 6] }, ground: [till] });
    const id = addAgent(world, { at });
    expect(() => retargetAgent(world, id, { queue: 'bar' })).toThrow(
      'expected the name of a queue, got "bar"',
    );
    expect(() => setGround(world, { ...till, name: 'b', service: { normal: { mean: 1 } } } as never)).toThrow(
      'ground.service.normal.deviation',
    );
  });
});
