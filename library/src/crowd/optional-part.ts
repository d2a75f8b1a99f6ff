/**
 * A part of the engine that a bundle carries only where worlds need it. What brings it registers it; what uses it asks
 * for it, and the message where it is missing says who brings it.
 */
export type OptionalPart<Part> = { registered: Part | undefined; readonly missing: string };

export function createOptionalPart<Part>(missing: string): OptionalPart<Part> {
  return { registered: undefined, missing };
}

export function needPart<Part>({ missing, registered }: OptionalPart<Part>): Part {
  if (registered) return registered;
  throw new Error(missing);
}
