import type { Outcome } from './contract.ts';

/** The outcomes as lines of text: tests, then those that contradict others, then a sentence. */
export function tableIn(outcomes: readonly Outcome[]): string {
  const plain = outcomes.filter(({ conflict }) => conflict === undefined);
  const apart = outcomes.filter(({ conflict }) => conflict !== undefined);
  const lines = rowsOf(plain);
  if (apart.length > 0) {
    if (plain.length > 0) lines.push('');
    lines.push('Criteria that contradict experiments, reported apart and without effect on the exit code:');
    lines.push(...rowsOf(apart));
    for (const conflict of new Set(apart.map((outcome) => outcome.conflict!))) lines.push(`  ${conflict}`);
  }
  return `${[...lines, '', summaryIn(outcomes)].join('\n')}\n`;
}

function rowsOf(outcomes: readonly Outcome[]): string[] {
  const widest = Math.max(0, ...outcomes.map(({ id }) => id.length));
  return outcomes.flatMap(({ because, figure, id, reference, seeds, title, verdict }) => {
    const head = `${id.padEnd(widest)}  ${verdict.padEnd(4)}`;
    const indent = ' '.repeat(widest + 8);
    if (verdict === 'not applicable') {
      return [`${head}, because ${because}  (${title})`, ...(figure === '' ? [] : [`${indent}${figure}`])];
    }
    return [
      `${head}  ${title}${seeds > 1 ? `, ${seeds} seeds` : ''}`,
      `${indent}${figure}`,
      `${indent}expected: ${reference}`,
      ...(because === undefined ? [] : [`${indent}fails because ${because}`]),
    ];
  });
}

/** How many tests passed, in a sentence. */
export function summaryIn(outcomes: readonly Outcome[]): string {
  const plain = outcomes.filter(({ conflict }) => conflict === undefined);
  const apart = outcomes.filter(({ conflict }) => conflict !== undefined);
  const applicable = plain.filter(({ verdict }) => verdict !== 'not applicable');
  const failed = failedAmong(plain);
  const parts: string[] = [];
  if (plain.length > 0 && applicable.length === 0) parts.push('no test is applicable');
  else if (plain.length > 0) {
    parts.push(
      `${applicable.length - failed.length} of ${applicable.length} applicable tests pass`,
      `${plain.length - applicable.length} are not applicable`,
    );
  }
  if (failed.length > 0) parts.push(`failed: ${failed.join(', ')}`);
  if (apart.length > 0) {
    const against = failedAmong(apart);
    parts.push(
      `${apart.length === 1 ? '1 test' : `${apart.length} tests`} with criteria that contradict experiments, reported apart: ${against.length > 0 ? `${against.join(', ')} failed` : 'none failed'}`,
    );
  }
  if (parts.length === 0) parts.push('no test was finished');
  return `${parts.join('; ')}.`;
}

function failedAmong(outcomes: readonly Outcome[]): string[] {
  return outcomes.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
}
