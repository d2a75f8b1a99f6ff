import type { Point } from '../polygon.ts';
import type { Place } from '../space-place.ts';

/** The largest absolute coordinate and length, metres. */
export const largestCoordinate = 1e6;

type Range = { above?: number; min?: number; max?: number; unit?: string };

type Kind =
  | { kind: 'place' | 'placeInPlane' | 'direction' | 'faces' }
  | { kind: 'places' | 'ring'; least: number }
  | { kind: 'number'; range: Range };

/**
 * What a shape is given by, as data: the schema of scenarios, the checks of the dimension and the moving of shapes are
 * made of it. `Value` exists for the compiler only.
 */
export type ShapeField<Value = unknown> = Kind & { sentence: string; value?: Value };

/** A place in worlds of two dimensions, [x, y]. */
export function placeInPlane(sentence: string): ShapeField<Point> {
  return { kind: 'placeInPlane', sentence };
}

/** A place in worlds of two or three dimensions. */
export function place(sentence: string): ShapeField<Place> {
  return { kind: 'place', sentence };
}

/** Corners in worlds of two dimensions; the first may be repeated at the end. */
export function ring(least: number, sentence: string): ShapeField<readonly Point[]> {
  return { kind: 'ring', least, sentence };
}

export function places(least: number, sentence: string): ShapeField<readonly Place[]> {
  return { kind: 'places', least, sentence };
}

/** A vector without a unit that is not moved with the shape. */
export function direction(sentence: string): ShapeField<Place> {
  return { kind: 'direction', sentence };
}

/** Triangles: three places of the field `points` each, by number from 0. */
export function faces(sentence: string): ShapeField<readonly (readonly [number, number, number])[]> {
  return { kind: 'faces', sentence };
}

export function number(range: Range, sentence: string): ShapeField<number> {
  return { kind: 'number', range, sentence };
}

/** A length above 0, metres. */
export function length(sentence: string): ShapeField<number> {
  return number({ above: 0, max: largestCoordinate, unit: 'm' }, sentence);
}
