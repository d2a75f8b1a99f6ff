import { describe, expect, test } from 'vitest';
import { checkScenario, type ScenarioInput } from 'wend/scenario';
import { readSteerSuite } from './index.ts';
import {
  agent,
  bounds,
  chance,
  conditions,
  goal,
  region,
  seek,
  testCase,
  tuple,
} from './test-case.fixture.ts';

/** Reads a case and checks that the library accepts it. */
function read(...parts: string[]): ScenarioInput {
  const scenario = readSteerSuite(testCase(...parts), 'case.xml');
  checkScenario(scenario, 'case.xml');
  return scenario;
}

describe('the scenario of a test case', () => {
  test('has the name and the world of the header, and what all of them have', () => {
    const scenario = read(agent(-10, 0, seek(10, 0)));
    expect(scenario).toEqual({
      version: 1,
      name: 'a case',
      bounds: { min: [-50, -40], max: [50, 40] },
      dt: 0.05,
      duration: 120,
      seed: 1,
      obstacles: [],
      targets: [],
      agents: [
        {
          name: 'agent 1',
          at: [-10, 0],
          heading: 0,
          radius: 0.5,
          speed: 1.3,
          goal: [10, 0],
          goalRadius: 0.5,
        },
      ],
      groups: [],
      script: [],
      arrival: 'vanish',
      neighbours: { radius: 15, sight: true },
      planner: { name: 'direct' },
    });
  });

  test('description and criteria become one description; cameras are not read', () => {
    const text = testCase('<suggestedCameraView><anything/></suggestedCameraView>').replace(
      '</header>',
      '<description> two\n  lines </description><passingCriteria>all arrive</passingCriteria></header>',
    );
    expect(readSteerSuite(text).description).toBe('two lines all arrive');
  });

  test('lasts four times as long as the longest straight line takes, within 120 and 1000 s', () => {
    const durationOf = (...parts: string[]) => readSteerSuite(testCase(...parts)).duration;
    expect(durationOf(agent(-40, 0, seek(40, 0, 1)))).toBe(320);
    expect(durationOf(agent(-40, 0, seek(40, 0, 0.1)))).toBe(1000);
    expect(durationOf(agent(-40, 0, goal('idle', '', 1, 50) + seek(40, 0, 1)))).toBe(370);
    expect(durationOf(agent(0, 0, seek(1, 0)), region(3, seek(0, 20, 1)))).toBe(
      Math.ceil(4 * Math.sqrt(20 * 20 + 40 * 40)),
    );
  });

  test('the cells of the map are the smallest of which there are not too many', () => {
    const cellOf = (size: number) => {
      const text = testCase(bounds('obstacle', 1, 2, 1, 2)).replace(
        /<worldBounds>.*<\/worldBounds>/,
        bounds('worldBounds', 0, size, 0, size),
      );
      return readSteerSuite(text).planner;
    };
    expect(cellOf(100)).toEqual({ name: 'path', clearance: 0, cell: 0.1 });
    expect(cellOf(200)).toEqual({ name: 'path', clearance: 0, cell: 0.2 });
    expect(cellOf(250)).toEqual({ name: 'path', clearance: 0, cell: 0.25 });
    expect(cellOf(500)).toEqual({ name: 'path', clearance: 0, cell: 0.5 });
  });
});

describe('agents', () => {
  test('directions become headings; one without length leaves the choice', () => {
    const facing = (x: number, z: number) =>
      agent(0, 0, seek(9, 0)).replace(tuple('direction', 1, 0), tuple('direction', x, z));
    expect(read(facing(0, 2)).agents![0].heading).toBeCloseTo(Math.PI / 2, 14);
    expect(read(facing(-1, -1)).agents![0].heading).toBeCloseTo((-3 * Math.PI) / 4, 14);
    expect(read(facing(0, 0)).agents![0]).not.toHaveProperty('heading');
  });

  test('random places are drawn with the seed, in the world and clear of agents and obstacles', () => {
    const parts = [
      `<agent>${conditions({ at: chance('position'), facing: chance('direction') })}<goalSequence>${goal('seekStaticTarget', chance('targetLocation'))}</goalSequence></agent>`,
      agent(0, 0, seek(9, 9)),
      bounds('obstacle', -45, 45, 5, 8),
    ];
    const drawn = (seed: number) => readSteerSuite(testCase(...parts), 'case.xml', { seed });
    const places = new Set<string>();
    for (let seed = 0; seed < 200; seed++) {
      const scenario = drawn(seed);
      if (seed % 50 === 0) checkScenario(scenario);
      const [{ at, goal, heading }] = scenario.agents!;
      expect(Math.hypot(at[0], at[1])).toBeGreaterThanOrEqual(1);
      for (const [x, y] of [at, goal!]) {
        expect(Math.abs(x) <= 50 && Math.abs(y) <= 40).toBe(true);
        const gap = Math.hypot(Math.max(0, Math.abs(x) - 45), Math.max(0, 5 - y, y - 8));
        expect(gap).toBeGreaterThanOrEqual(0.5);
      }
      expect(heading! >= 0 && heading! < 2 * Math.PI).toBe(true);
      places.add(`${at},${goal},${heading}`);
    }
    expect(places.size).toBe(200);
    expect(drawn(7)).toEqual(drawn(7));
  });

  test('names that two have are told apart', () => {
    const scenario = read(
      agent(0, 0, seek(9, 0), 'A'),
      agent(3, 0, seek(9, 3), 'A'),
      agent(6, 0, seek(9, 6), 'A (2)'),
    );
    expect(scenario.agents!.map(({ name }) => name)).toEqual(['A', 'A (2)', 'A (2) (2)']);
  });
});

describe('regions', () => {
  const box = { box: { min: [-20, -20], max: [20, 20] } };

  test('become groups', () => {
    expect(read(region(30, seek(30, 5, 1.1))).groups).toEqual([
      {
        name: 'region 1',
        count: 30,
        region: box,
        heading: 0,
        radius: 0.5,
        speed: 1.1,
        goal: { point: [30, 5] },
        goalRadius: 0.5,
      },
    ]);
  });

  test('a random target is drawn by the group, and agents with a random direction face it', () => {
    const scenario = read(region(3, goal('seekStaticTarget', chance('targetLocation')), chance('direction')));
    expect(scenario.groups).toEqual([
      {
        name: 'region 1',
        count: 3,
        region: box,
        radius: 0.5,
        speed: 1.3,
        goal: { random: { box: { min: [-50, -40], max: [50, 40] } } },
      },
    ]);
  });

  test('with several random targets members are placed one by one, each with its own', () => {
    const target = goal('seekStaticTarget', chance('targetLocation'));
    const { agents = [], groups } = read(
      region(40, target + target, chance('direction')),
      agent(0, 0, seek(9, 9)),
    );
    expect(groups).toEqual([]);
    expect(agents.length).toBe(41);
    const points = agents
      .slice(0, 40)
      .flatMap(({ journey }) => journey!.stages.map((stage) => `${'point' in stage && stage.point}`));
    expect(new Set(points).size).toBe(80);
    agents.forEach((one, k) => {
      if (k < 40) expect(Math.max(Math.abs(one.at[0]), Math.abs(one.at[1]))).toBeLessThanOrEqual(20);
      for (const other of agents.slice(0, k)) {
        expect(Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1])).toBeGreaterThanOrEqual(
          1.05 - 1e-9,
        );
      }
    });
  });

  test('an empty one has no agents', () => {
    expect(read(region(0, seek(1, 1)), agent(30, 30, seek(1, 1))).groups).toEqual([]);
  });
});

describe('obstacles', () => {
  const obstaclesOf = (...parts: string[]) => read(...parts).obstacles;

  test('boxes, walls without thickness, circles, polygons', () => {
    expect(
      obstaclesOf(
        bounds('obstacle', 1, 2, 3, 5),
        bounds('obstacle', 4, 4, 3, 5),
        `<circleObstacle><radius>2</radius><height>1</height>${tuple('position', -5, 6)}</circleObstacle>`,
        `<polygonObstacle>${tuple('vertex', 10, 0)}${tuple('vertex', 12, 0)}${tuple('vertex', 11, 3)}</polygonObstacle>`,
      ),
    ).toEqual([
      { shape: 'box', min: [1, 3], max: [2, 5] },
      { shape: 'segment', from: [4, 3], to: [4, 5] },
      { shape: 'circle', center: [-5, 6], radius: 2 },
      {
        shape: 'polygon',
        points: [
          [10, 0],
          [12, 0],
          [11, 3],
        ],
      },
    ]);
  });

  test('boxes are turned about the vertical, from z to x', () => {
    const turned = (degrees: number) =>
      obstaclesOf(
        `<orientedBoxObstacle><thetaY>${degrees}</thetaY>${tuple('size', 4, 2)}${tuple('position', 10, 20)}</orientedBoxObstacle>`,
      )![0];
    expect(turned(0)).toEqual({ shape: 'box', min: [8, 19], max: [12, 21] });
    expect(turned(360)).toEqual(turned(0));
    const quarter = turned(90);
    // The end at +x comes to −z.
    const corners = [
      [9, 22],
      [9, 18],
      [11, 18],
      [11, 22],
    ];
    corners.forEach((corner, k) => {
      const point = quarter.shape === 'polygon' ? quarter.points[k] : [];
      expect(point[0]).toBeCloseTo(corner[0], 12);
      expect(point[1]).toBeCloseTo(corner[1], 12);
    });
    const some = turned(30);
    const [c, s] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
    const [x, y] = some.shape === 'polygon' ? some.points[1] : [];
    expect(x).toBeCloseTo(10 + 2 * c - 1 * s, 12);
    expect(y).toBeCloseTo(20 - 1 * c - 2 * s, 12);
  });

  test('a wall has a door', () => {
    const wall = (door: string) =>
      `<orientedWallObstacle>${tuple('size', 10, 1)}${tuple('position', 0, 5)}${door}<thetaY>0</thetaY></orientedWallObstacle>`;
    expect(obstaclesOf(wall('<doorway><value>1</value><doorRadius>0.8</doorRadius></doorway>'))).toEqual([
      { shape: 'box', min: [-5, 4.5], max: [1 - 0.8, 5.5] },
      { shape: 'box', min: [1 + 0.8, 4.5], max: [5, 5.5] },
    ]);
    expect(obstaclesOf(wall(''))).toEqual([{ shape: 'box', min: [-5, 4.5], max: [5, 5.5] }]);
    expect(obstaclesOf(wall('<doorway><value>5</value><doorRadius>1</doorRadius></doorway>'))).toEqual([
      { shape: 'box', min: [-5, 4.5], max: [4, 5.5] },
    ]);
  });

  test('squares of a region are in it and off one another, starts and goals', () => {
    const squares = `<obstacleRegion><numObstacles>60</numObstacles>${bounds('regionBounds', -10, 10, -10, 10)}<obstacleSize>1</obstacleSize><obstacleHeight>1</obstacleHeight></obstacleRegion>`;
    for (let seed = 0; seed < 20; seed++) {
      const scenario = readSteerSuite(testCase(squares, agent(0, 0, seek(5, 5))), 'case.xml', { seed });
      const boxes = scenario.obstacles!.map((one) => (one.shape === 'box' ? [...one.min, ...one.max] : []));
      expect(boxes.length).toBe(60);
      boxes.forEach(([minX, minY, maxX, maxY], k) => {
        expect(maxX - minX).toBeCloseTo(1, 12);
        expect(Math.min(minX, minY) >= -10 - 1e-9 && Math.max(maxX, maxY) <= 10 + 1e-9).toBe(true);
        for (const [x, y] of [
          [0, 0],
          [5, 5],
        ]) {
          const gap = Math.hypot(Math.max(0, minX - x, x - maxX), Math.max(0, minY - y, y - maxY));
          expect(gap).toBeGreaterThanOrEqual(0.5);
        }
        for (const other of boxes.slice(0, k)) {
          expect(minX >= other[2] || maxX <= other[0] || minY >= other[3] || maxY <= other[1]).toBe(true);
        }
      });
    }
  });

  test('a circle or box without a place is put somewhere free', () => {
    const scenario = read(
      `<circleObstacle><radius>2</radius>${chance('position')}</circleObstacle>`,
      `<orientedBoxObstacle>${tuple('size', 4, 2)}${chance('position')}</orientedBoxObstacle>`,
      agent(0, 0, seek(5, 5)),
    );
    expect(scenario.obstacles!.map(({ shape }) => shape)).toEqual(['circle', 'box']);
  });
});
