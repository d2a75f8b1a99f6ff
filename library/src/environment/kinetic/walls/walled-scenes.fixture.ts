import { createDice, crowdOf } from '../../../crowd/crowd.fixture.ts';
import { createObstacles, type NearLists, type ObstacleSpecification } from '../../../crowd/index.ts';
import { createSolids } from '../../../crowd/solids.ts';
import type { Surroundings } from '../../common/contract.ts';
import { elementHides } from '../../sight/sight.ts';

/** A scene of agents among walls that move on by chance, with many a degeneracy. */
export type Scene = Surroundings & { dice: () => number; side: number; coarse: boolean };

export type SceneOptions = {
  /** Places on a lattice of whole metres, where three in line and four on a circle are common. */
  coarse: boolean;
  moving: boolean;
  circles: boolean;
};

type Point = [number, number];

const solids = createSolids([]);

/** Moves nowhere by itself: the scene moves it. */
const course = { kind: 'velocity', velocity: [0, 0] } as const;

export function createScene(seed: number, options: SceneOptions): Scene {
  const dice = createDice(seed * 7919 + 13);
  for (let k = 0; k < 5; k++) dice();
  const side = 4 + Math.floor(8 * dice());
  const place = (): Point => somewhere(dice, side, options.coarse);
  const obstacles: ObstacleSpecification[] = [];
  const count = Math.floor(9 * dice());
  for (let k = 0; k < count; k++) {
    const shape = randomShape(dice, place, options.circles);
    for (const part of shape) obstacles.push(options.moving && dice() < 0.4 ? { ...part, course } : part);
  }
  const bodies = Array.from({ length: 1 + Math.floor(16 * dice()) }, () => {
    const [x, y] = place();
    return { x, y };
  });
  const scene = {
    crowd: crowdOf(bodies),
    obstacles: createObstacles(obstacles),
    solids,
    dice,
    side,
    coarse: options.coarse,
  };
  for (let row = 0; row < bodies.length; row++) standSomewhereSpecial(scene, row);
  return scene;
}

function somewhere(dice: () => number, side: number, coarse: boolean): Point {
  const x = side * dice();
  const y = side * dice();
  return coarse ? [Math.round(x), Math.round(y)] : [x, y];
}

function randomShape(dice: () => number, place: () => Point, circles: boolean): ObstacleSpecification[] {
  const kind = Math.floor((circles ? 8 : 7) * dice());
  const [a, b] = [place(), place()];
  if (kind === 0) return [{ shape: 'box', min: a, max: [a[0] + 1 + b[0] / 4, a[1] + 1 + b[1] / 4] }];
  if (kind === 1) return [{ shape: 'polygon', points: [a, b, place()] }];
  if (kind === 2) {
    const corners = [a, b, place(), place()];
    return [0, 1, 2].map((k) => ({ shape: 'segment', from: corners[k], to: corners[k + 1] }) as const);
  }
  // Overlapping, twice the same, and of no length.
  if (kind === 3) {
    const beyond: Point = [2 * b[0] - a[0], 2 * b[1] - a[1]];
    const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    return [
      { shape: 'segment', from: a, to: b },
      dice() < 0.5 ? { shape: 'segment', from: b, to: a } : { shape: 'segment', from: middle, to: beyond },
      { shape: 'segment', from: place(), to: beyond },
    ];
  }
  if (kind === 4 && dice() < 0.5) return [{ shape: 'segment', from: a, to: a }];
  if (kind === 7) return [{ shape: 'circle', center: a, radius: 0.1 + dice() }];
  return [{ shape: 'segment', from: a, to: b }];
}

/** Now and then on a wall, at its end, at another agent. */
function standSomewhereSpecial({ crowd, dice, obstacles }: Scene, row: number): void {
  const { x, y } = crowd.motion;
  const chance = dice();
  if (chance < 0.1) {
    const other = Math.floor(crowd.count * dice());
    x[row] = x[other];
    y[row] = y[other];
  } else if (chance < 0.25 && obstacles.count > 0) {
    const wall = Math.floor(obstacles.count * dice());
    const part = [0, 0.5, 0.25, 1][Math.floor(4 * dice())];
    x[row] = obstacles.startX[wall] + part * (obstacles.endX[wall] - obstacles.startX[wall]);
    y[row] = obstacles.startY[wall] + part * (obstacles.endY[wall] - obstacles.startY[wall]);
  }
}

/** Every agent goes a little path, some far; moving obstacles shift as a whole; now and then a wall that stays is moved. */
export function moveScene(scene: Scene): void {
  const { coarse, crowd, dice, obstacles, side } = scene;
  const step = () => (coarse ? Math.floor(3 * dice()) - 1 : dice() - 0.5);
  for (let row = 0; row < crowd.count; row++) {
    if (dice() < 0.1) {
      const [x, y] = somewhere(dice, side, coarse);
      crowd.motion.x[row] = x;
      crowd.motion.y[row] = y;
    } else {
      crowd.motion.x[row] += step();
      crowd.motion.y[row] += step();
    }
    standSomewhereSpecial(scene, row);
  }
  let owner = -2;
  let [dx, dy] = [0, 0];
  for (let element = obstacles.firstMoving; element < obstacles.count; element++) {
    if (obstacles.owner[element] !== owner) [owner, dx, dy] = [obstacles.owner[element], step(), step()];
    obstacles.startX[element] += dx;
    obstacles.endX[element] += dx;
    obstacles.startY[element] += dy;
    obstacles.endY[element] += dy;
  }
  if (obstacles.firstMoving > 0 && dice() < 0.05) {
    obstacles.startX[0] += step();
    obstacles.revision++;
  }
}

/** The rows that a row's agent sees, by looking at every agent and everything. */
export function seenByLooking({ crowd, obstacles }: Surroundings, row: number, radius: number): number[] {
  const { x, y } = crowd.motion;
  const seen: number[] = [];
  for (let other = 0; other < crowd.count; other++) {
    const dx = x[other] - x[row];
    const dy = y[other] - y[row];
    if (other === row || dx * dx + dy * dy > radius * radius) continue;
    let element = 0;
    while (
      element < obstacles.count &&
      !elementHides(obstacles, element, x[row], y[row], x[other], y[other])
    ) {
      element++;
    }
    if (element === obstacles.count) seen.push(other);
  }
  return seen;
}

/** A row's list, sorted, as a text. */
export function setOf({ counts, items, starts }: NearLists, row: number): string {
  return [...items.subarray(starts[row], starts[row] + counts[row])].sort((a, b) => a - b).join();
}
