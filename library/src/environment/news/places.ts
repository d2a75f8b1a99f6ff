import { SolidKind } from '../../crowd/index.ts';
import type { Surroundings } from '../common/contract.ts';

/** Writes the place of an element as news tells it: the centre of a circle or sphere, the middle of a wall or a face. */
export function placeOfElement(
  { crowd, obstacles, solids }: Surroundings,
  element: number,
  out: Float64Array,
): void {
  if (crowd.dimension === 2) {
    out[0] = 0.5 * (obstacles.startX[element] + obstacles.endX[element]);
    out[1] = 0.5 * (obstacles.startY[element] + obstacles.endY[element]);
    out[2] = 0;
    return;
  }
  const part = solids.kind[element] === SolidKind.triangle ? 1 / 3 : 0.5;
  out[0] = solids.originX[element] + part * (solids.sideX[element] + solids.otherX[element]);
  out[1] = solids.originY[element] + part * (solids.sideY[element] + solids.otherY[element]);
  out[2] = solids.originZ[element] + part * (solids.sideZ[element] + solids.otherZ[element]);
}
