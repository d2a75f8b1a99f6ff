import { describe, expect, it } from 'vitest';
import { createWorld, type ScenarioInput, stepWorld, type World } from '../simulation/index.ts';
import { drawWorld } from './scene.ts';
import { createTrails, recordTrails, type TrailRecorder } from './trails.ts';
import { checkXml } from './xml.fixture.ts';

type Course = NonNullable<NonNullable<ScenarioInput['targets']>[number]['course']>;

/** 10 m long: takes 10 s. */
const round: Course = {
  kind: 'loop',
  points: [
    [3, 0],
    [3, 2],
    [0, 2],
  ],
  speed: 1,
};

const plain: ScenarioInput = {
  version: 1,
  name: 'yard',
  bounds: { min: [-10, -6], max: [10, 6] },
  duration: 100,
  steering: { name: 'nonlinear' },
  agents: [{ at: [-9, -5], goal: [9, -5] }],
};

function runFor(
  scenario: ScenarioInput,
  seconds: number,
  eachStep?: (world: World) => void,
): { world: World; trails: TrailRecorder } {
  const world = createWorld(scenario);
  const trails = createTrails(world);
  while (world.step * world.dt < seconds - 1e-9) {
    stepWorld(world);
    eachStep?.(world);
    recordTrails(trails, world);
  }
  return { world, trails };
}

/** The trajectories in the order of the scenario. */
function waysOf(scenario: ScenarioInput, seconds: number, eachStep?: (world: World) => void) {
  return [...runFor(scenario, seconds, eachStep).trails.courses.values()];
}

/** The dots of the picture, those of the legend left out. */
function dotsOf(svg: string): [number, number][] {
  const paths = [...svg.matchAll(/<path class="course"[^>]* d="([^"]*)"/g)].map(([, d]) => d).slice(0, -1);
  return paths.flatMap((d) =>
    [...d.matchAll(/M(-?[\d.]+) (-?[\d.]+)h\.1/g)].map(([, u, v]): [number, number] => [
      Number(u),
      Number(v),
    ]),
  );
}

/** Pixels between the two dots that are nearest to each other. */
function closest(dots: [number, number][]): number {
  let least = Number.POSITIVE_INFINITY;
  dots.forEach(([u, v], i) => {
    for (let j = 0; j < i; j++) least = Math.min(least, Math.hypot(dots[j][0] - u, dots[j][1] - v));
  });
  return least;
}

describe('courses', () => {
  it('begin and end at the middles of things on a course, in the plane', () => {
    const course: Course = { kind: 'velocity', velocity: [0.5, 0.25] };
    const courses = waysOf(
      {
        ...plain,
        obstacles: [
          { shape: 'circle', center: [1, 2], radius: 1, course },
          { shape: 'circle', center: [8, 3], radius: 1 },
          { shape: 'box', min: [-4, 3], max: [-2, 4], course },
          { shape: 'segment', from: [3, 3], to: [5, 4], course },
        ],
        targets: [
          { name: 'still', at: [9, 0] },
          { name: 'runner', at: [-9, 0], course },
        ],
      },
      4,
    );
    const middles = [
      [1, 2],
      [-3, 3.5],
      [4, 3.5],
      [-9, 0],
    ];
    expect(courses).toHaveLength(middles.length);
    courses.forEach(({ x, y, z, last }, i) => {
      expect([x[0], y[0], z[0]]).toEqual([...middles[i], 0]);
      expect(last.x).toBeCloseTo(middles[i][0] + 2, 9);
      expect(last.y).toBeCloseTo(middles[i][1] + 1, 9);
    });
  });

  it('begin at the middles of solids in space', () => {
    const course: Course = { kind: 'velocity', velocity: [0.5, 0, 0.25] };
    const courses = waysOf(
      {
        version: 1,
        name: 'air',
        dimension: 3,
        bounds: { min: [-10, -8, 0], max: [10, 8, 10] },
        duration: 20,
        obstacles: [
          { shape: 'sphere', center: [0, 1, 5], radius: 2, course },
          { shape: 'box', min: [-6, -2, 0], max: [-4, 4, 7], course },
          { shape: 'sphere', center: [5, 5, 5], radius: 1 },
        ],
        targets: [{ name: 'kite', at: [9, 0, 6], course }],
      },
      2,
    );
    const middles = [
      [0, 1, 5],
      [-5, 1, 3.5],
      [9, 0, 6],
    ];
    expect(courses).toHaveLength(middles.length);
    courses.forEach(({ x, y, z, last }, i) => {
      const [first, end] = [
        [x[0], y[0], z[0]],
        [last.x, last.y, last.z],
      ];
      first.forEach((value, axis) => {
        expect(value).toBeCloseTo(middles[i][axis], 9);
      });
      end.forEach((value, axis) => {
        expect(value).toBeCloseTo(middles[i][axis] + [1, 0, 0.5][axis], 9);
      });
    });
  });

  it('end when a thing begins its round again, and swings are recorded whole', () => {
    const swing: Course = { kind: 'oscillation', amplitude: [0, 3], period: 8 };
    const scenario: ScenarioInput = {
      ...plain,
      obstacles: [{ shape: 'circle', center: [0, 0], radius: 0.5, course: round }],
      targets: [{ name: 'pendulum', at: [7, 0], course: swing }],
    };
    const { dt } = createWorld(scenario);
    const [loop, pendulum] = waysOf(scenario, 35);
    expect(loop.last.time).toBeGreaterThanOrEqual(10 - 1e-9);
    expect(loop.last.time).toBeLessThan(10 + 2 * dt);
    expect(Math.hypot(loop.last.x, loop.last.y)).toBeLessThan(2 * dt);
    expect(Math.max(...loop.x)).toBeGreaterThan(2.9);
    expect(Math.max(...loop.y)).toBeGreaterThan(1.9);
    expect(pendulum.last.time).toBeLessThan(8 + 2 * dt);
    expect(Math.max(...pendulum.y)).toBeGreaterThan(2.9);
    expect(Math.min(...pendulum.y)).toBeLessThan(-2.9);
  });

  it('stay as fine as they were while a thing stands', () => {
    const targets = [
      { name: 'runner', at: [0, 0], course: { kind: 'waypoints', points: [[2, 0]], speed: 1 } },
    ] satisfies ScenarioInput['targets'];
    const [soon] = waysOf({ ...plain, targets }, 3);
    const [late] = waysOf({ ...plain, targets }, 60);
    expect(late).toEqual(soon);
    expect(soon.last).toMatchObject({ x: 2, y: 0 });
  });

  it('do not lead to where a thing is put from outside: there another begins', () => {
    const course: Course = { kind: 'velocity', velocity: [0.5, 0] };
    const courses = waysOf(
      { ...plain, targets: [{ name: 'runner', at: [0, 0], course }] },
      4,
      ({ step, dt, targets }) => {
        if (step !== Math.round(2 / dt)) return;
        targets.restY[0] += 5;
        targets.y[0] += 5;
      },
    );
    expect(courses.map(({ y, last }) => [y[0], last.y])).toEqual([
      [0, 0],
      [5, 5],
    ]);
  });

  it('are 200 at the most', () => {
    const targets = Array.from({ length: 230 }, (_, i) => ({
      name: `target ${i}`,
      at: [-9 + i * 0.05, 0] as [number, number],
      course: round,
    }));
    expect(waysOf({ ...plain, targets }, 0.5)).toHaveLength(200);
  });
});

describe('the picture of trajectories of things', () => {
  const obstacles: ScenarioInput['obstacles'] = [
    { shape: 'circle', center: [0, 0], radius: 0.5, course: round },
  ];
  const label = 'course of moving things';

  it('has dots below the trails, and a legend', () => {
    const { world, trails } = runFor({ ...plain, obstacles }, 6);
    for (const colour of ['group', 'speed'] as const) {
      const svg = drawWorld(world, { trails, colour });
      checkXml(svg);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
      expect(svg.split(label)).toHaveLength(2);
      expect(svg.indexOf('class="course"')).toBeLessThan(svg.indexOf('class="trail"'));
      // 6 m in dots that are 6 pixels apart.
      const scale = 936 / 20;
      expect(Math.abs(dotsOf(svg).length - scale)).toBeLessThanOrEqual(4);
    }
  });

  it('has neither where nothing has moved', () => {
    const still: Course = { kind: 'oscillation', amplitude: [0, 0], period: 8 };
    for (const scenario of [
      { ...plain, obstacles: [{ shape: 'circle', center: [0, 0], radius: 0.5 }] },
      { ...plain, targets: [{ name: 'still', at: [7, 0], course: still }] },
    ] satisfies ScenarioInput[]) {
      const { world, trails } = runFor(scenario, 3);
      const svg = drawWorld(world, { trails });
      expect(svg).not.toContain('class="course"');
      expect(svg).not.toContain(label);
      trails.courses.clear();
      expect(drawWorld(world, { trails })).toBe(svg);
    }
    const begins = createWorld({ ...plain, obstacles });
    expect(drawWorld(begins, { trails: createTrails(begins) })).not.toContain('class="course"');
  });

  it('has each path once, however often and by how many things it is followed', () => {
    const shared: ScenarioInput = {
      ...plain,
      obstacles: [
        ...obstacles,
        {
          shape: 'circle',
          center: [3, 2],
          radius: 0.4,
          course: {
            kind: 'loop',
            points: [
              [0, 2],
              [0, 0],
              [3, 0],
            ],
            speed: 0.7,
          },
        },
      ],
      // Out and back again.
      targets: [{ name: 'guard', at: [5, 1], course: { kind: 'loop', points: [[5, 4]], speed: 0.9 } }],
    };
    const { world, trails } = runFor(shared, 40);
    const dots = dotsOf(drawWorld(world, { trails }));
    expect(closest(dots)).toBeGreaterThan(3.7);
    const pixels = (10 + 3) * (936 / 20);
    expect(dots.length).toBeGreaterThan(0.85 * (pixels / 6));
    expect(dots.length).toBeLessThan(1.15 * (pixels / 6));
  });

  it('follows a thing that has gone far away to the edge alone', () => {
    const { world, trails } = runFor(
      {
        ...plain,
        obstacles: [
          {
            shape: 'circle',
            center: [0, 0],
            radius: 0.5,
            course: { kind: 'velocity', velocity: [50, 0] },
          },
        ],
      },
      20,
    );
    const svg = drawWorld(world, { trails });
    const dots = dotsOf(svg);
    expect(dots.length).toBeGreaterThan(50);
    for (const [u] of dots) expect(u).toBeLessThanOrEqual(936 + 12);
  });

  const air: ScenarioInput = {
    version: 1,
    name: 'air',
    dimension: 3,
    bounds: { min: [-10, -8, 0], max: [10, 8, 10] },
    duration: 20,
    obstacles: [
      { shape: 'box', min: [-1, -6, 0], max: [1, -5, 9] },
      {
        shape: 'sphere',
        center: [-8, 0, 4],
        radius: 0.5,
        course: { kind: 'velocity', velocity: [2, 0, 0.2] },
      },
    ],
    agents: [{ at: [-9, 5, 2], goal: [9, 5, 2] }],
  };

  it.each(['axonometric', 'top', 'side'] as const)('in space has dots and a legend, from %s', (view) => {
    const { world, trails } = runFor(air, 8);
    const svg = drawWorld(world, { trails, view });
    checkXml(svg);
    expect(svg.split(label)).toHaveLength(2);
    expect(dotsOf(svg).length).toBeGreaterThan(50);
    const still = runFor({ ...air, obstacles: [air.obstacles![0]] }, 8);
    expect(drawWorld(still.world, { trails: still.trails, view })).not.toContain('class="course"');
  });

  it('in space has the dots behind a box painted before the box, and no others there', () => {
    const { world, trails } = runFor(air, 8);
    const svg = drawWorld(world, { trails, view: 'side' });
    const [outline] = svg.match(/<path class="solid"[^>]*>/)!;
    const corners = [...outline.matchAll(/[ML](-?[\d.]+) /g)].map(([, u]) => Number(u));
    const [left, right] = [Math.min(...corners), Math.max(...corners)];
    const [before, after] = svg.split(outline);
    const within = (part: string) => dotsOf(part).filter(([u]) => u > left + 1 && u < right - 1);
    const legend = svg.match(/<path class="course"[^>]*>(?=<text)/)![0];
    expect(within(before + legend).length).toBeGreaterThan((right - left) / 6 - 3);
    expect(within(after)).toEqual([]);
  });
});
