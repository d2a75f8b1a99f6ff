import { type Layout, numberedColumns, type Table } from '../../crowd/index.ts';
import { type TurnColumns, turnColumns } from '../turning.ts';

/** The number of classes of the standard competition: the target and the obstacles. */
const STANDARD_CLASSES = 2;

/**
 * What the model remembers of each agent: its angular velocity, and the weight of each class in the competition, targets
 * first, then obstacles. docs/models/weights.md.
 */
export function nonlinearColumns(classes = STANDARD_CLASSES): Layout {
  return { ...turnColumns, ...numberedColumns(classes, ['weight#']) };
}

export type NonlinearColumns = TurnColumns &
  Table<{ weight0: 'float64'; weight1: 'float64' }> & { [weight: `weight${number}`]: Float64Array };
