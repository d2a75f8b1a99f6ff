import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { FieldFileError, readVelocityField } from '@wend/formats/fields';
import { maximumScenarioBytes } from 'wend/scenario';
import { BadInput } from './failure.ts';

/**
 * Replaces velocity fields of the kind "file" by grids. Paths are relative to the folder of the scenario. Malformed
 * entries are left unchanged, so that the later checks report them.
 */
export function prepareFields(value: unknown, file: string): void {
  const fields = (value as { velocityFields?: unknown } | null)?.velocityFields;
  if (!Array.isArray(fields)) return;
  fields.forEach((field: Record<string, unknown> | null, k) => {
    if (field?.kind !== 'file' || typeof field.file !== 'string') return;
    const path = isAbsolute(field.file) ? field.file : join(dirname(file), field.file);
    const { name, kind, file: _, ...others } = field;
    // Other keys stay, so that the checks report them as unknown.
    fields[k] = { name, kind: 'grid', ...readGrid(path, `${file}: velocityFields[${k}].file`), ...others };
  });
}

function readGrid(path: string, source: string): object {
  try {
    const { size } = statSync(path);
    if (size > maximumScenarioBytes) {
      throw new BadInput(`${source}: ${path}: expected at most ${maximumScenarioBytes} bytes, got ${size}`);
    }
    const { minX, minY, cell, columns, rows, outside, u, v } = readVelocityField(
      readFileSync(path, 'utf8'),
      `${source}: ${path}`,
    );
    const vectorsOf = (row: number) =>
      Array.from({ length: columns }, (_, column) => [u[row * columns + column], v[row * columns + column]]);
    return {
      min: [minX, minY],
      cell,
      outside,
      rows: Array.from({ length: rows }, (_, row) => vectorsOf(row)),
    };
  } catch (error) {
    if (error instanceof BadInput) throw error;
    if (error instanceof FieldFileError) throw new BadInput(error.message);
    throw new BadInput(`${source}: ${path}: cannot be read: ${(error as Error).message}`);
  }
}
