import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorld, type ScenarioInput, type World } from '../simulation/index.ts';
import { createSpaceView, dot, type SpaceView } from './space-camera.ts';
import { facesOf } from './space-faces.ts';
import { addLine, createLayers } from './space-layers.ts';
import { commonRegion, createCover, sortFaces } from './space-order.ts';

type Solid = NonNullable<ScenarioInput['obstacles']>[number];
type Point = [number, number, number];

const cells = [-8, -4, 0, 4];

const size = fc.double({ min: 0.2, max: 1, noNaN: true });

/** A box or sphere in a cell of its own, so that none cuts into another. */
const solidIn = (x: number, y: number, z: number) =>
  fc.tuple(fc.boolean(), size).map(([isSphere, share]): Solid => {
    const [center, half] = [[x + 2, y + 2, z + 2] as Point, 1.9 * share];
    if (isSphere) return { shape: 'sphere', center, radius: half };
    const corner = (sign: number) => center.map((value) => value + sign * half) as Point;
    return { shape: 'box', min: corner(-1), max: corner(1) };
  });

/** A screen across many cells: a face that is farther away in the middle may be in front at an end. */
const panelAt = (y: number) =>
  fc.tuple(size, size, size, size).map(([left, right, low, high]): Solid => {
    return {
      shape: 'box',
      min: [-8 + 14 * left, y + 1.9, -8 + 14 * low],
      max: [6.1 + 1.8 * right, y + 2.1, 6.1 + 1.8 * high],
    };
  });
const mirrored = (solid: Solid): Solid => {
  if (solid.shape !== 'box') return solid;
  const [[x0, y0, z0 = 0], [x1, y1, z1 = 0]] = [solid.min, solid.max];
  return { ...solid, min: [-x1, y0, -z1], max: [-x0, y1, -z0] };
};

const layer = (y: number) => {
  const places = fc.uniqueArray(fc.constantFrom(...cells), { maxLength: 4 });
  return fc.oneof(
    places.chain((list) => fc.tuple(...list.map((x, i) => solidIn(x, y, cells[(i * 3) % 4])))),
    panelAt(y).map((panel) => [panel]),
    panelAt(y).map((panel) => [mirrored(panel)]),
  );
};

const scene = fc.tuple(...cells.map(layer)).map((layers) => layers.flat());

function worldOf(obstacles: Solid[]): World {
  return createWorld({
    version: 1,
    name: 'solids',
    dimension: 3,
    bounds: { min: [-8, -8, -8], max: [8, 8, 8] },
    duration: 1,
    obstacles,
  });
}

function viewOf(world: World): SpaceView {
  return createSpaceView(world, undefined, 'axonometric', 800, 600);
}

/** How far along a ray it meets a solid for the last time, metres; undefined where it passes by. */
function lastMeeting(
  solid: Solid,
  from: Point,
  along: readonly [number, number, number],
): number | undefined {
  if (solid.shape === 'sphere') {
    const to = from.map((value, axis) => value - solid.center[axis]!) as Point;
    const half = dot(to, along);
    const inside = half * half - dot(to, to) + solid.radius ** 2;
    return inside > 0 ? -half + Math.sqrt(inside) : undefined;
  }
  if (solid.shape !== 'box') throw new Error('no oracle for it');
  let [enter, leave] = [-Infinity, Infinity];
  for (let axis = 0; axis < 3; axis++) {
    const times = [solid.min[axis]!, solid.max[axis]!].map((side) => (side - from[axis]) / along[axis]);
    enter = Math.max(enter, Math.min(...times));
    leave = Math.min(leave, Math.max(...times));
  }
  return enter < leave ? leave : undefined;
}

describe('the projection', () => {
  it.each(['axonometric', 'top', 'side'] as const)('%s keeps right angles and lengths', (name) => {
    const view = createSpaceView(worldOf([]), undefined, name, 800, 600);
    const [x, y, z] = [view.turn(1, 0, 0), view.turn(0, 1, 0), view.turn(0, 0, 1)];
    const s2 = view.scale ** 2;
    for (const [a, b, expected] of [
      [x, x, s2],
      [y, y, s2],
      [z, z, s2],
      [x, y, 0],
      [y, z, 0],
      [z, x, 0],
    ] as const) {
      expect(dot(a, b)).toBeCloseTo(expected, 6);
    }
    // Up in the world is not down in the picture, and x runs to the right.
    expect(z[1]).toBeLessThanOrEqual(0);
    expect(x[0]).toBeGreaterThan(0);
    expect(view.width).toBeLessThanOrEqual(800 + 1e-9);
    expect(view.height).toBeLessThanOrEqual(600 + 1e-9);
  });

  it('looks from 30° above the horizon', () => {
    const view = viewOf(worldOf([]));
    expect(view.turn(0, 0, 1)[2] / view.scale).toBeCloseTo(0.5, 12);
  });
});

describe('painting from far to near', () => {
  it('shows at each point the solid that a ray of sight meets first', () => {
    const coordinate = fc.double({ min: -7, max: 7, noNaN: true });
    const points = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(scene, points, (solids, places) => {
        const world = worldOf(solids);
        const view = viewOf(world);
        const sorted = sortFaces(facesOf(world, view));
        const covers = sorted.map((face) => createCover([face], view.width, view.height));
        for (const place of places) {
          const [u, v, near] = [view.across(...place), view.down(...place), view.near(...place)];
          const nearest = Math.max(
            ...solids.map((solid) => lastMeeting(solid, place, view.toward) ?? -Infinity),
          );
          // Of the faces that contain the point, the one painted last is seen.
          const seen = sorted.filter((_, i) => covers[i].hiddenBy(u, v, -1e9) === 0).at(-1);
          if (nearest === -Infinity) expect(seen).toBeUndefined();
          else expect((seen!.nearAt(u, v) - near) / view.scale).toBeCloseTo(nearest, 6);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('does not compare the middles: a box before a long wall with a nearer middle', () => {
    const world = worldOf([
      { shape: 'box', min: [-0.2, -8, -8], max: [0.2, 8, 8] },
      { shape: 'box', min: [2.5, 0, -4], max: [3.5, 1, -3.5] },
    ]);
    const view = viewOf(world);
    const faces = facesOf(world, view);
    const [wall, side] = [faces[1], faces.at(-2)!];
    expect(wall.middle).toBeGreaterThan(side.middle);
    const sorted = sortFaces(faces);
    expect(sorted.indexOf(wall)).toBeLessThan(sorted.indexOf(side));
  });

  it('shows a ball that lies on the ground, half sunk, whole above it, and one below not at all', () => {
    const ground: Solid = {
      shape: 'triangles',
      points: [
        [-8, -8, 0],
        [8, -8, 0],
        [8, 8, 0],
        [-8, 8, 0],
      ],
      faces: [
        [0, 1, 2],
        [0, 2, 3],
      ],
    };
    for (const [height, isLast] of [
      [0.5, true],
      [-0.5, false],
    ] as const) {
      const world = worldOf([{ shape: 'sphere', center: [0, 0, height], radius: 1 }, ground]);
      const sorted = sortFaces(facesOf(world, viewOf(world)));
      expect(sorted.at(isLast ? -1 : 0)!.kind).toBe('sphere');
    }
  });

  it('knows of each point of space whether a solid hides it', () => {
    const coordinate = fc.double({ min: -8, max: 8, noNaN: true });
    fc.assert(
      fc.property(
        scene,
        fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 40, maxLength: 40 }),
        (solids, points) => {
          const world = worldOf(solids);
          const view = viewOf(world);
          const cover = createCover(sortFaces(facesOf(world, view)), view.width, view.height);
          for (const point of points) {
            const hides = solids.some((solid) => (lastMeeting(solid, point, view.toward) ?? -1) > 1e-6);
            const slot = cover.hiddenBy(view.across(...point), view.down(...point), view.near(...point));
            expect(slot < cover.none).toBe(hides);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('cuts a line where it goes behind something, and draws all of it', () => {
    const end = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -8, max: 8, noNaN: true })));
    fc.assert(
      fc.property(scene, end, end, (solids, a, b) => {
        const world = worldOf(solids);
        const view = viewOf(world);
        const layers = createLayers(createCover(sortFaces(facesOf(world, view)), view.width, view.height));
        const spot = ([x, y, z]: number[]) => ({
          u: view.across(x, y, z),
          v: view.down(x, y, z),
          near: view.near(x, y, z),
        });
        const [from, to] = [spot(a), spot(b)];
        addLine(layers, 'line', '', from, to);
        let length = 0;
        let pieces = 0;
        for (const { lines } of layers.layers.values()) {
          for (const path of lines.get('line')!.d.split('M').slice(1)) {
            const numbers = path
              .split('l')[1]
              .match(/-?(\d+\.?\d*|\.\d+)/g)!
              .map(Number);
            for (let i = 0; i < numbers.length; i += 2) {
              length += Math.hypot(numbers[i], numbers[i + 1]);
              pieces++;
            }
          }
        }
        // Each piece is rounded to tenths of a pixel at both ends.
        expect(Math.abs(length - Math.hypot(to.u - from.u, to.v - from.v))).toBeLessThanOrEqual(
          0.15 * (pieces + 1),
        );
      }),
      { numRuns: 100 },
    );
  });
});

describe('outlines', () => {
  const square = [0, 0, 2, 0, 2, 2, 0, 2];
  it('intersect in what is inside both, in either sense of rotation', () => {
    const other = [1, 1, 1, 5, 5, 5, 5, 1];
    for (const [a, b] of [
      [square, other],
      [other, square],
    ]) {
      const common = commonRegion(a, b)!;
      const corners = Array.from(
        { length: common.length / 2 },
        (_, i) => `${common[2 * i]} ${common[2 * i + 1]}`,
      );
      expect(new Set(corners)).toEqual(new Set(['1 1', '1 2', '2 1', '2 2']));
    }
  });

  it('that only touch have none', () => {
    expect(commonRegion(square, [2, 0, 4, 0, 4, 2, 2, 2])).toBeUndefined();
    expect(commonRegion(square, [3, 3, 4, 3, 4, 4])).toBeUndefined();
  });
});
