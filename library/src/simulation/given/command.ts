import { bodyDefaults, personalityDefaults } from '../scenario/defaults.ts';
import type { Findings } from '../scenario/error.ts';
import {
  delayRange,
  maximumCoordinate,
  maximumDistanceRules,
  radiusRange,
  speedRange,
  traitRange,
} from '../scenario/limits.ts';
import { place } from './fields.ts';
import { groundReaders } from './ground-part.ts';
import { ownPlanner } from './planner.ts';
import {
  filled,
  flag,
  list,
  number,
  oneOf,
  optional,
  type Reader,
  record,
  refuse,
  text,
  variants,
  vector,
  wholeNumber,
} from './readers.ts';
import { steering } from './steering.ts';
import { obstacle } from './world.ts';

const name = text(1, 100);
const id = wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER });
const trait = number(traitRange);
const radius = number({ ...radiusRange, unit: 'm' });
const speed = number({ ...speedRange, unit: 'm/s' });

const metres = number({ min: 0, max: 100, unit: 'm' });
const nameOrNumber =
  (what: string): Reader =>
  (value, path, findings) => {
    if (typeof value === 'number') return id(value, path, findings);
    if (typeof value === 'string') return name(value, path, findings);
    return refuse(findings, path, `expected the number or the name of ${what}`, value);
  };
const distanceRules = list(
  record({
    to: optional(oneOf(() => ['everything', 'agents', 'obstacles', 'own-group', 'own-team', 'leader'])),
    group: optional(name),
    class: optional(name),
    agent: optional(nameOrNumber('an agent')),
    obstacle: optional(nameOrNumber('an obstacle')),
    distance: metres,
  }),
  0,
  maximumDistanceRules,
);
const personalDistance = optional((value, path, findings) =>
  (Array.isArray(value) ? distanceRules : metres)(value, path, findings),
);
const viewRadius = optional(number({ above: 0, max: 100, unit: 'm' }));

const startVelocity = vector(
  { min: -speedRange.max, max: speedRange.max, unit: 'm/s' },
  '[vx, vy]',
  '[vx, vy, vz]',
);
const velocity: Reader = (value, path, findings) =>
  value === 'walking' ? value : startVelocity(value, path, findings);

const goal = {
  targets: optional(list(name, 1, 1000)),
  goal: optional(place),
  goalRadius: filled(number({ above: 0, max: maximumCoordinate, unit: 'm' }), bodyDefaults.goalRadius),
};

const agent = record({
  name: optional(name),
  at: place,
  heading: optional(number({ min: -1000, max: 1000, unit: 'rad' })),
  climb: optional(number({ min: -Math.PI / 2, max: Math.PI / 2, unit: 'rad' })),
  radius: filled(radius, bodyDefaults.radius),
  speed: filled(speed, bodyDefaults.speed),
  velocity: optional(velocity),
  premovement: filled(number(delayRange), bodyDefaults.premovement),
  class: optional(name),
  ...goal,
  personality: filled(
    record({
      agility: filled(trait, personalityDefaults.agility),
      mass: filled(trait, personalityDefaults.mass),
      aggressiveness: filled(trait, personalityDefaults.aggressiveness),
    }),
    {},
  ),
  planner: optional(ownPlanner),
  steering: optional(steering),
  viewRadius,
  personalDistance,
});

const push = optional(flag);
const displacement = { min: -maximumCoordinate, max: maximumCoordinate, unit: 'm' };

const command = variants('kind', () => ({
  add: record({ kind: name, id: optional(id), agent }),
  remove: record({ kind: name, id }),
  retarget: record({ kind: name, id, ...goal, queue: optional(name) }),
  'change-traits': record({
    kind: name,
    id,
    traits: record({
      speed: optional(speed),
      agility: optional(trait),
      mass: optional(trait),
      aggressiveness: optional(trait),
      steering: optional(steering),
      viewRadius,
      personalDistance,
    }),
  }),
  'set-planner': record({ kind: name, id, planner: ownPlanner }),
  'add-obstacle': record({ kind: name, id: optional(id), obstacle, push }),
  'move-obstacle': record({
    kind: name,
    obstacle: nameOrNumber('an obstacle'),
    by: vector(displacement, '[dx, dy]', '[dx, dy, dz]'),
    push,
  }),
  'turn-obstacle': record({
    kind: name,
    obstacle: nameOrNumber('an obstacle'),
    angle: number({ min: -1000, max: 1000, unit: 'rad' }),
    about: optional(place),
    push,
  }),
  'remove-obstacle': record({ kind: name, obstacle: nameOrNumber('an obstacle') }),
  'move-target': record({ kind: name, target: name, to: place }),
  'open-target': record({ kind: name, target: name, open: flag }),
  'set-sink': record({ kind: name, target: name, sink: flag }),
  ...groundReaders.registered?.commands,
}));

/** A checked copy of a command, with defaults; what is wrong with it is reported. */
export function readCommand(given: unknown, findings: Findings): unknown {
  return command(given, [], findings);
}
