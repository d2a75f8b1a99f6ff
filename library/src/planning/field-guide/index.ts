/** The guide of planners with fields: which fields are kept and for what, when they are made, and how they are saved. */

export { createFieldGuide, type FieldGuideOptions } from './guide.ts';
export { bytesOf, FIRST_SET, hasMoved } from './kept.ts';
export {
  type Column,
  createFields,
  type FieldMaker,
  type SharedField,
  wantField,
  workOnFields,
} from './shared-fields.ts';
