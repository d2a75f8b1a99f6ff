import type { Layout, Patch, Subject } from '../crowd/index.ts';
import type { SavedQueue } from '../crowd/queues.ts';
import type { PlannerSettings } from '../planning/index.ts';
import type { SteeringSettings } from '../steering/index.ts';
import type { Command } from './command-schema.ts';
import {
  flag,
  isObject,
  list,
  number,
  numbers,
  oneOf,
  type Reader,
  record,
  text,
  wholeNumber,
} from './given/readers.ts';
import type { PlacedObstacle } from './placed-obstacle.ts';
import { isAddition } from './scenario/additions.ts';
import { createFindings, inNotation, report, throwIfAny } from './scenario/error.ts';
import type { Journey, Scenario } from './scenario/index.ts';
import {
  maximumAgents,
  maximumGround,
  maximumObstacleVertices,
  maximumPlanners,
  maximumStagesInAll,
  maximumSteps,
  maximumTargetMentions,
  maximumTargets,
  maximumTeamMembers,
  maximumTeams,
} from './scenario/limits.ts';
import type { SourceDefinition } from './scenario/schema-sources.ts';
import { scenarioParts } from './scenario-parts.ts';
import type { SavedMembers } from './teams.ts';

/**
 * A saved world is a line of JSON (what is not a column), and the columns behind it as raw bytes. The line begins with
 * a hash over the rest of the bytes, so that a damaged file is refused.
 */
export type Header = {
  format: 'wend-world';
  version: typeof VERSION;
  /** The layers that moved the agents. A program that loads the world passes the same. */
  layers: Layers;
  scenario: Scenario;
  seed: number;
  step: number;
  arrived: number;
  count: number;
  slotCount: number;
  freeSlotCount: number;
  reach: number;
  /** Entries of the near lists of agents and obstacles. */
  nearAgents: number;
  nearObstacles: number;
  /** Events of the last step: what models read in the next one. */
  events: number;
  targetSets: number[][];
  /** The commands that have added something to the scenario. */
  additions: Command[];
  commands: Command[];
  /** Journeys of agents that came during the run. */
  journeys: Journey[];
  /** The ground that changes walking, and how often commands have changed it. */
  ground: Patch[];
  groundRevision: number;
  /** When doors let the next agent through, s. */
  doorTimes: number[];
  /** The members of queues. */
  queues: SavedQueue[];
  /** Members of each team where some have come during the run. */
  teams: SavedMembers[];
  /** Sources that commands have given to groups. */
  sources: { group: number; source: SourceDefinition }[];
  /** What planners compare with what they know of. */
  obstacleRevision: number;
  targetRevision: number;
  /** The obstacles by number where commands have changed them, null where one was removed; and the next number. */
  obstacles: (PlacedObstacle | null)[] | null;
  nextObstacle: number;
  /** The planners, and the bytes that each keeps besides the columns; −1: it keeps none. */
  planners: { settings: PlannerSettings; bytes: number }[];
  /** The same of each steering model. */
  steering: number[];
  /** The settings of the models beyond the scenario's, in the order of World.models. */
  models: SteeringSettings[];
  /** What personal distances are kept from, in the order of the columns; and those between two agents, with metres. */
  distances: { subjects: Subject[]; pairs: [number, number, number][] };
  /** Whether agents settle who goes first in passages: not in a world that a program made. */
  passages: boolean;
};

/** The layers that decide how a world continues, by name, and the columns that automaton and steering model keep. */
export type Layers = { steering: string; planner: string; automaton: string; memory: Layout; steer: Layout };

/**
 * Version 1 did not say which layers a world was saved with; version 2 had no column plan.inSight and no events; version 3
 * had no journeys, script and planners that remember; version 4 had no local targets and no columns of steering models;
 * version 5 had one steering model and one planner for all agents; version 6 had speeds and turn rates in place of velocities;
 * version 7 had no personal distances; version 8 had no sources; version 9 had no premovement; version
 * 10 had no ground; version 11 had no queues; version 12 had the places of obstacles in columns; version 13
 * had no members of teams that come later and no sources that commands give; version 15 had no targets that commands add; version 16 had
 * no groups and measurements that commands add.
 */
export const VERSION = 17;

/** Checked elsewhere: the scenario by checkScenario, layouts by comparison with those of the layers. */
const anyObject: Reader = (value, path, findings) =>
  isObject(value) ? value : record({})(value, path, findings);

/** A command as it was checked when it was sent; the world checks later what it speaks of. */
const command: Reader = (value, path, findings) => {
  const inner = createFindings('');
  const read = scenarioParts.readCommand(value, inner);
  for (const { path: place, message } of inner.problems) {
    findings.problems.push({ path: [inNotation(path), place].filter(Boolean).join('.'), message });
  }
  return read;
};

/** A command that has added something to the scenario. */
const addition: Reader = (value, path, findings) => {
  const read = command(value, path, findings) as Command | undefined;
  if (read && !isAddition(read))
    report(findings, [...path, 'kind'], 'expected a command that adds to a scenario');
  return read;
};

/** The settings of a model or a planner, read as those of a command that brings them. */
const settingsBy =
  (wrap: (settings: unknown) => object): Reader =>
  (value, path, findings) => {
    const inner = createFindings('');
    scenarioParts.readCommand(wrap(value), inner);
    for (const { message } of inner.problems) findings.problems.push({ path: path.join('.'), message });
    return value;
  };

/** A part of the ground as a command brings it, complete. */
const groundPatch: Reader = (value, path, findings) => {
  const inner = createFindings('');
  const read = scenarioParts.readCommand({ kind: 'set-ground', ground: value }, inner);
  for (const { message } of inner.problems) findings.problems.push({ path: path.join('.'), message });
  return inner.problems.length > 0 ? value : (read as { ground: unknown }).ground;
};

/** An obstacle as a command brings it, with the time at which its course begins; null: it was removed. */
const placedObstacle: Reader = (value, path, findings) => {
  if (value === null) return null;
  const { since, ...obstacle } = isObject(value) ? value : {};
  settingsBy((given) => ({ kind: 'add-obstacle', obstacle: given }))(obstacle, path, findings);
  if (since !== undefined) number({ min: 0, max: 1e9 })(since, [...path, 'since'], findings);
  return value;
};

const relation = oneOf(() => ['everything', 'agents', 'obstacles', 'own-group', 'own-team', 'leader']);
const numbered = oneOf(() => ['group', 'class', 'obstacle', 'agent']);
const subject: Reader = (value, path, findings) =>
  isObject(value) && 'number' in value
    ? record({ to: numbered, number: wholeNumber({ min: 0, max: 1_000_000 }) })(value, path, findings)
    : record({ to: relation })(value, path, findings);

/** Counts that still grow: no run makes as many changes, and one more is another number. */
const mostChanges = 1e15;

/** Position and heading; the exact length is compared once the columns are known. */
const leastBytesPerAgent = 48;

/** As many as the bytes behind the header can hold; more is not a saved world, and would only take memory. */
function headerReader(bytes: number): Reader {
  const whole = (max: number, min = 0) => wholeNumber({ min, max });
  const kept = whole(bytes, -1);
  const name = text(1, 1000);
  const most = Math.min(maximumAgents, Math.floor(bytes / leastBytesPerAgent));
  const id = whole(Number.MAX_SAFE_INTEGER);
  const members = record({
    joined: whole(mostChanges, 1),
    leader: whole(Number.MAX_SAFE_INTEGER, -1),
    members: list(id, 0, maximumTeamMembers),
  });
  return record({
    passages: flag,
    format: oneOf(() => ['wend-world']),
    version: oneOf(() => [VERSION]),
    layers: record({ steering: name, planner: name, automaton: name, memory: anyObject, steer: anyObject }),
    scenario: anyObject,
    seed: whole(Number.MAX_SAFE_INTEGER),
    step: whole(maximumSteps),
    arrived: whole(mostChanges),
    count: whole(most),
    // Slots are reused, so there are never more than agents were at a time.
    slotCount: whole(Math.min(maximumAgents, bytes)),
    freeSlotCount: whole(Math.min(maximumAgents, bytes)),
    reach: number({ min: 0, max: 1e9 }),
    nearAgents: whole(Math.floor(bytes / 4)),
    nearObstacles: whole(Math.floor(bytes / 4)),
    events: whole(Math.floor(bytes / 8)),
    targetSets: list(list(whole(maximumTargets - 1), 0, maximumTargets), 0, maximumTargetMentions),
    additions: list(addition, 0, 2 * maximumTargets),
    commands: list(command, 0, 2 * maximumAgents),
    journeys: list(
      settingsBy((journey) => ({ kind: 'add', agent: { at: [0, 0], journey } })),
      0,
      maximumStagesInAll,
    ),
    ground: list(groundPatch, 0, maximumGround),
    groundRevision: whole(mostChanges),
    doorTimes: list(number({ min: 0, max: 1e9 }), 0, maximumGround),
    queues: list(
      record({
        joined: whole(most),
        members: list(
          numbers({ min: 0, max: Number.MAX_SAFE_INTEGER }, 6, 6, 'expected six numbers'),
          0,
          most,
        ),
      }),
      0,
      maximumGround,
    ),
    teams: list(
      (value, path, findings) => (value === null ? null : members(value, path, findings)),
      0,
      maximumTeams,
    ),
    sources: list(
      record({
        group: whole(maximumAgents),
        source: settingsBy((source) => ({ kind: 'set-source', group: 'any', source })),
      }),
      0,
      maximumAgents,
    ),
    obstacleRevision: whole(mostChanges),
    targetRevision: whole(mostChanges),
    obstacles: (value, path, findings) =>
      value === null ? null : list(placedObstacle, 0, 2 * maximumObstacleVertices)(value, path, findings),
    nextObstacle: whole(mostChanges),
    planners: list(
      record({ settings: settingsBy((planner) => ({ kind: 'set-planner', id: 0, planner })), bytes: kept }),
      1,
      maximumPlanners,
    ),
    steering: list(kept, 1, 1000),
    models: list(
      settingsBy((steering) => ({ kind: 'change-traits', id: 0, traits: { steering } })),
      0,
      999,
    ),
    distances: record({
      subjects: list(subject, 0, 1_000_000),
      pairs: list(numbers({ min: 0, max: Number.MAX_SAFE_INTEGER }, 3, 3, 'expected three numbers'), 0, 1e8),
    }),
  });
}

/** The header of a saved world with this many bytes behind it; throws a ScenarioError that says what is wrong with it. */
export function readHeader(given: unknown, bytes: number): Header {
  const findings = createFindings('saved world');
  const header = headerReader(bytes)(given, [], findings) as Header;
  throwIfAny(findings);
  const { commands, count, freeSlotCount, models, nextObstacle, obstacles, slotCount, steering } = header;
  const coming = commands.filter(({ kind }) => kind === 'add').length;
  const wrong =
    slotCount - freeSlotCount !== count + coming
      ? `slotCount minus freeSlotCount: expected ${count + coming} (count, and commands that add), got ${slotCount - freeSlotCount}`
      : steering.length !== models.length + 1
        ? `steering: expected ${models.length + 1} items, one for each model, got ${steering.length}`
        : (obstacles === null) !== (header.obstacleRevision === 0)
          ? 'obstacles: expected null where obstacleRevision is 0, and else the obstacles'
          : obstacles && obstacles.length > nextObstacle
            ? `nextObstacle: expected at least ${obstacles.length}, the number of obstacles, got ${nextObstacle}`
            : undefined;
  if (wrong !== undefined) throw new Error(`saved world: ${wrong}`);
  return header;
}
