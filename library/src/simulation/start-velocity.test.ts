import { describe, expect, test } from 'vitest';
import { addAgent } from './commands.ts';
import { createPlainWorld } from './create.ts';
import type { ScenarioInput } from './scenario/index.ts';
import { refusalOf } from './scenario/refusal.fixture.ts';
import { createWorld } from './scenario-world.ts';
import { stepWorld } from './step.ts';
import { readAgent } from './world.ts';

const hall = (more: Partial<ScenarioInput>): ScenarioInput => ({
  version: 1,
  name: 'hall',
  bounds: { min: [0, 0], max: [40, 20] },
  duration: 10,
  targets: [{ name: 'exit', at: [38, 10], radius: 1 }],
  ...more,
});

describe('the velocity at the beginning', () => {
  test('is that of the scenario, and the agent faces along it', () => {
    const world = createWorld(
      hall({
        agents: [
          { at: [5, 5], velocity: [0, 1.2], targets: ['exit'] },
          { at: [5, 10], velocity: 'walking', speed: 1.5, targets: ['exit'] },
          { at: [5, 15], velocity: [1, 0], heading: Math.PI / 2, targets: ['exit'] },
          { at: [5, 18], targets: ['exit'] },
        ],
      }),
    );
    const [up, walking, aside, standing] = [0, 1, 2, 3].map((id) => readAgent(world, id));
    expect([up.velocityX, up.velocityY, up.headingX, up.headingY]).toEqual([0, 1.2, 0, 1]);
    expect([walking.velocityX, walking.velocityY]).toEqual([1.5, 0]);
    expect([aside.velocityX, aside.headingX, aside.headingY]).toEqual([
      1,
      expect.closeTo(0, 9),
      expect.closeTo(1, 9),
    ]);
    expect([standing.speed, standing.headingX > 0.9]).toEqual([0, true]);
  });

  test('an agent that walks from the beginning covers speed × dt in its first step; others have to start', () => {
    const world = createWorld(
      hall({
        steering: { name: 'pipeline' },
        agents: [
          { at: [5, 5], goal: [35, 5], velocity: 'walking', speed: 1 },
          { at: [5, 10], goal: [35, 10], speed: 1 },
        ],
      }),
    );
    stepWorld(world);
    expect(readAgent(world, 0).x - 5).toBeCloseTo(world.dt, 6);
    expect(readAgent(world, 1).x - 5).toBeLessThan(0.7 * world.dt);
  });

  test('members of groups, agents of sources and agents that come have it, in worlds of programs, too', () => {
    const group = { region: { box: { min: [1, 1], max: [9, 9] } }, targets: ['exit'], velocity: 'walking' };
    const world = createWorld(
      hall({
        groups: [
          { ...group, name: 'people', count: 3, speed: 1.1 },
          { ...group, name: 'source', source: { rate: 20 }, speed: 0.9 },
        ] as ScenarioInput['groups'],
      }),
    );
    for (const id of [0, 1, 2]) expect(readAgent(world, id).speed).toBeCloseTo(1.1, 12);
    const joined = addAgent(world, { at: [20, 5], group: 'people' });
    const alone = addAgent(world, { at: [20, 15], velocity: [-1, 0] });
    stepWorld(world);
    expect(readAgent(world, joined).speed).toBeCloseTo(1.1, 1);
    expect(readAgent(world, alone).headingX).toBeLessThan(0);
    const plain = createPlainWorld({ bounds: { min: [0, 0], max: [20, 20] } });
    const id = addAgent(plain, { at: [5, 5], velocity: 'walking', goal: [15, 5], premovement: 0.2 });
    stepWorld(plain);
    expect(readAgent(plain, id).headingX).toBe(1);
  });

  test('is refused where it is no velocity of the world', () => {
    const wrong = (velocity: unknown) =>
      refusalOf(hall({ agents: [{ at: [5, 5], velocity }] } as ScenarioInput));
    expect(wrong([1, 2, 3])).toMatch('agents[0].velocity: expected two numbers in a world of dimension 2');
    expect(wrong('running')).toMatch('agents[0].velocity: expected "walking", got "running"');
    expect(wrong([60, 0])).toMatch('agents[0].velocity[0]: expected a number from -50 to 50 m/s');
  });
});
