import { describe, expect, test } from 'vitest';
import { type ActorScene, actorParts, composeActor, inOrder } from './actor.ts';
import { simulateAutomaton } from './simulate.ts';

/** The room of the paper: two targets, and two obstacles beside the line between them. */
const scene: ActorScene = {
  start: { x: 1, y: 4.6, heading: 0, comfort: 4.25 },
  radius: 0.15,
  targets: [
    { x: 8, y: 6 },
    { x: 17, y: 12 },
  ],
  obstacles: [
    { x: 9.6, y: 8.6, radius: 0.8, selective: 1.2 },
    { x: 11, y: 6.6, radius: 0.8, selective: 0.6 },
  ],
};

const run = (model: ReturnType<typeof composeActor>, seed = 1) =>
  simulateAutomaton(model, { duration: 90, dt: 0.05, seed });
const navigations = (model: ReturnType<typeof composeActor>, seed?: number) =>
  run(model, seed)
    .jumps.filter(({ part }) => part === 'Angle')
    .map(({ to }) => to);

describe('an actor of five parts', () => {
  test('reaches both targets and chooses between straight and selective by its comfort', () => {
    const { modes, values } = run(composeActor('actor', scene));
    expect(modes.Objective.at(-1)).toBe('done');
    expect(Math.hypot(values.x.at(-1)! - 17, values.y.at(-1)! - 12)).toBeLessThan(0.31);
    expect(navigations(composeActor('actor', scene))).toEqual(['linear']);
    const shy = { ...scene, start: { ...scene.start, comfort: 2.2 } };
    expect(navigations(composeActor('actor', shy))).toEqual(['selective']);
  });

  test('walks at 0.3 and, straight, at 0.5, which Velocity decides alone', () => {
    const { modes, times, values } = run(composeActor('actor', scene));
    const speeds = times
      .slice(1)
      .map((_, k) => Math.hypot(values.x[k + 1] - values.x[k], values.y[k + 1] - values.y[k]) / 0.05);
    speeds.forEach((speed, k) => {
      if (modes.Velocity[k] !== modes.Velocity[k + 1]) return;
      expect(speed).toBeCloseTo({ slow: 0.3, quick: 0.5, still: 0 }[modes.Velocity[k]]!, 3);
    });
  });

  test('keeps clear of the obstacles, closer to the one that it minds less', () => {
    const shy = { ...scene, start: { ...scene.start, comfort: 2.2 } };
    const { values } = run(composeActor('actor', shy));
    const gaps = scene.obstacles.map(({ radius, x, y }) =>
      Math.min(...values.x.map((px, k) => Math.hypot(px - x, values.y[k] - y) - radius - 0.15)),
    );
    expect(Math.min(...gaps)).toBeGreaterThan(0);
    expect(gaps[1]).toBeLessThan(gaps[0]);
  });

  test('another Objective changes the route and leaves every other part as it is', () => {
    const [own, swapped] = [
      composeActor('actor', scene),
      composeActor('actor', scene, { Objective: inOrder([1, 0], scene) }),
    ];
    const { Objective: _, ...others } = own.parts!;
    expect(swapped.parts).toMatchObject(others);
    const { modes, values } = run(swapped);
    expect(modes.Objective.at(-1)).toBe('done');
    expect(Math.hypot(values.x.at(-1)! - 8, values.y.at(-1)! - 6)).toBeLessThan(0.31);
  });

  test('another Angle changes how it walks and leaves the Objective as it is', () => {
    const { Angle } = actorParts(scene);
    const standard = {
      start: 'standard',
      modes: { standard: Angle.modes.standard, linear: Angle.modes.linear },
      transitions: [{ from: 'standard', to: 'linear', when: 'false' }],
    };
    const swapped = composeActor('actor', scene, { Angle: standard });
    expect(swapped.parts!.Objective).toEqual(composeActor('actor', scene).parts!.Objective);
    const [{ values: own }, { modes, values }] = [run(composeActor('actor', scene)), run(swapped)];
    expect(modes.Objective.at(-1)).toBe('done');
    // On the second leg the own one keeps its heading, and the other one does not.
    const bend = ({ heading, objective }: Record<string, number[]>) => {
      const second = heading.filter((_, k) => objective[k - 1] === 1);
      return Math.max(...second) - Math.min(...second);
    };
    expect(bend(own)).toBe(0);
    expect(bend(values)).toBeGreaterThan(0.15);
  });

  test('embedded in a larger model, it does the same', () => {
    const diary = { start: 'open', modes: { open: { flow: { age: 1 } } } };
    const larger = composeActor('actor', scene, { Diary: diary }, { age: {} });
    const [own, embedded] = [run(composeActor('actor', scene)), run(larger)];
    expect(embedded.values.x).toEqual(own.values.x);
    expect(embedded.values.age.at(-1)).toBeCloseTo(90, 6);
  });
});
