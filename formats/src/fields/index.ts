export { FieldFileError } from './error.ts';
export { type FieldFile, readVelocityField, writeVelocityField } from './field-file.ts';
