import type { Obstacles } from '../../crowd/index.ts';
import { SKIN } from './paths/paths.ts';

/**
 * The sweep of paths/lead-bodies.ts in the plane: writes the part of the path in hit[0], the direction away from the element
 * in hit[1] and hit[2], and in hit[4] how deep the body is in the skin already; hit[3] stays 0.
 */
export function sweepWall(
  { body, hit }: { body: Float64Array; hit: Float64Array },
  obstacles: Obstacles,
  element: number,
  bodyRadius: number,
  offsetX: number,
  offsetY: number,
): boolean {
  const reach = bodyRadius + obstacles.radius[element] + SKIN;
  const displacementX = body[3];
  const displacementY = body[4];
  const alongX = obstacles.endX[element] - obstacles.startX[element];
  const alongY = obstacles.endY[element] - obstacles.startY[element];
  const fromX = body[0] - obstacles.startX[element] - offsetX;
  const fromY = body[1] - obstacles.startY[element] - offsetY;
  const lengthSquared = alongX * alongX + alongY * alongY;
  const projection = lengthSquared > 0 ? (fromX * alongX + fromY * alongY) / lengthSquared : 0;
  const at = projection < 0 ? 0 : projection > 1 ? 1 : projection;
  const nearX = fromX - at * alongX;
  const nearY = fromY - at * alongY;
  const distance = Math.sqrt(nearX * nearX + nearY * nearY);
  if (distance < reach) {
    const length = Math.sqrt(lengthSquared);
    // A centre exactly on a wall leaves to its left; one exactly on a circle's centre to the right.
    hit[0] = 0;
    hit[1] = distance > 0 ? nearX / distance : length > 0 ? -alongY / length : 1;
    hit[2] = distance > 0 ? nearY / distance : length > 0 ? alongX / length : 0;
    hit[4] = reach - distance;
    return true;
  }
  hit[0] = 2;
  hit[4] = 0;
  if (lengthSquared > 0) {
    const length = Math.sqrt(lengthSquared);
    const side = alongX * fromY - alongY * fromX >= 0 ? 1 : -1;
    const normalX = (-side * alongY) / length;
    const normalY = (side * alongX) / length;
    const height = fromX * normalX + fromY * normalY;
    const approach = -(displacementX * normalX + displacementY * normalY);
    // Beside the middle, the height is the distance, which is not below the reach; but a body that rests on the surface
    // has a height that rounding may put a hair below it, and must not fall through.
    if (approach > 0 && (height >= reach || projection === at)) {
      const time = Math.max(0, (height - reach) / approach);
      const place =
        ((fromX + time * displacementX) * alongX + (fromY + time * displacementY) * alongY) / lengthSquared;
      if (time <= 1 && place >= 0 && place <= 1) {
        hit[0] = time;
        hit[1] = normalX;
        hit[2] = normalY;
      }
    }
  }
  const displacementSquared = displacementX * displacementX + displacementY * displacementY;
  for (let end = 0; end < 2; end++) {
    const endX = fromX - end * alongX;
    const endY = fromY - end * alongY;
    const closing = endX * displacementX + endY * displacementY;
    if (closing >= 0) continue;
    const outside = endX * endX + endY * endY - reach * reach;
    const discriminant = closing * closing - displacementSquared * outside;
    if (discriminant < 0) continue;
    const time = Math.max(0, (-closing - Math.sqrt(discriminant)) / displacementSquared);
    if (time > 1 || time >= hit[0]) continue;
    hit[0] = time;
    hit[1] = (endX + time * displacementX) / reach;
    hit[2] = (endY + time * displacementY) / reach;
  }
  return hit[0] <= 1;
}
