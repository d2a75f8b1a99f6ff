import { createOptionalPart, type Patches } from '../crowd/index.ts';
import type { Hash64 } from '../numerics/index.ts';
import type { Command } from './command-schema.ts';
import type { WorldParts } from './parts.ts';
import type { Findings } from './scenario/error.ts';
import { groundMissing } from './scenario/ground-part.ts';
import type { GroundPatch } from './scenario/schema-ground.ts';
import type { World } from './world.ts';

/** What worlds need whose ground changes walking. */
export type GroundParts = {
  create(list: readonly GroundPatch[]): Patches;
  /** Carries out a command that changes the ground. */
  apply(world: World, command: Command): void;
  /** At the beginning of a step: doors follow their schedules, and queues move on. */
  begin(world: World, patches: Patches): void;
  /** Whether a door or a queue opens by its schedule in a step to come. */
  opensLater(world: World, patches: Patches): boolean;
  /** Finds out what agents stand on; smoke shortens their views until `leave`. */
  enter(world: World, patches: Patches): void;
  /** Smoke shortens views as where agents are at the end of the step. */
  lookFromEnd(world: World, patches: Patches): void;
  leave(world: World, patches: Patches): void;
  /** Changes the speeds that agents want, until `speedUp`. */
  slowDown(world: World, patches: Patches): void;
  speedUp(world: World, patches: Patches): void;
  /** Agents brake before gates and doors that do not let them through. */
  brake(world: World, patches: Patches): void;
  /** Moves agents that the ground carries. */
  carry(world: World, patches: Patches): void;
  /** Holds the agents that want to pass where none can pass. */
  stop(world: World, patches: Patches): void;
  /** Puts agents back that would pass where they may not, and marks them; returns whether there are any. */
  hold(world: World, patches: Patches, isMoved?: Uint8Array): boolean;
  /** Counts the agents that pass doors with a rate. */
  countThrough(world: World, patches: Patches): void;
  /** Sends an agent to the best of some queues. */
  beginQueue(world: World, row: number, names: readonly string[]): void;
  /** Takes an agent off its journey and sends it to a queue. */
  sendToQueue(world: World, row: number, name: string): void;
  addHashes(patches: Patches, total: Hash64): void;
  /** What is wrong with a command that speaks of the ground. */
  checkChange(world: World, command: Command, findings: Findings): void;
  /** Queues are stages of journeys, which other worlds made by programs do without. */
  journeys: Pick<WorldParts, 'createItinerary' | 'beginStage' | 'goOn' | 'addJourney' | 'drawDwell'>;
};

export const ground = createOptionalPart<GroundParts>(groundMissing);
