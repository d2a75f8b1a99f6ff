import type { SteeringInput } from '../contract.ts';
import {
  entriesOf,
  heardBy,
  hearsayOf,
  listsOf,
  type ModelConstraint,
  type ModelExplanation,
  type Place,
  placeOfAgent,
  placeOfElement,
  placeOfHeard,
} from '../explanation.ts';
import type { Classes } from './classes.ts';
import type { NonlinearColumns } from './columns.ts';
import { beginDrives, createDrives, type Drives } from './drives.ts';
import { gatherAgents, gatherThings, NEAREST, thingsInView } from './gather.ts';
import type { NonlinearParameters } from './parameters.ts';
import { characterize } from './personality.ts';
import { createRepellers, evaluateRepellers, type Window } from './repellers.ts';

/** What the explanation needs of the model: its constants, and the drives of the last decision. */
type Decision = { classes: Classes; drives: Drives; parameters: NonlinearParameters; window: Window };

/** Why the agent of a row turns as it does: each repeller alone, weighed as the competition has weighed it. */
export function explainHeading(decision: Decision, input: SteeringInput, row: number): ModelExplanation {
  const { classes, drives, parameters } = decision;
  const { crowd, hearsay, perception } = input;
  const columns = crowd.steer as NonlinearColumns;
  const feel = createFeeling(decision, input, row);
  const felt = [
    ...entriesOf(perception.agents, row).map((other) =>
      feel(placeOfAgent(input, row, other), [other], [], crowd.traits.class[other]),
    ),
    ...entriesOf(perception.obstacles, row).map((element) =>
      feel(
        placeOfElement(input, row, element),
        [],
        [element],
        (crowd.dimension === 3 ? input.solids : input.obstacles).class[element],
      ),
    ),
    ...heardBy(hearsay, row).map((item) =>
      feel(
        placeOfHeard(crowd, row, hearsay!, item),
        [],
        [],
        (crowd.dimension === 3 ? hearsay!.solids : hearsay!.obstacles).class[item],
        [item],
      ),
    ),
  ];
  const constraints: ModelConstraint[] = felt.map(({ constraint }) => constraint);
  const { timeToContact } = parameters;
  const limit = (drives.frontGap[row] - drives.standstill[row]) / timeToContact;
  const front = felt.reduce((most, one) => (one.nearness > most.nearness ? one : most), {
    nearness: 0,
    constraint: undefined,
  } as { nearness: number; constraint: ModelConstraint | undefined });
  if (front.constraint && parameters.speedLaw !== 'constant') {
    const { at, from, gap } = front.constraint;
    constraints.push({ kind: 'speed', from, at, gap, limit, binds: limit < crowd.plan.pace[row] });
  }
  const weights = Array.from({ length: classes.count }, (_, k) => [
    k < classes.targets
      ? `weight of ${classOf('targets', k, classes.targets)}`
      : `weight of ${classOf('obstacles', k - classes.targets, classes.count - classes.targets)}`,
    columns[`weight${k}`][row],
  ]);
  return {
    stages: [],
    constraints,
    headway: {
      time: timeToContact,
      ...(front.constraint && {
        freeDistance: 1 / front.nearness - NEAREST - drives.standstill[row],
        from: front.constraint.from,
      }),
    },
    facts: { ...Object.fromEntries(weights), turnRate: columns.turnRate[row] },
    units: { turnRate: 'rad/s' },
  };
}

/** The name of a class among those of its kind. */
function classOf(kind: string, number: number, count: number): string {
  return count === 1 ? kind : `${kind} of class ${number}`;
}

/** Evaluates single things with the model's own functions. */
function createFeeling({ classes, parameters, window }: Decision, input: SteeringInput, row: number) {
  const { crowd } = input;
  const faithful = parameters.variant === 'faithful';
  const inSpace = crowd.dimension === 3;
  const drives = createDrives(crowd.count, classes, crowd.dimension);
  const repellers = createRepellers(window, 64);
  characterize(crowd, 0, crowd.count, parameters, input.dt, drives);
  const columns = crowd.steer as NonlinearColumns;
  return (
    place: Place,
    agents: readonly number[],
    elements: readonly number[],
    thingClass: number,
    heard: readonly number[] = [],
  ) => {
    beginDrives(drives, crowd, classes);
    const alone: SteeringInput = {
      ...input,
      perception: {
        agents: listsOf(row, crowd.capacity, agents),
        obstacles: listsOf(row, crowd.capacity, elements),
      },
    };
    gatherAgents(alone, row, window, classes, faithful, repellers, drives);
    gatherThings(alone, thingsInView(alone), row, window, classes, faithful, repellers, drives);
    if (input.hearsay && heard.length > 0) {
      const alone = hearsayOf(input.hearsay, row, heard);
      gatherThings(input, alone, row, window, classes, faithful, repellers, drives);
    }
    evaluateRepellers(repellers, faithful, inSpace, drives);
    const kind = classes.obstacles > 1 ? thingClass : 0;
    const at = row * classes.obstacles + kind;
    const weight = columns[`weight${classes.targets + kind}`][row];
    const { force, forceX, forceY, nearness } = drives;
    const size = inSpace
      ? Math.sqrt(forceX[at] * forceX[at] + forceY[at] * forceY[at] + force[at] * force[at])
      : force[at];
    const constraint: ModelConstraint = { kind: 'repeller', ...place, turnRate: weight * size };
    return { constraint, nearness: nearness[at] };
  };
}
