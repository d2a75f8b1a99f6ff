import { realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { FileError, readTextFile } from '@wend/formats/files';
import { ScenarioError } from 'wend';
import { BadInput } from './failure.ts';

/** Where the files are that a scenario refers to, and which of its parts came from such files. */
export type References = {
  /** The scenario's name in messages. */
  source: string;
  /** The scenario's folder. */
  folder: string;
  allowOutside: boolean;
  /** Paths in the scenario, such as `velocityFields[0]`. */
  filled: string[];
};

export function createReferences(source: string, file: string | undefined, allowOutside = false): References {
  return { source, folder: file === undefined ? '.' : dirname(file), allowOutside, filled: [] };
}

/**
 * The text of a file that a scenario refers to at `place`. A scenario from a stranger must not read other files of its
 * reader, so the file is inside the scenario's folder, links resolved, unless the user allows others.
 */
export function readReference(
  references: References,
  place: string,
  name: string,
): { path: string; text: string } {
  const { allowOutside, folder, source } = references;
  const path = resolve(folder, name);
  try {
    const target = realpathSync(path);
    if (!allowOutside && !target.startsWith(join(realpathSync(folder), sep))) {
      throw new BadInput(
        `${source}: ${place}: ${path}: expected a file inside the folder of the scenario; --allow-outside allows others`,
      );
    }
    return { path, text: readTextFile(target) };
  } catch (error) {
    if (error instanceof BadInput) throw error;
    const message = error instanceof FileError ? error.message : `${path}: cannot be read: ${codeOf(error)}`;
    throw new BadInput(`${source}: ${place}: ${message}`);
  }
}

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'ENOENT: no such file or directory' : message;
}

/**
 * The error of a check, without quotations from files that the scenario refers to: a message may be shown to the
 * scenario's author, who must not learn what a file on this machine contains.
 */
export function unquoted(error: unknown, { filled }: References): unknown {
  if (!(error instanceof ScenarioError) || filled.length === 0) return error;
  const problems = error.problems.map(({ path, message }) => {
    const isFilled = filled.some((part) => path.startsWith(part));
    return { path, message: isFilled ? message.replace(/, got .*$/s, '') : message };
  });
  return new ScenarioError(error.source, problems, error.omitted);
}
