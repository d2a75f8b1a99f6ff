import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BadInput } from '../failure.ts';
import type { Plan } from './plan.ts';
import { Journal } from './rows/journal.ts';
import { hasRow, type Rows, storeRow } from './rows/rows.ts';
import type { Part } from './runner.ts';

/** Reads `--part 3/10`: the third of ten parts, whose runs are every tenth. */
export function parsePart(text: string): Part {
  const [, part, of] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (part >= 1 && part <= of) return { part: part - 1, of };
  throw new BadInput(`--part ${text}: expected a part and their number, such as 3/10`);
}

/** The folder where a part leaves its rows. */
export function partFolder(out: string, { of, part }: Part): string {
  return join(out, `part-${part + 1}-of-${of}`);
}

/** Takes over the rows of parts that other processes have done. */
export function collectParts(folder: string, file: string, rows: Rows, plan: Plan): void {
  const parts = readdirSync(folder).filter((name) => /^part-\d+-of-\d+$/.test(name));
  for (const part of parts.sort()) {
    const path = join(folder, part, file);
    if (!existsSync(path)) continue;
    const journal = new Journal(path, 'read');
    journal.scan((row) => {
      const isOurs = row.index < plan.count && plan.requestOf(row.index).key === row.key;
      if (isOurs && row.status === 'done' && !hasRow(rows, row.index)) storeRow(rows, row);
    });
    journal.close();
  }
}
