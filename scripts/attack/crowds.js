// Random scenes for the physics attack: rooms, jams, and obstacles that move through crowds, for every registered model.
import { steeringModels } from 'wend';

/** A random room with a crowd that wants through itself, with fast and slow, large and small. */
function createCrowd(model, dimension, random) {
  const size = random.between(8, 20);
  const goal = random.pick(['one point', 'mirror', 'across']);
  const at = (x, y) => (dimension === 3 ? [x, y, 0] : [x, y]);
  const corner = (value) => at(value, value).fill(value);
  const half = dimension === 3 ? random.between(1, 3) : 0;
  const box = (min, max) => ({
    box: dimension === 3 ? { min: [...min, -half], max: [...max, half] } : { min, max },
  });
  return {
    version: 1,
    name: `${model} ${goal} in ${dimension} dimensions`,
    ...(dimension === 3 ? { dimension } : {}),
    seed: random.below(1e6),
    dt: random.pick([0.02, 0.05, 0.1, 0.25]),
    duration: 10,
    bounds: { min: corner(-size), max: corner(size), walls: true },
    steering: { name: model },
    obstacles:
      random.next() < 0.5
        ? []
        : [{ shape: dimension === 3 ? 'sphere' : 'circle', center: at(0, 0), radius: 1 }],
    groups: [
      {
        name: 'crowd',
        count: 20 + random.below(60),
        radius: random.between(0.1, 0.3),
        speed: { uniform: [0.5, random.between(1, 10)] },
        region: box([-size + 1, 1.5], [size - 1, size - 1]),
        goal:
          goal === 'mirror'
            ? { mirror: at(0, 0) }
            : { point: goal === 'across' ? at(0, -size + 1) : at(2, 0) },
      },
    ],
  };
}

/** 500 agents that press against a wall of a room. */
function createJam(model, random) {
  const dt = random.pick([0.05, 0.1, 0.25]);
  return {
    version: 1,
    name: `${model}, a jam`,
    seed: random.below(1e6),
    dt,
    duration: 60 * dt,
    bounds: { min: [-12, -12], max: [12, 12], walls: true },
    steering: { name: model },
    groups: [
      {
        name: 'crowd',
        count: 500,
        radius: random.between(0.15, 0.25),
        speed: random.between(1, 5),
        region: { box: { min: [-6, -8], max: [11, 8] } },
        goal: { point: [11, 0] },
      },
    ],
    arrival: 'continue',
  };
}

/** A crowd that is pushed aside by an obstacle on its way through the room, and presses on where it wants to go. */
function createPush(model, random) {
  const dt = random.pick([0.05, 0.1, 0.25]);
  const speed = random.between(0.3, 1.5);
  const [from, to] = [random.between(-6, -2), random.between(2, 6)];
  return {
    version: 1,
    name: `${model}, pushed`,
    seed: random.below(1e6),
    dt,
    duration: 12,
    bounds: { min: [-12, -12], max: [12, 12], walls: true },
    steering: { name: model },
    obstacles: [
      {
        shape: 'circle',
        center: [from, -8],
        radius: random.between(0.5, 1.5),
        course: { kind: 'waypoints', points: [[to, 8]], speed },
      },
    ],
    groups: [
      {
        name: 'crowd',
        count: 80 + random.below(160),
        radius: random.between(0.15, 0.3),
        speed: random.between(0.5, 3),
        region: { box: { min: [-10, -5], max: [10, 10] } },
        goal: random.pick([{ point: [0, 0] }, { point: [11, 0] }, { mirror: [0, 0] }]),
      },
    ],
    arrival: 'continue',
  };
}

/** Each model in each of its dimensions, and a jam and a push of one of those of the plane. */
export function listCrowds() {
  const crowds = steeringModels().flatMap(({ dimensions, name }) =>
    dimensions.map((dimension) => (random) => createCrowd(name, dimension, random)),
  );
  const inPlane = steeringModels().filter(({ dimensions }) => dimensions.includes(2));
  return [
    ...crowds,
    (random) => createJam(random.pick(inPlane).name, random),
    ...inPlane.map(
      ({ name }) =>
        (random) =>
          createPush(name, random),
    ),
  ];
}
