import type { Machine, MachineMode, MachineTransition } from './machine.ts';
import type { AutomatonModel } from './model.ts';
import { prepareMachine } from './prepare.ts';

/** A state of a machine as XState has them, in JSON. Guards and actions are the texts of the model. */
export type XStateNode = {
  id?: string;
  type?: 'parallel' | 'history';
  history?: 'deep';
  initial?: string;
  target?: string;
  states?: Record<string, XStateNode>;
  entry?: string[];
  exit?: string[];
  always?: { target: string; guard: string; actions?: string[] }[];
  /** What flows and holds in the mode: XState has no time. */
  meta?: Record<string, unknown>;
};

/**
 * The discrete skeleton of an automaton as a machine of XState 5: modes, transitions, entries, exits and histories. Flows and
 * invariants are in `meta`. A program gives the meaning of guards and actions by their texts.
 */
export function toXState(model: AutomatonModel): XStateNode {
  const machine = prepareMachine(model);
  const parts = machine.parts.map((part, number) => ({
    name: part.name,
    node: {
      initial: lastName(part.modes[part.start]),
      states: statesOf(machine, number, -1),
    },
  }));
  if (parts.length === 1 && parts[0].name === '') return { id: model.name, ...parts[0].node };
  return {
    id: model.name,
    type: 'parallel',
    states: Object.fromEntries(parts.map(({ name, node }) => [name, node])),
  };
}

const lastName = ({ name }: MachineMode) => name.split('.').at(-1)!;

function statesOf(machine: Machine, part: number, parent: number): Record<string, XStateNode> {
  const states: Record<string, XStateNode> = {};
  machine.parts[part].modes.forEach((mode, number) => {
    if (mode.parent === parent) states[lastName(mode)] = stateOf(machine, part, number, mode);
  });
  return states;
}

/** The name of the state that stands for the history of a mode. */
const HISTORY = 'history';

function stateOf(machine: Machine, part: number, number: number, mode: MachineMode): XStateNode {
  const { modes } = machine.parts[part];
  const always = machine.transitions
    .filter((one) => one.part === part && one.from === number)
    .sort((a, b) => b.priority - a.priority)
    .map((one) => transitionOf(machine, one));
  const texts = (list: MachineMode['entry']) => list.map(({ name, value }) => `${name} := ${value.text}`);
  const meta = metaOf(mode);
  const start = mode.start < 0 ? undefined : lastName(modes[mode.start]);
  return {
    ...(start !== undefined && {
      initial: start,
      states: {
        ...statesOf(machine, part, number),
        ...(mode.history && { [HISTORY]: { type: 'history', history: 'deep', target: start } }),
      },
    }),
    ...(mode.entry.length > 0 && { entry: texts(mode.entry) }),
    ...(mode.exit.length > 0 && { exit: texts(mode.exit) }),
    ...(always.length > 0 && { always }),
    ...(Object.keys(meta).length > 0 && { meta }),
  };
}

function transitionOf(machine: Machine, { effect, guard, part, to }: MachineTransition) {
  const { modes, name } = machine.parts[part];
  const path = [machine.name, ...(name === '' ? [] : [name]), modes[to].name];
  if (modes[to].history) path.push(HISTORY);
  const actions = effect.map(({ name: variable, value }) => `${variable} := ${value.text}`);
  return { target: `#${path.join('.')}`, guard: guard.text, ...(actions.length > 0 && { actions }) };
}

function metaOf({
  algebra,
  flow,
  goal,
  invariants,
  planner,
  set,
  steering,
}: MachineMode): Record<string, unknown> {
  const texts = (list: readonly { name: string; value: { text: string } }[]) =>
    Object.fromEntries(list.map(({ name, value }) => [name, value.text]));
  return {
    ...(flow.length > 0 && { flow: texts(flow) }),
    ...(algebra.length > 0 && { algebra: texts(algebra) }),
    ...(invariants.length > 0 && { invariants: invariants.map(({ text }) => text) }),
    ...(set.length > 0 && { set: texts(set.map(({ output, value }) => ({ name: output, value }))) }),
    ...(steering && { steering }),
    ...(planner && { planner }),
    ...(goal !== undefined && {
      goal: typeof goal === 'object' && 'kind' in goal ? { [goal.kind]: [goal.x.text, goal.y.text] } : goal,
    }),
  };
}
