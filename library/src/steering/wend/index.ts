export { createWendModel } from './model.ts';
export { wendDefaults } from './parameters.ts';
