import type { Events, NearLists, Obstacles } from '../../crowd/index.ts';
import type { NeighbourIndex, Sight, StepViews, Surroundings } from '../common/contract.ts';
import type { IndexOptions, NeighbourDefinition, Situation } from '../common/definition.ts';

export const auto: NeighbourDefinition = {
  name: 'auto',
  summary: 'Chooses one of the others and says why; it looks again as the crowd changes.',
  dimensions: [2, 3],
  create: createAutoIndex,
};

/** Updates between two choices; a crowd that has doubled or halved gets a new choice at once. */
const OFTEN = 512;

/**
 * Uses one of the registered indexes and says why; docs/models/neighbours.md has the measurements behind their rules.
 * They all find the same sets, so the choice changes the cost and never a result.
 */
function createAutoIndex({ registered, sight }: IndexOptions): NeighbourIndex {
  const made = new Map<NeighbourDefinition, NeighbourIndex>();
  const [usual] = registered;
  const asked = { sight, nearest: false };
  const options = { sight, registered };
  let chosen = usual;
  let reason = 'nothing has been asked yet';
  let index = usual.create(options);
  made.set(usual, index);
  let updates = 0;
  const situation = new Int32Array(5).fill(-1);
  const choose = (now: Situation): void => {
    [chosen, reason] = choiceFor(now, registered);
    index = made.get(chosen) ?? chosen.create(options);
    made.set(chosen, index);
  };
  return {
    name: auto.name,
    get chosen() {
      return chosen.name;
    },
    get reason() {
      return reason;
    },
    get report() {
      return index.report;
    },
    update(surroundings: Surroundings): void {
      const changed = recordSituation(situation, surroundings, asked);
      if (changed || updates % OFTEN === 0) {
        choose({ ...surroundings, ...asked, walls: countWalls(surroundings.obstacles) });
      }
      updates++;
      index.update(surroundings);
    },
    near(row: number, radius: number, lists: NearLists): void {
      index.near(row, radius, lists);
    },
    visible(row: number, radius: number, lists: NearLists): void {
      asked.sight = true;
      index.visible(row, radius, lists);
    },
    nearest(row: number, count: number, lists: NearLists): void {
      asked.nearest = true;
      index.nearest(row, count, lists);
    },
    list(due: Uint8Array, sighted: Sight, lists: NearLists, radius?: Float64Array): void {
      if (sighted !== false) asked.sight = true;
      index.list(due, sighted, lists, radius);
    },
    insert(row: number): void {
      index.insert(row);
    },
    remove(id: number): void {
      index.remove(id);
    },
    events(dt: number, events: Events, views?: StepViews): void {
      index.events(dt, events, views);
    },
  };
}

/** The first index that suits, in the order of registration; the default is asked last and always suits. */
function choiceFor(
  situation: Situation,
  [usual, ...others]: readonly NeighbourDefinition[],
): [NeighbourDefinition, string] {
  for (const definition of others) {
    if (!definition.dimensions.includes(situation.crowd.dimension)) continue;
    const reason = definition.suits?.(situation);
    if (reason !== undefined) return [definition, reason];
  }
  return [usual, usual.suits?.(situation) ?? 'the default'];
}

/** Stores what a choice depends on: agents to a power of two, obstacles, questions; says whether it changed. */
function recordSituation(
  situation: Int32Array,
  { crowd, obstacles, solids }: Surroundings,
  asked: Pick<Situation, 'sight' | 'nearest'>,
): boolean {
  let changed = false;
  const record = (place: number, value: number) => {
    if (situation[place] !== value) changed = true;
    situation[place] = value;
  };
  record(0, Math.clz32(crowd.count));
  record(1, obstacles.count);
  record(2, solids.count);
  record(3, asked.sight ? 1 : 0);
  record(4, asked.nearest ? 1 : 0);
  return changed;
}

function countWalls({ count, radius }: Obstacles): number {
  let walls = 0;
  for (let element = 0; element < count; element++) if (radius[element] === 0) walls++;
  return walls;
}
