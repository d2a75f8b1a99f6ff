import { FieldFileError, readVelocityField } from '@wend/formats/fields';
import { BadInput } from './failure.ts';
import { type References, readReference } from './references.ts';

/**
 * Replaces velocity fields of the kind "file" by grids. Paths are relative to the folder of the scenario. Malformed
 * entries are left unchanged, so that the later checks report them.
 */
export function prepareFields(value: unknown, references: References): void {
  const fields = (value as { velocityFields?: unknown } | null)?.velocityFields;
  if (!Array.isArray(fields)) return;
  fields.forEach((field: Record<string, unknown> | null, k) => {
    if (field?.kind !== 'file' || typeof field.file !== 'string') return;
    const { name, kind, file, ...others } = field;
    // Other keys stay, so that the checks report them as unknown.
    fields[k] = {
      name,
      kind: 'grid',
      ...readGrid(references, `velocityFields[${k}].file`, file as string),
      ...others,
    };
    references.filled.push(`velocityFields[${k}]`);
  });
}

function readGrid(references: References, place: string, file: string): object {
  const { path, text } = readReference(references, place, file);
  try {
    const { minX, minY, cell, columns, rows, outside, u, v } = readVelocityField(
      text,
      `${references.source}: ${place}: ${path}`,
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
    if (error instanceof FieldFileError) throw new BadInput(error.withoutContent);
    throw error;
  }
}
