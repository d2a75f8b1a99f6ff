import { hasAgent, needPart, rowOf } from '../crowd/index.ts';
import type { PlannerSettings } from '../planning/index.ts';
import type { SteeringSettings } from '../steering/index.ts';
import { checkAgentPlace, checkGoalPlace, checkTargetPlace, hasPlace } from './command-places.ts';
import type { AgentInput, Command } from './command-schema.ts';
import { readSimpleAgent, type SimpleAgent } from './given/simple-agent.ts';
import { obstacleChanges } from './obstacle-changes.ts';
import { checkPlaceInPlane } from './scenario/check-dimension.ts';
import { checkMention, checkSettings, modelsIn } from './scenario/check-steering.ts';
import { cellLimit, checkPlannerFits } from './scenario/check-walkable.ts';
import { classNumbers } from './scenario/classes.ts';
import { bodyDefaults } from './scenario/defaults.ts';
import { checkDistances } from './scenario/distances.ts';
import { createFindings, type Findings, type Path, report, throwIfAny } from './scenario/error.ts';
import { maximumAgents, maximumPlanners } from './scenario/limits.ts';
import { plannerKey } from './scenario/planner-uses.ts';
import type { Place } from './scenario/schema.ts';
import type { World } from './world.ts';

/**
 * A checked copy, with defaults; throws a ScenarioError that says what is wrong with the command. A command
 * of a saved world is not new: it was sent while agents stood elsewhere, and some may have left since.
 */
export function checkCommand(world: World, command: Command, isNew = true): Command {
  const findings = createFindings('command');
  const checked = world.parts.readCommand(command, findings, world);
  throwIfAny(findings);
  switch (checked.kind) {
    case 'add':
      checkAgent(world, checked.agent, findings);
      checkSteering(world, checked.agent.steering, ['agent', 'steering'], findings);
      checkDistances(world.scenario, checked.agent.personalDistance, ['agent', 'personalDistance'], findings);
      checkGoal(world, checked.agent, findings);
      if (!hasRoom(world)) report(findings, ['agent'], `a crowd holds at most ${maximumAgents} agents`);
      checkSize(world, checked.agent, findings);
      if (isNew) {
        checkAgentPlace(world, checked.agent, findings);
        checkGoalPlace(world, checked.agent, ['agent'], findings);
      }
      break;
    case 'retarget':
      if (isNew) checkId(world, checked.id, findings);
      checkDimension(world, { goal: checked.goal }, [], findings);
      checkGoal(world, checked, findings);
      if (isNew) checkGoalPlace(world, checked, [], findings);
      break;
    case 'remove':
      if (isNew) checkId(world, checked.id, findings);
      break;
    case 'change-traits':
      if (isNew) checkId(world, checked.id, findings);
      checkSteering(world, checked.traits.steering, ['traits', 'steering'], findings);
      checkDistances(
        world.scenario,
        checked.traits.personalDistance,
        ['traits', 'personalDistance'],
        findings,
      );
      break;
    case 'set-planner':
      if (!isNew) break;
      checkId(world, checked.id, findings);
      throwIfAny(findings);
      checkNewPlanner(world, checked, findings);
      break;
    case 'move-target':
      checkDimension(world, { to: checked.to }, [], findings);
      checkTarget(world, checked.target, 'target', findings);
      if (isNew) checkTargetPlace(world, checked, findings);
      break;
    case 'open-target':
    case 'set-sink':
      checkTarget(world, checked.target, 'target', findings);
      break;
    case 'add-obstacle':
    case 'move-obstacle':
    case 'turn-obstacle':
    case 'remove-obstacle':
      needPart(obstacleChanges).check(world, checked, isNew, findings);
  }
  throwIfAny(findings);
  return checked;
}

/**
 * A checked copy of an agent of the simplest kind, if nothing is wrong with it. Programs add thousands of these; undefined:
 * the checks above decide, and say what is wrong.
 */
export function readPlainAgent(world: World, given: unknown): SimpleAgent | undefined {
  const agent = readSimpleAgent(given, world.scenario.dimension);
  return agent && hasRoom(world) && fitsMap(world, agent) && hasPlace(world, agent) ? agent : undefined;
}

function checkSteering(
  { scenario }: World,
  settings: AgentInput['steering'],
  path: Path,
  findings: Findings,
): void {
  // The schema has filled in the defaults.
  if (settings) checkSettings(settings as SteeringSettings, scenario.dimension, path, findings);
}

function checkId({ commands, crowd }: World, id: number, findings: Findings): void {
  if (hasAgent(crowd, id)) return;
  // An agent whose adding waits for the next step can be spoken of already.
  if (commands.some((other) => other.kind === 'add' && other.id === id)) return;
  report(findings, ['id'], `no agent ${id} in the world`);
}

/** Whether the planner that a command brings fits the world and the agent. */
function checkNewPlanner(
  { commands, crowd, planners, scenario }: World,
  { id, planner }: Command & { kind: 'set-planner' },
  findings: Findings,
): void {
  const settings = planner as PlannerSettings;
  const coming = commands.find((other) => other.kind === 'add' && other.id === id) as AddCommand | undefined;
  const radius = coming?.agent.radius ?? crowd.traits.radius[rowOf(crowd, id)];
  checkPlannerFits(scenario, settings, radius, ['planner'], findings);
  const isKnown = planners.list.some(({ key }) => key === plannerKey(settings));
  if (isKnown || planners.list.length < maximumPlanners) return;
  report(findings, ['planner'], `a world has at most ${maximumPlanners} planners`);
}

type AddCommand = Command & { kind: 'add' };

function checkGoal(world: World, goal: { targets?: string[]; goal?: unknown }, findings: Findings): void {
  if (goal.targets && goal.goal) report(findings, ['goal'], 'expected targets or a goal, not both');
  for (const name of goal.targets ?? []) checkTarget(world, name, 'targets', findings);
}

function checkTarget({ commands, scenario }: World, name: string, key: string, findings: Findings): void {
  if (scenario.targets.some((target) => target.name === name)) return;
  // A target whose adding waits can be spoken of already.
  if (commands.some((other) => other.kind === 'add-target' && other.target.name === name)) return;
  report(findings, [key], `no target ${JSON.stringify(name)} in the scenario`);
}

function hasRoom({ crowd }: World): boolean {
  return crowd.slotCount - crowd.freeSlotCount < maximumAgents;
}

/** What a scenario may say of an agent and this world cannot do. */
function checkAgent({ scenario }: World, agent: AgentInput, findings: Findings): void {
  const { dimension } = scenario;
  const velocity = agent.velocity === 'walking' ? undefined : agent.velocity;
  checkDimension({ scenario }, { at: agent.at, goal: agent.goal, velocity }, ['agent'], findings);
  if (dimension === 2 && agent.climb !== undefined) {
    report(findings, ['agent', 'climb'], 'only in a world of dimension 3');
  }
  checkMention(modelsIn(scenario), classNumbers(scenario), agent, 'obstacle', ['agent'], findings);
  for (const key of ['field', 'wander'] as const) {
    if (agent[key] === undefined || !modelsIn(scenario).some(({ mentions }) => mentions?.includes(key)))
      continue;
    report(findings, ['agent', key], 'only for agents of the scenario; a group may have it');
  }
}

function checkDimension(
  { scenario }: Pick<World, 'scenario'>,
  places: Record<string, Place | undefined>,
  path: Path,
  findings: Findings,
): void {
  if (scenario.dimension === 3) return;
  for (const [key, place] of Object.entries(places)) checkPlaceInPlane(place, [...path, key], findings);
}

function checkSize(world: World, agent: AgentInput, findings: Findings): void {
  const { scenario } = world;
  const { planner, radius = bodyDefaults.radius } = agent;
  if (planner) {
    checkPlannerFits(scenario, planner as PlannerSettings, radius, ['agent', 'planner'], findings);
    return;
  }
  if (fitsMap(world, agent)) return;
  const { cell } = world.planners.map!;
  report(findings, ['agent', 'radius'], `is too small for the planner's cells of ${cell} m, got ${radius} m`);
}

/** A planner with a map would lose walls between its cells for a body that is too small. */
function fitsMap({ planners: { map } }: World, { radius = bodyDefaults.radius }: AgentInput): boolean {
  return !map || map.cell < cellLimit(map, radius);
}
