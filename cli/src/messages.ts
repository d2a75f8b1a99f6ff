import { BadInput } from './failure.ts';

/**
 * Errors of the library and the formats with messages that tell the user what to correct. They are listed by name,
 * because this file must not load the packages that throw them.
 */
const CORRECTABLE = new Set([
  'AutomatonError',
  'FileError',
  'ScenarioError',
  'ShapeError',
  'SteerSuiteError',
  'TrajectoryError',
]);

/** '1 agent', '2 agents'. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** The message for an error that the user can correct, or undefined for a defect of wend. */
export function messageOf(error: unknown): string | undefined {
  const { code, message, name, path } = error as NodeJS.ErrnoException;
  if (error instanceof BadInput || CORRECTABLE.has(name)) return message;
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return `${path ?? 'file'}: ${message}`;
  return undefined;
}
