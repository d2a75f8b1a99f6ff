import type { SolidElement } from './elements.ts';
import type { ShapeField } from './fields.ts';
import type { Outline } from './outline.ts';

export type ShapeFields = Readonly<Record<string, ShapeField>>;

/** The fields of a shape in a scenario, apart from its name. */
export type ShapeValues<Fields extends ShapeFields> = {
  [Key in keyof Fields]: Fields[Key] extends ShapeField<infer Value> ? Value : never;
};

/** What is wrong with a shape, and at which of its fields. */
export type ShapeFault = { path: readonly (string | number)[]; message: string };

/** The least x, y and z, then the greatest, metres. */
export type SpaceBox = [number, number, number, number, number, number];

/** A shape in worlds of two dimensions. */
type InPlane<Shape> = {
  /** All that is seen and touched of it; its bounds follow from this. */
  outline(shape: Shape): Outline;
  /** Metres from a point to the shape, negative inside; absent: the distance to the outline. */
  distance?(shape: Shape, x: number, y: number): number;
};

/** A shape in worlds of three dimensions. */
type InSpace<Shape> = {
  /** Metres from a point to the shape; inside, minus the distance to the nearest point outside. */
  distance(shape: Shape, x: number, y: number, z: number): number;
  /** The smallest box around the shape; infinite where the shape is. */
  bounds(shape: Shape): SpaceBox;
  /** What contacts and sight see of it. */
  elements(shape: Shape): SolidElement[];
  /** 1 when the normals of its elements look outwards, −1 when inwards, 0 when neither is true of all of them. */
  orientation?(shape: Shape): number;
  /** Where a shape is searched in parts: its parts as separate shapes. */
  parts?: { count(shape: Shape): number; part(shape: Shape, number: number): Shape };
};

/** Everything that wend knows about an obstacle shape: see CONTRIBUTING.md, "An obstacle shape". */
export type ShapeDefinition<Name extends string = string, Fields extends ShapeFields = ShapeFields> = {
  name: Name;
  /** For the schema and its readers. */
  sentence: string;
  fields: Fields;
  /** What it counts for the limit of vertices: a number, or fields, a list for its length and a number for its value. */
  vertices: number | readonly (keyof Fields & string)[];
  /** Most of these shapes in one world. */
  most?: number;
  /** Shapes that take its place in worlds of the other dimension. */
  instead?: readonly string[];
  /** The sentence of the schema where the shape is a region that agents go to; absent: it cannot be one. */
  region?: string;
  /**
   * Whether a body inside cannot get out: its edges or faces are walls on both sides. Discs, spheres and planes push bodies
   * out.
   */
  encloses: boolean;
  /** The place that waypoints of its course refer to; for a disc its centre. A height of 0 may be left out. */
  anchor(shape: ShapeValues<Fields>): readonly number[];
  /** Faults that the ranges of single fields do not express, in order and computed lazily. */
  faults?(shape: ShapeValues<Fields>, dimension: 2 | 3): Iterable<ShapeFault>;
  plane?: InPlane<ShapeValues<Fields>>;
  space?: InSpace<ShapeValues<Fields>>;
};
