// Writes the scenarios with geometry that is too large to write by hand: node scripts/make-planning-scenarios.js [folder]
//
// Everything is drawn from a fixed stream of numbers, so that the files are the same on every machine. Programs use the
// files; this script documents how they were made.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mazeHedges } from './planning/hedges.js';
import { office } from './planning/office.js';
import { mazeRooms } from './planning/rooms.js';
import { theatre } from './planning/theatre.js';
import { uTrap } from './planning/u-trap.js';

/** The longest line, in characters. */
const LINE = 110;

const folder = process.argv[2] ?? fileURLToPath(new URL('../scenarios/', import.meta.url));
for (const scenario of [uTrap(), mazeHedges(), mazeRooms(), theatre(), office()]) {
  writeFileSync(join(folder, `${scenario.name}.json`), `${inLines(scenario)}\n`);
}

/** JSON with one line for each value that fits, as the formatter writes it; `before` is the text before it on the line. */
function inLines(value, indent = '', before = indent.length) {
  const short = JSON.stringify(value, null, 1)
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\[ /g, '[')
    .replace(/ \]/g, ']');
  // A comma may follow.
  if (typeof value !== 'object' || value === null || before + short.length + 1 <= LINE) return short;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => `${inner}${inLines(item, inner)}`)
    : Object.entries(value).map(([key, item]) => {
        const start = `${inner}${JSON.stringify(key)}: `;
        return `${start}${inLines(item, inner, start.length)}`;
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${items.join(',\n')}\n${indent}${close}`;
}
