import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Lines of a CSV file without quoted commas in what is compared, by column. */
function readCsv(file: string): Record<string, string>[] {
  const [head, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  const split = (line: string) => (line.match(/"[^"]*"|[^,]+|(?<=,)(?=,|$)/g) ?? []).map(unquote);
  const columns = split(head);
  return lines.map((line) => {
    const fields = split(line);
    expect(fields.length).toBe(columns.length);
    return Object.fromEntries(columns.map((column, k) => [column, fields[k]]));
  });
}

function unquote(field: string): string {
  return field.replace(/^"|"$/g, '');
}

test('the decimation study writes its tables, plots and page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wend-decimation-'));
  try {
    execFileSync(process.execPath, ['scripts/study-decimation.js', '--quick', '--out', folder], {
      stdio: 'pipe',
    });
    const phases = readCsv(join(folder, 'phases.csv'));
    const rate = (cadence: string, phase: string) =>
      Number(phases.find((row) => row.cadence === cadence && row.phase === phase)!.hertz);
    // The rates of scheduled phases are known.
    for (const phase of ['short-term planning', 'perception', 'prediction']) {
      expect(rate('reference', phase)).toBeCloseTo(5, 1);
    }
    expect(rate('static', 'prediction')).toBeCloseTo(20 / 6, 1);
    expect(rate('adaptive', 'reaction')).toBeLessThan(20);
    for (const cadence of ['reference', 'static', 'adaptive']) {
      const rows = phases.filter((row) => row.cadence === cadence);
      const share = (row: Record<string, string>) => Number(row.profile_percent);
      expect(rows.slice(0, 7).reduce((sum, row) => sum + share(row), 0)).toBeCloseTo(100, 0);
      expect(share(rows[8])).toBeGreaterThan(100);
    }
    const schemes = readCsv(join(folder, 'schemes.csv'));
    for (const row of schemes.filter(({ scheme }) => scheme === '4 Hz reference')) {
      expect(Number(row.normalised)).toBe(1);
      expect(row.completed).toBe(row.runs);
    }
    for (const plot of ['static.svg', 'schemes.svg']) {
      const text = readFileSync(join(folder, plot), 'utf8');
      expect(text).toMatch(/^<\?xml[\s\S]*<\/svg>\n$/);
      expect(text).not.toMatch(/NaN|Infinity|undefined/);
    }
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).not.toMatch(/NaN|Infinity|undefined/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
