import { plane } from './plane.ts';
import { registerShape } from './registry.ts';
import { sphere } from './sphere.ts';
import { triangles } from './triangles.ts';

/** Makes the shapes known that only worlds in three dimensions have, in the order in which the schema lists them. */
export function registerShapesInSpace(): void {
  for (const shape of [sphere, plane, triangles]) registerShape(shape);
}
