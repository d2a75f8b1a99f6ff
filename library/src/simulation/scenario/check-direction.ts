import { type Findings, type Path, report } from './error.ts';

/** Refuses a direction of no length; one so short would be lost when it is squared. */
export function checkDirection(direction: readonly number[], path: Path, findings: Findings): void {
  if (direction.every((value) => Math.abs(value) < 1e-100))
    report(findings, path, `expected a direction, got [${direction.join(', ')}]`);
}
