/**
 * A value with its past and its future, as chains: undo and redo have no limit, and each state shares with its neighbours
 * what they have in common.
 */
export type History<T> = {
  readonly present: T;
  readonly past: Chain<T>;
  readonly future: Chain<T>;
  /** Changes with the same mark, such as those of one drag, are one step. */
  readonly mark: string | undefined;
};

type Chain<T> = { readonly value: T; readonly rest: Chain<T> } | undefined;

export function createHistory<T>(present: T): History<T> {
  return { present, past: undefined, future: undefined, mark: undefined };
}

/** The next state. What was undone before is gone. */
export function change<T>(history: History<T>, present: T, mark?: string): History<T> {
  if (Object.is(present, history.present)) return history;
  const continues = mark !== undefined && mark === history.mark;
  const past = continues ? history.past : { value: history.present, rest: history.past };
  return { present, past, future: undefined, mark };
}

/** Ends a stretch of changes with the same mark: the next one is a step of its own. */
export function settle<T>(history: History<T>): History<T> {
  return history.mark === undefined ? history : { ...history, mark: undefined };
}

/** Replaces the present without a step: what is selected is no change of the scenario. */
export function replacePresent<T>(history: History<T>, present: T): History<T> {
  return { ...history, present };
}

export function undo<T>({ present, past, future, ...history }: History<T>): History<T> {
  if (!past) return { present, past, future, ...history };
  return {
    present: past.value,
    past: past.rest,
    future: { value: present, rest: future },
    mark: undefined,
  };
}

export function redo<T>({ present, past, future, ...history }: History<T>): History<T> {
  if (!future) return { present, past, future, ...history };
  return {
    present: future.value,
    past: { value: present, rest: past },
    future: future.rest,
    mark: undefined,
  };
}
