// Size is not time: it can be tested. benchmarks/bundle-size.js prints it, with the largest parts.
import { expect, test } from 'vitest';
import { requireBuild, root } from './wend.fixture.ts';

// Plain JavaScript, which these types describe.
const { programs, sizeOf } = (await import(`${root}benchmarks/bundle-size.js`)) as {
  programs: { name: string; limit: number; code: string }[];
  sizeOf(code: string): Promise<{ minified: number; compressed: number; parts: [string, number][] }>;
};
const [fromCode] = programs;

test('a page with a world from code and the default model loads at most 90 kB', async () => {
  requireBuild();
  const { compressed, parts } = await sizeOf(fromCode.code);
  expect(fromCode.limit).toBe(90_000);
  expect(compressed).toBeLessThanOrEqual(fromCode.limit);
  // What would make it large is not there at all.
  const folders = parts.map(([folder]) => folder);
  expect(folders.length).toBeGreaterThan(20);
  const absent = /^zod|kinetic|nonlinear|pipeline|critters|harmonic|distance|planning\/(teams|fields)/;
  expect(folders.filter((folder) => absent.test(folder))).toEqual([]);
});
