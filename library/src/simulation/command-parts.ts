import type { Command } from './command-schema.ts';
import type { WorldParts } from './parts.ts';
import { reportIssues } from './scenario/issues.ts';
import { commandSchema } from './scenario/schema-script.ts';
import { createVelocityFields } from './scenario/velocity-fields.ts';

/** What every world of a scenario has: its commands may name what a scenario may name. */
export const commandParts = {
  readCommand(given, findings) {
    const parsed = commandSchema.safeParse(given);
    if (!parsed.success) reportIssues(findings, parsed.error.issues, given, []);
    return parsed.data as Command;
  },
  createVelocityFields,
} satisfies Partial<WorldParts>;
