export * from './columns.ts';
export * from './course.ts';
export * from './crowd.ts';
export * from './events.ts';
export * from './obstacles.ts';
export * from './perception.ts';
export { anchorOfSolid, SolidKind } from './solid-elements.ts';
export * from './solids.ts';
export * from './targets.ts';
