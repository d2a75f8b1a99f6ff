import type { OutputFormat } from '@wend/formats/outputs';
import { Unavailable } from './failure.ts';

/** Loads what a format needs. The message begins with `purpose`; `instead` does without WebAssembly. */
export async function loadFormat({ load }: OutputFormat, purpose: string, instead: string): Promise<void> {
  await load?.().catch((error: Error) => {
    throw cannotLoad(purpose, instead, error);
  });
}

/** Why SQLite is not there. */
export function cannotLoad(purpose: string, instead: string, error: Error): Unavailable {
  const why =
    'WebAssembly' in globalThis
      ? `cannot be loaded: ${error.message}`
      : `needs WebAssembly, and this Node has none (--jitless?): ${instead} does without`;
  return new Unavailable(`${purpose} ${why}`);
}
