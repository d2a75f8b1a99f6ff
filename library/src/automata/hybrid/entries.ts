import { type Crowd, GoalKind, type Layout, Status } from '../../crowd/index.ts';
import type { AutomatonInput } from '../contract.ts';
import type { Location } from './location.ts';
import type { MachineGoal } from './machine.ts';
import type { Runner } from './runner.ts';
import type { Sheet } from './sheet.ts';
import { beginWalk, runProgramFor } from './walk.ts';

/**
 * What modes say besides numbers: steering model, planner and goal. They are set when a mode is entered. When a mode
 * that says nothing about one of them is entered, the agent gets its own back.
 */
export type Entries = {
  layout: Layout;
  /** Whether any mode says such a thing. */
  isNeeded: boolean;
  /** The program of the goal has run for the agent. */
  enter(input: AutomatonInput, row: number, location: Location): void;
  /** Does the same for an agent in its first step; nothing for others. */
  enterFirst(runner: Runner, sheet: Sheet, input: AutomatonInput, row: number): void;
};

/** The columns of a plan that make up a goal. */
const goalColumns = {
  goalX: 'float64',
  goalY: 'float64',
  goalZ: 'float64',
  goalRadius: 'float64',
  goalKind: 'uint8',
  targetSet: 'int32',
  stage: 'int32',
  stageSince: 'int32',
  stageEnd: 'float64',
  field: 'int32',
  quarry: 'float64',
  status: 'uint8',
} as const;
type GoalColumn = keyof typeof goalColumns;
const goalNames = Object.keys(goalColumns) as GoalColumn[];

/** What the agent holds in place of its own: bits of the column `holds`. */
const HOLDS_STEERING = 1;
const HOLDS_PLANNER = 2;
const HOLDS_GOAL = 4;

export function createEntries({ machine }: Runner): Entries {
  const modes = machine.parts.flatMap((part) => part.modes);
  const { name } = machine;
  const hasSteering = modes.some(({ steering }) => steering);
  const hasPlanner = modes.some(({ planner }) => planner);
  const hasGoal = modes.some(({ goal }) => goal);
  const isNeeded = hasSteering || hasPlanner || hasGoal;
  const columns = {
    holds: `${name}/holds`,
    entered: `${name}/entered`,
    steering: `${name}/own/steering`,
    planner: `${name}/own/planner`,
    goals: goalNames.map((column) => `${name}/own/${column}`),
  };
  const layout: Record<string, Layout[string]> = {
    ...(isNeeded && { [columns.holds]: 'uint8', [columns.entered]: 'uint8' }),
    ...(hasSteering && { [columns.steering]: 'uint8' }),
    ...(hasPlanner && { [columns.planner]: 'uint8' }),
  };
  if (hasGoal)
    goalNames.forEach((column, k) => {
      layout[columns.goals[k]] = goalColumns[column];
    });

  function enter(input: AutomatonInput, row: number, location: Location): void {
    if (!isNeeded) return;
    const { actions, crowd } = input;
    const { goal, planner, steering } = location.resolved;
    const holds = crowd.memory[columns.holds];
    if (hasSteering) {
      const own = crowd.memory[columns.steering];
      if (steering) {
        if ((holds[row] & HOLDS_STEERING) === 0) own[row] = crowd.traits.steering[row];
        actions?.setSteering(row, steering);
      } else if ((holds[row] & HOLDS_STEERING) !== 0) actions?.setSteering(row, own[row]);
    }
    if (hasPlanner) {
      const own = crowd.memory[columns.planner];
      if (planner) {
        if ((holds[row] & HOLDS_PLANNER) === 0) own[row] = crowd.plan.planner[row];
        actions?.setPlanner(row, planner);
      } else if ((holds[row] & HOLDS_PLANNER) !== 0) actions?.setPlanner(row, own[row]);
    }
    if (goal) {
      if ((holds[row] & HOLDS_GOAL) === 0) keepGoal(crowd, row, columns.goals);
      setGoal(input, row, goal, location);
    } else if (hasGoal && (holds[row] & HOLDS_GOAL) !== 0) {
      giveGoalBack(crowd, row, columns.goals, input.step);
    }
    holds[row] = (steering ? HOLDS_STEERING : 0) | (planner ? HOLDS_PLANNER : 0) | (goal ? HOLDS_GOAL : 0);
  }

  return {
    layout,
    isNeeded,
    enter,
    enterFirst(runner, sheet, input, row) {
      const entered = input.crowd.memory[columns.entered];
      if (entered[row] === 1) return;
      entered[row] = 1;
      const walk = beginWalk(runner, sheet, row);
      runProgramFor(walk, walk.location.goal);
      enter(input, row, walk.location);
    },
  };
}

function keepGoal({ memory, plan }: Crowd, row: number, columns: readonly string[]): void {
  for (let k = 0; k < columns.length; k++) memory[columns[k]][row] = plan[goalNames[k]][row];
}

/** An agent that has arrived meanwhile stays arrived. */
function giveGoalBack(crowd: Crowd, row: number, columns: readonly string[], step: number): void {
  const { memory, plan } = crowd;
  const hasArrived = plan.status[row] === Status.arrived;
  for (let k = 0; k < columns.length; k++) plan[goalNames[k]][row] = memory[columns[k]][row];
  if (hasArrived) plan.status[row] = Status.arrived;
  lookForPlan(crowd, row, step);
}

function lookForPlan({ plan, schedule }: Crowd, row: number, step: number): void {
  plan.target[row] = -1;
  plan.inSight[row] = 0;
  plan.strandedAt[row] = -1;
  schedule.planning[row] = step;
}

/** Values of plan.targetSet: the agent's own goal, and none. */
const OWN_GOAL = -1;
const NO_GOAL = -2;

/** Points and directions are no goals that an agent arrives at; only its guards say when they are reached. */
function setGoal(input: AutomatonInput, row: number, goal: MachineGoal, location: Location): void {
  const { actions, crowd, step } = input;
  if (typeof goal === 'object' && 'targets' in goal) {
    actions?.setTargets(row, goal.targets);
    return;
  }
  const { motion, plan } = crowd;
  plan.stage[row] = -1;
  plan.field[row] = -1;
  plan.quarry[row] = -1;
  plan.goalZ[row] = motion.z[row];
  plan.goalRadius[row] = 0;
  plan.targetSet[row] = goal === 'none' ? NO_GOAL : OWN_GOAL;
  plan.status[row] = goal === 'none' ? Status.idle : Status.walking;
  plan.goalKind[row] = GoalKind.seek;
  if (goal !== 'none') {
    const { results } = location.goal;
    plan.goalX[row] = results[0][0];
    plan.goalY[row] = results[1][0];
    if (goal.kind === 'direction') setDirection(crowd, row);
  }
  lookForPlan(crowd, row, step);
}

/** A direction has the length 1; instead of none the agent continues as it faces. */
function setDirection({ motion, plan }: Crowd, row: number): void {
  const { goalX, goalY, goalZ } = plan;
  const length = Math.sqrt(goalX[row] * goalX[row] + goalY[row] * goalY[row]);
  goalX[row] = length > 0 ? goalX[row] / length : motion.headingX[row];
  goalY[row] = length > 0 ? goalY[row] / length : motion.headingY[row];
  goalZ[row] = 0;
  plan.goalKind[row] = GoalKind.direction;
}
