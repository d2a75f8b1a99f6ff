import { needPart, nextAgent } from '../crowd/index.ts';
import { Purpose } from '../numerics/index.ts';
import { isAtWall } from './at-wall.ts';
import type { Command } from './command-schema.ts';
import { ground } from './ground-part.ts';
import { addJourney, createItinerary } from './itinerary.ts';
import { beginStage, goOn } from './journeys.ts';
import type { WorldParts } from './parts.ts';
import { scenarioAhead } from './scenario/additions.ts';
import { checkRegion } from './scenario/check-fields.ts';
import { checkComer } from './scenario/check-journeys.ts';
import { completeComer, groupOf } from './scenario/comers.ts';
import { drawValue } from './scenario/distributions.ts';
import { type Findings, report } from './scenario/error.ts';
import { createVelocityFields } from './scenario/field-part.ts';
import { changesGround } from './scenario/ground-part.ts';
import { reportIssues } from './scenario/issues.ts';
import { delayRange } from './scenario/limits.ts';
import type { Comer } from './scenario/schema.ts';
import { commandSchema } from './scenario/schema-script.ts';
import { createScript, runScript } from './script.ts';
import type { World } from './world.ts';

/** A team has a limit; agents that wait for the next step count. */
function checkTeamPlace(world: World, name: string, findings: Findings): void {
  const group = world.scenario.groups.findIndex((one) => one.name === name);
  const coming = world.commands.filter((other) => other.kind === 'add' && other.agent.group === name).length;
  if (world.parts.hasTeamPlace(world, group, coming)) return;
  report(findings, ['agent', 'group'], 'its team has as many members as a team may have');
}

type Add = { kind: 'add'; id?: number; agent: Comer };

/** A command that adds an agent of which little is said, without the schema: programs add thousands of these. */
function readSimpleAdd(given: unknown, { parts, scenario }: World): Add | undefined {
  const command = given as Command | undefined;
  if (command?.kind !== 'add' || Object.keys(command).length !== 2) return undefined;
  const agent = parts.readComer?.(command.agent, scenario.dimension);
  return agent && { kind: 'add', agent };
}

/** The agent of a command with what it leaves to its group. */
function readAdd(command: Add, findings: Findings, world: World): Command {
  const { crowd, seed } = world;
  const { agent, id = nextAgent(crowd) } = command;
  // It may name what waits to be added.
  const isAhead = agent.journey || (agent.group !== undefined && !groupOf(world.scenario, agent));
  const scenario = isAhead ? scenarioAhead(world) : world.scenario;
  checkComer(
    scenario,
    agent,
    (region, path) => checkRegion(region, scenario, path, findings),
    ['agent'],
    findings,
    world.patches?.list,
  );
  if (world.teams.length > 0 && agent.group !== undefined) checkTeamPlace(world, agent.group, findings);
  return { ...command, agent: completeComer(scenario, seed, agent, id) } as Command;
}

/** What every world of a scenario has: its commands may name what a scenario may name. */
export const commandParts = {
  readCommand(given, findings, world) {
    const simple = world && readSimpleAdd(given, world);
    if (simple) return readAdd(simple, findings, world);
    const parsed = commandSchema.safeParse(given);
    if (!parsed.success) reportIssues(findings, parsed.error.issues, given, []);
    else if (parsed.data.kind === 'add' && world) {
      return readAdd(parsed.data, findings, world);
    } else if (world && changesGround(parsed.data as Command)) {
      // openScenario loads it where the scenario has ground.
      needPart(ground).checkChange(world, parsed.data as Command, findings);
    } else if (world) world.parts.checkChange(world, parsed.data as Command, findings);
    return parsed.data as Command;
  },
  createItinerary,
  beginStage,
  goOn,
  isAtWall,
  drawDwell: ({ crowd, seed, step }, row, dwell) =>
    drawValue(dwell, delayRange, { seed, purpose: Purpose.dwelling, agent: crowd.ids[row], step, index: 1 }),
  addJourney: ({ itinerary, scenario, targetSets }, journey) =>
    addJourney(scenario, itinerary, targetSets, journey),
  createScript,
  runScript,
  completeAgent: ({ scenario, seed }, agent, id) => completeComer(scenario, seed, agent as Comer, id),
  createVelocityFields,
} satisfies Partial<WorldParts>;
