import type { Rows } from './rows/rows.ts';

/** Milliseconds between two progress lines: on a terminal one line is rewritten, in a log each line is new. */
const TERMINAL_PAUSE = 200;
const LOG_PAUSE = 5000;

/** Keeps a line on stderr: what is done, what failed, the rate and the time left. */
export class SweepProgress {
  readonly #begin = performance.now();
  readonly #terminal = process.stderr.isTTY === true;
  readonly #doneBefore: number;
  #shownAt = 0;

  constructor(doneBefore: number) {
    this.#doneBefore = doneBefore;
  }

  show({ done, failed, offsets }: Rows, all = offsets.length): void {
    const now = performance.now();
    const rate = ((done - this.#doneBefore) / Math.max(1e-3, now - this.#begin)) * 1000;
    this.count(
      [
        `${done} of ${all} runs`,
        ...(failed > 0 ? [`${failed} failed`] : []),
        ...(rate > 0 ? [`${rateIn(rate)} runs/s`, `${timeIn((all - done) / rate)} left`] : []),
      ].join(' · '),
    );
  }

  /** A line about how far it is; those that come too soon after another are left out. */
  count(line: string): void {
    const now = performance.now();
    if (this.#shownAt > 0 && now - this.#shownAt < (this.#terminal ? TERMINAL_PAUSE : LOG_PAUSE)) return;
    this.#shownAt = now;
    this.#write(line);
  }

  /** Something else than runs. */
  say(line: string): void {
    if (this.#terminal) this.#write(line);
  }

  #write(line: string): void {
    process.stderr.write(this.#terminal ? `\r${line}\u001b[K` : `${line}\n`);
  }

  /** Clears the terminal's line for the next output. */
  end(): void {
    if (this.#terminal) process.stderr.write('\r\u001b[K');
  }
}

function rateIn(rate: number): string {
  return rate < 10 ? rate.toFixed(1) : rate.toFixed(0);
}

function timeIn(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
