/** Exit codes: a promise to scripts. */
export const ExitCode = { done: 0, criterionFailed: 1, badInput: 2, interrupted: 130 } as const;

/** A mistake that the user can correct: reported in one line, without a stack. */
export class BadInput extends Error {}
