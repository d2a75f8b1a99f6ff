export { groundOf } from './ground.ts';
export type { Point } from './shapes.ts';
export { type Ring, type WalkableArea, walkableArea } from './walkable.ts';
