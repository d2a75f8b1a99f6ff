import { ExitCode } from './failure.ts';

/** Milliseconds within which signals are one: npm and npx pass on the Ctrl-C that the terminal sent to the command as well. */
const ECHO = 1000;

/** Watches for Ctrl-C and a polite kill from here to the end of the process; a second one ends the process at once. */
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
