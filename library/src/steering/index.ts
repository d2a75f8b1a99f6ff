export type { SteeringInput, SteeringModel } from './contract.ts';
export * from './nonlinear/index.ts';
