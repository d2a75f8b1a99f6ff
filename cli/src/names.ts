import { outputFormats } from '@wend/formats/outputs';
import { neighbourIndexes, planners, steeringModels } from 'wend';
import { registerBuiltIn } from 'wend/scenario';

registerBuiltIn();

/** Help text for an option that takes the name of a part of the library. */
export type Names = { steering: string; neighbours: string; planner: string; format: string };

/** The names that the library knows. */
export const names: Names = {
  steering: `steering model: ${steeringModels()
    .map(({ name }) => name)
    .join(', ')}`,
  neighbours: `neighbour index: ${neighbourIndexes.definitions.map(({ name }) => name).join(', ')}`,
  planner: `planner: ${planners.definitions.map(({ name }) => name).join(', ')}`,
  format: `with --out, formats of the trajectory, with commas between them: ${outputFormats()
    .map(({ name }) => name)
    .join(', ')}`,
};
