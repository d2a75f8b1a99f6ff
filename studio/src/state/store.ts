import { useSyncExternalStore } from 'react';

/** A value that components and the stage share. */
export type Store<T> = {
  get(): T;
  /** Replaces some fields. */
  set(change: Partial<T>): void;
  subscribe(listener: () => void): () => void;
};

export function createStore<T extends object>(value: T): Store<T> {
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(change) {
      value = { ...value, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A part of a store's value in a component, which is drawn again when that part changes. */
export function useStore<T, Part>({ get, subscribe }: Store<T>, select: (value: T) => Part): Part {
  return useSyncExternalStore(subscribe, () => select(get()));
}
