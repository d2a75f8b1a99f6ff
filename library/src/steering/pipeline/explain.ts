import { closestOfObstacle } from '../../crowd/index.ts';
import type { SteeringInput } from '../contract.ts';
import {
  entriesOf,
  type ModelConstraint,
  type ModelExplanation,
  placeOfAgent,
  placeOfElement,
} from '../explanation.ts';
import { Feel, type PipelineTable, State } from './columns.ts';
import { bindFrame, type Frame, rowOfAgent } from './frame.ts';
import { type Pairs, Width } from './pairs.ts';
import type { PipelineParameters } from './parameters.ts';
import { type PlanStore, placeOnPlan } from './plans.ts';
import { endOfPlan } from './upkeep.ts';

type Decision = { pairs: Pairs; parameters: PipelineParameters; spaceTime: { store: PlanStore } };

const feelers = ['left', 'centre', 'right'] as const;

/** Why the agent of a row has its commands: what its feelers touch, its threat, its state and its plan. */
export function explainCommands(decision: Decision, input: SteeringInput, row: number): ModelExplanation {
  const frame = bindFrame(input);
  const own = input.crowd.steer as PipelineTable;
  const threat = explainThreat(frame, input, row);
  const place = own.plan[row] - 1;
  const kinds = [own.feelLeft[row], own.feelCentre[row], own.feelRight[row]];
  const felt = kinds.map((kind) => nameOf(Feel, kind));
  return {
    stages: [],
    constraints: [...explainFeelers(decision, frame, input, row), ...threat],
    ...(place >= 0 && { plan: pointsOf(decision, frame, place) }),
    ...(threat.length > 0 && { rightOfWay: rightOfWay(own, row) }),
    facts: {
      state: nameOf(State, own.state[row]),
      ...Object.fromEntries(feelers.map((name, k) => [`${name} feeler`, felt[k]])),
      turnRate: own.commandTurn[row],
      speed: own.commandSpeed[row],
      sideStep: own.commandScoot[row],
      deadlock: own.deadlock[row],
      'walks around others': frame.now < own.detourEnd[row] ? 1 : 0,
    },
    units: { turnRate: 'rad/s', speed: 'm/s', sideStep: 'm/s' },
  };
}

function nameOf(names: Readonly<Record<string, number>>, value: number): string {
  return Object.keys(names).find((name) => names[name] === value) ?? String(value);
}

/** What each feeler touches: an agent, or the obstacle that is nearest to the point where it touches. */
function explainFeelers(
  { pairs }: Decision,
  frame: Frame,
  input: SteeringInput,
  row: number,
): ModelConstraint[] {
  const { feelCentre, feelLeft, feelRight, nearCentre, nearLeft, nearRight } = frame.own;
  // Feelers that were not used in this step keep what they felt; the nearest agent is known then.
  const run = frame.due[row] & frame.dueReaction[row] ? pairs.rows.indexOf(row) : -1;
  const kinds = [feelLeft, feelCentre, feelRight];
  const gaps = [nearLeft, nearCentre, nearRight];
  return feelers.flatMap((name, k): ModelConstraint[] => {
    if (kinds[k][row] === Feel.nothing) return [];
    const gap = gaps[k][row];
    const id = run < 0 ? frame.own.felt[row] : pairs.numbers[Width.numbers * run + 3 + k];
    const other = kinds[k][row] === Feel.wall ? -1 : rowOfAgent(frame, id);
    if (other >= 0) return [{ kind: `${name} feeler`, ...placeOfAgent(input, row, other), gap }];
    const element = nearestElement(frame, input, row, 1 - k, gap);
    return element < 0 ? [] : [{ kind: `${name} feeler`, ...placeOfElement(input, row, element), gap }];
  });
}

const toObstacle = new Float64Array(3);

/** The obstacle nearest to the point of a feeler: `side` radii to the left, and `gap` metres before the body. */
function nearestElement(
  { headingX, headingY, obstacles, radius, x, y }: Frame,
  input: SteeringInput,
  row: number,
  side: number,
  gap: number,
): number {
  const ahead = radius[row] + gap;
  const left = side * radius[row];
  const px = x[row] + ahead * headingX[row] - left * headingY[row];
  const py = y[row] + ahead * headingY[row] + left * headingX[row];
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const element of entriesOf(input.perception.obstacles, row)) {
    closestOfObstacle(obstacles, element, px, py, toObstacle);
    const [dx, dy] = toObstacle;
    const distance = Math.abs(Math.sqrt(dx * dx + dy * dy) - obstacles.radius[element]);
    if (distance < least) {
      least = distance;
      nearest = element;
    }
  }
  return nearest;
}

function explainThreat(frame: Frame, input: SteeringInput, row: number): ModelConstraint[] {
  const { threat, threatBegin, threatEnd } = frame.own;
  const other = rowOfAgent(frame, threat[row]);
  if (other < 0) return [];
  const interval = { begin: threatBegin[row] - frame.now, end: threatEnd[row] - frame.now };
  return [{ kind: 'threat', ...placeOfAgent(input, row, other), interval }];
}

/** The agent that reaches the crossing first has the right of way. */
function rightOfWay({ threat, threatFirst }: PipelineTable, row: number) {
  const isFirst = threatFirst[row] === 1;
  return { over: isFirst ? [threat[row]] : [], yieldsTo: isFirst ? [] : [threat[row]] };
}

function pointsOf({ parameters, spaceTime: { store } }: Decision, { now }: Frame, place: number) {
  const { planLayer } = parameters;
  const points: { x: number; y: number; z: number }[] = [];
  const end = endOfPlan(store, place, planLayer);
  for (let k = 0; now + k * planLayer < end + planLayer; k++) {
    placeOnPlan(store, place, planLayer, now + k * planLayer);
    points.push({ x: store.pointX, y: store.pointY, z: 0 });
  }
  return { interval: planLayer, points };
}
