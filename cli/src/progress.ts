import { timeOf, type World } from 'wend';

/** Milliseconds between two progress lines: on a terminal one line is rewritten, in a log each line is new. */
const TERMINAL_PAUSE = 200;
const LOG_PAUSE = 5000;

/** Keeps a line on stderr: simulated time, agents, steps per second, time left. */
export class Progress {
  readonly #begin = performance.now();
  readonly #terminal = process.stderr.isTTY === true;
  #shownAt = 0;

  show(world: World, duration: number): void {
    const now = performance.now();
    if (now - this.#shownAt < (this.#terminal ? TERMINAL_PAUSE : LOG_PAUSE) && this.#shownAt > 0) return;
    this.#shownAt = now;
    const seconds = (now - this.#begin) / 1000;
    const rate = world.step / Math.max(seconds, 1e-3);
    const left = (duration / world.dt - world.step) / Math.max(rate, 1e-3);
    const line = [
      world.scenario.name,
      `${timeOf(world).toFixed(1)} of ${duration} s`,
      `${world.crowd.count} ${world.crowd.count === 1 ? 'agent' : 'agents'}`,
      `${world.arrived} arrived`,
      ...(world.step > 0 ? [`${Math.round(rate)} steps/s`, `at most ${inWords(left)} left`] : []),
    ].join(' · ');
    process.stderr.write(this.#terminal ? `\r${line}\u001b[K` : `${line}\n`);
  }

  /** Clears the terminal's line for the next output. */
  end(): void {
    if (this.#terminal && this.#shownAt > 0) process.stderr.write('\r\u001b[K');
  }
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
