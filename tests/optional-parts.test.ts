// What a bundle carries only where worlds need it is brought by who offers it, or a message says what brings it. Each test is
// a program of its own, which has loaded nothing before.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { requireBuild, root } from './wend.fixture.ts';

const doors = `
  import * as wend from 'wend';
  import * as scenario from 'wend/scenario';
  import * as models from 'wend/models';
  const messageOf = async (act) => {
    try {
      await act();
    } catch (error) {
      return error.message;
    }
    return 'none';
  };
  // Two agents, and a curtain that is drawn between them.
  const curtain = {
    bounds: { min: [-5, -5], max: [5, 5] },
    neighbours: { radius: 4, sight: true, events: true },
    obstacles: [
      { shape: 'segment', from: [0, 1], to: [0, 3], course: { kind: 'velocity', velocity: [0, -1] } },
    ],
  };
  const places = [[-1, 0], [1, 0]];
  // How often an agent comes into sight of the other, and how often it is hidden from it.
  const countSightings = (world) => {
    const counts = [0, 0];
    for (let step = 0; step < 100; step++) {
      wend.stepWorld(world);
      const { count, kind } = world.events;
      for (let k = 0; k < count; k++) {
        if (kind[k] === wend.EventKind.visible) counts[0]++;
        if (kind[k] === wend.EventKind.hidden) counts[1]++;
      }
    }
    return counts;
  };
  const inSpace = {
    dimension: 3,
    bounds: { min: [0, 0, 0], max: [9, 9, 9], walls: true },
    neighbours: { sight: true },
    obstacles: [
      { shape: 'sphere', center: [4, 4, 4], radius: 1 },
      { shape: 'plane', point: [0, 0, 0], normal: [0, 0, 1] },
    ],
  };
`;

/** What a program says in the end, by its variable `result`. */
function resultOf(code: string): unknown {
  requireBuild();
  const program = `${doors}${code}\nconsole.log(JSON.stringify(result));`;
  const options = { cwd: root, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], options));
}

test('a program with events of neighbours calls registerNeighbourEvents, and a message says so', () => {
  const result = resultOf(`
    const before = await messageOf(() => wend.createWorld(curtain));
    models.registerNeighbourEvents();
    const world = wend.createWorld(curtain);
    for (const at of places) wend.addAgent(world, { at });
    const result = [before, countSightings(world)];`);
  expect(result).toEqual([
    expect.stringContaining('a call of registerNeighbourEvents, from wend/models'),
    [2, 2],
  ]);
});

test('a program with a model that reacts to close agents calls registerCloseAgents, and a message says so', () => {
  const result = resultOf(`
    wend.registerSteering(models.pipeline);
    const world = wend.createWorld({ bounds: curtain.bounds, steering: { name: 'pipeline' } });
    for (const at of places) wend.addAgent(world, { at, goal: [-at[0], 0] });
    const before = await messageOf(() => wend.stepWorld(world));
    models.registerCloseAgents();
    const again = wend.createWorld({ bounds: curtain.bounds, steering: { name: 'pipeline' } });
    for (const at of places) wend.addAgent(again, { at, goal: [-at[0], 0] });
    const result = [before, await messageOf(() => wend.stepWorld(again))];`);
  expect(result).toEqual([
    expect.stringContaining('a call of registerCloseAgents, from wend/models'),
    'none',
  ]);
});

test('events without sight need it, too', () => {
  const result = resultOf(`
    const neighbours = { sight: false, events: true };
    const result = await messageOf(() => wend.createWorld({ ...curtain, neighbours }));`);
  expect(result).toContain('a call of registerNeighbourEvents, from wend/models');
});

test('openScenario brings the events of sight', () => {
  const result = resultOf(`
    const agents = places.map((at) => ({ at }));
    const given = { version: 1, name: 'curtain', duration: 9, ...curtain, agents };
    const result = countSightings(await scenario.openScenario(given));`);
  expect(result).toEqual([2, 2]);
});

test('a program in three dimensions calls registerSpace, and a message says so', () => {
  const result = resultOf(`
    const before = await messageOf(() => wend.createWorld(inSpace));
    models.registerSpace();
    wend.registerSteering(models.nonlinear);
    const world = wend.createWorld(inSpace);
    const agent = wend.addAgent(world, { at: [1, 4, 4], goal: [8, 4, 4] });
    for (let step = 0; step < 400; step++) wend.stepWorld(world);
    const result = [before, wend.readAgent(world, agent).arrived];`);
  expect(result).toEqual([expect.stringContaining('a call of registerSpace, from wend/models'), true]);
});

test('a program with ground calls registerGround, and messages say so', () => {
  const result = resultOf(`
    const settings = { bounds: { min: [0, 0], max: [9, 9] } };
    const rubble = { name: 'rubble', kind: 'speed', region: { box: { min: [2, 0], max: [4, 9] } }, factor: 0.5 };
    const before = await messageOf(() => wend.createWorld({ ...settings, ground: [rubble] }));
    const plain = wend.createWorld(settings);
    const refused = await messageOf(() => scenario.setGround(plain, rubble));
    models.registerGround();
    const world = wend.createWorld({ ...settings, ground: [rubble] });
    const agent = wend.addAgent(world, { at: [1, 4], goal: [8, 4], speed: 1 });
    const wrong = await messageOf(() => scenario.setGround(world, { ...rubble, name: 'more' }));
    const speeds = [];
    for (let step = 0; step < 100; step++) {
      wend.stepWorld(world);
      const { speed, x } = wend.readAgent(world, agent);
      if (x > 2.5 && x < 3.5) speeds.push(speed);
    }
    const result = [before, refused, wrong, Math.max(...speeds)];`) as [string, string, string, number];
  expect(result[0]).toContain('a call of registerGround, from wend/models');
  expect(result[1]).toContain('expected');
  expect(result[2]).toContain('overlaps "rubble": a place has one factor');
  expect(result[3]).toBeCloseTo(0.5, 2);
});

test('openScenario brings the ground, also that of a script', () => {
  const result = resultOf(`
    const given = { version: 1, name: 'late', duration: 9, bounds: { min: [0, 0], max: [9, 9] }, agents: [] };
    const door = { name: 'door', kind: 'door', from: [3, 0], to: [3, 9] };
    const script = [{ at: 1, kind: 'set-ground', ground: door }];
    const world = await scenario.openScenario({ ...given, script });
    for (let step = 0; step < 50; step++) wend.stepWorld(world);
    const result = world.patches.list.length;`);
  expect(result).toBe(1);
});

test('openScenario brings the shapes of three dimensions, with the messages about them', () => {
  const result = resultOf(`
    const given = { version: 1, name: 'balls', duration: 9, agents: [] };
    const wrong = JSON.stringify({ ...given, bounds: curtain.bounds, obstacles: inSpace.obstacles });
    const first = await messageOf(() => scenario.openScenario(wrong));
    const opened = await scenario.openScenario({ ...given, ...inSpace });
    const made = scenario.createScenarioWorld({ ...given, ...inSpace });
    const atOnce = await messageOf(() => scenario.parseScenario(wrong));
    const result = [first, first === atOnce, opened.solids.count === made.solids.count];`);
  expect(result).toEqual([expect.stringContaining('here use "circle"'), true, true]);
});

test('explainAgent brings the explanations of the default model', () => {
  const result = resultOf(`
    const world = wend.createWorld({ bounds: { min: [0, 0], max: [9, 9] } });
    const agent = wend.addAgent(world, { at: [1, 1], goal: [8, 8] });
    wend.stepWorld(world);
    const before = await messageOf(() => world.models[0].model.explain({}, 0));
    const result = [before, 'impatience' in scenario.explainAgent(world, agent).facts];`);
  expect(result).toEqual([expect.stringContaining('a call of explainAgent, from wend/scenario'), true]);
});
