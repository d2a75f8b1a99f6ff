// The benchmark beside other libraries: the contenders with their names, and how the figures are computed. The times are
// not tested, since they depend on the machine.
import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { createScenarioWorld, parseScenario } from 'wend/scenario';
import { type Benchmark, benchmarkCsv, benchmarkTable } from '../cli/src/bench.ts';
import schema from '../library/scenario.schema.json' with { type: 'json' };
import { requireBuild, root } from './wend.fixture.ts';

type Contender = { name: string; isPeer: boolean; parameters: string[]; needs?: string };

// Plain JavaScript, which these types describe.
const load = (file: string) => import(new URL(`../benchmarks/${file}`, import.meta.url).href);
type MeasuredCrowd = {
  agents: number;
  rows: { name: string; microsecondsPerAgentStep: { best: number } }[];
};
const {
  judgeGrowth,
  judgeLimits,
  runBenchmark,
}: {
  judgeGrowth: (crowds: MeasuredCrowd[]) => Benchmark['growth'];
  judgeLimits: (crowds: MeasuredCrowd[]) => Benchmark['limits'];
  runBenchmark: (sizes: number[], options: { warmUp: number }) => Promise<Benchmark>;
} = await load('bench.js');
const {
  howToInstall,
  listContenders,
}: { howToInstall: (contender: Contender) => string; listContenders: () => Contender[] } =
  await load('peers/contenders.js');
const { createItinerary, createPeerCrowd, renewGoalOnArrival, TIME_STEP } = await load('peers/crowd.js');
const { measureInterleaved } = await load('peers/measure.js');

const modelOf = (steering: object) =>
  createScenarioWorld(
    parseScenario(
      JSON.stringify({
        version: 1,
        name: 'm',
        bounds: { min: [0, 0], max: [9, 9] },
        duration: 1,
        ...steering,
      }),
      'a scenario',
    ),
  ).scenario.steering.name;

describe('the rows', () => {
  const contenders = listContenders();
  const models = contenders.filter(({ isPeer }) => !isPeer);

  test('begin with the default model, which changes nothing in a scenario', () => {
    expect(models[0].name).toBe(`${modelOf({})} (default)`);
    expect(models[0].parameters.at(-1)).toBe('{}');
  });

  test('name every model of the schema, and nothing twice', () => {
    const known = schema.properties.steering.anyOf.map(({ properties }) => properties.name.const);
    expect(new Set(models.map(({ name }) => name.split(/[ ,]/)[0]))).toEqual(new Set(known));
    expect(new Set(contenders.map(({ name }) => name)).size).toBe(contenders.length);
    for (const { name, parameters } of models) {
      expect(name.split(/[ ,]/)[0]).toBe(modelOf(JSON.parse(parameters.at(-1)!)));
    }
  });

  test('say what differs from the defaults of a model', () => {
    for (const { name, parameters } of models.slice(1)) {
      const { steering: _, neighbours, cadence } = JSON.parse(parameters.at(-1)!);
      expect(name.includes('3 m')).toBe(neighbours !== undefined);
      expect(name.includes('adaptive')).toBe(cadence !== undefined);
    }
  });

  test('have four other libraries beside them', () => {
    const peers = contenders.filter(({ isPeer }) => isPeer).map(({ name }) => name);
    expect(peers).toEqual(['DetourCrowd', 'Yuka', 'RVO2', 'JuPedSim']);
  });
});

describe('a measurement', () => {
  /** A crowd of two agents that walk at 1 m/s; its cost is given for each block. */
  const standIn = (name: string, costs: number[], asked: string[] = [], speed = 1) => {
    let x = 0;
    const left = [...costs];
    return {
      contender: { name },
      ask: async (request: { step?: number; positions?: true }) => {
        if (request.positions) return { positions: [x, 0, x, 1] };
        asked.push(name);
        x += speed * request.step! * TIME_STEP;
        return { microseconds: left.shift() };
      },
    };
  };

  test('takes the best and the median of the blocks, per agent and step', async () => {
    const [{ microsecondsPerAgentStep, meanSpeed, meanNeighbours }] = await measureInterleaved(
      [standIn('a', [70, 10, 40, 20])],
      { warmupSteps: 0, steps: 20, blockSteps: 5 },
    );
    expect(microsecondsPerAgentStep).toEqual({ best: 1, median: 3 });
    expect(meanSpeed).toBeCloseTo(1, 10);
    expect(meanNeighbours).toBe(1);
  });

  test('alternates, and begins each round with another contender', async () => {
    const asked: string[] = [];
    const hosts = ['a', 'b', 'c'].map((name) => standIn(name, [1, 1, 1], asked));
    await measureInterleaved(hosts, { warmupSteps: 0, steps: 6, blockSteps: 2 });
    expect(asked.join('')).toBe('abcbcacab');
  });

  test('refuses a crowd that stands', async () => {
    const hosts = [standIn('a', [1, 1], [], 0.1)];
    await expect(measureInterleaved(hosts, { warmupSteps: 0, steps: 4, blockSteps: 2 })).rejects.toThrow(
      'a: the crowd moves at 0.10 m/s',
    );
  });
});

describe('the limits', () => {
  /** The default model and two peers, with the costs of an agent and step. */
  const crowd = (agents: number, own: number, detour: number, rvo2: number) => ({
    agents,
    rows: [
      { name: 'default', microsecondsPerAgentStep: { best: own } },
      { name: 'DetourCrowd', microsecondsPerAgentStep: { best: detour } },
      { name: 'RVO2', microsecondsPerAgentStep: { best: rvo2 } },
    ],
  });

  test('compare the default model with its peers at 4000 agents', () => {
    expect(judgeLimits([crowd(1000, 9, 1, 1), crowd(4000, 2, 7, 3)])).toEqual([
      { row: 'default', peer: 'DetourCrowd', timesFaster: 4, measured: 3.5 },
      { row: 'default', peer: 'RVO2', timesFaster: 1, measured: 1.5 },
    ]);
    expect(judgeLimits([crowd(1000, 9, 1, 1)])).toEqual([]);
  });

  test('compare an agent of 40000 with one of 1000', () => {
    const growth = judgeGrowth([crowd(1000, 2, 1, 1), crowd(40_000, 2.5, 1, 1)]);
    expect(growth).toEqual({ small: 1000, large: 40_000, timesDearer: 1.15, measured: 1.25 });
    expect(judgeGrowth([crowd(1000, 2, 1, 1)])).toBeNull();
  });

  test('are printed with what was measured', () => {
    const crowds = [crowd(1000, 2, 1, 1), crowd(4000, 2, 7, 3), crowd(40_000, 2.5, 1, 1)];
    const table = benchmarkTable({
      machine: '',
      date: '',
      node: '',
      crowds: crowds.map(({ agents }) => ({ agents, rows: [], refusals: [{ name: 'a', why: 'a test' }] })),
      limits: judgeLimits(crowds),
      growth: judgeGrowth(crowds),
    });
    expect(table).toContain('default is at least 3.50 times faster than DetourCrowd; limit 4: missed');
    expect(table).toContain('default is at least 1.50 times faster than RVO2; limit 1: held');
    expect(table).toContain('an agent of 40000 costs 1.25 times one of 1000; limit 1.15: missed');
  });
});

describe('a benchmark of 100 agents without Python', () => {
  let result: Benchmark;
  beforeAll(async () => {
    requireBuild();
    const python = process.env.WEND_BENCH_PYTHON;
    process.env.WEND_BENCH_PYTHON = '/no/such/python';
    try {
      result = await runBenchmark([100], { warmUp: 20 });
    } finally {
      if (python === undefined) delete process.env.WEND_BENCH_PYTHON;
      else process.env.WEND_BENCH_PYTHON = python;
    }
  });

  test('measures every model and every library of npm, and says how to install the others', () => {
    const [{ agents, rows, refusals }] = result.crowds;
    const expected = listContenders().filter(({ needs }) => !needs);
    expect(agents).toBe(100);
    expect(rows.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
    expect(refusals.map(({ name }) => name)).toEqual(['RVO2', 'JuPedSim']);
    expect(refusals[0].why).toMatch(/^not installed: .*pip install pyrvo.*WEND_BENCH_PYTHON/);
    expect(rows[0].timesDefault).toEqual({ best: 1, median: 1 });
    for (const { microsecondsPerAgentStep, stages, isPeer } of rows) {
      expect(microsecondsPerAgentStep.best).toBeGreaterThan(0);
      expect(microsecondsPerAgentStep.median).toBeGreaterThanOrEqual(microsecondsPerAgentStep.best);
      const shares = Object.values(stages ?? {}).reduce((sum, share) => sum + share, 0);
      expect(shares).toBeCloseTo(isPeer ? 0 : 1, 10);
    }
  });

  test('prints a line for each, and a CSV with machine, date and stages', () => {
    const names = listContenders().map(({ name }) => name);
    const table = benchmarkTable(result);
    for (const name of names) expect(table).toContain(`\n  ${name} `);
    const [head, ...lines] = benchmarkCsv(result).trimEnd().split('\n');
    expect(head).toMatch(/^machine,date,node,agents,name,kind,.*,stages$/);
    expect(lines).toHaveLength(names.length);
    const fields = lines.map((line) => line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)!.length - 1);
    expect(new Set(fields)).toEqual(new Set([head.split(',').length]));
    expect(lines[0]).toContain(result.date);
    expect(lines[0]).toContain('computeControls');
  });
});

test('a host of Python goes through the same goals', ({ skip }) => {
  const crowd = createPeerCrowd(5, 3);
  const itinerary = createItinerary(crowd);
  const expected: number[][] = [];
  for (let agent = 0; agent < 5; agent++) {
    for (let goal = 0; goal < 3; goal++) {
      renewGoalOnArrival(itinerary, agent, itinerary.goalX[agent], itinerary.goalY[agent]);
      expected.push([itinerary.goalX[agent], itinerary.goalY[agent]]);
    }
  }
  const { goalX, goalY, agents, side, seed } = crowd;
  const given = { agents, side, seed, goalX: [...goalX], goalY: [...goalY], arrivalDistance: 1 };
  const program = `import json, sys
sys.argv = ['host.py', 'none']
sys.path.insert(0, ${JSON.stringify(`${root}benchmarks/peers`)})
from host import Itinerary
itinerary = Itinerary(json.loads(${JSON.stringify(JSON.stringify(given))}))
goals = []
for agent in range(5):
    for goal in range(3):
        assert itinerary.renew(agent, *itinerary.goals[agent])
        goals.append(itinerary.goals[agent])
print(json.dumps(goals))`;
  let printed: string;
  try {
    printed = execFileSync(process.env.WEND_BENCH_PYTHON || 'python3', ['-c', program], { encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return skip('there is no Python on this machine');
    throw error;
  }
  expect(JSON.parse(printed)).toEqual(expected);
});

test('the advice names the package that is missing', () => {
  const needing = listContenders().filter(({ needs }) => needs);
  expect(needing.map(howToInstall)).toEqual([
    expect.stringContaining('pip install pyrvo'),
    expect.stringContaining('pip install jupedsim'),
  ]);
});
