/** The shapes of obstacles: a file for each, and the registry that all others ask. */
export { box as boxDefinition } from './box.ts';
export type { ShapeDefinition, ShapeFields } from './definition.ts';
export { boxElements, type SolidElement, SolidKind } from './elements.ts';
export { largestCoordinate, type ShapeField } from './fields.ts';
export type { Outline } from './outline.ts';
export { outlinesOverlap } from './overlap.ts';
export * from './registry.ts';
export { sphere as sphereDefinition } from './sphere.ts';
