import type * as z from 'zod/mini';
import { sourceDefaults } from './defaults.ts';
import { choice, list, number, pair, record, wholeNumber } from './fields.ts';
import { maximumAgents, maximumBatch, maximumRate, maximumSchedule } from './limits.ts';

/** Groups that enter during a run: docs/guide/sources.md. */

/** Agents per second; 0: none, until a command says otherwise. */
export const rateRange = { min: 0, max: maximumRate, unit: '1/s' } as const;

const seconds = { min: 0, max: 1e6, unit: 's' } as const;

export const sourceSchema = record({
  rate: number(rateRange)
    .exactOptional()
    .describe('Agents per second, 1/s; this, a schedule, or both. 0: none come until a command changes it.'),
  arrivals: choice(['regular', 'poisson'])
    .default(sourceDefaults.arrivals)
    .describe('regular: at equal times; poisson: at random times, each independent of the others.'),
  batch: wholeNumber({ min: 1, max: maximumBatch })
    .default(sourceDefaults.batch)
    .describe('Agents that come at the same time; the rate counts agents, not batches.'),
  from: number(seconds).default(sourceDefaults.from).describe('When the rate begins, s.'),
  until: number(seconds)
    .exactOptional()
    .describe('When the rate ends, s; if absent, it lasts as long as the run.'),
  schedule: list(pair({ min: 0, max: 1e6 }, '[time, count]'), 1, maximumSchedule, 'pairs [time, count]')
    .exactOptional()
    .describe('Pairs [time, count] in the order of their times, s: this many agents come at that time.'),
  most: wholeNumber({ min: 1, max: maximumAgents })
    .exactOptional()
    .describe('Largest number of agents that come; if absent, no limit.'),
}).meta({
  id: 'source',
  description: 'Agents of the group enter during the run. They wait outside while there is no room.',
});

export type SourceDefinition = z.output<typeof sourceSchema>;
