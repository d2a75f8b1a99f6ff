import type { FieldNeed } from '../../planning/index.ts';
import { cellsOf, radiusClass } from '../../planning/map/index.ts';
import { classNumbers } from './classes.ts';
import { radiusOf } from './comers.ts';
import { limitsOf } from './distribution-limits.ts';
import { type Findings, report } from './error.ts';
import { maximumPlannerBytes, radiusRange } from './limits.ts';
import { type PlannerUse, plannerUses } from './planner-uses.ts';
import type { Agent, Distribution, Group, Scenario } from './schema.ts';

/**
 * Planners with fields keep one for each set of targets, or each target, and each class of radii: what could not be held is
 * refused before anything is made.
 */
export function checkFieldMemory(scenario: Scenario, findings: Findings): void {
  const { bounds, dimension } = scenario;
  if (dimension === 3) return;
  const { max, min } = bounds;
  let total = 0;
  for (const use of plannerUses(scenario)) {
    const { definition, path, settings } = use;
    const need = definition.fields?.(settings);
    const map = definition.map?.(settings);
    if (!need || !map) continue;
    const { columns, rows } = cellsOf({ minX: min[0], minY: min[1], maxX: max[0], maxY: max[1] }, map.cell);
    const fields = countFields(scenario, need, use);
    total += fields * columns * rows * need.bytesPerCell;
    if (total <= maximumPlannerBytes) continue;
    report(
      findings,
      [...path, 'name'],
      `expected fields of at most ${maximumPlannerBytes} bytes in all, got ${total} for ${settings.name}: ${fields} fields of ${columns} × ${rows} cells; take larger cells, fewer sets of targets or fewer sizes of bodies`,
    );
    return;
  }
}

type Body = Pick<Agent | Group, 'targets' | 'journey' | 'planner' | 'radius'>;

/** The fields that the agents of a planner can ask for. */
function countFields(scenario: Scenario, need: FieldNeed, { plansFor }: PlannerUse): number {
  const { agents, groups, script, targets, teams } = scenario;
  const numbers = new Map(targets.map(({ name }, k) => [name, k]));
  // Where a target is chosen by its own time, or for its class, sets have no field.
  const isEach = need.isPerTarget || classNumbers(scenario).targetClasses.length > 1;
  const asked = new Set<string>();
  const ask = (radii: readonly number[], what: string) => {
    for (const radius of radii) asked.add(`${radius} ${what}`);
  };
  const askEach = (radii: readonly number[], names: readonly string[]) => {
    for (const name of names) ask(radii, `target ${numbers.get(name)}`);
  };
  const askSet = (radii: readonly number[], names: readonly string[] | undefined) => {
    if (!names) return;
    if (isEach) askEach(radii, names);
    else
      ask(
        radii,
        Int32Array.from(new Set(names.map((name) => numbers.get(name)!)))
          .sort()
          .join(),
      );
  };
  const bodies: readonly Body[] = [
    ...agents,
    ...groups,
    ...script.flatMap((entry) =>
      entry.kind === 'add' ? [{ ...entry.agent, radius: radiusOf(scenario, entry.agent) }] : [],
    ),
  ];
  for (const body of bodies.filter(plansFor)) {
    const { journey, radius, targets: names } = body;
    const radii = classesOf(radius);
    askSet(radii, names);
    for (const stage of journey?.stages ?? []) if (stage.kind === 'seek') askSet(radii, stage.targets);
  }
  const bodyOf = createFinder(scenario);
  for (const entry of script) {
    if (entry.kind !== 'retarget') continue;
    const body = bodyOf(entry.agent);
    if (plansFor(body)) askSet(classesOf(body.radius), entry.targets);
  }
  const groupOf = new Map(groups.map((group) => [group.name, group]));
  for (const { agents: singles = [], groups: many = [], task } of teams) {
    if (task.kind !== 'collect' && task.kind !== 'together') continue;
    const all: Body[] = [...singles.map(bodyOf), ...many.map((name) => groupOf.get(name)!)];
    const members = all.filter(plansFor);
    const radii = [...new Set(members.flatMap(({ radius }) => classesOf(radius)))];
    if (task.kind === 'together') askSet(radii, task.targets);
    else {
      // Lengths of paths are asked of each item's own field; an agent that is sent there has it as its only target.
      askEach(radii, task.targets);
      for (const item of task.targets) askSet(radii, [item]);
    }
  }
  return asked.size;
}

/** Finds agents by name or by number, as they are listed, single ones first; of the member of a group, its group. */
function createFinder({ agents, groups }: Scenario): (agent: number | string) => Body {
  const byName = new Map(agents.map((agent) => [agent.name, agent]));
  let end = agents.length;
  const ends = groups.map(({ count }) => (end += count));
  return (agent) => {
    if (typeof agent === 'string') return byName.get(agent)!;
    if (agent < agents.length) return agents[agent];
    let low = 0;
    for (let high = ends.length - 1; low < high; ) {
      const middle = (low + high) >> 1;
      if (agent < ends[middle]) high = middle;
      else low = middle + 1;
    }
    return groups[low];
  };
}

/** Draws from a normal distribution that are farther off are one in 16000. */
const DEVIATIONS = 4;

/** The classes of radii of bodies, metres. */
function classesOf(radius: Distribution): number[] {
  const [low, high] = rangeOf(radius);
  const last = radiusClass(high);
  const classes = [radiusClass(low)];
  for (let next = classes[0]; next < last; classes.push(next)) next = radiusClass(next * (1 + 1e-9));
  return classes;
}

function rangeOf(radius: Distribution): readonly [number, number] {
  const [low, high] = limitsOf(radius, radiusRange);
  if (typeof radius === 'number' || !('normal' in radius)) return [low, high];
  const { deviation, mean } = radius.normal;
  const clip = (value: number) => Math.min(high, Math.max(low, value));
  return [clip(mean - DEVIATIONS * deviation), clip(mean + DEVIATIONS * deviation)];
}
