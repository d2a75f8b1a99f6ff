export { createPipelineModel } from './model.ts';
export { type PipelineParameters, pipelineDefaults } from './parameters.ts';
