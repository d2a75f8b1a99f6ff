import { type Findings, inNotation, type Path, report } from './error.ts';

/** That no two things of a list have one name. */
export function checkUnique(named: readonly { name: string }[], list: Path, findings: Findings): void {
  const first = new Map<string, number>();
  named.forEach(({ name }, k) => {
    const other = first.get(name);
    if (other === undefined) first.set(name, k);
    else
      report(
        findings,
        [...list, k, 'name'],
        `expected a name of its own: ${inNotation(list)}[${other}] is ${JSON.stringify(name)} too`,
      );
  });
}
