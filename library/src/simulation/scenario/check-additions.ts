import { type Addition, isAddition, withAddition } from './additions.ts';
import { checkNewTarget } from './check-new-target.ts';
import { createFindings, type Findings, inNotation, type Path, report } from './error.ts';
import { maximumGroups, maximumMeasured } from './limits.ts';
import type { Scenario } from './schema.ts';

/** What is wrong with something that is added to a scenario, by itself: `ahead` is the scenario with what came before. */
export function checkAddedAlone(ahead: Scenario, addition: Addition, path: Path, findings: Findings): void {
  const { dimension, groups, measurements, targets, teams } = ahead;
  const expectNew = (named: readonly { name: string }[], what: string, name: string, at: Path) => {
    if (!named.some((other) => other.name === name)) return;
    const message = `expected a name of its own: there is ${what} ${JSON.stringify(name)} already`;
    report(findings, [...at, 'name'], message);
  };
  const expectRoom = (count: number, most: number, what: string) => {
    if (count >= most) report(findings, path, `expected at most ${most} ${what} in all, got one more`);
  };
  if (addition.kind === 'add-target') {
    const names = targets.map(({ name }) => name);
    checkNewTarget(ahead, addition.target, names, [...path, 'target'], findings);
  } else if (addition.kind === 'add-group') {
    const { group, team } = addition;
    expectNew(groups, 'a group', group.name, [...path, 'group']);
    expectRoom(groups.length, maximumGroups, 'groups');
    if (group.count === 0 && !group.source) {
      const message = 'expected at least 1 agent, or a source, got 0';
      report(findings, [...path, 'group', 'count'], message);
    }
    if (team !== undefined && !teams.some(({ name }) => name === team)) {
      const message = `expected the name of a team, got ${JSON.stringify(team)}`;
      report(findings, [...path, 'team'], message);
    }
  } else {
    const { area, line } = addition;
    if (!area === !line) {
      report(findings, path, `expected a line or an area, got ${area ? 'both' : 'neither'}`);
      return;
    }
    if (dimension === 3) report(findings, path, 'only in a world of dimension 2');
    const measured = line ? measurements.lines : measurements.areas;
    expectNew([...measurements.lines, ...measurements.areas], 'a line or an area', (line ?? area)!.name, [
      ...path,
      line ? 'line' : 'area',
    ]);
    expectRoom(measured.length, maximumMeasured, line ? 'lines' : 'areas');
  }
}

type Check = (scenario: Scenario, findings: Findings) => void;

/** Does checks of a scenario with everything that its script adds, and reports faults at their places in the script. */
export function checkAllAdded(scenario: Scenario, checks: readonly Check[], findings: Findings): void {
  const { script } = scenario;
  const added = script.flatMap((entry, k) => (isAddition(entry) ? [k] : []));
  if (added.length === 0) return;
  let whole: Scenario = { ...scenario, script: script.filter((entry) => !isAddition(entry)) };
  const origins: Origin[] = [];
  for (const k of added) {
    const addition = script[k] as Addition;
    const path: Path = ['script', k];
    whole = withAddition(whole, addition);
    origins.push(...originsOf(whole, addition, path));
  }
  // The scenario has passed the same checks without the additions: a fault elsewhere follows from them, too.
  checkExtended(whole, checks, origins, findings, true);
}

/** Does checks of an extended scenario, and reports faults where the additions are written; and those of other things or not. */
export function checkExtended(
  extended: Scenario,
  checks: readonly Check[],
  origins: readonly Origin[],
  findings: Findings,
  withOthers: boolean,
): void {
  const found = createFindings('');
  for (const check of checks) if (found.problems.length === 0) check(extended, found);
  const written = (text: string) =>
    origins.reduce((words, { at, from }) => words.replaceAll(inNotation(at), inNotation(from)), text);
  found.places.forEach((place, n) => {
    const path = originOf(place, origins) ?? (withOthers ? place : undefined);
    if (path) report(findings, path, written(found.problems[n].message));
  });
}

/** A path in the extended scenario, and the path of the same thing in the script or the command. */
type Origin = { at: Path; from: Path };

/** Where the parts of an addition are, which is the last of its kind. */
export function originsOf(extended: Scenario, addition: Addition, path: Path): Origin[] {
  const { groups, measurements, targets, teams } = extended;
  switch (addition.kind) {
    case 'add-target':
      return [{ at: ['targets', targets.length - 1], from: [...path, 'target'] }];
    case 'add-group': {
      const team = teams.findIndex(({ name }) => name === addition.team);
      const place = (teams[team]?.groups?.length ?? 0) - 1;
      return [
        { at: ['groups', groups.length - 1], from: [...path, 'group'] },
        { at: ['teams', team, 'groups', place], from: [...path, 'team'] },
      ];
    }
    case 'add-measurement':
      return addition.line
        ? [{ at: ['measurements', 'lines', measurements.lines.length - 1], from: [...path, 'line'] }]
        : [{ at: ['measurements', 'areas', measurements.areas.length - 1], from: [...path, 'area'] }];
  }
}

/** The path of a thing that was added, where it is written; undefined for other things. */
function originOf(place: Path, origins: readonly Origin[]): Path | undefined {
  const origin = origins.find(({ at }) => at.every((part, k) => part === place[k]));
  return origin && [...origin.from, ...place.slice(origin.at.length)];
}
