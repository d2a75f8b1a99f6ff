import { createOptionalPart } from '../../crowd/index.ts';
import { groundMissing } from '../scenario/ground-part.ts';
import type { Reader } from './readers.ts';

/** How worlds made by programs read the ground, and the commands that change it. */
export const groundReaders = createOptionalPart<{
  read: Reader;
  commands: Readonly<Record<string, Reader>>;
}>(groundMissing);
