import { describe, expect, test } from 'vitest';
import { ScenarioError } from 'wend';
import { readSteerSuite, SteerSuiteError } from './index.ts';
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

/** The reader's message for a text. */
function refusalOf(text: string): string {
  try {
    readSteerSuite(text, 'case.xml');
  } catch (error) {
    expect(error).toBeInstanceOf(SteerSuiteError);
    expect(error).toBeInstanceOf(ScenarioError);
    return (error as Error).message;
  }
  return 'accepted';
}

const one = agent(0, 0, seek(1, 1));
const inRoot = (inside: string) => `<SteerBenchTestCase>${inside}</SteerBenchTestCase>`;

describe('a document that is not a test case', () => {
  test.each([
    ['', 'case.xml: line 1: expected XML: document must contain a root element.'],
    ['no XML', 'case.xml: line 1: expected XML: text data outside of root node.'],
    [testCase('</a>'), 'case.xml: line 2: expected XML: unexpected close tag.'],
    ['<scene/>', 'case.xml: line 1: expected <SteerBenchTestCase> or <SteerSuiteSubSpace>, got <scene>'],
    [inRoot(''), 'case.xml: line 1: expected a <header>, got none'],
    [inRoot(`\n${one}`), 'case.xml: line 2, agent[1]: expected <header> first, got <agent>'],
    [inRoot(header() + header()), 'case.xml: line 1, header: expected one <header>, got another'],
    [
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><SteerBenchTestCase>&x;</SteerBenchTestCase>',
      'case.xml: line 1: expected no DOCTYPE: entities are not read',
    ],
    [testCase('&x;'), 'case.xml: line 2: expected XML: undefined entity.'],
    [
      '<a:SteerBenchTestCase xmlns:a="urn:b"/>',
      'case.xml: line 1: expected elements of the namespace "http://www.magix.ucla.edu/steerbench", got <SteerBenchTestCase> of "urn:b"',
    ],
    [
      testCase('teapot'),
      'case.xml: line 3: expected elements in <SteerBenchTestCase>, got the text "teapot"',
    ],
    [
      testCase(one.replace('<goalSequence>', '1.3<goalSequence>')),
      'case.xml: line 2, agent[1]: expected elements in <agent>, got the text "1.3"',
    ],
    [inRoot('<x>'.repeat(40) + '</x>'.repeat(40)), 'case.xml: line 1: expected elements at most 32 deep'],
    [testCase('<agent>\u0000</agent>'), 'case.xml: line 2: expected XML: disallowed character.'],
  ])('%#', (text, message) => {
    expect(refusalOf(text)).toBe(message);
  });

  test('a text that is too long is not looked at', () => {
    expect(refusalOf(' '.repeat(256 * 1024 * 1024 + 1))).toBe(
      'case.xml: line 1: expected at most 268435456 characters, got 268435457',
    );
  });

  test('entities that double again and again are refused before they grow', () => {
    const names = Array.from({ length: 30 }, (_, k) => `<!ENTITY e${k + 1} "&e${k};&e${k};">`);
    expect(refusalOf(`<!DOCTYPE a [<!ENTITY e0 "x">${names.join('')}]>${inRoot('&e30;')}`)).toContain(
      'DOCTYPE',
    );
  });
});

describe('what a test case may not say', () => {
  const cases: [string, string, string][] = [
    ['an unknown element', '<teapot/>', 'line 2, teapot[1]: expected <suggestedCameraView>, <agent>'],
    [
      'one inside another',
      one.replace('<goalSequence>', '<hat/><goalSequence>'),
      'line 2, agent[1]/hat: expected <name>, <initialConditions> or <goalSequence> in <agent>, got <hat>',
    ],
    ['the name of an object’s own', '<constructor/>', 'line 2, constructor[1]: expected'],
    ['an unknown goal', agent(0, 0, '<dance/>'), 'agent[1]/goalSequence/dance: expected <seekStaticTarget>'],
    [
      'two radii',
      one.replace('<radius>', '<radius>1</radius><radius>'),
      'agent[1]/initialConditions/radius[2]: expected one <radius>',
    ],
    [
      'no radius',
      one.replace(/<radius>.*<\/radius>/, ''),
      'agent[1]/initialConditions: expected <radius>, got none',
    ],
    ['NaN', one.replace('0.5', 'NaN'), 'radius: expected a number, got "NaN"'],
    ['infinity', one.replace('0.5', 'INF'), 'radius: expected a number, got "INF"'],
    ['a number too large', one.replace('0.5', '1e999'), 'radius: expected a number, got "1e999"'],
    ['a radius of 0', one.replace('0.5', '0'), 'radius: expected a number above 0, got 0'],
    ['an empty number', one.replace('>0.5<', '><'), 'radius: expected a number, got nothing'],
    ['an element for a number', one.replace('0.5', '<one/>'), 'radius: expected text in <radius>, got <one>'],
    [
      'a negative speed',
      agent(0, 0, seek(1, 1, -1)),
      'desiredSpeed: expected a number of at least 0, got "-1"',
    ],
    ['half a tuple', one.replace('<z>0</z>', ''), 'position: expected <z>, got none'],
    [
      'numbers and chance',
      one.replace('<z>0</z>', '<z>0</z><random>true</random>'),
      'position: expected numbers or <random>, got both',
    ],
    [
      'a maybe',
      one.replace('<x>0</x><y>0</y><z>0</z>', '<random>maybe</random>'),
      'random: expected true or false, got "maybe"',
    ],
    ['a world without area', 'world', 'header/worldBounds: expected <xmin> less than <xmax>, got 50 and 50'],
    [
      'a region without area',
      region(3, seek(1, 1)).replace('<xmax>20', '<xmax>-20'),
      'regionBounds: expected <xmin> less than <xmax>, got -20 and -20',
    ],
    [
      'an obstacle without extent',
      bounds('obstacle', 1, 1, 2, 2),
      'obstacle[1]: expected an obstacle with an extent, got the point (1, 2)',
    ],
    [
      'too many agents',
      region('4294967295', seek(1, 1)),
      'agentRegion[1]/numAgents: expected a whole number from 0 to 1000000, got "4294967295"',
    ],
    [
      'too many in all',
      region(600000, seek(1, 1)) + region(600000, seek(1, 1)),
      'agentRegion[2]/numAgents: expected a whole number from 0 to 400000',
    ],
    [
      'half an agent',
      region('1.5', seek(1, 1)),
      'numAgents: expected a whole number from 0 to 1000000, got "1.5"',
    ],
    [
      'too many obstacles',
      squares(1e6, 1),
      'obstacleRegion[1]/numObstacles: expected a whole number from 0 to 250000, got "1000000"',
    ],
    [
      'obstacles larger than the region',
      squares(1, 25),
      'obstacleRegion[1]: expected an <obstacleSize> of at most 20, the region, got 25',
    ],
    ['obstacles that do not fit', squares(50, 9), 'obstacleRegion[1]: expected room for'],
    [
      'agents that do not fit',
      region(9999, goal('idle', '', 1, 1) + goal('seekStaticTarget', chance('targetLocation'))),
      'agentRegion[1]: expected room for all agents',
    ],
    [
      'a place of many',
      region(2, seek(1, 1)).replace('<initialConditions>', `<initialConditions>${tuple('position', 1, 1)}`),
      'position: expected no <position> of many agents, or a random one',
    ],
    [
      'a polygon of two',
      `<polygonObstacle>${tuple('vertex', 0, 0)}${tuple('vertex', 1, 0)}</polygonObstacle>`,
      'polygonObstacle[1]: expected at least three <vertex>, got 2',
    ],
    [
      'a random vertex',
      `<polygonObstacle>${chance('vertex')}</polygonObstacle>`,
      'vertex: expected numbers: <vertex> cannot be random',
    ],
    [
      'a box without size',
      `<orientedBoxObstacle>${tuple('size', 0, 1)}${tuple('position', 0, 0)}</orientedBoxObstacle>`,
      'size: expected an <x> and a <z> above 0, got 0 and 1',
    ],
    [
      'a door as wide as the wall',
      `<orientedWallObstacle>${tuple('size', 2, 1)}${tuple('position', 0, 0)}<doorway><value>0</value><doorRadius>1</doorRadius></doorway></orientedWallObstacle>`,
      'expected a door that leaves something of the wall',
    ],
    [
      'an emitter without room',
      bounds('obstacle', -50, 50, -40, 40) + agent(0, 0, seek(1, 1)).replaceAll('agent>', 'agentEmitter>'),
      'agentEmitter[1]: no agent can enter: there is no free place near its <position>',
    ],
    ['a version from later', 'version', 'header/version: expected version 1.0, 1.1, 1.2, got "7"'],
    [
      'no direction',
      agent(0, 0, goal('flowStaticDirection', tuple('targetDirection', 0, 0))),
      'expected a <targetDirection> along the ground',
    ],
    [
      'fleeing from no agent',
      agent(0, 0, goal('fleeDynamicTarget', '<targetName>B</targetName>')),
      'fleeDynamicTarget: expected the name of one other agent in <targetName>, got "B", that no agent has',
    ],
    [
      'no agent to pursue',
      agent(0, 0, goal('seekDynamicTarget', '<targetName>B</targetName>')),
      'seekDynamicTarget: expected the name of one other agent in <targetName>, got "B", that no agent has',
    ],
    [
      'itself to pursue',
      agent(0, 0, goal('seekDynamicTarget', '<targetName>B</targetName>'), 'B'),
      'got "B", its own',
    ],
    [
      'one of two to pursue',
      agent(0, 0, goal('seekDynamicTarget', '<targetName>B</targetName>')) +
        agent(5, 5, seek(1, 1), 'B') +
        agent(9, 9, seek(1, 1), 'B'),
      'got "B", that 2 have',
    ],
    [
      'no agent to be drawn',
      agent(0, 0, goal('seekDynamicTarget', '<random>true</random>')),
      'expected another agent that can be drawn, got none',
    ],
    [
      'seeking for a while, then something else',
      agent(0, 0, seek(1, 1, 1.3, 10) + seek(2, 2)),
      'goalSequence/seekStaticTarget[1]: cannot be expressed: expected a <timeDuration> of at least 120 s, which the scenario lasts, got 10',
    ],
    [
      'an emitter of agents that leave after a time',
      agent(0, 0, seek(1, 1, 1.3, 5)).replaceAll('agent>', 'agentEmitter>'),
      'agentEmitter[1]: cannot be expressed: expected a <timeDuration> of the last goal of 120 s',
    ],
    [
      'more than the script holds',
      region(10001, seek(1, 1, 1.3, 5)),
      'agentRegion[1]: expected at most 10000 agents that emitters bring or that leave after a time',
    ],
  ];

  test('all faults of a file are reported at once, in the order of the file', () => {
    const text = testCase(
      '<teapot/>',
      one.replace('0.5', 'NaN'),
      bounds('obstacle', 1, 1, 2, 2),
      one,
      agent(9, 9, '<dance/>'),
      region('1.5', seek(1, 1)),
    );
    const lines = refusalOf(text).split('\n');
    expect(lines.map((line) => line.split(': ')[1])).toEqual([
      'line 2, teapot[1]',
      'line 3, agent[1]/initialConditions/radius',
      'line 4, obstacle[1]',
      'line 6, agent[3]/goalSequence/dance',
      'line 7, agentRegion[1]/numAgents',
    ]);
    const dancing = agent(0, 0, `<dance/>${seek(1, 1)}<sing/>`);
    const chasing = ['B', 'C'].map((name) => goal('seekDynamicTarget', `<targetName>${name}</targetName>`));
    expect(refusalOf(testCase(dancing)).match(/<dance>|<sing>/g)).toEqual(['<dance>', '<sing>']);
    expect(refusalOf(testCase(agent(0, 0, chasing.join('')))).match(/"[BC]"/g)).toEqual(['"B"', '"C"']);
    const pursuers = Array.from({ length: 25 }, (_, k) =>
      agent(2 * k, 0, goal('seekDynamicTarget', `<targetName>B${k}</targetName>`)),
    );
    const many = refusalOf(testCase(...pursuers)).split('\n');
    expect(many.length).toBe(21);
    expect(many[20]).toBe('case.xml: and 5 more');
  });

  test.each(cases)('%s', (_, part, message) => {
    const text =
      part === 'world'
        ? testCase().replace(/<worldBounds>.*<\/worldBounds>/, bounds('worldBounds', 50, 50, 0, 1))
        : part === 'version'
          ? testCase().replace('<version>1.0', '<version>7')
          : testCase(part);
    const refusal = refusalOf(text);
    expect(refusal).toMatch(/^case\.xml: line \d+, /);
    expect(refusal).toContain(message);
  });
});
