import { readTextFile } from '@wend/formats/files';
import { BadInput } from '../../failure.ts';
import { parseCsv } from '../table/csv.ts';

/** What should come out: figures of a setting, with the difference that counts as one. */
export type Target = {
  settings: readonly string[];
  figure: string;
  value: number;
  scale: number;
  /** Whether it is about all pieces of a recording in place of the scenario's own people. */
  overWindows?: boolean;
};

/** Reads `--target lines.door.flow=1.9` or `…=1.9±0.1`. */
export function parseTarget(text: string): Target {
  const [, figure, value, , tolerance] = /^(.+?)=([^±]+)((?:±|\+-)(.+))?$/.exec(text) ?? [];
  const target = {
    settings: [],
    figure: figure ?? '',
    value: Number(value),
    scale: scaleOf(Number(value), tolerance),
  };
  if (figure === undefined || !Number.isFinite(target.value) || !(target.scale > 0)) {
    throw new BadInput(
      `--target ${text}: expected figure=value or figure=value±tolerance, such as lines.door.flow=1.9±0.1`,
    );
  }
  return target;
}

function scaleOf(value: number, tolerance: string | undefined): number {
  if (tolerance !== undefined) return Number(tolerance);
  return Math.abs(value) || 1;
}

/**
 * Reads a table of reference data: a row for each setting. Columns that begin with `set ` have its values, such as
 * `set groups[0].count`; the others are figures, such as `areas.middle.speed`. An empty cell is not compared.
 */
export function readReference(file: string): Target[] {
  const [header = [], ...lines] = [...parseCsv(readTextFile(file))];
  const isSetting = header.map((name) => name?.startsWith('set ') === true);
  const targets = lines.flatMap((cells, row) => {
    const settings = header.flatMap((name, k) =>
      isSetting[k] && cells[k] !== null ? [`${name!.slice(4)}=${cells[k]}`] : [],
    );
    return header.flatMap((name, k): Target[] => {
      const cell = cells[k] ?? null;
      if (isSetting[k] || cell === null) return [];
      const value = Number(cell);
      if (!Number.isFinite(value))
        throw new BadInput(`${file}: line ${row + 2}: ${name}: expected a number, got ${cell}`);
      return [{ settings, figure: name!, value, scale: Math.abs(value) || 1 }];
    });
  });
  if (targets.length === 0) throw new BadInput(`${file}: expected a line of names, and lines of numbers`);
  return targets;
}

/** The root of the mean square of the differences, each in units of its scale. */
export function misfitOf(targets: readonly Target[], means: readonly number[]): number {
  const sum = targets.reduce((total, { scale, value }, k) => total + ((means[k] - value) / scale) ** 2, 0);
  return Math.sqrt(sum / targets.length);
}
