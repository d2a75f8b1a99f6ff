import { cos, Purpose, sin, uniform } from '../../numerics/index.ts';
import { RegionKind, type Wanders } from './objects.ts';
import { HAIR } from './parameters.ts';

/**
 * The number of jumps until `time` of a point that jumps every `interval` seconds. A tolerance counts slightly early times as
 * due: rounding must not delay a jump by a step.
 */
export function jumpsUntil(time: number, interval: number): number {
  return Math.floor((time / interval) * (1 + HAIR));
}

/**
 * Writes the position of an agent's wandering point after `jumps` jumps, drawn uniformly from its region: a pure function
 * of seed, agent and number. docs/models/critters.md.
 */
export function placeWanderPoint(
  wanders: Wanders,
  kind: number,
  seed: number,
  agent: number,
  jumps: number,
  point: Float64Array,
): void {
  const first = uniform(seed, Purpose.wandering, agent, jumps, 0);
  const second = uniform(seed, Purpose.wandering, agent, jumps, 1);
  point[0] = wanders.originX[kind];
  point[1] = wanders.originY[kind];
  point[2] = wanders.originZ[kind];
  const region = wanders.region[kind];
  if (region === RegionKind.box) {
    point[0] += wanders.sizeX[kind] * first;
    point[1] += wanders.sizeY[kind] * second;
    // No third draw in the plane.
    if (wanders.sizeZ[kind] > 0) {
      point[2] += wanders.sizeZ[kind] * uniform(seed, Purpose.wandering, agent, jumps, 2);
    }
    return;
  }
  const angle = 2 * Math.PI * first;
  if (region === RegionKind.circle) {
    const distance = wanders.sizeX[kind] * Math.sqrt(second);
    point[0] += distance * cos(angle);
    point[1] += distance * sin(angle);
    return;
  }
  // The height of a point on a sphere is uniformly distributed. The largest of three uniform numbers is distributed like the
  // radius in a ball: its cube is uniform.
  const height = 2 * second - 1;
  const around = Math.sqrt(1 - height * height);
  const distance =
    wanders.sizeX[kind] *
    Math.max(
      uniform(seed, Purpose.wandering, agent, jumps, 2),
      uniform(seed, Purpose.wandering, agent, jumps, 3),
      uniform(seed, Purpose.wandering, agent, jumps, 4),
    );
  point[0] += distance * around * cos(angle);
  point[1] += distance * around * sin(angle);
  point[2] += distance * height;
}
