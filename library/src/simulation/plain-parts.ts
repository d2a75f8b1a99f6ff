import type { Command } from './command-schema.ts';
import { readCommand } from './given/command.ts';
import type { WorldParts } from './parts.ts';

/** The parts of a world made by a program: no teams, no changes, no news, no velocity fields, no sources. */
export const plainParts: WorldParts = {
  readCommand: (given, findings) => readCommand(given, findings) as Command,
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
  addJourney: () => -1,
  drawDwell: () => 0,
  completeAgent: (_, agent) => agent,
  createVelocityFields: () => [],
  createAutomata: () => [],
  createNews: () => undefined,
  spreadNews() {},
  listHearsay() {},
  addNewsHashes() {},
  createTeams: () => [],
  startTeams() {},
  organise() {},
  addTeamHashes() {},
  createSources: () => undefined,
  feedSources() {},
  changeSource() {},
  expectsAgents: () => false,
  addSourceHashes() {},
};
