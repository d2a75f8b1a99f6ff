/**
 * The library's own elementary functions, random streams, sums and hashes. All of them yield the same bits on
 * every engine: they use only operations that IEEE 754 and ECMAScript define to the last bit.
 */
export { asin, atan2 } from './arctangent.ts';
export type { CompiledMemory } from './compiled.ts';
export { productError, sumError } from './doubled.ts';
export { exp } from './exp.ts';
export {
  ARC_RATIO_START,
  FAST_ASIN_TABLE_END,
  fastAngle,
  fastArcRatio,
  fastAsin,
  fastCos,
  fastExp,
  fastSin,
  fastTables,
  fastTanh,
} from './fast.ts';
export {
  addHash,
  addRowHashes,
  addWholeHashes,
  createHash,
  createTotal,
  finishHash,
  type Hash64,
  hashBytes,
  hashDouble,
  hashWords,
  resetHash,
  toHex,
} from './hash.ts';
export { tanh } from './hyperbolic.ts';
export { log } from './log.ts';
export { philoxConstants } from './philox.ts';
export { quantizeUnit, quantizeWide, UNIT_QUANTUM, WIDE_LIMIT, WIDE_QUANTUM } from './quantum.ts';
export { fillNormals, fillUniforms, normal, Purpose, uniform } from './random.ts';
export { cos, sin } from './trigonometry.ts';
