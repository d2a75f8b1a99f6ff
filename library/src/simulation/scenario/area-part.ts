import { createOptionalPart, needPart } from '../../crowd/index.ts';
import type { AreaIndex } from './area.ts';
import type { Obstacle, Scenario } from './schema.ts';
import type { Area } from './schema-area.ts';

/** Walkable areas: only scenarios have them (area.ts). */
export const areas = createOptionalPart<{
  build(area: Area): readonly Obstacle[];
  createIndex(area: Area): AreaIndex | undefined;
  isInside(index: AreaIndex, x: number, y: number): boolean;
}>('an area: expected a scenario that was checked');

/**
 * Everything solid in a scenario: its obstacles by their numbers, and after them what its area is made of. An outer ring
 * is a chain of walls; a hole is a solid polygon, or a chain of walls where another polygon lies in it.
 */
export function obstaclesOf({ area, obstacles }: Pick<Scenario, 'area' | 'obstacles'>): readonly Obstacle[] {
  return area ? [...obstacles, ...needPart(areas).build(area)] : obstacles;
}
