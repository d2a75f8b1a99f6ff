/** Exit codes: a promise to scripts. `ownFailure`: the user did nothing wrong, and the command could not do its work. */
export const ExitCode = {
  done: 0,
  criterionFailed: 1,
  badInput: 2,
  ownFailure: 3,
  interrupted: 130,
} as const;

/** A mistake that the user can correct: reported in one line, without a stack. */
export class BadInput extends Error {}

/** Something that the command needs and this machine does not have. */
export class Unavailable extends Error {}

/** Reports what no part of the command expected, in words. A developer can ask for the stack. */
export function describeFailure(error: unknown): string {
  if (error instanceof Unavailable) return `wend: ${error.message}\n`;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const stack = error instanceof Error && process.env.WEND_STACK ? `${error.stack}\n` : '';
  return `wend: failed, which is a defect of wend or of its installation: ${message}\n${stack}`;
}
