import { ShapeError, TrajectoryError } from '@wend/formats';
import { ScenarioError } from 'wend';

/** Exit codes: a promise to scripts. */
export const ExitCode = { done: 0, criterionFailed: 1, badInput: 2, interrupted: 130 } as const;

/** Something that the user can put right: said in one line, without a stack. */
export class BadInput extends Error {}

/** The message for an error that is the user's to mend, or undefined for one that is ours. */
export function messageOf(error: unknown): string | undefined {
  const ours = [BadInput, ScenarioError, ShapeError, TrajectoryError];
  if (ours.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) {
    return `${path ?? 'file'}: ${(error as Error).message}`;
  }
  return undefined;
}
