import type { World } from '../simulation/index.ts';
import type { ShownField } from './field-layer.ts';

/**
 * The field that a picture shows: the velocity field of that name, or the field that the first group follows, which is
 * the first velocity field of its journey or else the field of the planner. A sentence if there is none. Call it before
 * the run: later the agents may be gone.
 */
export function chooseField(world: World, name: string | true): ShownField | string {
  if (world.crowd.dimension === 3) return 'fields are drawn in a world of dimension 2 only';
  const { groups, velocityFields } = world.scenario;
  if (name !== true) {
    const found = velocityFields.findIndex((field) => field.name === name);
    if (found >= 0) return velocityField(world, found);
    const known = velocityFields.map((field) => field.name).join(', ');
    return `expected the name of a velocity field${known === '' ? ', and there are none' : `: ${known}`}`;
  }
  const first = groups[0] ?? world.scenario.agents[0];
  if (!first) return 'there are no agents that would follow one';
  const stage = first.journey?.stages.find(({ kind }) => kind === 'follow');
  if (stage?.kind === 'follow')
    return velocityField(
      world,
      velocityFields.findIndex((field) => field.name === stage.field),
    );
  return plannersField(world, groups[0]?.name);
}

function velocityField({ scenario, velocityFields }: World, number: number): ShownField {
  return {
    direction: (x, y, out) => {
      velocityFields[number].sample(x, y, out);
      return out[0] !== 0 || out[1] !== 0;
    },
    label: `velocity field “${scenario.velocityFields[number].name}”`,
  };
}

/** The directions of the planner for an agent of the first group, at every place. */
function plannersField(
  { crowd, planners, scenario, targetSets }: World,
  group: string | undefined,
): ShownField | string {
  const { plan, traits } = crowd;
  const number = group === undefined ? -1 : 0;
  for (let row = 0; row < crowd.count; row++) {
    if (traits.group[row] !== number || plan.targetSet[row] < 0) continue;
    const { planner } = planners.list[plan.planner[row]];
    if (!planner.directionAt) return `the planner ${planner.name} has no field to draw`;
    const set = plan.targetSet[row];
    const radius = traits.radius[row];
    // With one of several targets, the lines lead past the others: name the one.
    const [target, ...others] = targetSets[set];
    const isOneOfSeveral = others.length === 0 && scenario.targets.length > 1;
    const to = isOneOfSeveral ? ` to ${scenario.targets[target].name}` : '';
    const label = `field of the planner${group === undefined ? '' : `, ${group}`}${to}`;
    return { direction: (x, y, out) => planner.directionAt!(set, radius, x, y, out), label };
  }
  return 'no agent of the first group goes to a target';
}
