import * as to from './assembler.ts';
import { type Code, type ExportedFunction, Op, Type } from './assembler.ts';
import { Fact } from './facts.ts';
import type { KernelSource } from './kernel.ts';

const { f64, i32 } = Type;
/** Parameter. */
const heedsGuards = 0;

/** Locals: the bracket, its alarms, where to probe next and the alarm there. */
type Locals = Record<
  'low' | 'high' | 'least' | 'alarmLow' | 'alarmHigh' | 'width' | 'guess' | 'reach' | 'at' | 'alarm',
  number
>;

/**
 * The function that narrows the time between an instant before an event and one after it: `bisect` of find-event.ts, probe by
 * probe. `probe` is the number of the function that flows from the base. It returns 1 where something is undefined.
 */
export function emitLocate({ room }: KernelSource, probe: number, close: number): ExportedFunction {
  const code = to.createCode([i32]);
  const facts = room.facts.byteOffset;
  const low = to.emitLoad(code, f64, facts + 8 * Fact.early);
  const high = to.emitLoad(code, f64, facts + 8 * Fact.late);
  const least = to.emitLoad(code, f64, facts + 8 * Fact.least);
  const [alarmLow, alarmHigh, width, guess, reach, at, alarm] = Array.from({ length: 7 }, () =>
    to.addLocal(code, f64),
  );
  const locals = { low, high, least, alarmLow, alarmHigh, width, guess, reach, at, alarm };
  emitProbeAt(code, probe, facts, low, alarmLow);
  emitProbeAt(code, probe, facts, high, alarmHigh);
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
  emitTry(code, probe, locals, facts);
  combine(code, guess, reach, Op.addF64, at);
  emitTry(code, probe, locals, facts);
  compare(code, high, low, Op.subtractF64);
  to.get(code, width);
  to.pushF64(code, 4);
  to.operate(code, Op.divideF64, Op.lessF64, Op.isZeroI32);
  to.beginIf(code);
  emitHalf(code, low, high, at);
  emitTry(code, probe, locals, facts);
  to.operate(code, Op.end);
  to.branch(code, 0);
  to.operate(code, Op.end, Op.end);
  emitProbeAt(code, probe, facts, high, alarm);
  storeFact(code, facts, Fact.early, low);
  storeFact(code, facts, Fact.late, high);
  to.pushI32(code, 0);
  return { name: 'locate', code, result: i32 };
}

function storeFact(code: Code, facts: number, place: number, local: number): void {
  to.pushI32(code, 0);
  to.get(code, local);
  to.storeF64(code, facts + 8 * place);
}

/** The alarm at an instant into a local; returns 1 where something is undefined. */
function emitProbeAt(code: Code, probe: number, facts: number, at: number, alarm: number): void {
  storeFact(code, facts, Fact.length, at);
  to.call(code, probe);
  to.beginIf(code);
  to.pushI32(code, 1);
  to.operate(code, Op.return, Op.end);
  to.pushI32(code, 0);
  to.loadF64(code, facts + 8 * Fact.alarm);
  to.set(code, alarm);
}

/** Probes at `at`, if it is inside the bracket, and moves one end there. */
function emitTry(code: Code, probe: number, locals: Locals, facts: number): void {
  const { alarm, alarmHigh, alarmLow, at, high, least, low } = locals;
  compare(code, at, low, Op.moreF64);
  compare(code, at, high, Op.lessF64);
  to.operate(code, Op.andI32);
  to.beginIf(code);
  emitProbeAt(code, probe, facts, at, alarm);
  // An invariant has failed, or a guard holds.
  to.pushI32(code, 0);
  to.loadF64(code, facts + 8 * Fact.margin);
  to.get(code, least);
  to.operate(code, Op.lessF64);
  to.pushI32(code, 0);
  to.loadF64(code, facts + 8 * Fact.isEnabled);
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
