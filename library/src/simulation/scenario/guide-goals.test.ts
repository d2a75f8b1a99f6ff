import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createWorld, stepWorld } from '../index.ts';

const guide = readFileSync(new URL('../../../../docs/guide/goals.md', import.meta.url), 'utf8');
const blocks = Array.from(guide.matchAll(/```json\n(.*?)```/gs), ([, text]) => JSON.parse(text) as object);

test.each(blocks.map((block) => [Object.keys(block).join(), block]))(
  'the example of the guide to goals with %s is a scenario, with the rest as in the first, and runs',
  (_, block) => {
    const world = createWorld({ ...blocks[0], ...block } as Parameters<typeof createWorld>[0]);
    for (let k = 0; k < 20; k++) stepWorld(world);
    expect(world.crowd.count).toBeGreaterThan(1);
  },
);

test('the guide names every command of scripts', () => {
  const schema = readFileSync(new URL('../../../scenario.schema.json', import.meta.url), 'utf8');
  const kinds: string[] = JSON.parse(schema).properties.script.items.oneOf.map(
    ({ properties }: { properties: { kind: { const: string } } }) => properties.kind.const,
  );
  const named = new Set(Array.from(guide.matchAll(/`([a-z-]+)`|"kind": "([a-z-]+)"/g), ([, a, b]) => a ?? b));
  expect(kinds.filter((kind) => !named.has(kind))).toEqual([]);
});

test('there are examples of journeys and of scripts', () => {
  expect(blocks.map((block) => Object.keys(block).at(-1))).toEqual(['groups', 'agents', 'script', 'script']);
});
