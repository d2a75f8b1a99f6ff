/**
 * A part of the engine that a bundle carries only where worlds need it. The module that has the part registers it. A user
 * of the part asks for it; if it is missing, the message names the function that registers it.
 */
export type OptionalPart<Part> = { registered: Part | undefined; readonly missing: string };

export function createOptionalPart<Part>(missing: string): OptionalPart<Part> {
  return { registered: undefined, missing };
}

export function needPart<Part>({ missing, registered }: OptionalPart<Part>): Part {
  if (registered) return registered;
  throw new Error(missing);
}
