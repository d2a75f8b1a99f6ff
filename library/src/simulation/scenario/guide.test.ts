import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkScenario } from './load.ts';
import { populate } from './populate.ts';

const blocks = ['scenarios.md', 'planners.md'].flatMap((page) => {
  const guide = readFileSync(new URL(`../../../../docs/guide/${page}`, import.meta.url), 'utf8');
  return Array.from(guide.matchAll(/```json\n(.*?)```/gs), ([, text]) => JSON.parse(text) as object);
});

test('the guide has a whole scenario and parts of others', () => {
  expect(blocks[0]).toHaveProperty('version', 1);
  expect(blocks.length).toBeGreaterThan(4);
});

test.each(blocks.map((block) => [Object.keys(block).join(), block]))(
  'the example of the guide with %s is a scenario, with the rest as in the first',
  (_, block) => {
    const scenario = checkScenario({ ...blocks[0], ...block });
    expect(populate(scenario).count).toBeGreaterThan(0);
  },
);
