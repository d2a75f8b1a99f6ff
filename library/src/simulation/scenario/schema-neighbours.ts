import * as z from 'zod/mini';
import { neighbourIndexes } from '../../environment/index.ts';
import { scenarioDefaults } from './defaults.ts';
import { number, record, registeredName, yesOrNo } from './fields.ts';

const indexName = registeredName(neighbourIndexes);

export const neighboursSchema = record({
  name: indexName
    .default(scenarioDefaults.neighbours)
    .describe('Index of neighbours. It changes the cost and never a result.'),
  radius: number({ above: 0, max: 100, unit: 'm' })
    .default(scenarioDefaults.neighbourRadius)
    .describe('How far an agent sees, m; if absent, as far as its steering wants.'),
  sight: yesOrNo()
    .default(scenarioDefaults.sight)
    .describe(
      'Whether agents perceive only what no obstacle hides from them; if absent, as their steering wants.',
    ),
  events: yesOrNo()
    .default(scenarioDefaults.neighbourEvents)
    .describe('Whether the world records when agents enter and leave each other’s view.'),
});

/** Describes the indexes for the published schema. */
export function publishNeighbours(): void {
  z.globalRegistry.add(indexName, { enum: neighbourIndexes.definitions.map(({ name }) => name) });
}
