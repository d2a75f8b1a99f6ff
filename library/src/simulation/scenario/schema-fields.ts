import * as z from 'zod/mini';
import { boxDefinition } from '../../geometry/index.ts';
import { chained, type Schema, variants } from './chained.ts';
import { fieldDefaults } from './defaults.ts';
import { choice, exactly, kindsError, list, number, pair, placeInPlane, record, text } from './fields.ts';
import { maximumFieldCells, maximumFieldColumns, maximumFieldSpeed, maximumFieldTerms } from './limits.ts';
import { length, name, type TargetRegion } from './schema-obstacles.ts';
import { followRegistry, regionUnion, schemasOf } from './schema-shapes.ts';

/** Velocity fields: docs/models/velocity-fields.md. */

const speed = { min: -maximumFieldSpeed, max: maximumFieldSpeed, unit: 'm/s' };
const cellSide = () => number({ min: 0.001, max: 1e6, unit: 'm' });

const fieldName = { name: name().describe('Unique among the velocity fields; journeys refer to it.') };

const outside = {
  outside: choice(['clamp', 'zero'])
    .default(fieldDefaults.outside)
    .describe(
      'Values beyond the outermost centres of cells: clamp: those of the nearest point; zero: falling to 0 within one cell.',
    ),
};

const boxInPlane = record(schemasOf(boxDefinition.fields, true));

const cells = (ifAbsent: { area: string; cell: string }) => ({
  area: boxInPlane.exactOptional().describe(`The box that its cells cover, m; if absent, ${ifAbsent.area}.`),
  cell: cellSide().exactOptional().describe(`Side of its square cells, m; if absent, ${ifAbsent.cell}.`),
  ...outside,
});

const ownCells = cells({ area: 'the bounds of the world', cell: `${fieldDefaults.cell} m` });
const sharedCells = cells({ area: 'that of the first field it is made of', cell: 'that of the first field' });

export type FieldOrigin = TargetRegion | { point: [number, number] } | { target: string };

const regionSchema = followRegistry(() => regionUnion(true), {
  id: 'fieldRegion',
  description: 'A region of the plane.',
}) as Schema<TargetRegion, TargetRegion>;

const originSchema = followRegistry(
  () =>
    regionUnion(true, {
      point: record({ point: placeInPlane() }).describe('A place, m.'),
      target: record({ target: name() }).describe(
        'A target, at its position at time 0; distances are to its edge.',
      ),
    }),
  { description: 'What the distance is measured from.' },
) as Schema<FieldOrigin, FieldOrigin>;

const otherField = () => name().describe('Name of an earlier velocity field.');

const stroke = record({
  points: list(placeInPlane(), 2, 100_000).describe('The line, from its beginning to its end, m.'),
  width: length(0)
    .default(fieldDefaults.strokeWidth)
    .describe('Width from edge to edge, m; the effect fades towards the edges.'),
  strength: number(speed)
    .default(fieldDefaults.strokeStrength)
    .describe('Speed in the middle of the line, m/s; negative: against its direction.'),
}).describe('A painted line; agents that follow the field walk along it.');

const formula = () => text(1, 1000);

const kinds = ['grid', 'file', 'strokes', 'formula', 'sum', 'mask', 'blend'] as const;

export const velocityFieldSchema = variants(
  'kind',
  [
    record({
      ...fieldName,
      kind: exactly('grid').describe('Vectors given one by one.'),
      min: placeInPlane().describe('Corner of the grid with the least coordinates, m.'),
      cell: cellSide().describe('Side of the square cells, m; vectors belong to their centres.'),
      rows: list(list(pair(speed, '[u, v]'), 1, maximumFieldColumns), 1, maximumFieldCells).describe(
        'Vectors [u, v], m/s: rows from the least y upwards, in each from the least x.',
      ),
      ...outside,
    }),
    record({
      ...fieldName,
      kind: exactly('file').describe(
        'A field file, which the command line reads; programs give a grid instead.',
      ),
      file: text(1, 1000).describe('Path of the field file, from the folder of the scenario.'),
    }),
    record({
      ...fieldName,
      kind: exactly('strokes').describe('Painted lines.'),
      strokes: list(stroke, 1, 10_000),
      ...ownCells,
    }),
    record({
      ...fieldName,
      kind: exactly('formula').describe('Formulas in x and y.'),
      u: formula().describe('Velocity to the right, m/s, as a formula such as "-0.5 * y".'),
      v: formula().describe('Velocity up the page, m/s, as a formula such as "0.5 * x".'),
      parameters: chained(
        z.record(text(1, 100), number({ min: -1e12, max: 1e12 }), { error: 'expected an object' }),
      )
        .default({})
        .describe('Numbers that the formulas use by name.'),
      ...ownCells,
    }),
    record({
      ...fieldName,
      kind: exactly('sum').describe('The sum of other fields, each scaled.'),
      of: list(
        record({
          field: otherField(),
          scale: number({ min: -1000, max: 1000 })
            .default(fieldDefaults.scale)
            .describe('Factor on its vectors.'),
        }),
        1,
        maximumFieldTerms,
      ).describe('The fields that are added.'),
      ...sharedCells,
    }),
    record({
      ...fieldName,
      kind: exactly('mask').describe('Another field, limited to a region or to the outside of a region.'),
      field: otherField(),
      region: regionSchema,
      keep: choice(['inside', 'outside'])
        .default(fieldDefaults.keep)
        .describe('Where it holds; elsewhere it is 0.'),
      fade: number({ min: 0, max: 1e6, unit: 'm' })
        .default(fieldDefaults.fade)
        .describe('Width of the transition around the region, m.'),
      ...sharedCells,
    }),
    record({
      ...fieldName,
      kind: exactly('blend').describe('One field near something and another far from it.'),
      near: otherField(),
      far: otherField(),
      from: originSchema,
      between: pair({ min: 0, max: 1e6, unit: 'm' }, '[near, far]').describe(
        'The near field applies up to the first distance, the far field from the second one on, m.',
      ),
      ...sharedCells,
    }),
  ],
  { error: kindsError(kinds) },
).describe('A velocity field that a journey can follow.');

export type VelocityFieldDefinition = z.output<typeof velocityFieldSchema>;
