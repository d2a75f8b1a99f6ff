import * as z from 'zod/mini';
import { neighbourIndexes } from '../../environment/index.ts';
import { scenarioDefaults } from './defaults.ts';
import { number, record, registeredName, yesOrNo } from './fields.ts';

const indexName = registeredName(neighbourIndexes);

export const neighboursSchema = record({
  name: indexName
    .default(scenarioDefaults.neighbours)
    .describe('Neighbour index. It changes the cost, but never a result.'),
  radius: number({ above: 0, max: 100, unit: 'm' })
    .default(scenarioDefaults.neighbourRadius)
    .describe('View radius, m; if absent, that of the steering model.'),
  sight: yesOrNo()
    .default(scenarioDefaults.sight)
    .describe('Whether obstacles hide what is behind them; if absent, as the steering model declares.'),
  events: yesOrNo()
    .default(scenarioDefaults.neighbourEvents)
    .describe('Whether the world records when agents enter and leave each other’s view.'),
});

/** Describes the indexes for the published schema. */
export function publishNeighbours(): void {
  z.globalRegistry.add(indexName, { enum: neighbourIndexes.definitions.map(({ name }) => name) });
}
