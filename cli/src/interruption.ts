import { ExitCode } from './failure.ts';

/** Signals within this many milliseconds count as one: npm and npx forward the Ctrl-C that the terminal also sends. */
const ECHO = 1000;

/** Watches for SIGINT and SIGTERM until the process ends; a second signal ends the process at once. */
export function watchInterruption(): { requested: boolean } {
  const watch = { requested: false };
  let first = 0;
  const onSignal = () => {
    if (watch.requested && performance.now() - first > ECHO) process.exit(ExitCode.interrupted);
    if (!watch.requested) first = performance.now();
    watch.requested = true;
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return watch;
}
