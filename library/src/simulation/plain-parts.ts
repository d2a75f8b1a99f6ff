import { needPart } from '../crowd/index.ts';
import type { Command } from './command-schema.ts';
import { readCommand } from './given/command.ts';
import { ground } from './ground-part.ts';
import type { WorldParts } from './parts.ts';
import { changesGround } from './scenario/ground-part.ts';

/** The parts of a world made by a program: no script, no teams, no changes, no news, no velocity fields, no sources. */
export const plainParts: WorldParts = {
  readCommand: (given, findings, world) => {
    const command = readCommand(given, findings) as Command;
    if (world && findings.problems.length === 0 && changesGround(command))
      needPart(ground).checkChange(world, command, findings);
    return command;
  },
  createItinerary: () => ({
    stages: [],
    ofAgent: new Int32Array(0),
    ofGroup: new Int32Array(0),
    ofComers: [],
    room: undefined,
    point: new Float64Array(3),
  }),
  beginStage() {},
  goOn: () => false,
  isAtWall: () => false,
  addJourney: () => -1,
  drawDwell: () => 0,
  createScript: () => ({ entries: [], done: new Uint8Array(0), left: 0, comers: 0 }),
  runScript() {},
  completeAgent: (_, agent) => agent,
  createVelocityFields: () => [],
  createAutomata: () => [],
  createNews: () => undefined,
  spreadNews() {},
  listHearsay() {},
  addNewsHashes() {},
  renumberNews() {},
  createTeams: () => [],
  startTeams() {},
  hasTeamPlace: () => true,
  joinTeam() {},
  organise() {},
  addTeamHashes() {},
  change() {},
  checkChange() {},
  addAdditionHashes() {},
  createSources: () => undefined,
  feedSources() {},
  expectsAgents: () => false,
  addSourceHashes() {},
};
