// Size is not time: it can be tested. benchmarks/bundle-size.js prints it, with the largest parts.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requireBuild, root } from './wend.fixture.ts';

// Plain JavaScript, which these types describe.
const { programs, sizeOf } = (await import(`${root}benchmarks/bundle-size.js`)) as {
  programs: { name: string; limit: number; code: string }[];
  sizeOf(code: string): Promise<{ compressed: number; all: number; parts: [string, number][] }>;
};
const [fromCode, fromFile] = programs;

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

test('a page with scenario files loads at most 160 kB at its start, and models when a scenario names them', async () => {
  requireBuild();
  const { all, compressed, parts } = await sizeOf(fromFile.code);
  expect(fromFile.limit).toBe(160_000);
  expect(compressed).toBeLessThanOrEqual(fromFile.limit);
  expect(all).toBeGreaterThan(compressed + 50_000);
  const folders = parts.map(([folder]) => folder);
  expect(folders).toContain('zod');
  const later = /kinetic|nonlinear|pipeline|harmonic|distance|environment\/news|planning\/teams/;
  expect(folders.filter((folder) => later.test(folder))).toEqual([]);
});

test('the README says how large both are, to 3 kB', async () => {
  requireBuild();
  const readme = readFileSync(`${root}README.md`, 'utf8');
  const [, code, file] = /\| (\d+) kB; with scenario files (\d+) kB \|/.exec(readme)!;
  expect(Math.abs(Number(code) - (await sizeOf(fromCode.code)).compressed / 1000)).toBeLessThan(3);
  expect(Math.abs(Number(file) - (await sizeOf(fromFile.code)).compressed / 1000)).toBeLessThan(3);
});
