import { hashBytes, toHex } from '../../numerics/index.ts';
import type { PlanningInput } from '../base/contract.ts';
import type { Costs } from './cells/costs.ts';
import { bodyClass, type Ground, terrainFor, updateGround } from './ground.ts';
import type { Terrain } from './terrain.ts';

/** The ground for bodies of one size: with the room that paths leave, and with none. */
export type Size = {
  /** The class of radii, metres. */
  readonly radius: number;
  readonly roomy: Terrain;
  readonly bare: Terrain;
  /** The revision of the map that was looked at last, its costs, and the hash of both. */
  revision: number;
  costs: Costs | undefined;
  ground: string;
};

/** The ground for all sizes in use. */
export type SizedGround = {
  readonly ground: Ground;
  /** Room that paths leave between a body and what stands still, metres. */
  readonly clearance: number;
  readonly sizes: Size[];
};

/** The size of a body, made when the first one comes. */
export function sizeFor(sized: SizedGround, input: PlanningInput, radius: number): Size {
  const { clearance, ground, sizes } = sized;
  const rounded = bodyClass(ground, radius);
  for (let k = 0; k < sizes.length; k++) {
    if (sizes[k].radius === rounded) return sizes[k];
  }
  const roomy = terrainFor(ground, input, rounded + clearance, rounded);
  const size: Size = {
    radius: rounded,
    roomy,
    bare: terrainFor(ground, input, rounded, rounded, roomy),
    revision: -1,
    costs: undefined,
    ground: '',
  };
  lookAtGround(size);
  sizes.push(size);
  return size;
}

/** Brings the ground up to date; once in a step. */
export function updateSizes({ ground, sizes }: SizedGround, input: PlanningInput): void {
  updateGround(ground, input);
  for (let k = 0; k < sizes.length; k++) {
    const size = sizes[k];
    terrainFor(ground, input, size.roomy.radius, size.radius);
    terrainFor(ground, input, size.bare.radius, size.radius, size.roomy);
    lookAtGround(size);
  }
}

/** By what is open, not by how often it has changed: a loaded world continues with the fields that it was saved with. */
function lookAtGround(size: Size): void {
  const { map, open, revision } = size.roomy;
  if (size.revision === revision && size.costs === map.costs) return;
  size.revision = revision;
  size.costs = map.costs;
  size.ground = toHex(hashBytes(open, map.costs?.print));
}
