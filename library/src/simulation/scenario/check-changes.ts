import { type Findings, type Path, report } from './error.ts';
import { speedRange, traitRange, viewRange } from './limits.ts';
import type { Change, Scenario } from './schema.ts';
import { checkUnique } from './unique.ts';

export function checkChanges({ changes, groups }: Scenario, findings: Findings): void {
  checkUnique(changes, ['changes'], findings);
  const known = new Set(groups.map(({ name }) => name));
  changes.forEach((change, k) => {
    change.groups?.forEach((name, n) => {
      if (known.has(name)) return;
      report(
        findings,
        ['changes', k, 'groups', n],
        `expected the name of a group, got ${JSON.stringify(name)}`,
      );
    });
    checkPoints(change, ['changes', k, 'points'], findings);
  });
}

const ranges = {
  speed: speedRange,
  agility: traitRange,
  mass: traitRange,
  aggressiveness: traitRange,
  viewRadius: viewRange,
} as const;

function checkPoints({ points, trait, as }: Change, path: Path, findings: Findings): void {
  const { min, max } = ranges[trait];
  points.forEach(([input, output], k) => {
    if (k > 0 && input <= points[k - 1][0]) {
      report(
        findings,
        [...path, k, 0],
        `expected an input above the one before, ${points[k - 1][0]}, got ${input}`,
      );
    }
    if (as === 'value' && (output < min || output > max)) {
      report(findings, [...path, k, 1], `expected a value of ${trait}, from ${min} to ${max}, got ${output}`);
    }
    if (as === 'factor' && output < 0) {
      report(findings, [...path, k, 1], `expected a factor of at least 0, got ${output}`);
    }
  });
}
