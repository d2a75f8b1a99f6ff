import { type Crowd, distanceColumn, type Layout, type Subject, subjectName } from '../crowd/index.ts';
import { type Automaton, type AutomatonInput, type ChangeableTrait, createNoAutomaton } from './contract.ts';

/**
 * Several automata as one. Each writes over what those before it wrote: the last one wins. Before all of them, the traits
 * that they declare are set to the agent's own values; commands and stages of journeys change these.
 */
export function joinAutomata(automata: readonly Automaton[]): Automaton {
  if (automata.length === 0) return createNoAutomaton();
  const traits = [...new Set(automata.flatMap(({ traits: own = [] }) => own))];
  const kept = distancesOf(automata);
  if (automata.length === 1 && traits.length + kept.length === 0) return automata[0];
  const senses = automata.filter(({ sense }) => sense);
  // The transitions of all are numbered one after another.
  let count = 0;
  const numbered = automata.map((automaton): Numbered => {
    const first = count;
    count += automaton.transitionCount ?? 0;
    return { automaton, first, input: undefined };
  });
  return {
    name: automata.map(({ name }) => name).join(' + '),
    memory: joinLayouts(automata, traits, kept),
    begin: (crowd, row) => {
      for (const trait of traits) crowd.memory[ownColumn(trait)][row] = crowd.traits[trait][row];
      for (const { column, own, subject } of kept)
        crowd.memory[own][row] = (crowd.distances.columns[column] ?? distanceColumn(crowd, subject))[row];
      for (const automaton of automata) automaton.begin?.(crowd, row);
    },
    restore: (crowd, row) => {
      for (const automaton of [...automata].reverse()) automaton.restore?.(crowd, row);
      for (const trait of traits) crowd.traits[trait][row] = crowd.memory[ownColumn(trait)][row];
      for (const { column, own } of kept) crowd.distances.columns[column][row] = crowd.memory[own][row];
    },
    ...(senses.length > 0 && {
      sense: (input, perception) => {
        for (let k = 0; k < senses.length; k++) senses[k].sense!(input, perception);
      },
    }),
    update: (input) => {
      for (let k = 0; k < traits.length; k++) resetTrait(input.crowd, traits[k]);
      for (let k = 0; k < kept.length; k++) resetDistance(input.crowd, kept[k]);
      for (let k = 0; k < numbered.length; k++) updateOne(numbered[k], input);
    },
    transitionCount: count,
    jumps: () => automata.flatMap((automaton) => automaton.jumps?.() ?? []),
    explain: (input, row) => automata.flatMap((automaton) => automaton.explain?.(input, row) ?? []),
  };
}

const ownColumn = (trait: ChangeableTrait) => `own/${trait}`;

function resetTrait(crowd: Crowd, trait: ChangeableTrait): void {
  const own = crowd.memory[ownColumn(trait)] as Float64Array;
  crowd.traits[trait].set(own.subarray(0, crowd.count));
}

/** A personal distance that automata write, its column, and the column of the agents' own values. */
type Kept = { subject: Subject; column: string; own: string };

function distancesOf(automata: readonly Automaton[]): Kept[] {
  const found = new Map<string, Kept>();
  for (const subject of automata.flatMap(({ distances = [] }) => distances)) {
    const column = subjectName(subject);
    found.set(column, { subject, column, own: `own/distance/${column}` });
  }
  return [...found.values()];
}

function resetDistance(crowd: Crowd, { column, own, subject }: Kept): void {
  const values = crowd.distances.columns[column] ?? distanceColumn(crowd, subject);
  values.set((crowd.memory[own] as Float64Array).subarray(0, crowd.count));
}

type Numbered = { automaton: Automaton; first: number; input: AutomatonInput | undefined };

function updateOne(numbered: Numbered, input: AutomatonInput): void {
  // Made once for a world: all but the step stays as it is.
  if (numbered.input?.crowd !== input.crowd) numbered.input = { ...input, firstTransition: numbered.first };
  numbered.input!.step = input.step;
  numbered.automaton.update(numbered.input!);
}

function joinLayouts(
  automata: readonly Automaton[],
  traits: readonly ChangeableTrait[],
  kept: readonly Kept[],
): Layout {
  const layout: Record<string, Layout[string]> = {};
  for (const { own } of kept) layout[own] = 'float64';
  for (const trait of traits) layout[ownColumn(trait)] = 'float64';
  for (const { memory = {}, name } of automata) {
    for (const [column, kind] of Object.entries(memory)) {
      if (Object.hasOwn(layout, column)) {
        throw new RangeError(
          `the automaton ${JSON.stringify(name)} and one before it both keep a column ${JSON.stringify(column)}`,
        );
      }
      layout[column] = kind;
    }
  }
  return layout;
}
