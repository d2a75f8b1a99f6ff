import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { registerBuiltIn } from '../library/src/simulation/scenario/built-in.ts';
import { steeringModels } from '../library/src/steering/index.ts';
import { root } from './wend.fixture.ts';

registerBuiltIn();

// library/src/simulation/traits.test.ts shows that models do as their definitions say.
test('the guide says what each model honours, as the definitions do', () => {
  const guide = readFileSync(join(root, 'docs/guide/steering.md'), 'utf8');
  const section = guide.split('## What each model honours')[1].split('\n## ')[0];
  const [head, , ...rows] = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const models = head.slice(1).map((cell) => cell.replaceAll('`', ''));
  expect(models.toSorted()).toEqual(
    steeringModels()
      .map(({ name }) => name)
      .toSorted(),
  );
  const told = new Set<string>();
  for (const [subject, ...cells] of rows) {
    const trait = subject.match(/^`(\w+)`/)?.[1];
    if (trait) told.add(trait);
    for (const [k, name] of models.entries()) {
      const { anticipates = false, ignores = [] } = steeringModels().find((model) => model.name === name)!;
      const honours = trait ? !(ignores as readonly string[]).includes(trait) : anticipates;
      expect(cells[k], `${subject} ${name}`).toBe(honours ? 'yes' : 'no');
    }
  }
  // Every trait that some model ignores has a row.
  const ignored = new Set<string>(steeringModels().flatMap(({ ignores = [] }) => [...ignores]));
  expect([...ignored].filter((trait) => !told.has(trait))).toEqual([]);
});
