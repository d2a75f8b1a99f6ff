import * as to from './assembler.ts';
import { type Code, type ExportedFunction, Op, Type } from './assembler.ts';
import { EARLY, IS_ENABLED, type KernelSource, MARGIN } from './kernel.ts';

const { f64, i32 } = Type;
/** Parameters. */
const [begin, early, late, heedsGuards, least] = [0, 1, 2, 3, 4];

/** Locals: the bracket, its alarms, where to probe next and the alarm there. */
type Locals = Record<
  'low' | 'high' | 'alarmLow' | 'alarmHigh' | 'width' | 'guess' | 'reach' | 'at' | 'alarm',
  number
>;

/**
 * The function that narrows the time between an instant before an event and one after it: `bisect` of events.ts, probe by probe.
 * `probe` is the number of the function that flows from the base. It returns NaN where something is undefined.
 */
export function emitLocate({ room }: KernelSource, probe: number, close: number): ExportedFunction {
  const code = to.createCode([f64, f64, f64, i32, f64]);
  const names = ['low', 'high', 'alarmLow', 'alarmHigh', 'width', 'guess', 'reach', 'at', 'alarm'];
  const locals = Object.fromEntries(names.map((name) => [name, to.addLocal(code, f64)])) as Locals;
  const { alarm, alarmHigh, alarmLow, at, guess, high, low, reach, width } = locals;
  const { byteOffset } = room.facts;
  emitProbeAt(code, probe, early, alarmLow);
  emitProbeAt(code, probe, late, alarmHigh);
  copy(code, early, low);
  copy(code, late, high);
  to.beginBlock(code);
  to.beginLoop(code);
  combine(code, high, low, Op.subtractF64, width);
  emitHalf(code, low, high, at);
  // Leaves the block where no number is between both ends.
  compare(code, at, low, Op.atMostF64);
  compare(code, at, high, Op.atLeastF64);
  to.operate(code, Op.orI32);
  to.branchIf(code, 1);
  emitGuess(code, locals);
  emitReach(code, locals, close);
  combine(code, guess, reach, Op.subtractF64, at);
  emitTry(code, probe, locals, byteOffset);
  combine(code, guess, reach, Op.addF64, at);
  emitTry(code, probe, locals, byteOffset);
  compare(code, high, low, Op.subtractF64);
  to.get(code, width);
  to.pushF64(code, 4);
  to.operate(code, Op.divideF64, Op.lessF64, Op.isZeroI32);
  to.beginIf(code);
  emitHalf(code, low, high, at);
  emitTry(code, probe, locals, byteOffset);
  to.operate(code, Op.end);
  to.branch(code, 0);
  to.operate(code, Op.end, Op.end);
  emitProbeAt(code, probe, high, alarm);
  to.pushI32(code, 0);
  to.get(code, low);
  to.storeF64(code, byteOffset + 8 * EARLY);
  to.get(code, high);
  return { name: 'locate', code, result: f64 };
}

/** The alarm at an instant into a local; returns NaN where something is undefined. */
function emitProbeAt(code: Code, probe: number, at: number, alarm: number): void {
  to.get(code, begin);
  to.get(code, at);
  to.call(code, probe);
  to.set(code, alarm);
  compare(code, alarm, alarm, Op.differentF64);
  to.beginIf(code);
  to.pushF64(code, Number.NaN);
  to.operate(code, Op.return, Op.end);
}

/** Probes at `at`, if it is inside the bracket, and moves one end there. */
function emitTry(code: Code, probe: number, locals: Locals, facts: number): void {
  const { alarm, alarmHigh, alarmLow, at, high, low } = locals;
  compare(code, at, low, Op.moreF64);
  compare(code, at, high, Op.lessF64);
  to.operate(code, Op.andI32);
  to.beginIf(code);
  emitProbeAt(code, probe, at, alarm);
  // An invariant has failed, or a guard holds.
  to.pushI32(code, 0);
  to.loadF64(code, facts + 8 * MARGIN);
  to.get(code, least);
  to.operate(code, Op.lessF64);
  to.pushI32(code, 0);
  to.loadF64(code, facts + 8 * IS_ENABLED);
  to.pushF64(code, 0);
  to.operate(code, Op.differentF64);
  to.get(code, heedsGuards);
  to.operate(code, Op.andI32, Op.orI32);
  to.beginIf(code);
  copy(code, at, high);
  copy(code, alarm, alarmHigh);
  to.operate(code, Op.else);
  copy(code, at, low);
  copy(code, alarm, alarmLow);
  to.operate(code, Op.end, Op.end);
}

/** guess = low + width * (alarmLow / (alarmLow - alarmHigh)) */
function emitGuess(code: Code, { alarmHigh, alarmLow, guess, low, width }: Locals): void {
  for (const local of [low, width, alarmLow, alarmLow, alarmHigh]) to.get(code, local);
  to.operate(code, Op.subtractF64, Op.divideF64, Op.multiplyF64, Op.addF64);
  to.set(code, guess);
}

/** reach = width * close + high * EPSILON */
function emitReach(code: Code, { high, reach, width }: Locals, close: number): void {
  to.get(code, width);
  to.pushF64(code, close);
  to.operate(code, Op.multiplyF64);
  to.get(code, high);
  to.pushF64(code, Number.EPSILON);
  to.operate(code, Op.multiplyF64, Op.addF64);
  to.set(code, reach);
}

/** target = low + (high - low) / 2 */
function emitHalf(code: Code, low: number, high: number, target: number): void {
  for (const local of [low, high, low]) to.get(code, local);
  to.operate(code, Op.subtractF64);
  to.pushF64(code, 2);
  to.operate(code, Op.divideF64, Op.addF64);
  to.set(code, target);
}

function compare(code: Code, a: number, b: number, operation: number): void {
  to.get(code, a);
  to.get(code, b);
  to.operate(code, operation);
}

function combine(code: Code, a: number, b: number, operation: number, target: number): void {
  compare(code, a, b, operation);
  to.set(code, target);
}

function copy(code: Code, from: number, target: number): void {
  to.get(code, from);
  to.set(code, target);
}
