import { countVertices, type Shape, shapeDefinition, shapeOfRegion } from '../../geometry/index.ts';
import {
  blendFields,
  createField,
  type FieldGrid,
  type Formula,
  maskField,
  paintStrokes,
  parseFormula,
  sampleField,
  sumFields,
  tabulateFormulas,
  type VelocityField,
} from '../../planning/fields/index.ts';
import type { VelocitySampler } from '../../planning/index.ts';
import { fieldDefaults } from './defaults.ts';
import type { Scenario } from './schema.ts';
import type { FieldOrigin, VelocityFieldDefinition } from './schema-fields.ts';

/** A velocity field as planners see it. */
export type FollowedField = VelocityField & VelocitySampler;

/** The velocity fields of a checked scenario, in its order; a formula is tabulated here once. */
export function makeVelocityFields(scenario: Scenario): FollowedField[] {
  const { velocityFields } = scenario;
  const grids = layOutFields(scenario);
  const numbers = new Map(velocityFields.map(({ name }, number) => [name, number]));
  const fields: FollowedField[] = [];
  // The checks have made sure that fields refer to earlier ones only.
  const fieldOf = (name: string) => fields[numbers.get(name)!];
  velocityFields.forEach((definition, number) => {
    const field = createField(grids[number]);
    fill(field, definition, scenario, fieldOf);
    fields.push({ ...field, sample: (x, y, out) => sampleField(field, x, y, out) });
  });
  return fields;
}

/**
 * The grid of each field. A field made of others has the cells and the extent of the first of them, unless it has its own.
 */
export function layOutFields({ bounds, velocityFields }: Scenario): FieldGrid[] {
  const grids = new Map<string, FieldGrid>();
  return velocityFields.map((definition) => {
    const grid = layOut(definition, bounds, grids);
    grids.set(definition.name, grid);
    return grid;
  });
}

function layOut(
  definition: VelocityFieldDefinition,
  bounds: Scenario['bounds'],
  earlier: ReadonlyMap<string, FieldGrid>,
): FieldGrid {
  if (definition.kind === 'file') return { ...nowhere };
  const { outside } = definition;
  if (definition.kind === 'grid') {
    const { min, cell, rows } = definition;
    return { minX: min[0], minY: min[1], cell, columns: rows[0].length, rows: rows.length, outside };
  }
  const [first] = madeOf(definition);
  const model = first === undefined ? undefined : earlier.get(first);
  const cell = definition.cell ?? model?.cell ?? fieldDefaults.cell;
  if (model && !definition.area) {
    if (cell === model.cell) return { ...model, outside };
    const { minX, minY, columns, rows } = model;
    return cover(minX, minY, columns * model.cell, rows * model.cell, cell, outside);
  }
  const { min, max } = definition.area ?? bounds;
  return cover(min[0], min[1], max[0] - min[0], max[1] - min[1], cell, outside);
}

/** A placeholder for the grid of a field that is still in a file; such a scenario is refused. */
const nowhere: FieldGrid = { minX: 0, minY: 0, cell: 1, columns: 1, rows: 1, outside: 'clamp' };

/** A grid that covers a box; the last row and column may reach beyond it. */
function cover(
  minX: number,
  minY: number,
  width: number,
  height: number,
  cell: number,
  outside: FieldGrid['outside'],
): FieldGrid {
  // Slightly less, so that rounding adds no row or column to a box that fits exactly.
  const columns = Math.max(1, Math.ceil(width / cell - 1e-9));
  const rows = Math.max(1, Math.ceil(height / cell - 1e-9));
  return { minX, minY, cell, columns, rows, outside };
}

/** The names of the fields that a field is made of. */
export function madeOf(definition: VelocityFieldDefinition): string[] {
  switch (definition.kind) {
    case 'sum':
      return definition.of.map(({ field }) => field);
    case 'mask':
      return [definition.field];
    case 'blend':
      return [definition.near, definition.far];
    default:
      return [];
  }
}

function fill(
  field: VelocityField,
  definition: VelocityFieldDefinition,
  scenario: Scenario,
  fieldOf: (name: string) => VelocityField,
): void {
  switch (definition.kind) {
    case 'grid':
      definition.rows.forEach((row, k) => {
        row.forEach(([u, v], column) => {
          field.u[k * field.columns + column] = u;
          field.v[k * field.columns + column] = v;
        });
      });
      break;
    case 'strokes':
      paintStrokes(field, definition.strokes);
      break;
    case 'formula': {
      const { u, v, parameters } = definition;
      tabulateFormulas(field, formulaOf(u, parameters), formulaOf(v, parameters));
      break;
    }
    case 'sum':
      sumFields(
        field,
        definition.of.map((term) => ({ field: fieldOf(term.field), scale: term.scale })),
      );
      break;
    case 'mask': {
      const { region, fade, keep } = definition;
      maskField(field, fieldOf(definition.field), shapeOfRegion(region), fade, keep);
      break;
    }
    case 'blend': {
      const { near, far, from, between } = definition;
      blendFields(field, fieldOf(near), fieldOf(far), shapeOfOrigin(from, scenario), between);
      break;
    }
    case 'file':
      break;
  }
}

function formulaOf(text: string, parameters: Record<string, number>): Formula {
  const parsed = parseFormula(text, new Map(Object.entries(parameters)));
  if ('formula' in parsed) return parsed.formula;
  throw new Error(`a formula was not checked: ${parsed.problem.message}`);
}

function shapeOfOrigin(from: FieldOrigin, { targets }: Scenario): Shape {
  if ('point' in from) return { shape: 'circle', center: from.point, radius: 0 };
  if (!('target' in from)) return shapeOfRegion(from);
  const target = targets.find(({ name }) => name === from.target)!;
  const { at, region, radius } = target;
  if (at) return { shape: 'circle', center: [at[0], at[1]], radius };
  return shapeOfRegion(region!);
}

/** The number of corners that the distance to a region or origin is computed from; 1 for shapes without lists of them. */
export function cornersOf(from: FieldOrigin): number {
  if ('point' in from || 'target' in from) return 1;
  const shape = shapeOfRegion(from);
  return typeof shapeDefinition(shape).vertices === 'number' ? 1 : countVertices(shape);
}
