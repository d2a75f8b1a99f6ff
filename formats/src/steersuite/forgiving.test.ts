import { describe, expect, test } from 'vitest';
import { checkScenario, type ScenarioInput } from 'wend/scenario';
import { readSteerSuite } from './index.ts';
import {
  agent,
  bounds,
  chance,
  goal,
  header,
  region,
  seek,
  squares,
  testCase,
  tuple,
} from './test-case.fixture.ts';

/** The scenario of a text and the warnings; the scenario is valid. */
function read(text: string, seed = 1): { scenario: ScenarioInput; warnings: string[] } {
  const warnings: string[] = [];
  const scenario = readSteerSuite(text, 'case.xml', { seed, warn: (warning) => warnings.push(warning) });
  checkScenario(structuredClone(scenario), 'case.xml');
  return { scenario, warnings };
}

const one = agent(0, 0, seek(10, 10));

test('a file without faults has no warnings', () => {
  expect(read(testCase(one, bounds('obstacle', 3, 4, 5, 6))).warnings).toEqual([]);
});

describe('bounds with their ends in the wrong order are exchanged', () => {
  test('of an obstacle, in plan and in height', () => {
    const { scenario, warnings } = read(testCase(bounds('obstacle', 4, 3, 5, 6, -1), one));
    expect(scenario.obstacles).toEqual([{ shape: 'box', min: [3, 5], max: [4, 6] }]);
    expect(warnings).toEqual([
      'case.xml: line 2, obstacle[1]: <xmin> 4 and <xmax> 3 are exchanged',
      'case.xml: line 2, obstacle[1]: <ymin> 0 and <ymax> -1 are exchanged',
    ]);
  });

  test('of the world and of a region', () => {
    const world = testCase(region(3, seek(1, 1)).replace('<xmax>20', '<xmax>-30')).replace(
      header(),
      header('', bounds('worldBounds', 50, -50, -40, 40)),
    );
    const { scenario, warnings } = read(world);
    expect(scenario.bounds).toEqual({ min: [-50, -40], max: [50, 40] });
    expect(scenario.groups![0].region).toEqual({ box: { min: [-30, -20], max: [-20, 20] } });
    expect(warnings.map((one) => one.replace(/^.*?, /, ''))).toEqual([
      'header/worldBounds: <xmin> 50 and <xmax> -50 are exchanged',
      'agentRegion[1]/regionBounds: <xmin> -20 and <xmax> -30 are exchanged',
    ]);
  });
});

test('a world that does not hold its starts and goals is enlarged', () => {
  const { scenario, warnings } = read(testCase(agent(60, 0, seek(0, -70))));
  expect(scenario.bounds).toEqual({ min: [-50, -71.5], max: [61.5, 40] });
  expect(warnings).toEqual([
    'case.xml: line 1, header: starts or goals lie outside the world: it is enlarged to [-50,-71.5] … [61.5,40]',
  ]);
});

test('an agent without goals stands', () => {
  const without = one.replace(/<goalSequence>.*<\/goalSequence>/, '');
  const { scenario, warnings } = read(testCase(without, agent(5, 5, '')));
  for (const each of scenario.agents!) {
    expect(each).not.toHaveProperty('goal');
    expect(each).not.toHaveProperty('journey');
  }
  expect(warnings).toEqual([
    'case.xml: line 2, agent[1]: there is no <goalSequence>: the agent stands',
    'case.xml: line 3, agent[2]/goalSequence: <goalSequence> is empty: the agent stands',
  ]);
});

test('a direction and a time in which a goal is to be passed are not used', () => {
  const wishes = `${tuple('targetTangent', 1, 0)}<targetTime>12</targetTime>`;
  const passed = goal('seekStaticTarget', tuple('targetLocation', 10, 10) + wishes);
  const { scenario, warnings } = read(testCase(agent(0, 0, passed)));
  expect(scenario).toEqual(read(testCase(one)).scenario);
  const place = 'case.xml: line 2, agent[1]/goalSequence/seekStaticTarget';
  expect(warnings).toEqual([
    `${place}/targetTangent: <targetTangent> is not used: agents pass a goal in any direction`,
    `${place}/targetTime: <targetTime> is not used: agents pass a goal as soon as they can`,
  ]);
});

test('a subspace is read like a test case', () => {
  const text = testCase(region(3, seek(1, 1)), squares(2, 1));
  const subspace = text.replaceAll('SteerBenchTestCase', 'SteerSuiteSubSpace');
  expect(subspace).not.toBe(text);
  expect(read(subspace)).toEqual(read(text));
});

test('the agents of an emitter may have several goals', () => {
  const emitter = agent(0, 0, seek(5, 5) + seek(9, 0)).replaceAll('agent>', 'agentEmitter>');
  const { scenario, warnings } = read(testCase(emitter));
  expect(warnings).toEqual([]);
  expect(scenario.script!.length).toBe(60);
  for (const command of scenario.script!) {
    expect(command).toMatchObject({
      kind: 'add',
      agent: { journey: { stages: [{ point: [5, 5] }, { point: [9, 0] }] } },
    });
  }
});

test('starts that overlap one another or an obstacle are moved to free places near them', () => {
  const wall = bounds('obstacle', 10, 12, -5, 5);
  const crowd = Array.from({ length: 12 }, () => agent(0, 0, seek(20, 20)));
  const { scenario, warnings } = read(testCase(wall, ...crowd, agent(11, 0, seek(20, 20))));
  const places = scenario.agents!.map(({ at }) => at);
  expect(places[0]).toEqual([0, 0]);
  places.forEach(([x, y], k) => {
    for (const [u, v] of places.slice(0, k)) expect(Math.hypot(x - u, y - v)).toBeGreaterThanOrEqual(1);
  });
  // Twelve discs of 0.5 m around one: none needs to go farther than 3 m.
  for (const [x, y] of places.slice(0, 12)) expect(Math.hypot(x, y)).toBeLessThan(3);
  expect(Math.hypot(places[12][0] - 11, places[12][1])).toBeLessThan(2.5);
  expect(warnings.length).toBe(12);
  expect(warnings[0]).toMatch(/^case\.xml: line 4, agent\[2\]: the start \(0, 0\) is taken: moved to \(/);
});

test('starts that touch stay where they are', () => {
  const { scenario, warnings } = read(testCase(agent(0, 0, seek(9, 9)), agent(1, 0, seek(9, 9))));
  expect(scenario.agents!.map(({ at }) => at)).toEqual([
    [0, 0],
    [1, 0],
  ]);
  expect(warnings).toEqual([]);
});

describe('random goals behind walls', () => {
  // A closed yard that takes up most of the world, and agents outside of it.
  const yard = [
    bounds('obstacle', -48, 48, 38, 39),
    bounds('obstacle', -48, 48, -30, -29),
    bounds('obstacle', -48, -47, -29, 38),
    bounds('obstacle', 47, 48, -29, 38),
  ];
  const isOutside = ([x, y]: readonly number[]) => x < -48 || x > 48 || y < -30 || y > 39;
  const random = goal('seekStaticTarget', chance('targetLocation'));

  test('are drawn where the agent can get', () => {
    const agents = Array.from({ length: 20 }, (_, k) => agent(2 * k - 20, -35, random));
    for (let seed = 1; seed <= 5; seed++) {
      const { scenario } = read(testCase(...yard, ...agents), seed);
      for (const { goal: place } of scenario.agents!) expect(isOutside(place!)).toBe(true);
    }
  });

  test('so are those of a region, each for its own start', () => {
    const { scenario } = read(testCase(...yard, region(10, random)));
    expect(scenario.agents!.length).toBe(10);
    for (const { at, goal: place } of scenario.agents!) expect(isOutside(place!)).toBe(isOutside(at));
  });
});

test('a polygon may repeat its first point at the end', () => {
  const corners = [tuple('vertex', 5, 5), tuple('vertex', 8, 5), tuple('vertex', 5, 8)].join('');
  const closed = `<polygonObstacle>${corners}${tuple('vertex', 5, 5)}</polygonObstacle>`;
  const open = `<polygonObstacle>${corners}</polygonObstacle>`;
  expect(read(testCase(closed, one))).toEqual(read(testCase(open, one)));
});

test('a goal inside a wall is moved to a free place near it, if a body cannot come near enough', () => {
  const wall = bounds('obstacle', 10, 12, -5, 5);
  const { scenario, warnings } = read(testCase(wall, agent(0, 0, seek(11, 0)), agent(0, 5, seek(10.05, 2))));
  const [[x], near] = scenario.agents!.map(({ goal }) => goal!);
  expect(Math.abs(x - 11)).toBeGreaterThanOrEqual(1.5);
  expect(near).toEqual([10.05, 2]);
  expect(warnings.length).toBe(1);
  expect(warnings[0]).toMatch(/the goal \(11, 0\) is too near to an obstacle: moved to \(/);
});

test('an emitter inside a wall is moved to a free place near it', () => {
  const emitter = agent(11, 0, seek(20, 20)).replaceAll('agent>', 'agentEmitter>');
  const { scenario, warnings } = read(testCase(bounds('obstacle', 10, 12, -5, 5), emitter));
  expect(warnings.length).toBe(1);
  expect(warnings[0]).toMatch(/line 3, agentEmitter\[1\]: the start \(11, 0\) is taken: moved to \(/);
  const places = scenario.script!.map((entry) => (entry.kind === 'add' ? entry.agent.at : []));
  expect(new Set(places.map(String)).size).toBe(1);
  expect(Math.abs(places[0][0] - 11)).toBeGreaterThanOrEqual(1.5);
});
