import {
  type Crowd,
  closestOfObstacle,
  closestOfTarget,
  EventKind,
  hasAgent,
  type Layout,
  type Perception,
  rowOf,
} from '../../crowd/index.ts';
import { closestOfSolid } from '../../crowd/solids.ts';
import type { AutomatonInput } from '../contract.ts';
import { measureGap } from '../gaps.ts';
import type { Machine } from './machine.ts';
import type { Quantity } from './model.ts';
import type { Column } from './sheet.ts';

/** Reads what the inputs of a machine name. */
export type Inputs = {
  /** Columns of the memory for what only the sense stage sees. */
  layout: Layout;
  senses: boolean;
  sense(input: AutomatonInput, perception: Perception): void;
  /** Puts a column for each input into `columns`. */
  read(input: AutomatonInput, columns: Column[]): void;
};

export function createInputs({ inputs, name }: Machine): Inputs {
  const layout: Record<string, 'float64'> = {};
  const names = { gap: `${name}/sense/gap`, neighbours: `${name}/sense/neighbours` };
  const sensed = (['gap', 'neighbours'] as const).filter((one) =>
    inputs.some(({ source }) => source === one),
  );
  for (const quantity of sensed) layout[names[quantity]] = 'float64';
  const towards = new Float64Array(3);
  const scratch = inputs.map(() => new Float64Array(0));

  function sense({ crowd, obstacles, solids }: AutomatonInput, perception: Perception): void {
    for (let k = 0; k < sensed.length; k++) {
      const column = crowd.memory[names[sensed[k]]];
      for (let row = 0; row < crowd.count; row++) {
        column[row] =
          sensed[k] === 'gap'
            ? Math.min(FARTHEST, measureGap(crowd, perception, obstacles, solids, row, towards))
            : perception.agents.counts[row];
      }
    }
  }

  function read(input: AutomatonInput, columns: Column[]): void {
    const { crowd } = input;
    for (let k = 0; k < inputs.length; k++) {
      const { source } = inputs[k];
      if (source === 'time') continue;
      const direct = typeof source === 'string' ? directColumn(crowd, source) : undefined;
      if (direct) columns[k] = direct;
      else if (source === 'gap' || source === 'neighbours') columns[k] = crowd.memory[names[source]];
      else {
        if (scratch[k].length < crowd.capacity) scratch[k] = new Float64Array(crowd.capacity);
        columns[k] = scratch[k];
        if (source === 'contacts') countContacts(input, scratch[k]);
        else if (source === 'speed') readSpeeds(crowd, scratch[k]);
        else if (typeof source === 'object' && 'target' in source) {
          measureTargets(input, input.targetNamed?.(source.target) ?? -1, scratch[k], towards);
        } else if (typeof source === 'object') {
          measureObstacles(input, input.obstacleNamed?.(source.obstacle) ?? -1, scratch[k], towards);
        }
      }
    }
  }

  return { layout, senses: sensed.length > 0, sense, read };
}

/** What is sensed where nothing is near, metres: a number that guards can compare with. */
const FARTHEST = 1e6;

/** Quantities that are columns already. */
function directColumn({ motion, plan, traits }: Crowd, quantity: Quantity): Column | undefined {
  switch (quantity) {
    case 'x':
    case 'y':
    case 'z':
    case 'headingX':
    case 'headingY':
    case 'headingZ':
      return motion[quantity];
    case 'radius':
    case 'desiredSpeed':
    case 'viewRadius':
      return traits[quantity];
    case 'goalDistance':
    case 'directionX':
    case 'directionY':
    case 'inSight':
    case 'stage':
      return plan[quantity];
    case 'arrived':
      return plan.hasArrived;
    default:
      return undefined;
  }
}

function readSpeeds({ count, motion }: Crowd, to: Float64Array): void {
  const { velocityX, velocityY, velocityZ } = motion;
  for (let row = 0; row < count; row++) to[row] = lengthOf(velocityX[row], velocityY[row], velocityZ[row]);
}

/** Contacts of the last step: a contact of two agents counts for both. */
function countContacts({ crowd, events }: AutomatonInput, to: Float64Array): void {
  to.fill(0, 0, crowd.count);
  for (let k = 0; k < events.count; k++) {
    const kind = events.kind[k];
    if (kind !== EventKind.contact && kind !== EventKind.obstacleContact) continue;
    if (hasAgent(crowd, events.agent[k])) to[rowOf(crowd, events.agent[k])]++;
    if (kind === EventKind.contact && hasAgent(crowd, events.other[k])) to[rowOf(crowd, events.other[k])]++;
  }
}

/** The distance from each agent's centre to the closest point of a target. */
function measureTargets(
  { crowd: { count, motion }, targets }: AutomatonInput,
  target: number,
  to: Float64Array,
  towards: Float64Array,
): void {
  const { x, y, z } = motion;
  for (let row = 0; row < count; row++) {
    if (target < 0) to[row] = FARTHEST;
    else {
      closestOfTarget(targets, target, x[row], y[row], towards, z[row]);
      to[row] = lengthOf(towards[0] - x[row], towards[1] - y[row], towards[2] - z[row]);
    }
  }
}

/** The gap between each agent's body and an obstacle, at least 0. */
function measureObstacles(
  input: AutomatonInput,
  obstacle: number,
  to: Float64Array,
  towards: Float64Array,
): void {
  const { crowd, obstacles, solids } = input;
  const { count, dimension, motion, traits } = crowd;
  const { x, y, z } = motion;
  const things = dimension === 2 ? obstacles : solids;
  for (let row = 0; row < count; row++) {
    let least = FARTHEST;
    for (let element = 0; element < things.count; element++) {
      if (things.owner[element] !== obstacle) continue;
      if (dimension === 2) closestOfObstacle(obstacles, element, x[row], y[row], towards);
      else closestOfSolid(solids, element, x[row], y[row], z[row], towards);
      const gap = lengthOf(towards[0], towards[1], towards[2]) - traits.radius[row] - things.radius[element];
      if (gap < least) least = gap;
    }
    to[row] = Math.max(0, least);
  }
}

function lengthOf(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
