import { type NearLists, tablesOf } from '../crowd/index.ts';
import { registerExplainers } from '../steering/explainers.ts';
import {
  entriesOf,
  heardBy,
  hearsayOf,
  onlyRow,
  placeOfAgent,
  placeOfElement,
  placeOfHeard,
} from '../steering/explanation.ts';
import type { Constraint, ModelExplanation, Place, SteeringInput, Vector } from '../steering/index.ts';
import { steeringInputOf } from './compute-controls.ts';
import { markPhase } from './schedule.ts';
import type { World } from './world.ts';

/** Something that the agent perceives or has heard of, and what it changes. */
export type Influence = Pick<Constraint, 'from' | 'at' | 'gap' | 'binds'> & {
  /** The chosen velocity less the one that the agent would choose if it did not perceive this. */
  change: Vector;
};

/** The most agents, obstacles, and things heard of, whose influence is found: the nearest. */
const MOST = 24;
/** Metres per second: a smaller change is rounding. */
const NOTHING = 1e-9;

/** The decision of one agent on a copy of the world, which is between updateNeighbours and computeControls. */
export function createDecision(copy: World, row: number) {
  const { crowd, models } = copy;
  const number = crowd.traits.steering[row];
  const { model } = models[number];
  markPhase(copy, 'steering');
  if (models.some((one) => one.model.predicts)) markPhase(copy, 'prediction');
  const members =
    models.length > 1
      ? Uint8Array.from(crowd.traits.steering, (steering) => Number(steering === number))
      : undefined;
  crowd.steer = crowd.steers[number];
  const input = steeringInputOf(copy, members);
  const restore = remember(copy, model);
  const alone: SteeringInput = { ...input, due: onlyRow(row, crowd.capacity) };

  /** The velocity that the agent chooses in these surroundings. */
  const decideIn = (surroundings: SteeringInput): Vector => {
    restore();
    model.computeControls(surroundings);
    const { velocityX, velocityY, velocityZ } = crowd.next;
    const chosen = { x: velocityX[row], y: velocityY[row], z: velocityZ[row] };
    restore();
    return chosen;
  };

  const influences = (): Influence[] => {
    const { hearsay } = input;
    const { agents, obstacles } = input.perception;
    const known = heardBy(hearsay, row);
    const usual = decideIn(alone);
    const compare = (place: Place, without: Partial<SteeringInput>): Influence => {
      const { x, y, z } = decideIn({ ...alone, ...without });
      const change = { x: usual.x - x, y: usual.y - y, z: usual.z - z };
      const size = Math.max(Math.abs(change.x), Math.abs(change.y), Math.abs(change.z));
      return { ...place, binds: size > NOTHING, change };
    };
    return [
      ...nearest(entriesOf(agents, row), (other) => placeOfAgent(copy, row, other)).map(([place, other]) =>
        compare(place, {
          perception: { agents: withoutEntry(agents, row, other), obstacles },
          close: withoutEntry(input.close, row, other),
        }),
      ),
      ...nearest(entriesOf(obstacles, row), (element) => placeOfElement(copy, row, element)).map(
        ([place, element]) =>
          compare(place, { perception: { agents, obstacles: withoutEntry(obstacles, row, element) } }),
      ),
      ...nearest(known, (item) => placeOfHeard(crowd, row, hearsay!, item)).map(([place, item]) =>
        compare(place, {
          hearsay: hearsayOf(
            hearsay!,
            row,
            known.filter((other) => other !== item),
          ),
        }),
      ),
    ];
  };

  const explain = (): ModelExplanation | undefined => {
    restore();
    registerExplainers();
    return model.explain?.(input, row);
  };
  return { name: model.name, influences, explain };
}

/** Remembers what a decision may change; returns a function that restores it. */
function remember({ crowd }: World, model: World['models'][number]['model']): () => void {
  const columns = tablesOf(crowd).flatMap((table) => Object.values(table));
  const kept = columns.map((column) => column.slice(0, crowd.count));
  const { motion, next } = crowd;
  const bytes = model.save?.();
  return () => {
    for (const [k, column] of columns.entries()) column.set(kept[k] as never);
    for (const name of ['velocityX', 'velocityY', 'velocityZ', 'headingX', 'headingY', 'headingZ'] as const) {
      next[name].set(motion[name]);
    }
    if (bytes) model.load?.(bytes);
  };
}

function nearest<Item>(items: readonly Item[], placeOf: (item: Item) => Place): (readonly [Place, Item])[] {
  return items
    .map((item) => [placeOf(item), item] as const)
    .sort(([a], [b]) => a.gap - b.gap)
    .slice(0, MOST);
}

/** The lists without one entry of one row. */
function withoutEntry(lists: NearLists, row: number, left: number): NearLists {
  const kept = entriesOf(lists, row).filter((entry) => entry !== left);
  if (kept.length === lists.counts[row]) return lists;
  const items = lists.items.slice();
  items.set(kept, lists.starts[row]);
  const counts = lists.counts.slice();
  counts[row] = kept.length;
  return { ...lists, items, counts };
}
