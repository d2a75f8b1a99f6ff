import { afterEach, expect, test, vi } from 'vitest';
import { stepWorld } from 'wend';
import { createScenarioWorld } from 'wend/scenario';
import { Progress } from './progress.ts';

const world = createScenarioWorld({
  version: 1,
  name: 'walk',
  bounds: { min: [0, 0], max: [10, 10] },
  duration: 20,
  agents: [{ at: [1, 1], goal: [9, 9] }],
});

afterEach(() => vi.restoreAllMocks());

/** Shows progress at times in milliseconds, a step for each, and returns what was written to stderr. */
function show(isTerminal: boolean, times: number[]): string[] {
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const terminal = process.stderr.isTTY;
  process.stderr.isTTY = isTerminal;
  const progress = new Progress();
  process.stderr.isTTY = terminal;
  world.step = 0;
  for (const time of times) {
    clock.mockReturnValue(1000 + time);
    progress.show(world, 20);
    stepWorld(world);
  }
  progress.end();
  return written;
}

test('a log gets a line at once and one every five seconds: time, agents, steps per second, time left', () => {
  expect(show(false, [0, 1000, 4999, 5000, 5001, 10_000])).toEqual([
    'walk · 0.0 of 20 s · 1 agent · 0 arrived\n',
    expect.stringMatching(
      /^walk · 0\.2 of 20 s · 1 agent · 0 arrived · 1 steps\/s · at most \S+ \w+ left\n$/,
    ),
    expect.stringMatching(/^walk · 0\.3 of 20 s · /),
  ]);
});

test('a terminal gets one line, rewritten five times a second and wiped at the end', () => {
  const written = show(true, [0, 100, 199, 200, 300, 400]);
  expect(written).toHaveLength(4);
  for (const text of written.slice(0, 3)) {
    expect(text.startsWith('\rwalk · ') && text.endsWith('\u001b[K') && !text.includes('\n')).toBe(true);
  }
  expect(written[3]).toBe('\r\u001b[K');
});
