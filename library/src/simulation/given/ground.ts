import { groundDefaults } from '../scenario/defaults.ts';
import {
  delayRange,
  maximumCoordinate,
  maximumCourseSpeed,
  maximumGround,
  maximumListedValues,
  maximumQueueCorners,
  maximumRate,
  maximumSchedule,
  maximumServers,
} from '../scenario/limits.ts';
import { placeInPlane, regionOf } from './fields.ts';
import { groundReaders } from './ground-part.ts';
import {
  filled,
  flag,
  isObject,
  list,
  number,
  numbers,
  optional,
  type Reader,
  record,
  refuse,
  text,
  variants,
} from './readers.ts';

/** The ground of a world made by a program, and its commands: what scenario/schema-ground.ts is for files. */

const name = text(1, 100);
// The order of the keys is that of the schema: it is part of the hash.
const inRegion = { name, region: regionOf(placeInPlane), kind: name };
const onLine = { name, kind: name, from: placeInPlane, to: placeInPlane };
const factor = number({ above: 0, max: 10 });
const pair = (range: { min: number; max: number; unit?: string }, names: string) =>
  numbers(range, 2, 2, `expected two numbers, ${names}`);
const direction = pair({ min: -1e6, max: 1e6 }, '[x, y]');
const speeds = { min: -maximumCourseSpeed, max: maximumCourseSpeed, unit: 'm/s' };
const opening = record({ at: number({ min: 0, max: 1e6, unit: 's' }), open: flag });

const seconds = number(delayRange);
const above = number({ above: 0, max: maximumCoordinate });
const clipped = { min: optional(seconds), max: optional(seconds) };
const byMoments = record({
  mean: seconds,
  deviation: number({ min: 0, max: maximumCoordinate }),
  ...clipped,
});
const weights = list(number({ min: 0, max: 1e9 }), 1, maximumListedValues);
const distributions: Readonly<Record<string, Reader>> = {
  uniform: record({ uniform: pair(delayRange, '[low, high]') }),
  normal: record({ normal: byMoments }),
  lognormal: record({ lognormal: byMoments }),
  gamma: record({ gamma: record({ shape: above, scale: above, ...clipped }) }),
  weibull: record({
    weibull: record({ shape: number({ min: 0.05, max: 1000 }), scale: above, ...clipped }),
  }),
  triangular: record({ triangular: record({ min: seconds, mode: seconds, max: seconds }) }),
  values: record({ values: list(seconds, 1, maximumListedValues), weights: optional(weights) }),
};

/** A number of seconds, or a distribution of them. */
const service: Reader = (value, path, findings) => {
  if (!isObject(value)) return seconds(value, path, findings);
  const kind = Object.keys(distributions).find((key) => key in value);
  if (kind !== undefined) return distributions[kind](value, path, findings);
  const kinds = Object.keys(distributions).map((key) => `{"${key}"}`);
  return refuse(findings, path, `expected a number or one of ${kinds.join(', ')}`, value);
};

const open = filled(flag, groundDefaults.open);
const schedule = optional(list(opening, 1, maximumSchedule));

const patch = variants('kind', () => ({
  speed: record({ ...inRegion, factor }),
  stairs: record({
    ...inRegion,
    up: direction,
    upFactor: filled(factor, groundDefaults.upFactor),
    downFactor: filled(factor, groundDefaults.downFactor),
  }),
  belt: record({
    ...inRegion,
    velocity: pair(speeds, '[vx, vy]'),
    factor: filled(number({ min: 0, max: 10 }), groundDefaults.beltFactor),
  }),
  smoke: record({
    ...inRegion,
    visibility: number({ above: 0, max: 100, unit: 'm' }),
    factor: optional(factor),
  }),
  gate: record({ ...onLine, direction }),
  queue: record({
    name,
    kind: name,
    line: list(placeInPlane, 2, maximumQueueCorners),
    spacing: filled(number({ min: 0.05, max: 100, unit: 'm' }), groundDefaults.spacing),
    servers: optional(list(placeInPlane, 1, maximumServers)),
    service,
    open,
    schedule,
  }),
  door: record({
    ...onLine,
    open,
    rate: optional(number({ above: 0, max: maximumRate, unit: '1/s' })),
    schedule,
  }),
}));

const groundReader: Reader = list(patch, 0, maximumGround);

const groundCommands: Readonly<Record<string, Reader>> = {
  'set-ground': record({ kind: name, ground: patch }),
  'remove-ground': record({ kind: name, ground: name }),
  'open-door': record({ kind: name, door: name, open: flag }),
};

export function registerGroundReaders(): void {
  groundReaders.registered = { read: groundReader, commands: groundCommands };
}
