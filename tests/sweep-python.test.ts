// The table of a sweep in Python, where Python has what it takes.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { rowsOf } from './sweep.fixture.ts';
import { lawn, requireBuild, root, temporaryFolder, wend, writeTo } from './wend.fixture.ts';

const python = process.env.WEND_PYTHON || 'python3';
const folder = temporaryFolder();

function has(...modules: string[]): boolean {
  try {
    execFileSync(python, ['-c', `import ${modules.join(', ')}`], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

beforeAll(requireBuild);

/** Set WEND_PYTHON to a Python with duckdb, pandas and pyarrow. */
test.skipIf(!has('duckdb', 'pandas', 'pyarrow'))(
  'pandas and DuckDB read the medians that the CSV has',
  async () => {
    const out = join(folder, 'out');
    const lawnFile = writeTo(folder, 'lawn.json', { ...lawn, duration: 1 });
    const vary = ['--vary', 'groups[0].count=3,5', '--seeds', '3'];
    expect((await wend('sweep', lawnFile, ...vary, '--out', out, '--quiet')).code).toBe(0);
    const program = join(root, 'examples/sweep/read-table.py');
    const table = join(out, 'table.parquet');
    const said = execFileSync(python, [program, table, 'groups[0].count', 'meanSpeed'], { encoding: 'utf8' });
    const [pandas, ...duckdb] = said.trim().split('\n');
    const rows = rowsOf(out);
    const medianOf = (count: string) => {
      const values = rows
        .filter((row) => row['groups[0].count'] === count)
        .map(({ meanSpeed }) => Number(meanSpeed));
      return values.sort((a, b) => a - b)[1];
    };
    expect(Object.values(JSON.parse(pandas) as Record<string, number>)).toEqual([
      expect.closeTo(medianOf('3'), 9),
      expect.closeTo(medianOf('5'), 9),
    ]);
    expect(duckdb.map((line) => Number(line.split(' ')[1]))).toEqual([medianOf('3'), medianOf('5')]);
  },
);

function codeOfNotebook(): string[] {
  const { cells } = JSON.parse(readFileSync(join(root, 'examples/sweep/sweep-to-figure.ipynb'), 'utf8')) as {
    cells: { cell_type: string; source: string[] }[];
  };
  return cells.filter(({ cell_type }) => cell_type === 'code').map(({ source }) => source.join(''));
}

test('the code of the notebook is valid Python', () => {
  const code = codeOfNotebook();
  expect(code.length).toBeGreaterThan(2);
  if (!has('ast')) return;
  execFileSync(python, ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: code.join('\n') });
});

/** Set WEND_PYTHON to a Python with matplotlib, pandas, pedpy and pyarrow. */
test.skipIf(!has('matplotlib', 'pandas', 'pedpy', 'pyarrow'))(
  'the notebook goes from a sweep to a figure',
  async () => {
    const lawnFile = writeTo(folder, 'notebook.json', { ...lawn, duration: 12 });
    const vary = ['--vary', 'groups[0].speed=1,1.5', '--seeds', '2', '--keep', 'trajectories'];
    const sweep = await wend('sweep', lawnFile, ...vary, '--out', join(folder, 'office'), '--quiet');
    expect(sweep.code, sweep.stderr).toBe(0);
    const check = 'print(trajectory.data.id.nunique(), trajectory.frame_rate)';
    const said = execFileSync(python, ['-'], {
      input: [...codeOfNotebook(), check].join('\n'),
      cwd: folder,
      env: { ...process.env, MPLBACKEND: 'Agg' },
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    expect(said.trim()).toBe('20 10.0');
    expect(readFileSync(join(folder, 'travel-times.png')).subarray(1, 4).toString()).toBe('PNG');
  },
);
