import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchInterruption } from './interruption.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;
const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
const exit = vi.fn();
const clock = vi.fn(() => 5000);

beforeEach(() => {
  vi.spyOn(process, 'exit').mockImplementation(exit as never);
  vi.spyOn(performance, 'now').mockImplementation(clock);
  clock.mockReturnValue(5000);
  exit.mockClear();
});

afterEach(() => {
  vi.restoreAllMocks();
  for (const signal of signals) {
    for (const listener of process.listeners(signal))
      if (!before.get(signal)!.includes(listener)) process.off(signal, listener);
  }
});

/** The listener that the last watch has added, called as the signal would. */
const send = (signal: (typeof signals)[number]) => process.listeners(signal).at(-1)!(signal);

test.each(signals)('%s asks for an end in good order', (signal) => {
  const watch = watchInterruption();
  expect(watch.requested).toBe(false);
  send(signal);
  expect(watch.requested).toBe(true);
  expect(exit).not.toHaveBeenCalled();
});

test('an echo within a second counts as the same signal', () => {
  watchInterruption();
  send('SIGINT');
  clock.mockReturnValue(6000);
  send('SIGINT');
  expect(exit).not.toHaveBeenCalled();
});

test('a second one later ends the process at once', () => {
  watchInterruption();
  send('SIGINT');
  clock.mockReturnValue(6001);
  send('SIGTERM');
  expect(exit).toHaveBeenCalledExactlyOnceWith(130);
});
