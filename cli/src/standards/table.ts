import type { Outcome } from './contract.ts';

/** The outcomes as lines of text: tests, then those that contradict others, then a sentence. */
export function tableIn(outcomes: readonly Outcome[]): string {
  const plain = outcomes.filter(({ conflict }) => conflict === undefined);
  const apart = outcomes.filter(({ conflict }) => conflict !== undefined);
  const lines = rowsOf(plain);
  if (apart.length > 0) {
    lines.push(
      '',
      'Criteria that contradict experiments, reported apart and without effect on the exit code:',
    );
    lines.push(...rowsOf(apart));
    for (const conflict of new Set(apart.map((outcome) => outcome.conflict!))) lines.push(`  ${conflict}`);
  }
  return `${[...lines, '', summaryIn(outcomes)].join('\n')}\n`;
}

function rowsOf(outcomes: readonly Outcome[]): string[] {
  const widest = Math.max(0, ...outcomes.map(({ id }) => id.length));
  return outcomes.flatMap(({ because, figure, id, reference, seeds, title, verdict }) => {
    const head = `${id.padEnd(widest)}  ${verdict.padEnd(4)}`;
    if (verdict === 'not applicable') return [`${head}, because ${because}  (${title})`];
    const indent = ' '.repeat(widest + 8);
    return [
      `${head}  ${title}${seeds > 1 ? `, ${seeds} seeds` : ''}`,
      `${indent}${figure}`,
      `${indent}expected: ${reference}`,
    ];
  });
}

/** How many tests passed, in a sentence. */
export function summaryIn(outcomes: readonly Outcome[]): string {
  const plain = outcomes.filter(({ conflict }) => conflict === undefined);
  const count = (verdict: Outcome['verdict']) =>
    plain.filter((outcome) => outcome.verdict === verdict).length;
  const applicable = plain.length - count('not applicable');
  const failed = plain.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const parts = [
    `${count('pass')} of ${applicable} applicable tests pass`,
    `${count('not applicable')} are not applicable`,
  ];
  if (failed.length > 0) parts.push(`failed: ${failed.join(', ')}`);
  return `${parts.join('; ')}.`;
}
