import type { SteeringInput } from '../contract.ts';
import {
  entriesOf,
  heardBy,
  hearsayOf,
  listsOf,
  type ModelConstraint,
  type ModelExplanation,
  placeOfAgent,
  placeOfElement,
  placeOfHeard,
  type Vector,
} from '../explanation.ts';

/** What the explanation needs of the model: the sum of the fields at the agent of a row, before drag and bounds. */
export type FieldsAt = (input: SteeringInput, row: number, withPulls: boolean) => Vector;

/** Why a critter accelerates as it does: the field of each object alone, at the beginning of the step. */
export function explainFields(fieldsAt: FieldsAt, input: SteeringInput, row: number): ModelExplanation {
  const { crowd, hearsay, perception } = input;
  const none = listsOf(row, crowd.capacity, []);
  const alone = (agents: number[], elements: number[], heard: number[] = []): SteeringInput => ({
    ...input,
    hearsay: hearsay && hearsayOf(hearsay, row, heard),
    perception: {
      agents: agents.length > 0 ? listsOf(row, crowd.capacity, agents) : none,
      obstacles: elements.length > 0 ? listsOf(row, crowd.capacity, elements) : none,
    },
  });
  const agents = entriesOf(perception.agents, row).map(
    (other): ModelConstraint => ({
      kind: 'field',
      ...placeOfAgent(input, row, other),
      acceleration: fieldsAt(alone([other], []), row, false),
    }),
  );
  const obstacles = closestElements(input, row).map(
    (element): ModelConstraint => ({
      kind: 'field',
      ...placeOfElement(input, row, element),
      acceleration: fieldsAt(alone([], [element]), row, false),
    }),
  );
  const known = heardBy(hearsay, row).map(
    (item): ModelConstraint => ({
      kind: 'field',
      ...placeOfHeard(crowd, row, hearsay!, item),
      acceleration: fieldsAt(alone([], [], [item]), row, false),
    }),
  );
  const pull = fieldsAt(alone([], []), row, true);
  const all = fieldsAt(input, row, true);
  return {
    stages: [],
    constraints: [...agents, ...obstacles, ...known],
    facts: { pullX: pull.x, pullY: pull.y, pullZ: pull.z, fieldX: all.x, fieldY: all.y, fieldZ: all.z },
  };
}

/** An obstacle acts from its one closest point: the element of each that has it. Walls of the border act each. */
function closestElements(input: SteeringInput, row: number): number[] {
  const { crowd, obstacles, perception, solids } = input;
  const { owner } = crowd.dimension === 3 ? solids : obstacles;
  const kept = new Map<string, { element: number; gap: number }>();
  for (const element of entriesOf(perception.obstacles, row)) {
    const { gap } = placeOfElement(input, row, element);
    const key = owner[element] < 0 ? `wall ${element}` : `obstacle ${owner[element]}`;
    const before = kept.get(key);
    const isNearer = !before || gap < before.gap || (gap === before.gap && element < before.element);
    if (isNearer) kept.set(key, { element, gap });
  }
  return [...kept.values()].map(({ element }) => element);
}
