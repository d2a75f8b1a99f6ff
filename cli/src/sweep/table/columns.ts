import type { RunRow } from '../runs/run-one.ts';

export type CellKind = 'integer' | 'number' | 'boolean' | 'text';
export type Cell = number | boolean | string | null;

/** A column of the table: its name, what it holds, and its value in a row. */
export type Column = { name: string; kind: CellKind; of: (row: TableRow) => Cell };

/** A run with the values of its setting. */
export type TableRow = { row: RunRow; setting: number; parameters: readonly unknown[] };

/** Names of columns that vary between machines: what a run cost. All others are the same wherever a sweep runs. */
const costColumns = ['wallSeconds', 'stepSeconds', 'microsecondsPerAgentStep'] as const;

/** The columns of a table: found in a first pass over its rows, in the order in which the rows bring them. */
export function findColumns(paths: readonly string[], rows: Iterable<TableRow>): Column[] {
  const parameters = paths.map((): CellKind | undefined => undefined);
  const figures = new Map<string, CellKind>();
  for (const { parameters: values, row } of rows) {
    values.forEach((value, k) => {
      parameters[k] = joined(parameters[k], kindOf(value));
    });
    for (const [name, figure] of Object.entries(row.figures)) {
      const kind = figure === null ? undefined : kindOf(figure);
      if (kind !== undefined || !figures.has(name))
        figures.set(name, joined(figures.get(name), kind) ?? 'number');
    }
  }
  return [
    { name: 'run', kind: 'integer', of: ({ row }) => row.index },
    { name: 'setting', kind: 'integer', of: ({ setting }) => setting },
    ...paths.map((path, k): Column => {
      const kind = parameters[k] ?? 'text';
      return { name: path, kind, of: ({ parameters: values }) => cellOf(values[k], kind) };
    }),
    { name: 'seed', kind: 'number', of: ({ row }) => row.seed },
    { name: 'status', kind: 'text', of: ({ row }) => row.status },
    { name: 'reason', kind: 'text', of: ({ row }) => row.reason ?? null },
    ...[...figures].map(
      ([name, kind]): Column => ({ name, kind, of: ({ row }) => row.figures[name] ?? null }),
    ),
    { name: 'stateHash', kind: 'text', of: ({ row }) => row.stateHash ?? null },
    ...costColumns.map((name): Column => ({ name, kind: 'number', of: ({ row }) => row.cost[name] })),
  ];
}

function kindOf(value: unknown): CellKind {
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'text';
}

/** A column with values of several kinds holds texts. */
function joined(one: CellKind | undefined, other: CellKind | undefined): CellKind | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one === other ? one : 'text';
}

/** Lists and objects are texts of JSON. */
function cellOf(value: unknown, kind: CellKind): Cell {
  if (value === undefined || value === null) return null;
  if (kind !== 'text') return value as number | boolean;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
