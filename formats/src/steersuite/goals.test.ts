import { describe, expect, test } from 'vitest';
import { hasAgent, rowOf, stepWorld, timeOf, type World } from 'wend';
import { checkScenario, createScenarioWorld, type ScenarioInput } from 'wend/scenario';
import { readSteerSuite } from './index.ts';
import { agent, bounds, chance, goal, region, seek, testCase, tuple } from './test-case.fixture.ts';

/** Reads a case and checks that the library accepts it. */
function read(...parts: string[]): ScenarioInput {
  const scenario = readSteerSuite(testCase(...parts), 'case.xml');
  checkScenario(scenario, 'case.xml');
  return scenario;
}

const far = agent(30, 30, goal('idle'), 'far');

describe('goals', () => {
  const journeyOf = (...goals: string[]) => {
    const scenario = read(agent(0, 0, goals.join('')), far);
    return {
      stages: scenario.agents![0].journey?.stages,
      targets: scenario.targets,
      script: scenario.script,
    };
  };

  test('several are a journey, and the pace changes with them', () => {
    expect(journeyOf(seek(5, 0), seek(5, 5, 2), seek(0, 5, 2)).stages).toEqual([
      { kind: 'seek', point: [5, 0], radius: 0.5 },
      { kind: 'seek', point: [5, 5], radius: 0.5, traits: { speed: 2 } },
      { kind: 'seek', point: [0, 5], radius: 0.5 },
    ]);
  });

  test('standing and flowing last a given time; the last goal lasts to the end', () => {
    const along = tuple('targetDirection', 0, -2);
    expect(journeyOf(goal('idle', '', 1.3, 5), goal('flowStaticDirection', along)).stages).toEqual([
      { kind: 'idle', for: 5 },
      { kind: 'direction', along: [0, -2] },
    ]);
    expect(journeyOf(goal('flowStaticDirection', along, 1.3, 7), seek(1, 1)).stages).toEqual([
      { kind: 'direction', along: [0, -2], for: 7 },
      { kind: 'seek', point: [1, 1], radius: 0.5 },
    ]);
    expect(journeyOf(goal('idle')).stages).toBeUndefined();
    const [random] = journeyOf(goal('flowStaticDirection', chance('targetDirection'))).stages!;
    expect('along' in random && Math.hypot(random.along[0], random.along[1])).toBeCloseTo(1, 14);
  });

  test('a fleeing agent flees from a target as long as the run lasts', () => {
    const { stages, targets } = journeyOf(goal('fleeStaticTarget', tuple('targetLocation', 1, 2)));
    expect(stages).toEqual([{ kind: 'flee', from: ['target 1'], distance: expect.any(Number) }]);
    expect(targets).toEqual([{ name: 'target 1', at: [1, 2], radius: 0.5 }]);
    // Farther than any agent gets in 1000 s.
    expect('distance' in stages![0] && stages![0].distance).toBeGreaterThan(1300 + 180);
  });

  test('an agent is pursued by its name until both nearly touch', () => {
    expect(
      journeyOf(goal('seekDynamicTarget', '<targetName> far </targetName><random>false</random>')).stages,
    ).toEqual([{ kind: 'pursue', agent: 'far', distance: 1.5 }]);
    const [stage] = journeyOf(goal('seekDynamicTarget', '<targetName>x</targetName><random>true</random>'))
      .stages!;
    expect(stage).toEqual({ kind: 'pursue', agent: 'far', distance: 1.5 });
  });

  test('the agent drawn for pursuit is any other agent, members of a group by their group', () => {
    const chase = goal('seekDynamicTarget', '<targetName/><random>true</random>');
    const seen = new Map<string, number>();
    for (let seed = 0; seed < 300; seed++) {
      const text = testCase(agent(0, 0, chase), far, region(2, seek(1, 1)), region(3, chase));
      const scenario = readSteerSuite(text, 'case.xml', { seed });
      for (const { journey, name } of scenario.agents!) {
        const stage = journey?.stages[0];
        if (stage?.kind !== 'pursue') continue;
        const whom = stage.agent ?? stage.group!;
        expect(whom).not.toBe(name);
        seen.set(whom, (seen.get(whom) ?? 0) + 1);
      }
    }
    expect([...seen.keys()].sort()).toEqual([
      'agent 1',
      'far',
      'region 1',
      'region 2, 1',
      'region 2, 2',
      'region 2, 3',
    ]);
    // 1200 draws, each from six others, two of which are one group.
    expect(seen.get('far')! / 1200).toBeCloseTo(1 / 6, 1);
    expect(seen.get('region 1')! / 1200).toBeCloseTo(2 / 6, 1);
  });

  test('agents can flee from others', () => {
    const { stages } = journeyOf(goal('fleeDynamicTarget', '<targetName>far</targetName>'));
    expect(stages).toEqual([{ kind: 'flee', agent: 'far', distance: expect.any(Number) }]);
    const [drawn] = journeyOf(goal('fleeDynamicTarget', '<random>true</random>')).stages!;
    expect(drawn.kind).toBe('flee');
    expect('agent' in drawn || 'group' in drawn).toBe(true);
  });

  test('an agent that is to follow a flow walks in the direction of its start', () => {
    const { stages } = journeyOf(goal('flowDynamicDirection', '<type>BOIDS</type>'));
    expect(stages).toEqual([{ kind: 'direction', along: expect.any(Array) }]);
  });

  test('a region is a target', () => {
    const scenario = read(
      agent(
        0,
        0,
        goal(
          'seekAxisAlignedBoxRegion',
          tuple('targetLocation', 0, 0) + bounds('goalRegionBounds', 5, 9, -3, 3),
        ),
      ),
      region(2, seek(0, 0) + goal('seekAxisAlignedBoxRegion', bounds('goalRegionBounds', 5, 9, 4, 8))),
    );
    expect(scenario.targets).toEqual([
      { name: 'target 1', region: { box: { min: [5, -3], max: [9, 3] } } },
      { name: 'target 2', region: { box: { min: [5, 4], max: [9, 8] } } },
    ]);
    expect(scenario.agents![0].targets).toEqual(['target 1']);
    expect(scenario.groups![0].journey!.stages[1]).toEqual({ kind: 'seek', targets: ['target 2'] });
  });

  test('an agent leaves when its time is over', () => {
    const { script } = read(
      agent(0, 0, seek(1, 1, 1.3, 30)),
      agent(3, 0, goal('idle', '', 1, 10) + seek(1, 1, 1, 15)),
      region(2, seek(30, 1, 1.3, 40)),
      agent(30, 30, seek(31, 31)),
    );
    expect(script).toEqual([
      { at: 30, kind: 'remove', agent: 0 },
      { at: 25, kind: 'remove', agent: 1 },
      { at: 40, kind: 'remove', agent: 3 },
      { at: 40, kind: 'remove', agent: 4 },
    ]);
  });

  test('speed and time may be absent, and what other programs write beside them is passed over', () => {
    const inside = `${tuple('targetLocation', 3, 4)}<Behaviour><SteeringAlgorithm>x</SteeringAlgorithm></Behaviour><state>5</state><flowType/>`;
    const scenario = read(agent(0, 0, `<seekStaticTarget>${inside}</seekStaticTarget>`));
    expect(scenario.agents![0]).toMatchObject({ goal: [3, 4], speed: 1.3 });
  });
});

describe('emitters', () => {
  test('add an agent every two seconds', () => {
    const emitter = agent(
      0,
      0,
      goal('seekAxisAlignedBoxRegion', bounds('goalRegionBounds', 5, 9, -3, 3)),
    ).replaceAll('agent>', 'agentEmitter>');
    const scenario = read(emitter);
    expect(scenario.script!.length).toBe(60);
    expect(scenario.script![3]).toEqual({
      at: 6,
      kind: 'add',
      agent: { at: [0, 0], heading: 0, radius: 0.5, speed: 1.3, targets: ['target 1'] },
    });
    expect(scenario.targets!.length).toBe(1);
    const world = createScenarioWorld(checkScenario(scenario));
    expect(world.crowd.count).toBe(0);
    walkUntil(world, 1);
    expect(world.crowd.count).toBe(1);
    // A new agent waits until the previous one has left the place.
    walkUntil(world, 12);
    expect(world.crowd.count + world.arrived).toBeGreaterThan(3);
  });
});

describe('a run', () => {
  test('does what the goals say', () => {
    const world = createScenarioWorld(
      checkScenario(
        read(
          agent(-20, 0, goal('idle', '', 1, 3) + seek(-20, 30), 'patient'),
          agent(0, 0, goal('flowStaticDirection', tuple('targetDirection', 0, -1)), 'flowing'),
          agent(20, 0, goal('fleeStaticTarget', tuple('targetLocation', 15, 0)), 'fleeing'),
          agent(-30, -30, goal('seekDynamicTarget', '<targetName>resting</targetName>'), 'pursuing'),
          agent(-10, -30, goal('idle'), 'resting'),
          agent(40, 30, seek(40, 0, 1.3, 4), 'leaving'),
        ),
      ),
    );
    const placeOf = (id: number) =>
      [world.crowd.motion.x, world.crowd.motion.y].map((one) => one[rowOf(world.crowd, id)]);
    walkUntil(world, 3);
    expect(placeOf(0)).toEqual([-20, 0]);
    expect(hasAgent(world.crowd, 5)).toBe(true);
    walkUntil(world, 6);
    expect(hasAgent(world.crowd, 5)).toBe(false);
    expect(placeOf(0)[1]).toBeGreaterThan(1);
    expect(placeOf(1)[1]).toBeLessThan(-4);
    expect(placeOf(2)[0]).toBeGreaterThan(24);
    expect(placeOf(3)[0]).toBeGreaterThan(-26);
    expect(placeOf(4)).toEqual([-10, -30]);
    walkUntil(world, 20);
    // Caught, and gone.
    expect(hasAgent(world.crowd, 3)).toBe(false);
  });
});

function walkUntil(world: World, time: number): void {
  while (timeOf(world) < time) stepWorld(world);
}
