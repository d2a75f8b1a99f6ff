import * as z from 'zod';
import type { AgentId } from '../crowd/index.ts';
import { bodyDefaults } from './scenario/defaults.ts';
import { exactly, list, number, place, record, text, vector, wholeNumber } from './scenario/fields.ts';
import type { Place, ScenarioInput } from './scenario/index.ts';
import { maximumCoordinate, speedRange, traitRange } from './scenario/limits.ts';
import { agentSchema } from './scenario/schema-agents.ts';

const id = () => wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER });

/** Where an agent is to go: at most one of a point and targets; neither: it stands. */
const goalShape = {
  targets: list(text(1, 100), 1, 1000).exactOptional(),
  goal: place().exactOptional(),
  goalRadius: number({ above: 0, max: maximumCoordinate, unit: 'm' }).default(bodyDefaults.goalRadius),
};

export const commandSchema = z.discriminatedUnion('kind', [
  record({ kind: exactly('add'), id: id().exactOptional(), agent: agentSchema }),
  record({ kind: exactly('remove'), id: id() }),
  record({ kind: exactly('retarget'), id: id(), ...goalShape }),
  record({
    kind: exactly('change-traits'),
    id: id(),
    traits: record({
      speed: number({ ...speedRange, unit: 'm/s' }).exactOptional(),
      agility: number(traitRange).exactOptional(),
      mass: number(traitRange).exactOptional(),
      aggressiveness: number(traitRange).exactOptional(),
    }),
  }),
  record({
    kind: exactly('move-obstacle'),
    obstacle: z.union([wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER }), text(1, 100)]),
    by: vector({ min: -maximumCoordinate, max: maximumCoordinate, unit: 'm' }, '[dx, dy]', '[dx, dy, dz]'),
  }),
  record({ kind: exactly('move-target'), target: text(1, 100), to: place() }),
]);

export type AgentInput = NonNullable<ScenarioInput['agents']>[number];

export type Goal = { targets?: string[]; goal?: Place; goalRadius?: number };

/** A change from outside. Agents by id, obstacles by number or name, targets by name. */
export type Command =
  | { kind: 'add'; id?: AgentId; agent: AgentInput }
  | { kind: 'remove'; id: AgentId }
  | ({ kind: 'retarget'; id: AgentId } & Goal)
  | {
      kind: 'change-traits';
      id: AgentId;
      traits: { speed?: number; agility?: number; mass?: number; aggressiveness?: number };
    }
  | { kind: 'move-obstacle'; obstacle: number | string; by: Place }
  | { kind: 'move-target'; target: string; to: Place };
