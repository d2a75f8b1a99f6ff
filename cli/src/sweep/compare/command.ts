import { BadInput, ExitCode } from '../../failure.ts';
import { compareTables, type Difference } from './differences.ts';
import { type ReadTable, readTable } from './read-table.ts';

export type CompareOptions = { figures?: string; all?: boolean; json?: boolean };

/** Compares two sweeps or runs, figure by figure; resolves to the exit code. */
export async function compare(one: string, other: string, options: CompareOptions): Promise<number> {
  const [left, right] = [await readTable(one), await readTable(other)];
  const wanted = options.figures?.split(',');
  const found = compareTables(left, right).filter(({ figure }) => !wanted || wanted.includes(figure));
  if (found.length === 0) {
    throw new BadInput(
      wanted
        ? `--figures ${options.figures}: expected figures that both have`
        : `${one} and ${other} have no setting in common: expected the same parameters and values`,
    );
  }
  const same = sameRuns(left, right);
  if (options.json) process.stdout.write(`${JSON.stringify({ same, differences: found })}\n`);
  else process.stdout.write(describe(left, right, found, same, options.all === true || wanted !== undefined));
  return ExitCode.done;
}

/** How many runs ended in the same state, and how many both have. */
function sameRuns(one: ReadTable, other: ReadTable): { same: number; both: number } {
  const hashes = new Map(other.rows.map(({ seed, setting, stateHash }) => [`${setting} ${seed}`, stateHash]));
  const both = one.rows.filter(({ seed, setting }) => hashes.has(`${setting} ${seed}`));
  const same = both.filter(({ seed, setting, stateHash }) => hashes.get(`${setting} ${seed}`) === stateHash);
  return { same: same.length, both: both.length };
}

function describe(
  left: ReadTable,
  right: ReadTable,
  found: readonly Difference[],
  { both, same }: { same: number; both: number },
  all: boolean,
): string {
  const count = (verdict: Difference['verdict']) => found.filter((one) => one.verdict === verdict).length;
  const shown = found.filter(({ verdict }) => all || verdict === 'matters');
  const failures = [left, right].map(({ failed }) => failed);
  const lines = [
    `${left.path} (A) and ${right.path} (B): ${same} of ${both} common runs ended in the same state`,
    ...(failures.some((one) => one > 0) ? [`failed runs: ${failures[0]} in A, ${failures[1]} in B`] : []),
    `${found.length} comparisons: ${count('matters')} matter, ${count('small')} are certain but small, ${count('unclear')} unclear, ${count('none')} without a difference`,
    ...(found.length > 20 && count('matters') > 0
      ? [`by chance, about ${Math.ceil(found.length / 20)} of these intervals would not contain 0`]
      : []),
    ...shown.map(line),
  ];
  return `${lines.join('\n')}\n`;
}

function line({ difference, effect, figure, interval, means, paired, setting, verdict }: Difference): string {
  const range = interval === null ? 'single runs' : `95 %: ${short(interval[0])} to ${short(interval[1])}`;
  const size = effect === null ? '' : `, ${effect.toFixed(2)} deviations`;
  const place = setting === '' ? '' : `${setting}: `;
  return `  ${verdict.padEnd(8)} ${place}${figure}: A ${short(means[0])}, B ${short(means[1])}, B − A ${short(difference)} (${range}${size}${paired ? ', by seed' : ''})`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
