import { fastTables, instantiate } from '../../numerics/index.ts';
import { kernelText } from './decisions-bytes.ts';
import type { Frame } from './frame.ts';
import { SLOWEST, TURN_TIME } from './normal.ts';
import type { PipelineParameters } from './parameters.ts';
import { avoidingSpeeds, avoidingTurns, FURTHEST } from './predictive.ts';
import { sides } from './reactive.ts';
import type { CompiledRules } from './rules.ts';
import { answers, Batch } from './states.ts';

/** What library/kernel/decisions.as.ts exports. */
type KernelExports = {
  prepare(): void;
  decide(count: number, spare: number): number;
};

/** The compiled loop over those who decide, and the columns in its memory. */
export type DecisionKernel = {
  rows: number;
  decide: KernelExports['decide'];
  parameters: Float64Array;
  /** In the order in which the kernel expects them: see copyIn. */
  numbers: readonly Float64Array[];
  plan: Int32Array;
  bytes: readonly Uint8Array[];
  /** Rows that follow plans: the kernel leaves their commands as they are. */
  following: Int32Array;
};

/** Addresses as in the kernel. */
const ANSWERS = 4096;
const AVOIDING_SPEEDS = 12288;
const AVOIDING_TURNS = 14848;
const RULE_SPEEDS = 15360;
const RULE_SCOOTS = 16384;
const RULE_TURNS = 16512;
const SIDES = 16640;
const RATES = 16704;
const STEPS = 16896;
const PARAMETERS = 17152;
const ASIN_RATIOS = 17408;
const COLUMNS = 28672;

/** Columns of numbers, one of whole numbers, and columns of bytes: so many, and bytes from one to the next. */
const NUMBERS = 18;
const NUMBER = 524288 + 28864;
const BYTES = 14;
const BYTE = 65536 + 4288;
const PLANS = COLUMNS + NUMBERS * NUMBER;
const FIRST_BYTES = PLANS + NUMBER;
const FOLLOWING = FIRST_BYTES + BYTES * BYTE;
const SIZE = FOLLOWING + NUMBER;
/** The kernel has room for so many rows; a few more lie behind, where those write who decide nothing. */
export const MOST_ROWS = 65536;

/**
 * An instance with room for so many rows, and the tables by which it decides. Undefined where WebAssembly with vectors is
 * not to be had, or is forbidden.
 */
export function createDecisionKernel(
  rows: number,
  rules: CompiledRules,
  { reactTurnRate, scoot, slightTurnRate }: PipelineParameters,
): DecisionKernel | undefined {
  const instance = instantiate(kernelText, SIZE);
  if (!instance) return undefined;
  const { buffer } = instance;
  const { decide, prepare } = instance.exports as KernelExports;
  new Uint8Array(buffer, ANSWERS).set(answers);
  new Float64Array(buffer, AVOIDING_SPEEDS).set(avoidingSpeeds);
  new Int8Array(buffer, AVOIDING_TURNS).set(avoidingTurns);
  new Float64Array(buffer, RULE_SPEEDS).set(rules.speed);
  new Int8Array(buffer, RULE_SCOOTS).set(rules.scoot);
  new Int8Array(buffer, RULE_TURNS).set(rules.turn);
  new Int8Array(buffer, SIDES).set(sides);
  new Float64Array(buffer, ASIN_RATIOS).set(fastTables.asinRatios);
  // To the right, not at all, to the left.
  new Float64Array(buffer, RATES).set([-slightTurnRate, 0, slightTurnRate], 4 * Batch.predictive);
  new Float64Array(buffer, RATES).set([-reactTurnRate, 0, reactTurnRate], 4 * Batch.reactive);
  new Float64Array(buffer, STEPS).set([-scoot, 0, scoot], 4 * Batch.reactive);
  prepare();
  return {
    rows,
    decide,
    parameters: new Float64Array(buffer, PARAMETERS, 12),
    numbers: Array.from({ length: NUMBERS }, (_, k) => new Float64Array(buffer, COLUMNS + k * NUMBER, rows)),
    plan: new Int32Array(buffer, PLANS, rows),
    bytes: Array.from({ length: BYTES }, (_, k) => new Uint8Array(buffer, FIRST_BYTES + k * BYTE, rows)),
    following: new Int32Array(buffer, FOLLOWING, rows),
  };
}

/** decide for everybody but those who follow plans: they are listed in `following`. Returns how many these are. */
export function decideCompiled(kernel: DecisionKernel, frame: Frame, parameters: PipelineParameters): number {
  copyIn(kernel, frame);
  setParameters(kernel.parameters, frame, parameters);
  const follow = kernel.decide(frame.count, kernel.rows + 2);
  const { own } = frame;
  const { bytes, numbers } = kernel;
  own.stuck.set(numbers[14]);
  own.commandTurn.set(numbers[15]);
  own.commandSpeed.set(numbers[16]);
  own.commandScoot.set(numbers[17]);
  own.state.set(bytes[3]);
  return follow;
}

function copyIn({ bytes, numbers, plan }: DecisionKernel, frame: Frame): void {
  const { own } = frame;
  numbers[0].set(frame.x);
  numbers[1].set(frame.y);
  numbers[2].set(own.pastX);
  numbers[3].set(own.pastY);
  numbers[4].set(frame.headingX);
  numbers[5].set(frame.headingY);
  numbers[6].set(frame.directionX);
  numbers[7].set(frame.directionY);
  numbers[8].set(frame.pace);
  numbers[9].set(own.threat);
  numbers[10].set(own.threatEnd);
  numbers[11].set(own.nearLeft);
  numbers[12].set(own.nearCentre);
  numbers[13].set(own.nearRight);
  numbers[14].set(own.stuck);
  numbers[15].set(own.commandTurn);
  numbers[16].set(own.commandSpeed);
  numbers[17].set(own.commandScoot);
  plan.set(own.plan);
  bytes[0].set(own.feelLeft);
  bytes[1].set(own.feelCentre);
  bytes[2].set(own.feelRight);
  bytes[3].set(own.state);
  bytes[4].set(own.touched);
  bytes[5].set(own.unforeseen);
  bytes[6].set(frame.status);
  bytes[7].set(frame.due);
  bytes[8].set(frame.dueReaction);
  bytes[9].set(own.whiskers);
  bytes[10].set(own.threatKind);
  bytes[11].set(own.threatFirst);
  bytes[12].set(own.threatPassLeft);
  bytes[13].set(own.threatFromLeft);
}

/** In the order in which the kernel expects them. */
function setParameters(target: Float64Array, frame: Frame, parameters: PipelineParameters): void {
  const { dt } = frame;
  target[0] = frame.now;
  target[1] = parameters.turnBelow;
  target[2] = parameters.turnUntil;
  target[3] = parameters.waitAfter;
  target[4] = dt > TURN_TIME ? dt : TURN_TIME;
  target[5] = parameters.turnRate;
  target[6] = -parameters.turnRate;
  target[7] = parameters.stuckShare * dt;
  target[8] = parameters.feeler;
  target[9] = parameters.sideFeeler;
  target[10] = FURTHEST;
  target[11] = SLOWEST;
}
