import { createSeries, meanOf, quantileOf, type Series } from './series.ts';

/** Agents that have arrived: id, group (−1: none), when they entered and arrived, s, and metres walked. */
export type TravelRecord = Series<'id' | 'group' | 'entered' | 'arrived' | 'walked'>;

/** Seconds from entering to arriving; null where no agent arrived. */
export type TravelSummary = {
  agents: number;
  arrived: number;
  mean: number | null;
  median: number | null;
  /** Nine of ten agents that arrived needed at most this. */
  ninetieth: number | null;
  longest: number | null;
  /** When the last agent arrived; null unless all did. */
  evacuationTime: number | null;
};

export function createTravelRecord(): TravelRecord {
  return createSeries(['id', 'group', 'entered', 'arrived', 'walked']);
}

/** The travel times of one group, or of all agents, of which this many took part. */
export function summarizeTravel(record: TravelRecord, agents: number, group?: number): TravelSummary {
  const { columns, count } = record;
  const times: number[] = [];
  let last = 0;
  for (let k = 0; k < count; k++) {
    if (group !== undefined && columns.group[k] !== group) continue;
    times.push(columns.arrived[k] - columns.entered[k]);
    last = Math.max(last, columns.arrived[k]);
  }
  const sorted = Float64Array.from(times).sort();
  return {
    agents,
    arrived: times.length,
    mean: meanOf(times),
    median: quantileOf(sorted, 0.5),
    ninetieth: quantileOf(sorted, 0.9),
    longest: quantileOf(sorted, 1),
    evacuationTime: times.length > 0 && times.length >= agents ? last : null,
  };
}
