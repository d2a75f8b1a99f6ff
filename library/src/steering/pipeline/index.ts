export { createPipelineModel } from './model.ts';
export { pipelineDefaults } from './parameters.ts';
