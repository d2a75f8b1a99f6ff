import * as to from './assembler.ts';
import { type Code, type ExportedFunction, Op, Type } from './assembler.ts';
import { emitFlow } from './emit-flow.ts';
import { createInstant, emitCondition, emitNumber, type Instant, type TreeCode } from './emit-tree.ts';
import { Fact } from './facts.ts';
import type { KernelSource } from './kernel.ts';

const { f64, i32 } = Type;

/** The function that flows from the base of the first lane for the length of the flow and looks at what holds then. */
export function emitProbe(source: KernelSource): ExportedFunction {
  const { flowing, inputs, room } = source;
  const code = to.createCode([]);
  const fault = to.addLocal(code, i32);
  const begin = emitFact(source, code, Fact.begin);
  const flow = { code, fault, isStrict: true, source, begin };
  const start = emitStart(source, code, begin, new Set(flowing.map(({ name }) => name)));
  const { end } = emitFlow(flow, start, emitFact(source, code, Fact.length));
  for (const { at, isClock, name } of inputs) if (isClock) storeFirst(code, at, end, name);
  for (const { name, state } of flowing) storeFirst(code, state, end, name);
  emitFacts(source, flow, end);
  to.pushI32(code, 0);
  emitNumber(flow, end, source.alarm);
  to.storeF64(code, room.facts.byteOffset + 8 * Fact.alarm);
  to.get(code, fault);
  return { name: 'probe', code, result: i32 };
}

/** The function that looks at what holds in the present state of the first lane. */
export function emitLook(source: KernelSource): ExportedFunction {
  const code = to.createCode([]);
  const fault = to.addLocal(code, i32);
  const begin = emitFact(source, code, Fact.begin);
  emitFacts(source, { code, fault, isStrict: true }, emitStart(source, code, begin, new Set()));
  to.get(code, fault);
  return { name: 'look', code, result: i32 };
}

/** A local with one of the facts. */
function emitFact({ room }: KernelSource, code: Code, place: number): number {
  return to.emitLoad(code, f64, room.facts.byteOffset + 8 * place);
}

/** Values of the first lane in locals: of variables in `fromBase` those at the base, of others the present ones. */
function emitStart(
  { inputs, noise, variables }: KernelSource,
  code: Code,
  begin: number,
  fromBase: ReadonlySet<string>,
): Instant {
  const names = new Map<string, number>();
  const load = (name: string, offset: number) => names.set(name, to.emitLoad(code, f64, offset));
  for (const { base, name, state } of variables) load(name, fromBase.has(name) ? base : state);
  for (const { at, isClock, name } of inputs) {
    if (isClock) names.set(name, begin);
    else load(name, at);
  }
  for (const { at, name } of noise) load(name, at);
  return createInstant(names);
}

function storeFirst(code: Code, offset: number, { names }: Instant, name: string): void {
  to.pushI32(code, 0);
  to.get(code, names.get(name)!);
  to.storeF64(code, offset);
}

function emitFacts(source: KernelSource, flow: TreeCode, at: Instant): void {
  const { code } = flow;
  const { guards, margins, room } = source;
  const { byteOffset } = room.facts;
  const [margin, other, isEnabled] = [f64, f64, i32].map((type) => to.addLocal(code, type));
  to.pushF64(code, Number.POSITIVE_INFINITY);
  to.set(code, margin);
  for (const tree of margins) {
    emitNumber(flow, at, tree);
    to.set(code, other);
    for (const local of [margin, other, other, margin]) to.get(code, local);
    to.operate(code, Op.atLeastF64, Op.select);
    to.set(code, margin);
  }
  to.pushI32(code, 0);
  to.get(code, margin);
  to.storeF64(code, byteOffset + 8 * Fact.margin);
  guards.forEach((guard, k) => {
    const holds = to.addLocal(code, i32);
    to.pushI32(code, 0);
    emitCondition(flow, at, guard);
    to.tee(code, holds);
    to.operate(code, Op.convertI32);
    to.storeF64(code, byteOffset + 8 * (Fact.firstGuard + k));
    for (const local of [holds, isEnabled]) to.get(code, local);
    to.operate(code, Op.orI32);
    to.set(code, isEnabled);
  });
  to.pushI32(code, 0);
  to.get(code, isEnabled);
  to.operate(code, Op.convertI32);
  to.storeF64(code, byteOffset + 8 * Fact.isEnabled);
}
