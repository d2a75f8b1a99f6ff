import type { AutomatonState } from '../automata/index.ts';
import { type AgentId, rowOf } from '../crowd/index.ts';
import { automatonInputOf } from './update-automata.ts';
import type { World } from './world.ts';

/**
 * Why an agent is in its modes: for each automaton that it has, its modes and variables, the guards of the transitions from
 * here with whether they hold, and the latest jump with the values that caused it. Between two steps.
 */
export function explainJumps(world: World, id: AgentId): AutomatonState[] {
  return world.automaton.explain?.(automatonInputOf(world), rowOf(world.crowd, id)) ?? [];
}

/** The same in sentences, one for each automaton. */
export function jumpsInWords(states: readonly AutomatonState[]): string[] {
  const number = (value: number) => String(Math.round(1000 * value) / 1000);
  const list = (values: Readonly<Record<string, number>>) =>
    Object.entries(values)
      .map(([name, value]) => `${name} = ${number(value)}`)
      .join(', ');
  return states.map(({ automaton, latest, modes, transitions, values }) => {
    const where = modes.map(({ mode, part }) => (part === '' ? mode : `${part} ${mode}`)).join(', ');
    const since = latest
      ? `, since ${number(latest.time)} s, when ${latest.when} held in ${latest.from} with ${list(latest.values)}`
      : '';
    const exits = transitions.map(
      ({ holds, to, when }) => `${to} when ${when} (${holds ? 'holds' : 'does not hold'})`,
    );
    const next = exits.length > 0 ? `; next: ${exits.join('; ')}` : '';
    return `${automaton}: ${where}${since}; now ${list(values)}${next}`;
  });
}
