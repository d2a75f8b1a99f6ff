// The largest polygon that the limits allow.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireBuild, root, start, temporaryFolder, writeTo } from './wend.fixture.ts';

const folder = temporaryFolder();

test('a million vertices are validated within 1 GB', async () => {
  requireBuild();
  const points = Array.from({ length: 1_000_000 }, (_, k) => {
    const angle = (2 * Math.PI * k) / 1_000_000;
    const radius = 400 + 0.001 * (k % 2);
    return [500 + radius * Math.cos(angle), 500 + radius * Math.sin(angle)].map((value) => +value.toFixed(6));
  });
  const file = writeTo(folder, 'million.json', {
    version: 1,
    name: 'million',
    bounds: { min: [0, 0], max: [1000, 1000] },
    duration: 1,
    steering: { name: 'straight' },
    obstacles: [{ shape: 'polygon', points }],
    agents: [{ at: [20, 20], goal: [30, 30] }],
  });
  // What is not the heap takes 200 MB. With this heap, a second check of the scenario fails.
  const parameters = ['--max-old-space-size=560', join(root, 'cli/bin/wend.js'), 'validate', file];
  const { code, stdout } = await start(process.execPath, parameters).ended;
  expect(stdout).toContain('valid: 1 agent, 1 obstacle, 0 targets');
  expect(code).toBe(0);
});
