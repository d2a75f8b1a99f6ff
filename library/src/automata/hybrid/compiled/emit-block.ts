import * as to from './assembler.ts';
import { type Code, type ExportedFunction, Op, Type } from './assembler.ts';
import { emitBetween, emitFlow, emitRates, type FlowCode } from './emit-flow.ts';
import { emitNoise, type NoiseLocals } from './emit-noise.ts';
import { createInstant, emitNumber, type Instant } from './emit-tree.ts';
import { Fact } from './facts.ts';
import type { KernelSource } from './kernel.ts';

const { f64, i32, i64 } = Type;
/** Parameter: the offset of the lane after the last, in bytes. */
const end = 0;

/** Locals with what all agents have in common: seconds of the run, length of the step, counters of random numbers. */
type Common = {
  begin: number;
  dt: number;
  purpose: number;
  counter: Omit<NoiseLocals, 'agentLow' | 'agentHigh'>;
};

/** The function that moves a block of agents on by dt and marks those in which something may happen. */
export function emitBlock(source: KernelSource): ExportedFunction {
  const code = to.createCode([i32]);
  // The offset of the lane, whether something was undefined, whether something may happen in this lane.
  const [at, fault, suspect] = [i32, i32, i32].map((type) => to.addLocal(code, type));
  const common = emitCommon(source, code);
  const { begin, dt } = common;
  const flow = { code, fault, isStrict: false, source, begin };
  to.beginLoop(code);
  to.pushI32(code, 0);
  to.set(code, suspect);
  const last = emitWatch(flow, emitStart(source, code, at, common), suspect, dt);
  emitStores(source, flow, last, at, suspect);
  to.get(code, at);
  to.pushI32(code, 3);
  to.operate(code, Op.shiftRightI32);
  to.get(code, suspect);
  to.storeByte(code, source.room.suspects.byteOffset);
  to.get(code, at);
  to.pushI32(code, 8);
  to.operate(code, Op.addI32);
  to.tee(code, at);
  to.get(code, end);
  to.operate(code, Op.lessI32);
  to.branchIf(code, 0);
  to.operate(code, Op.end);
  to.get(code, fault);
  return { name: 'block', code, result: i32 };
}

function emitCommon({ room }: KernelSource, code: Code): Common {
  const [purpose, stepLow, stepHigh, seedLow, seedHigh] = Array.from(room.words, (_, k) =>
    to.emitLoad(code, i32, room.words.byteOffset + 4 * k),
  );
  return {
    begin: to.emitLoad(code, f64, room.facts.byteOffset + 8 * Fact.begin),
    dt: to.emitLoad(code, f64, room.facts.byteOffset + 8 * Fact.length),
    purpose,
    counter: { stepLow, stepHigh, seedLow, seedHigh },
  };
}

/** The beginning of the step: variables, inputs and noise in locals. */
function emitStart(
  { inputs, noise, room, variables }: KernelSource,
  code: Code,
  at: number,
  { begin, counter, purpose }: Common,
): Instant {
  const names = new Map<string, number>();
  const load = (name: string, offset: number) => {
    const local = to.addLocal(code, f64);
    to.get(code, at);
    to.loadF64(code, offset);
    to.set(code, local);
    names.set(name, local);
  };
  for (const { name, state } of variables) load(name, state);
  for (const { at: offset, isClock, name } of inputs) {
    if (isClock) names.set(name, begin);
    else load(name, offset);
  }
  if (noise.length > 0) {
    const agent = emitAgent(code, at, room.ids.byteOffset, purpose);
    noise.forEach(({ high, low, name }, draw) => {
      const local = to.addLocal(code, f64);
      emitNoise(code, { ...agent, ...counter }, draw, low, high);
      to.set(code, local);
      names.set(name, local);
    });
  }
  return createInstant(names);
}

/** Both words of the id of the agent, the upper one with the purpose. */
function emitAgent(
  code: Code,
  at: number,
  ids: number,
  purpose: number,
): Pick<NoiseLocals, 'agentLow' | 'agentHigh'> {
  const id = to.addLocal(code, i64);
  const [agentLow, agentHigh] = [i32, i32].map((type) => to.addLocal(code, type));
  to.get(code, at);
  to.loadF64(code, ids);
  to.operate(code, Op.truncateF64);
  to.tee(code, id);
  to.operate(code, Op.wrapI64);
  to.set(code, agentLow);
  to.get(code, id);
  to.pushI64(code, 32n);
  to.operate(code, Op.shiftRightI64, Op.wrapI64);
  to.get(code, purpose);
  to.operate(code, Op.orI32);
  to.set(code, agentHigh);
  return { agentLow, agentHigh };
}

/** Flows for the step and watches the alarm: watchAlarm and markUnusual of advance.ts. Returns the end of the step. */
function emitWatch(flow: FlowCode, start: Instant, suspect: number, dt: number): Instant {
  const { code, source } = flow;
  const { isClassic, samples } = source;
  const alarms = [emitAlarm(flow, start, suspect)];
  const flowed = emitFlow(flow, start, dt);
  if (samples > 1) {
    const endRates = isClassic ? emitRates(flow, flowed.end) : undefined;
    for (let sample = 1; sample < samples; sample++) {
      const between = emitBetween(flow, start, flowed, endRates, sample / samples, dt);
      alarms.push(emitAlarm(flow, between, suspect));
    }
  }
  alarms.push(emitAlarm(flow, flowed.end, suspect));
  for (let k = 2; k < alarms.length; k++) emitPeak(code, alarms[k - 2], alarms[k - 1], alarms[k], suspect);
  for (const local of flowed.ends) {
    to.get(code, local);
    to.operate(code, Op.absF64);
    to.pushF64(code, Number.POSITIVE_INFINITY);
    to.operate(code, Op.lessF64, Op.isZeroI32);
    mark(code, suspect);
  }
  return flowed.end;
}

/** Puts the alarm at an instant into a local, and marks the lane as suspect unless the alarm is below 0. */
function emitAlarm(flow: FlowCode, at: Instant, suspect: number): number {
  const { code, source } = flow;
  const alarm = to.addLocal(code, f64);
  emitNumber(flow, at, source.alarm);
  to.tee(code, alarm);
  to.pushF64(code, 0);
  to.operate(code, Op.lessF64, Op.isZeroI32);
  mark(code, suspect);
  return alarm;
}

function mark(code: Code, suspect: number): void {
  to.get(code, suspect);
  to.operate(code, Op.orI32);
  to.set(code, suspect);
}

/** mayPeak of find-event.ts */
function emitPeak(code: Code, before: number, middle: number, after: number, suspect: number): void {
  const [curvature, difference] = [f64, f64].map((type) => to.addLocal(code, type));
  to.pushF64(code, 2);
  to.get(code, middle);
  to.operate(code, Op.multiplyF64);
  for (const local of [before, after]) {
    to.get(code, local);
    to.operate(code, Op.subtractF64);
  }
  to.set(code, curvature);
  combine(code, after, before, Op.subtractF64);
  to.set(code, difference);
  to.get(code, middle);
  combine(code, difference, difference, Op.multiplyF64);
  to.pushF64(code, 4);
  to.get(code, curvature);
  to.operate(code, Op.multiplyF64, Op.divideF64, Op.addF64);
  to.get(code, curvature);
  to.operate(code, Op.addF64);
  to.pushF64(code, 0);
  to.operate(code, Op.atLeastF64);
  for (const other of [before, after]) {
    combine(code, middle, other, Op.lessF64);
    to.operate(code, Op.isZeroI32, Op.andI32);
  }
  combine(code, middle, before, Op.equalF64);
  combine(code, middle, after, Op.equalF64);
  to.operate(code, Op.andI32, Op.isZeroI32, Op.andI32);
  mark(code, suspect);
}

function combine(code: Code, a: number, b: number, operation: number): void {
  to.get(code, a);
  to.get(code, b);
  to.operate(code, operation);
}

/** Stores the flowing variables and the outputs; an output that is not a number is suspect. */
function emitStores(source: KernelSource, flow: FlowCode, last: Instant, at: number, suspect: number): void {
  const { code } = flow;
  for (const { name, state } of source.flowing) {
    to.get(code, at);
    to.get(code, last.names.get(name)!);
    to.storeF64(code, state);
  }
  source.outputs.forEach((tree, k) => {
    const local = to.addLocal(code, f64);
    to.get(code, at);
    emitNumber(flow, last, tree);
    to.tee(code, local);
    to.storeF64(code, source.room.outputs[k].byteOffset);
    combine(code, local, local, Op.differentF64);
    mark(code, suspect);
  });
}
