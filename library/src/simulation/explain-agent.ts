import type { AutomatonState } from '../automata/index.ts';
import { type AgentId, closestOfTarget, GoalKind, hasAgent, rowOf, type Status } from '../crowd/index.ts';
import { OWN_GOAL } from '../planning/index.ts';
import type { Constraint, DecisionStage, ModelExplanation, Vector } from '../steering/index.ts';
import { applyCommands } from './apply-commands.ts';
import { commitStep } from './commit-step.ts';
import { computeControls } from './compute-controls.ts';
import { withCopy } from './copy-world.ts';
import { explainJumps } from './explain-automata.ts';
import { createDecision, type Influence } from './explain-decision.ts';
import { integrateMotion } from './integrate-motion.ts';
import { resolveContacts } from './resolve-contacts.ts';
import { updateAutomata } from './update-automata.ts';
import { updateNeighbours } from './update-neighbours.ts';
import { updatePlans } from './update-plans.ts';
import { timeOf, type World } from './world.ts';

/** Why an agent moves as it does in the step that comes next. Plain data: JSON.stringify writes it. */
export type AgentExplanation = Omit<ModelExplanation, 'constraints'> & {
  agent: AgentId;
  /** Seconds, at the beginning of the step. */
  time: number;
  /** The name of its steering model. */
  model: string;
  /** What it is doing: walking, arrived, idle or stranded. */
  status: keyof typeof Status;
  position: Vector;
  velocity: Vector;
  heading: Vector;
  radius: number;
  /** What the plan asks for: a direction at a pace, the metres left to the goal, and the point that it heads for now. */
  desired: { velocity: Vector; pace: number; goalDistance: number; goal: Vector; localTarget: Vector };
  /** False: it keeps its velocity in this step, by its cadence of steering. */
  decides: boolean;
  /** The velocities from the desired to the chosen one. */
  stages: DecisionStage[];
  /** The velocity that the model chooses, and the one that contacts leave of it. */
  chosen: Vector;
  moved: Vector;
  /** What the model takes into account. A model without a hook has none: see `influences`. */
  constraints: Constraint[];
  /** The nearest agents and obstacles that it perceives, and what each changes: the chosen velocity less that without it. */
  influences: Influence[];
  /** Its modes, its latest jump and its next transitions, if it has automata. */
  automata: AutomatonState[];
};

/**
 * Explains the next step of an agent. It advances a copy: the world is left as it is. Throws a RangeError for an agent that
 * is not in the world, or that leaves it in this step.
 */
export function explainAgent(world: World, id: AgentId): AgentExplanation {
  if (world.isStepping) throw new Error('explainAgent was called inside a step: call it between two steps');
  rowOf(world.crowd, id);
  const end = withCopy(world, (copy) => finish(copy, id));
  const automata = explainJumps(world, id);
  return { ...withCopy(world, (copy) => explain(copy, id, end)), automata };
}

/** The stages of a step before the decision. */
function prepare(copy: World, id: AgentId): number {
  applyCommands(copy);
  updateAutomata(copy);
  updatePlans(copy);
  updateNeighbours(copy);
  if (!hasAgent(copy.crowd, id)) throw new RangeError(`agent ${id} leaves the world in this step`);
  return rowOf(copy.crowd, id);
}

type End = { chosen: Vector; moved: Vector; decides: boolean; rests: boolean };

/** What the step really does: the independent half of the explanation. */
function finish(copy: World, id: AgentId): End {
  const row = prepare(copy, id);
  const before = vectorAt(copy.crowd.motion, ['x', 'y', 'z'], row);
  computeControls(copy);
  const chosen = vectorAt(copy.crowd.next, velocityNames, row);
  const decides = copy.due.steering[row] === 1;
  const rests = copy.crowd.plan.rests[row] === 1;
  integrateMotion(copy);
  resolveContacts(copy);
  commitStep(copy);
  const after = vectorAt(copy.crowd.motion, ['x', 'y', 'z'], rowOf(copy.crowd, id));
  const rate = (to: number, from: number) => (to - from) / copy.dt;
  const moved = { x: rate(after.x, before.x), y: rate(after.y, before.y), z: rate(after.z, before.z) };
  return { chosen, moved, decides, rests };
}

function explain(
  copy: World,
  id: AgentId,
  { chosen, decides, moved, rests }: End,
): Omit<AgentExplanation, 'automata'> {
  const row = prepare(copy, id);
  const { crowd } = copy;
  const { motion, plan, traits } = crowd;
  const decision = createDecision(copy, row);
  const influences = decides ? decision.influences() : [];
  const own = decides ? decision.explain() : undefined;
  const direction = vectorAt(plan, ['directionX', 'directionY', 'directionZ'], row);
  const desired = scaled(direction, plan.pace[row]);
  const position = vectorAt(motion, ['x', 'y', 'z'], row);
  const localTarget = sum(position, scaled(direction, plan.localDistance[row] || plan.goalDistance[row]));
  const { constraints = [], stages = [], ...more } = own ?? { facts: {} };
  return {
    agent: id,
    time: timeOf(copy),
    model: decision.name,
    status: statusNames[plan.status[row]],
    position,
    velocity: vectorAt(motion, velocityNames, row),
    heading: vectorAt(motion, ['headingX', 'headingY', 'headingZ'], row),
    radius: traits.radius[row],
    desired: {
      velocity: desired,
      pace: plan.pace[row],
      goalDistance: plan.goalDistance[row],
      goal: goalOf(copy, row) ?? localTarget,
      localTarget,
    },
    decides,
    ...more,
    stages: [
      { name: 'desired', velocity: desired },
      ...stages,
      { name: rests ? RESTS : decides ? 'chosen' : 'kept', velocity: chosen },
    ],
    chosen,
    moved,
    constraints: constraints.map((one) => ({
      ...one,
      binds: one.binds ?? influences.some(({ binds, from }) => binds && isSame(from, one.from)),
    })),
    influences,
  };
}

/** The point that an agent pursues or avoids: an agent, its own goal, or its target. undefined: it has a direction or none. */
function goalOf({ crowd, targets }: World, row: number): Vector | undefined {
  const { motion, plan } = crowd;
  const { [row]: quarry } = plan.quarry;
  if (quarry >= 0 && hasAgent(crowd, quarry)) return vectorAt(motion, ['x', 'y', 'z'], rowOf(crowd, quarry));
  if (plan.targetSet[row] === OWN_GOAL && plan.assigned[row] < 0) {
    const isPoint = plan.goalKind[row] !== GoalKind.direction && plan.goalKind[row] !== GoalKind.idle;
    return isPoint ? vectorAt(plan, ['goalX', 'goalY', 'goalZ'], row) : undefined;
  }
  const { [row]: target } = plan.target;
  if (target < 0) return undefined;
  const closest = new Float64Array(3);
  closestOfTarget(targets, target, motion.x[row], motion.y[row], closest, motion.z[row]);
  return { x: closest[0], y: closest[1], z: closest[2] };
}

/** The last stage of an agent at rest: docs/models/contacts.md. */
export const RESTS = 'at rest, since others stand where it wants to go';
const statusNames = ['walking', 'arrived', 'idle', 'stranded'] as const satisfies (keyof typeof Status)[];
const velocityNames = ['velocityX', 'velocityY', 'velocityZ'] as const;

function isSame(a: Constraint['from'], b: Constraint['from']): boolean {
  if (a.kind === 'agent') return b.kind === 'agent' && a.id === b.id;
  return a.kind === 'obstacle' && b.kind === 'obstacle' && a.element === b.element;
}

function vectorAt<Name extends string>(
  table: Readonly<Record<Name, ArrayLike<number>>>,
  [x, y, z]: readonly [Name, Name, Name],
  row: number,
): Vector {
  return { x: table[x][row], y: table[y][row], z: table[z][row] };
}

function scaled({ x, y, z }: Vector, factor: number): Vector {
  return { x: factor * x, y: factor * y, z: factor * z };
}

function sum(a: Vector, b: Vector): Vector {
  return { x: a.x + b.x, y: a.y + b.y, z: a.z + b.z };
}
