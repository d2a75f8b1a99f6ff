export * from './competition/index.ts';
export type { SteeringInput, SteeringModel } from './contract.ts';
export * from './critters/index.ts';
export * from './nonlinear/index.ts';
export * from './pipeline/index.ts';
export * from './straight.ts';
export * from './walker/index.ts';
