import * as z from 'zod';
import type { AgentId } from '../crowd/index.ts';
import { closestFraction } from '../geometry/index.ts';
import { bodyDefaults } from './scenario/defaults.ts';
import { createFindings, report, throwIfAny } from './scenario/error.ts';
import { exactly, list, number, pair, place, record, text, wholeNumber } from './scenario/fields.ts';
import type { ScenarioInput } from './scenario/index.ts';
import { reportIssues } from './scenario/issues.ts';
import { maximumAgents, maximumCoordinate, speedRange, traitRange } from './scenario/limits.ts';
import { agentSchema } from './scenario/schema.ts';
import type { World } from './world.ts';

const id = () => wholeNumber({ min: 0, max: Number.MAX_SAFE_INTEGER });

/** Where an agent is to go: at most one of a point and targets; neither: it stands. */
const goalShape = {
  targets: list(text(1, 100), 1, 1000).exactOptional(),
  goal: place().exactOptional(),
  goalRadius: number({ above: 0, max: maximumCoordinate, unit: 'm' }).default(bodyDefaults.goalRadius),
};

const commandSchema = z.discriminatedUnion('kind', [
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
    by: pair({ min: -maximumCoordinate, max: maximumCoordinate, unit: 'm' }, '[dx, dy]'),
  }),
  record({ kind: exactly('move-target'), target: text(1, 100), to: place() }),
]);

type AgentInput = NonNullable<ScenarioInput['agents']>[number];

export type Goal = { targets?: string[]; goal?: [number, number]; goalRadius?: number };

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
  | { kind: 'move-obstacle'; obstacle: number | string; by: [number, number] }
  | { kind: 'move-target'; target: string; to: [number, number] };

/** A checked copy, with defaults; throws a ScenarioError that says what is wrong with the command. */
export function checkCommand(world: World, command: Command): Command {
  const findings = createFindings('command');
  const parsed = commandSchema.safeParse(command);
  if (!parsed.success) reportIssues(findings, parsed.error.issues, command, []);
  throwIfAny(findings);
  const checked = parsed.data as Command;
  const { scenario, crowd } = world;
  if (checked.kind === 'add' || checked.kind === 'retarget') {
    const goal = checked.kind === 'add' ? checked.agent : checked;
    if (goal.targets && goal.goal) report(findings, ['goal'], 'expected targets or a goal, not both');
    for (const name of goal.targets ?? []) checkTargetName(name);
  }
  if (checked.kind === 'add') {
    if (crowd.slotCount - crowd.freeSlotCount >= maximumAgents) {
      report(findings, ['agent'], `a crowd holds at most ${maximumAgents} agents`);
    }
    checkFreePlace(world, checked.agent);
  }
  if (checked.kind === 'move-target') checkTargetName(checked.target);
  if (checked.kind === 'move-obstacle') {
    const { obstacle } = checked;
    const exists =
      typeof obstacle === 'number'
        ? obstacle < scenario.obstacles.length
        : scenario.obstacles.some(({ name }) => name === obstacle);
    if (!exists) report(findings, ['obstacle'], `no obstacle ${JSON.stringify(obstacle)} in the scenario`);
  }
  throwIfAny(findings);
  return checked;

  function checkTargetName(name: string): void {
    if (scenario.targets.some((target) => target.name === name)) return;
    report(findings, ['targets'], `no target ${JSON.stringify(name)} in the scenario`);
  }

  function checkFreePlace({ obstacles }: World, agent: AgentInput): void {
    const { min, max } = scenario.bounds;
    const [x, y] = agent.at;
    if (x < min[0] || x > max[0] || y < min[1] || y > max[1]) {
      report(findings, ['agent', 'at'], `expected a place inside the bounds, got [${x}, ${y}]`);
    }
    for (let element = 0; element < obstacles.count; element++) {
      const startX = obstacles.startX[element];
      const startY = obstacles.startY[element];
      const endX = obstacles.endX[element];
      const endY = obstacles.endY[element];
      const at = closestFraction(x, y, startX, startY, endX, endY);
      const dx = x - startX - at * (endX - startX);
      const dy = y - startY - at * (endY - startY);
      const gap =
        Math.sqrt(dx * dx + dy * dy) - (agent.radius ?? bodyDefaults.radius) - obstacles.radius[element];
      if (gap >= 0) continue;
      const owner = obstacles.owner[element];
      const name = owner < 0 ? 'the solid border' : `obstacles[${owner}]`;
      report(findings, ['agent', 'at'], `the body reaches ${-gap} m into ${name}`);
      return;
    }
  }
}
