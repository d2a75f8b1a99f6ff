import { addLocal, type Code, get, Op, operate, pushF64, set, Type } from './assembler.ts';
import { createInstant, emitNumber, type Instant, type TreeCode } from './emit-tree.ts';
import type { KernelSource } from './kernel.ts';

/** What the code of a flow starts from; `begin`: the local of the seconds of the run at the base. */
export type FlowCode = TreeCode & { source: KernelSource; begin: number };

/** Locals of the flowing variables at the end of a flow, and of their rates at its beginning. */
export type Flowed = { end: Instant; ends: number[]; rates: number[] };

/** The instant in which some names have other values. */
function changed(instant: Instant, names: readonly (readonly [string, number])[]): Instant {
  return createInstant(new Map([...instant.names, ...names]));
}

/** The values after some seconds: the flowing variables in `values`, clocks at begin + the local `after`. */
function instantAfter(flow: FlowCode, from: Instant, values: readonly number[], after: number): Instant {
  const { begin, code, source } = flow;
  const names: [string, number][] = values.map((local, k) => [source.flowing[k].name, local]);
  const clocks = source.inputs.filter(({ isClock }) => isClock);
  if (clocks.length > 0) {
    const now = addLocal(code, Type.f64);
    get(code, begin);
    get(code, after);
    operate(code, Op.addF64);
    set(code, now);
    for (const { name } of clocks) names.push([name, now]);
  }
  return changed(from, names);
}

/** Rates of the flowing variables at an instant, in locals. */
export function emitRates(flow: FlowCode, at: Instant): number[] {
  const { code, source } = flow;
  return source.flowing.map(({ rate }) => {
    const local = addLocal(code, Type.f64);
    emitNumber(flow, at, rate);
    set(code, local);
    return local;
  });
}

/** The flow of integrate.ts from `from` for the seconds in the local `h`, operation by operation. */
export function emitFlow(flow: FlowCode, from: Instant, h: number): Flowed {
  const { code, source } = flow;
  const bases = source.flowing.map(({ name }) => from.names.get(name)!);
  const first = emitRates(flow, from);
  if (!source.isClassic) {
    const ends = emitAdded(code, bases, first, h);
    return { end: instantAfter(flow, from, ends, h), ends, rates: first };
  }
  const half = addLocal(code, Type.f64);
  const sixth = addLocal(code, Type.f64);
  for (const [local, divisor] of [
    [half, 2],
    [sixth, 6],
  ]) {
    get(code, h);
    pushF64(code, divisor);
    operate(code, Op.divideF64);
    set(code, local);
  }
  const rates = [first];
  for (const part of [half, half, h]) {
    const values = emitAdded(code, bases, rates[rates.length - 1], part);
    rates.push(emitRates(flow, instantAfter(flow, from, values, part)));
  }
  const ends = bases.map((base, k) => {
    const [one, two, three, four] = rates.map((stage) => stage[k]);
    // base + (h / 6) * (one + 2 * (two + three) + four)
    for (const local of [base, sixth, one]) get(code, local);
    pushF64(code, 2);
    get(code, two);
    get(code, three);
    operate(code, Op.addF64, Op.multiplyF64, Op.addF64);
    get(code, four);
    operate(code, Op.addF64, Op.multiplyF64, Op.addF64);
    const end = addLocal(code, Type.f64);
    set(code, end);
    return end;
  });
  return { end: instantAfter(flow, from, ends, h), ends, rates: first };
}

/** base + h * rate, each in a local. */
function emitAdded(code: Code, bases: readonly number[], rates: readonly number[], h: number): number[] {
  return bases.map((base, k) => {
    for (const local of [base, h, rates[k]]) get(code, local);
    operate(code, Op.multiplyF64, Op.addF64);
    const sum = addLocal(code, Type.f64);
    set(code, sum);
    return sum;
  });
}

/**
 * Values at a share of the step, on the cubic or the straight line through both ends: `place` of advance.ts. `dt` is the
 * local of the length of the step.
 */
export function emitBetween(
  flow: FlowCode,
  from: Instant,
  { ends, rates }: Flowed,
  endRates: readonly number[] | undefined,
  share: number,
  dt: number,
): Instant {
  const { code, source } = flow;
  const rest = 1 - share;
  const startValue = endRates ? rest * rest * (1 + 2 * share) : rest;
  const endValue = endRates ? share * share * (3 - 2 * share) : share;
  const factors = endRates ? emitFactors(code, dt, share, rest) : [];
  const values = ends.map((end, k) => {
    pushF64(code, startValue);
    get(code, from.names.get(source.flowing[k].name)!);
    operate(code, Op.multiplyF64);
    pushF64(code, endValue);
    get(code, end);
    operate(code, Op.multiplyF64, Op.addF64);
    if (endRates) {
      for (const [factor, rate] of [
        [factors[0], rates[k]],
        [factors[1], endRates[k]],
      ]) {
        get(code, factor);
        get(code, rate);
        operate(code, Op.multiplyF64, Op.addF64);
      }
    }
    const value = addLocal(code, Type.f64);
    set(code, value);
    return value;
  });
  const after = addLocal(code, Type.f64);
  pushF64(code, share);
  get(code, dt);
  operate(code, Op.multiplyF64);
  set(code, after);
  return instantAfter(flow, from, values, after);
}

/** dt * share * rest * rest and -dt * share * share * rest */
function emitFactors(code: Code, dt: number, share: number, rest: number): number[] {
  return [false, true].map((isNegative) => {
    const factor = addLocal(code, Type.f64);
    get(code, dt);
    if (isNegative) operate(code, Op.negateF64);
    for (const by of isNegative ? [share, share, rest] : [share, rest, rest]) {
      pushF64(code, by);
      operate(code, Op.multiplyF64);
    }
    set(code, factor);
    return factor;
  });
}
