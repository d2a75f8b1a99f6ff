import type * as z from 'zod/mini';
import { union } from './chained.ts';
import { choice, list, number, pair, record } from './fields.ts';
import { maximumCoordinate, maximumListedValues } from './limits.ts';

/** Numbers that differ from agent to agent: docs/guide/people.md. */

type Range = { min: number; max: number; unit?: string };

/** Every schema once: making them all takes a noticeable part of the time that a command needs to start. */
const made = new Map<string, ReturnType<typeof create>>();
const above = number({ above: 0, max: maximumCoordinate });

/** A number, or numbers drawn for each agent; draws are clipped to the range of the field. */
export function distribution(range: Range) {
  const key = `${range.min} ${range.max} ${range.unit}`;
  const schema = made.get(key) ?? create(range);
  made.set(key, schema);
  return schema;
}

function create(range: Range) {
  const within = number(range);
  const unit = range.unit === undefined ? '' : `, ${range.unit}`;
  const clipped = {
    min: within.exactOptional().describe(`Smaller draws become this${unit}.`),
    max: within.exactOptional().describe(`Larger draws become this${unit}.`),
  };
  const byMoments = {
    mean: within.describe(`Mean${unit}.`),
    deviation: number({ min: 0, max: maximumCoordinate }).describe(`Standard deviation${unit}.`),
    ...clipped,
  };
  return union(
    [
      within.describe(`The same for all${unit}.`),
      record({
        uniform: pair(range, '[low, high]').describe(`Drawn evenly from low to high${unit}.`),
      }),
      record({ normal: record(byMoments).describe('Drawn from a normal distribution and clipped.') }),
      record({
        lognormal: record(byMoments).describe(
          'Drawn from a lognormal distribution, whose mean and deviation are those of the value itself, and clipped.',
        ),
      }),
      record({
        gamma: record({
          shape: above.describe('Shape.'),
          scale: above.describe(`Scale${unit}; the mean is shape times scale.`),
          ...clipped,
        }).describe('Drawn from a gamma distribution and clipped.'),
      }),
      record({
        weibull: record({
          shape: number({ min: 0.05, max: 1000 }).describe('Shape.'),
          scale: above.describe(`Scale${unit}.`),
          ...clipped,
        }).describe('Drawn from a Weibull distribution and clipped.'),
      }),
      record({
        triangular: record({
          min: within.describe(`Smallest value${unit}.`),
          mode: within.describe(`Most frequent value${unit}.`),
          max: within.describe(`Largest value${unit}.`),
        }).describe('Drawn from a triangular distribution.'),
      }),
      record({
        values: list(within, 1, maximumListedValues).describe(`Drawn from this list${unit}.`),
        weights: list(number({ min: 0, max: 1e9 }), 1, maximumListedValues)
          .exactOptional()
          .describe('How often each value is drawn, in proportion; if absent, all are equally frequent.'),
      }),
      record({
        table: choice(['rimea', 'imo-passengers', 'imo-crew']).describe(
          'Walking speeds of a guideline: RiMEA by age, IMO MSC.1/Circ.1533 by age and sex.',
        ),
        ages: pair({ min: 10, max: 80 }, '[youngest, oldest]')
          .exactOptional()
          .describe('With rimea: ages are drawn evenly from these, years; if absent, from 20 to 70.'),
      }),
    ],
    {
      error:
        'expected a number, {"uniform"}, {"normal"}, {"lognormal"}, {"gamma"}, {"weibull"}, {"triangular"}, {"values"} or {"table"}',
    },
  );
}

/** A number, or the distribution from which each agent gets its own. */
export type Distribution = z.output<ReturnType<typeof distribution>>;
