/** Velocity fields: vectors on a grid, what they are made of, and what they are at a place. */
export { blendFields, maskField, sumFields, tabulateFormulas } from './combine.ts';
export { createField, type FieldGrid, sampleField, type VelocityField } from './field.ts';
export { type Formula, formulaNames, parseFormula } from './formula.ts';
export { paintStrokes, strokeWork } from './strokes.ts';
