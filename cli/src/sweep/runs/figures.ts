/** A figure of a run; null where it is not defined, as the evacuation time of a crowd that did not all arrive. */
export type Figure = number | boolean | null;

/** Keys that name the items of a list, in the order in which they are looked for. */
const NAMES = ['name', 'group', 'target'] as const;

/**
 * The figures of nested results by their paths: `score.time`, `lines.door.flow`. Items of a list are known by their
 * names. Texts are no figures.
 */
export function flatten(results: object): Record<string, Figure> {
  const figures: Record<string, Figure> = {};
  const visit = (value: unknown, path: string) => {
    if (value === null || typeof value === 'number' || typeof value === 'boolean') {
      figures[path] = typeof value === 'number' && !Number.isFinite(value) ? null : value;
    } else if (Array.isArray(value)) {
      for (const [k, item] of value.entries()) visit(item, `${path}.${nameOf(item, k)}`);
    } else if (typeof value === 'object') {
      for (const [key, item] of Object.entries(value)) visit(item, path === '' ? key : `${path}.${key}`);
    }
  };
  visit(results, '');
  return figures;
}

function nameOf(item: unknown, position: number): string {
  if (typeof item !== 'object' || item === null) return String(position);
  const key = NAMES.find((name) => typeof (item as Record<string, unknown>)[name] === 'string');
  return key === undefined ? String(position) : String((item as Record<string, unknown>)[key]);
}
