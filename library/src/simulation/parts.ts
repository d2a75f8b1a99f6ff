import type { Automaton } from '../automata/index.ts';
import type { AgentId } from '../crowd/index.ts';
import type {
  addNewsHashes,
  listHearsay,
  News,
  renumberNews,
  spreadNews,
} from '../environment/news/index.ts';
import type { Hash64 } from '../numerics/index.ts';
import type { PlanningInput, Team } from '../planning/index.ts';
import type { SteeringInput } from '../steering/index.ts';
import type { AgentInput, Command } from './command-schema.ts';
import type { readSimpleComer } from './given/simple-comer.ts';
import type { Itinerary } from './itinerary.ts';
import type { beginStage, goOn } from './journeys.ts';
import type { Findings } from './scenario/error.ts';
import type { Distribution, FollowedField, Journey, Scenario } from './scenario/index.ts';
import type { createScript, runScript } from './script.ts';
import type { Sources } from './sources.ts';
import type { World } from './world.ts';

/**
 * Parts of the engine that a world made by a program does without: they are large, and a bundle should not have to
 * carry them. A world has the parts of scenarios (./scenario-parts.ts), the plain ones (./plain-parts.ts), or those of
 * its scenario (./load-parts.ts).
 */
export type WorldParts = {
  /** A checked copy of a command; what is wrong with it is reported. In a world, agents get what they leave to their groups. */
  readCommand(given: unknown, findings: Findings, world?: World): Command;
  /** An agent of a command of which little is said; undefined: readCommand reads it in full. */
  readComer?: typeof readSimpleComer;
  /** The journeys of a scenario; lists of targets that are new are added. */
  createItinerary(scenario: Scenario, targetSets: Int32Array[], groups: Scenario['groups']): Itinerary;
  /** Puts an agent at the beginning of a stage. */
  beginStage: typeof beginStage;
  /** Continues the journey of an agent; returns whether it is to vanish. */
  goOn: typeof goOn;
  /** Whether an agent that walks in a direction stands before a wall that is across it. */
  isAtWall(world: World, row: number): boolean;
  /** The first stage of the journey of an agent that comes, or −1. */
  addJourney(world: World, journey: Journey): number;
  /** Seconds that an agent stands at what it sought. */
  drawDwell(world: World, row: number, dwell: Distribution): number;
  /** What the scenario lets happen at given times, and carrying it out. */
  createScript: typeof createScript;
  runScript: typeof runScript;
  /** What an agent of the script leaves to its group, filled in. */
  completeAgent(world: World, agent: AgentInput, id: AgentId): AgentInput;
  createVelocityFields(scenario: Scenario): FollowedField[];
  /** The automata of a scenario: the one that carries out its changes, then its hybrid automata. */
  createAutomata(scenario: Scenario): Automaton[];
  /** What agents of groups that share know; undefined where no group does. */
  createNews(scenario: Scenario): News | undefined;
  spreadNews: typeof spreadNews;
  listHearsay: typeof listHearsay;
  addNewsHashes: typeof addNewsHashes;
  renumberNews: typeof renumberNews;
  createTeams(scenario: Scenario): Team[];
  /** Gives the members of new teams the goals of their tasks. */
  startTeams(world: World): void;
  /** Whether the team of a group, if it has one, has a place for an agent that comes beside those that wait to come. */
  hasTeamPlace(world: World, group: number, coming?: number): boolean;
  /** Takes an agent that has come into the team of its group. */
  joinTeam(world: World, row: number): void;
  /** Gives the members of teams their tasks. */
  organise(world: World, input: PlanningInput): void;
  addTeamHashes(teams: readonly Team[], total: Hash64): void;
  /** Carries out a command that adds something to the scenario, or changes a source. */
  change(world: World, command: Command): void;
  /** Reports what is wrong with such a command. */
  checkChange(world: World, command: Command, findings: Findings): void;
  /** Adds what commands have added. */
  addAdditionHashes(world: World, total: Hash64): void;
  /** The groups that enter during the run; undefined where none does. */
  createSources(scenario: Scenario, seed: number): Sources | undefined;
  /** Lets agents of sources enter that have come by now. */
  feedSources(world: World): void;
  /** How agents settle who goes first in a passage for one. */
  passages?: SteeringInput['passages'] | undefined;
  /** Whether a source will bring more agents. */
  expectsAgents(world: World): boolean;
  addSourceHashes(sources: Sources, total: Hash64): void;
};
