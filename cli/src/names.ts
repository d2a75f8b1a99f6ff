import { neighbourIndexes, planners, steeringModels } from 'wend';

/** Help text for an option that takes the name of a part of the library. */
export type Names = { steering: string; neighbours: string; planner: string };

/** The names that the library knows. */
export const names: Names = {
  steering: `steering model: ${steeringModels()
    .map(({ name }) => name)
    .join(', ')}`,
  neighbours: `neighbour index: ${neighbourIndexes.definitions.map(({ name }) => name).join(', ')}`,
  planner: `planner: ${planners.definitions.map(({ name }) => name).join(', ')}`,
};
