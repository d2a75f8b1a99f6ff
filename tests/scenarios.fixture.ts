import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../scenarios/', import.meta.url);

/** The text of every built-in scenario, by its name. */
export const scenarioTexts: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.json') && file !== 'package.json')
    .sort()
    .map((file) => [file.replace('.json', ''), readFileSync(new URL(file, folder), 'utf8')]),
);
