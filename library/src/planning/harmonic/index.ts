/** Harmonic fields: μ = 1 − λ with ∇²λ = 0, 0 at the targets and 1 at what is solid. */
export { solverNames } from './field.ts';
export { createHarmonicGuide } from './guide.ts';
