import { needPart } from '../../crowd/index.ts';
import { countVertices, shapeDefinitions } from '../../geometry/index.ts';
import { type Findings, report } from './error.ts';
import { fieldPart } from './field-part.ts';
import {
  maximumAgents,
  maximumAreaPoints,
  maximumCoursePoints,
  maximumObstacleVertices,
  maximumTargetMentions,
} from './limits.ts';

/**
 * Counts what a scenario asks for in all, before the schema looks at it: the value may still be anything, and
 * what is not of the right kind counts nothing here.
 */
export function checkSizes(value: unknown, findings: Findings): void {
  const agents = itemsOf(value, 'agents');
  const groups = itemsOf(value, 'groups');
  const obstacles = itemsOf(value, 'obstacles');
  const targets = itemsOf(value, 'targets');

  let members = 0;
  for (const group of groups) members += Math.max(0, numberOf(group, 'count'));
  let mentions = 0;
  for (const agent of agents) mentions += itemsOf(agent, 'targets').length;
  for (const group of groups) mentions += itemsOf(group, 'targets').length;
  let vertices = 0;
  const shapes = new Map<unknown, number>();
  for (const obstacle of obstacles) {
    vertices += countVertices(obstacle);
    const shape = field(obstacle, 'shape');
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
  }
  let areaPoints = 0;
  const area = field(value, 'area');
  for (const polygon of itemsOf(area, 'polygons')) {
    if (Array.isArray(polygon)) for (const ring of polygon) areaPoints += lengthOf(ring);
  }
  for (const wall of itemsOf(area, 'walls')) areaPoints += lengthOf(wall);
  let coursePoints = 0;
  for (const obstacle of obstacles) coursePoints += itemsOf(field(obstacle, 'course'), 'points').length;
  for (const target of targets) coursePoints += itemsOf(field(target, 'course'), 'points').length;

  const limit = (path: string, what: string, count: number, most: number) => {
    if (count > most) report(findings, [path], `expected at most ${most} ${what} in all, got ${count}`);
  };
  limit(members > 0 ? 'groups' : 'agents', 'agents', agents.length + members, maximumAgents);
  limit('obstacles', 'obstacle vertices', vertices, maximumObstacleVertices);
  limit('area', 'points', areaPoints, maximumAreaPoints);
  for (const { name, most = Number.POSITIVE_INFINITY } of shapeDefinitions()) {
    limit('obstacles', `${name}s`, shapes.get(name) ?? 0, most);
  }
  limit('obstacles', 'points of courses', coursePoints, maximumCoursePoints);
  limit('agents', 'names of targets', mentions, maximumTargetMentions);
  const fields = itemsOf(value, 'velocityFields');
  if (fields.length > 0) needPart(fieldPart).checkCells(fields, findings);
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

function itemsOf(value: unknown, key: string): readonly unknown[] {
  const items = field(value, key);
  return Array.isArray(items) ? items : [];
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function numberOf(value: unknown, key: string): number {
  const number = field(value, key);
  return typeof number === 'number' && !Number.isNaN(number) ? number : 0;
}
