export { createNonlinearModel } from './model.ts';
export { type NonlinearParameters, nonlinearDefaults } from './parameters.ts';
