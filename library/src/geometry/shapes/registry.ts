import { heightOf, type Place } from '../space-place.ts';
import { box } from './box.ts';
import { circle } from './circle.ts';
import type { ShapeDefinition, ShapeFault, ShapeFields, ShapeValues, SpaceBox } from './definition.ts';
import type { SolidElement } from './elements.ts';
import { boundsOfOutline, distanceToOutline, type Outline, type PlaneBox } from './outline.ts';
import type { plane } from './plane.ts';
import { polygon } from './polygon.ts';
import { segment } from './segment.ts';
import type { sphere } from './sphere.ts';
import type { triangles } from './triangles.ts';

/** The shapes that every world has, in the order in which the schema lists them; ./in-space.ts has the others. */
const builtIn = [circle, box, segment, polygon] as const;

type BuiltIn = (typeof builtIn)[number] | typeof sphere | typeof plane | typeof triangles;
type Given<Definition> = Definition extends { name: infer Name; fields: infer Fields extends ShapeFields }
  ? { shape: Name } & ShapeValues<Fields>
  : never;
type GivenAsRegion<Definition> = Definition extends {
  name: infer Name extends string;
  fields: infer Fields extends ShapeFields;
}
  ? { [Key in Name]: ShapeValues<Fields> }
  : never;

/** An obstacle of a world of two or three dimensions, as a scenario gives it. */
export type ObstacleShape = Given<BuiltIn>;
/** An obstacle of a world of two dimensions. */
export type Shape = Given<Extract<BuiltIn, { plane: object }>>;
/** An obstacle of a world of three dimensions. */
export type SolidShape = Given<Extract<BuiltIn, { space: object }>>;
/** A region that agents go to: {"circle": {"center": …, "radius": …}}. */
export type ShapeRegion = GivenAsRegion<Extract<BuiltIn, { region: string }>>;

type Named = { shape: string };

/** What obstacles of all shapes have in a scenario. */
export const obstacleKeys = ['shape', 'name', 'class', 'course', 'field'] as const;

const definitions = new Map<string, ShapeDefinition>(
  builtIn.map((definition) => [definition.name, definition]),
);

/** Adds a shape for all scenarios that are read from now on. Adding it again changes nothing. */
export function registerShape(definition: ShapeDefinition): void {
  const { name } = definition;
  if (definitions.get(name) === definition) return;
  if (definitions.has(name)) throw new RangeError(`there is a shape ${JSON.stringify(name)} already`);
  if (!definition.plane && !definition.space) {
    throw new TypeError(`the shape ${JSON.stringify(name)} needs "plane", "space" or both`);
  }
  const taken = obstacleKeys.find((key) => key in definition.fields);
  if (taken !== undefined) {
    throw new TypeError(
      `the shape ${JSON.stringify(name)} cannot have a field "${taken}": all obstacles have one`,
    );
  }
  definitions.set(name, definition);
}

/** All shapes, in the order in which they were added. */
export function shapeDefinitions(): readonly ShapeDefinition[] {
  return [...definitions.values()];
}

export function shapeDefinition({ shape }: Named): ShapeDefinition {
  const definition = definitions.get(shape);
  if (!definition) throw new RangeError(`there is no shape ${JSON.stringify(shape)}`);
  return definition;
}

function inPlane(shape: Named) {
  const { plane } = shapeDefinition(shape);
  if (!plane) throw new TypeError(`a ${shape.shape} is no shape of the plane`);
  return plane;
}

function inSpace(shape: Named) {
  const { space } = shapeDefinition(shape);
  if (!space) throw new TypeError(`a ${shape.shape} is no shape of space`);
  return space;
}

/** The distance to a shape as a function of the point, for many points: metres, negative inside. */
export function distanceFrom(shape: Shape): (x: number, y: number) => number {
  const { distance, outline } = inPlane(shape);
  if (distance) return (x, y) => distance(shape, x, y);
  const edge = outline(shape);
  return (x, y) => distanceToOutline(edge, x, y);
}

/**
 * Free space between a disc and a shape: positive when apart, 0 when they touch, and minus the distance to the nearest free
 * place when they overlap. A segment has no inside: the gap is never below −radius.
 */
export function gapToShape(shape: Shape, x: number, y: number, radius: number): number {
  return distanceFrom(shape)(x, y) - radius;
}

/** The same between a ball and a solid. Triangles have no inside. */
export function gapToSolid(shape: SolidShape, x: number, y: number, z: number, radius: number): number {
  return inSpace(shape).distance(shape, x, y, z) - radius;
}

/** The smallest box around a shape. */
export function boundsOfShape(shape: Shape): PlaneBox {
  return boundsOfOutline(inPlane(shape).outline(shape));
}

/** The smallest box around a solid; infinite where the solid is. */
export function boundsOfSolid(shape: SolidShape): SpaceBox {
  return inSpace(shape).bounds(shape);
}

/** What is seen of a shape, drawn and touched. */
export function outlineOf(shape: Shape): Outline {
  return inPlane(shape).outline(shape);
}

/** What is seen of a solid, drawn and touched. */
export function elementsOf(shape: SolidShape): SolidElement[] {
  return inSpace(shape).elements(shape);
}

/** 1 when the elements of a solid turn their normals outwards, −1 when inwards, 0 when neither is true of all of them. */
export function orientationOf(shape: SolidShape): number {
  return inSpace(shape).orientation?.(shape) ?? 0;
}

/** The number of parts in which a solid is searched. */
export function countParts(shape: SolidShape): number {
  return inSpace(shape).parts?.count(shape) ?? 1;
}

/** A part of a solid, as a separate solid. */
export function partOf(shape: SolidShape, number: number): SolidShape {
  const { parts } = inSpace(shape);
  return parts ? ({ ...parts.part(shape, number), shape: shape.shape } as SolidShape) : shape;
}

/** The place of an obstacle that the waypoints of its course refer to. */
export function anchorOf(shape: ObstacleShape): [number, number, number] {
  const anchor = shapeDefinition(shape).anchor(shape);
  return [anchor[0], anchor[1], heightOf(anchor)];
}

/** What is wrong with a shape that the ranges of its fields do not say. */
export function faultsOf(shape: Named, dimension: 2 | 3): Iterable<ShapeFault> {
  return shapeDefinition(shape).faults?.(shape, dimension) ?? [];
}

/** The same shape elsewhere; two numbers move it in the plane, three in space. */
export function movedShape<Moved extends Named>(shape: Moved, by: Place): Moved {
  const move = (place: Place): Place =>
    by.length === 2
      ? [place[0] + by[0], place[1] + by[1]]
      : [place[0] + by[0], place[1] + by[1], heightOf(place) + by[2]];
  const moved: Record<string, unknown> = { ...shape };
  for (const [key, { kind }] of Object.entries(shapeDefinition(shape).fields)) {
    if (kind === 'place' || kind === 'placeInPlane') moved[key] = move(moved[key] as Place);
    else if (kind === 'places' || kind === 'ring') moved[key] = (moved[key] as Place[]).map(move);
  }
  return moved as Moved;
}

/** The number of vertices that a value counts towards the limit; a value that is not a shape counts 1. */
export function countVertices(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const given = value as Record<string, unknown>;
  const vertices = definitions.get(given.shape as string)?.vertices ?? 1;
  if (typeof vertices === 'number') return vertices;
  return vertices.reduce((sum, key) => sum + countOf(given[key]), 0);
}

function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'number' && value > 0 ? value : 0;
}

/** A region as a shape: {"circle": {…}} is {"shape": "circle", …}. */
export function shapeOfRegion(region: ShapeRegion): Shape {
  const [[shape, values]] = Object.entries(region);
  return { shape, ...values } as Shape;
}
