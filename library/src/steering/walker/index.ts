export { createWalkerModel } from './model.ts';
export { walkerDefaults } from './parameters.ts';
