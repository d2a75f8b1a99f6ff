import type { Problem } from '../../automata/hybrid/error.ts';
import type { AutomatonModel, ModeModel } from '../../automata/hybrid/model.ts';
import type { PlannerSettings } from '../../planning/index.ts';
import { resolveRule } from './distances.ts';
import { type Findings, inNotation, type Path, report } from './error.ts';
import type { Scenario } from './schema.ts';
import { checkUnique } from './unique.ts';

/** The check of models, which is loaded where a scenario has automata: most pages have none. */
const models: { findProblems: ((model: AutomatonModel) => Problem[]) | undefined } = {
  findProblems: undefined,
};

/** Makes the check of models known. */
export function registerModelCheck(findProblems: (model: AutomatonModel) => Problem[]): void {
  models.findProblems = findProblems;
}

/** What automata say of themselves, of groups, targets and obstacles. */
export function checkAutomata(scenario: Scenario, findings: Findings): void {
  const { automata, changes, groups, obstacles, targets } = scenario;
  if (automata.length > 0 && !models.findProblems)
    throw new Error(
      'a scenario with automata needs registerBuiltIn, or openScenario, which loads what it needs',
    );
  checkUnique(automata, ['automata'], findings);
  const names = (things: readonly { name?: string }[]) => new Set(things.map(({ name }) => name));
  const [knownGroups, knownTargets, knownObstacles] = [groups, targets, obstacles].map(names);
  const require = (known: ReadonlySet<unknown>, name: string, what: string, path: Path) => {
    if (known.has(name)) return;
    report(findings, path, `expected the name of ${what}, got ${JSON.stringify(name)}`);
  };
  automata.forEach((model, k) => {
    const path = ['automata', k];
    if (model.name === 'changes' && changes.length > 0)
      report(findings, [...path, 'name'], 'expected another name');
    model.groups?.forEach((name, n) => {
      require(knownGroups, name, 'a group', [...path, 'groups', n]);
    });
    const problems = models.findProblems!(model);
    for (const problem of problems) report(findings, [...path, ...problem.path], problem.message);
    for (const [name, source] of Object.entries(model.inputs ?? {})) {
      if (typeof source === 'string') continue;
      const at = [...path, 'inputs', name];
      if ('target' in source) require(knownTargets, source.target, 'a target', [...at, 'target']);
      else require(knownObstacles, source.obstacle, 'an obstacle', [...at, 'obstacle']);
    }
    for (const { mode, path: inside } of modesOf(model)) {
      const { distances, goal } = mode;
      distances?.forEach(({ distance: _, ...source }, n) => {
        const resolved = resolveRule(scenario, source);
        const at = [...path, ...inside, 'distances', n];
        // Without a subject the model itself is wrong.
        const isReported = problems.some(
          (problem) => inNotation([...path, ...problem.path]) === inNotation(at),
        );
        if (typeof resolved === 'string' && !isReported) report(findings, at, resolved);
      });
      if (typeof goal !== 'object' || !('targets' in goal)) continue;
      goal.targets.forEach((name, n) => {
        require(knownTargets, name, 'a target', [...path, ...inside, 'goal', 'targets', n]);
      });
    }
  });
}

/** Every mode of a model, definitions included, and its place. */
function modesOf(model: AutomatonModel): { mode: ModeModel; path: Path }[] {
  const found: { mode: ModeModel; path: Path }[] = [];
  const visit = (modes: Readonly<Record<string, ModeModel>> | undefined, path: Path) => {
    for (const [name, mode] of Object.entries(modes ?? {})) {
      found.push({ mode, path: [...path, name] });
      visit(mode.modes, [...path, name, 'modes']);
    }
  };
  visit(model.definitions, ['definitions']);
  visit(model.modes, ['modes']);
  for (const [name, part] of Object.entries(model.parts ?? {})) visit(part.modes, ['parts', name, 'modes']);
  return found;
}

/** The planners and steering models of the modes of a scenario's automata, and their places; the schema has completed them. */
export function settingsOfModes({ automata }: Pick<Scenario, 'automata'>) {
  return automata.flatMap((model, k) =>
    modesOf(model).map(({ mode, path }) => ({
      planner: mode.planner as PlannerSettings | undefined,
      steering: mode.steering as Scenario['steering'] | undefined,
      set: mode.set,
      distances: mode.distances,
      automaton: k,
      path: ['automata', k, ...path] as Path,
    })),
  );
}
