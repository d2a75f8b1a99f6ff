import {
  countVertices,
  maximumAgents,
  maximumObstacleVertices,
  maximumScenarioBytes,
  type ScenarioInput,
  scenarioDefaults,
} from 'wend/scenario';
import { placeInWords, quote, type Reading, readPart, SteerSuiteError, throwFaults } from './error.ts';
import { readGoals } from './goals.ts';
import {
  type LooseObstacle,
  type Obstacle,
  readBox,
  readCircle,
  readOrientedBox,
  readOrientedWall,
  readPolygon,
} from './obstacles.ts';
import { makeScenario } from './scenario.ts';
import type { SquareRegion, TestCase, Walker } from './test-case.ts';
import {
  aboveZero,
  boundsOf,
  childrenOf,
  countOf,
  failFrom,
  inWords,
  numberOf,
  type Origin,
  originOf,
  require,
  textOf,
  tupleOf,
} from './values.ts';
import { type Element, failAt, readElements } from './xml.ts';

export type SteerSuiteOptions = {
  /** Seed for the random parts of the file, and for the scenario. */
  seed?: number;
  /** Takes a sentence for each thing in the file that was not as it should be, and what was done about it. */
  warn?: (warning: string) => void;
};

const ROOT = 'SteerBenchTestCase';
/** SteerSuite reads both alike: a subspace has regions, from which it draws test cases. */
const roots = [ROOT, 'SteerSuiteSubSpace'];
const VERSIONS = ['1.0', '1.1', '1.2'];

/**
 * Converts a test case of SteerSuite to a scenario; docs/guide/steersuite.md has the rules. Throws a SteerSuiteError that
 * names `source`, the line and the element.
 */
export function readSteerSuite(
  text: string,
  source = 'test case',
  options: SteerSuiteOptions = {},
): ScenarioInput {
  if (text.length > maximumScenarioBytes) {
    const message = `expected at most ${maximumScenarioBytes} characters, got ${text.length}`;
    throw new SteerSuiteError(source, [{ line: 1, path: '', message }]);
  }
  const seed = options.seed ?? scenarioDefaults.seed;
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new RangeError(`expected a seed from 0 to ${Number.MAX_SAFE_INTEGER}, got ${seed}`);
  }
  const reading: Reading = { source, faults: [], omitted: 0, warnings: [] };
  // What cannot be read as XML ends the reading; other faults are all collected.
  const testCase = readPart(reading, () => readTestCase(text, reading));
  const scenario = testCase && makeScenario(testCase, seed, reading);
  throwFaults(reading);
  for (const warning of reading.warnings)
    options.warn?.(`${source}: ${placeInWords(warning)}: ${warning.message}`);
  return scenario!;
}

/** Adds one child of the root to the test case. */
type Part = (element: Element, testCase: TestCase, budget: Budget) => void;

/** What a file may still add before it reaches the limits. */
type Budget = { agents: number; vertices: number };

const parts: Record<string, Part> = {
  suggestedCameraView: () => {},
  agent: (element, { walkers }, budget) => {
    budget.agents -= 1;
    if (budget.agents < 0) failAt(element, `expected at most ${maximumAgents} agents in all`);
    walkers.push(readAgent(element));
  },
  agentRegion: (element, { walkers }, budget) => {
    const walker = readAgentRegion(element, budget.agents);
    budget.agents -= walker.count;
    if (walker.count > 0) walkers.push(walker);
  },
  agentEmitter: (element, { emitters }) => {
    emitters.push(readAgent(element));
  },
  obstacle: (element, testCase, budget) => addObstacles(element, testCase, [readBox(element)], budget),
  circleObstacle: (element, testCase, budget) => {
    const read = readCircle(element);
    addObstacles(element, testCase, 'shapes' in read ? read : [read], budget);
  },
  orientedBoxObstacle: (element, testCase, budget) =>
    addObstacles(element, testCase, readOrientedBox(element), budget),
  orientedWallObstacle: (element, testCase, budget) =>
    addObstacles(element, testCase, readOrientedWall(element), budget),
  polygonObstacle: (element, testCase, budget) =>
    addObstacles(element, testCase, [readPolygon(element, budget.vertices)], budget),
  obstacleRegion: (element, { squares }, budget) => {
    const region = readObstacleRegion(element, Math.floor(budget.vertices / 4));
    budget.vertices -= 4 * region.count;
    squares.push(region);
  },
};

function readTestCase(text: string, reading: Reading): TestCase {
  let testCase: TestCase | undefined;
  const budget: Budget = { agents: maximumAgents, vertices: maximumObstacleVertices };
  const takeHeader = (element: Element) => {
    if (testCase) failAt(element, 'expected one <header>, got another');
    // Further faults are looked for even where the header has one.
    testCase = emptyCase(originOf(element));
    Object.assign(testCase, readHeader(element));
  };
  const takePart = (element: Element) => {
    if (!testCase) failAt(element, `expected <header> first, got <${element.name}>`);
    const part = Object.hasOwn(parts, element.name) ? parts[element.name] : undefined;
    if (!part) failAt(element, `expected ${inWords(Object.keys(parts))} in <${ROOT}>, got <${element.name}>`);
    part(element, testCase, budget);
  };
  readElements(text, reading, roots, (element) => {
    readPart(reading, () => (element.name === 'header' ? takeHeader(element) : takePart(element)));
  });
  throwFaults(reading);
  return testCase ?? failFrom({ reading, line: 1, path: '' }, 'expected a <header>, got none');
}

function readHeader(element: Element): Pick<TestCase, 'bounds' | 'description' | 'name'> {
  const { description, name, passingCriteria, version, worldBounds } = childrenOf(element, [
    'version',
    'name',
    'worldBounds',
    'description',
    'passingCriteria',
  ]);
  if (version && !VERSIONS.includes(textOf(version))) {
    failAt(version, `expected version ${VERSIONS.join(', ')}, got ${quote(textOf(version))}`);
  }
  const called = textOf(require(name, element, 'name'));
  if (called === '') failAt(name!, 'expected a name, got nothing');
  const words = [description, passingCriteria].map((one) => (one ? inOneLine(textOf(one)) : ''));
  return {
    name: inOneLine(called).slice(0, 100),
    description: words
      .filter((one) => one !== '')
      .join(' ')
      .slice(0, 2000),
    bounds: boundsOf(require(worldBounds, element, 'worldBounds')),
  };
}

function emptyCase(origin: Origin): TestCase {
  return {
    origin,
    name: '',
    description: '',
    bounds: { min: [0, 0], max: [1, 1] },
    walkers: [],
    emitters: [],
    obstacles: [],
    loose: [],
    squares: [],
  };
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function readAgent(element: Element): Walker {
  const { goalSequence, initialConditions, name } = childrenOf(element, [
    'name',
    'initialConditions',
    'goalSequence',
  ]);
  const called = name ? inOneLine(textOf(name)) : '';
  const conditions = require(initialConditions, element, 'initialConditions');
  const { position, ...others } = readConditions(conditions);
  return {
    origin: originOf(element),
    name: called === '' ? undefined : called,
    count: 1,
    region: undefined,
    at: tupleOf(require(position, conditions, 'position')),
    ...others,
    goals: readGoals(goalSequence, element),
  };
}

function readAgentRegion(element: Element, most: number): Walker {
  const { goalSequence, initialConditions, numAgents, regionBounds } = childrenOf(element, [
    'numAgents',
    'regionBounds',
    'initialConditions',
    'goalSequence',
  ]);
  const count = countOf(require(numAgents, element, 'numAgents'), most);
  const conditions = require(initialConditions, element, 'initialConditions');
  const { direction, position, radius } = readConditions(conditions);
  if (position && tupleOf(position) !== 'random') {
    failAt(position, 'expected no <position> of many agents, or a random one, got numbers');
  }
  return {
    origin: originOf(element),
    name: undefined,
    count,
    region: boundsOf(require(regionBounds, element, 'regionBounds')),
    at: 'random',
    direction,
    radius,
    goals: readGoals(goalSequence, element),
  };
}

function readConditions(element: Element) {
  const { direction, position, radius, speed } = childrenOf(
    element,
    ['position', 'direction', 'radius', 'speed'],
    ['color'],
  );
  if (speed) numberOf(speed, 0);
  return {
    position,
    direction: tupleOf(require(direction, element, 'direction')),
    radius: aboveZero(require(radius, element, 'radius')),
  };
}

function readObstacleRegion(element: Element, most: number): SquareRegion {
  const { numObstacles, obstacleHeight, obstacleSize, regionBounds } = childrenOf(element, [
    'numObstacles',
    'regionBounds',
    'obstacleSize',
    'obstacleHeight',
  ]);
  if (obstacleHeight) numberOf(obstacleHeight);
  const count = countOf(require(numObstacles, element, 'numObstacles'), most);
  const size = aboveZero(require(obstacleSize, element, 'obstacleSize'));
  const region = boundsOf(require(regionBounds, element, 'regionBounds'));
  const room = Math.min(region.max[0] - region.min[0], region.max[1] - region.min[1]);
  if (size > room) failAt(element, `expected an <obstacleSize> of at most ${room}, the region, got ${size}`);
  return { origin: originOf(element), region, count, size };
}

function addObstacles(
  element: Element,
  { loose, obstacles }: TestCase,
  read: Obstacle[] | LooseObstacle,
  budget: Budget,
): void {
  const shapes = 'shapes' in read ? read.shapes : read;
  for (const shape of shapes) budget.vertices -= countVertices(shape);
  if (budget.vertices < 0) {
    failAt(element, `expected at most ${maximumObstacleVertices} vertices of obstacles in all`);
  }
  if ('shapes' in read) loose.push(read);
  else obstacles.push(...read);
}
