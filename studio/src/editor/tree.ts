/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | Tree;
/** An object of JSON. */
export type Tree = { readonly [key: string]: Json };
/** Where a value is: keys of objects and places in lists. */
export type Path = readonly (string | number)[];

/** The value at a path, or undefined if there is none. */
export function valueAt(tree: Json | undefined, path: Path): Json | undefined {
  let value: Json | undefined = tree;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, Json>)[key];
  }
  return value;
}

/** The items of the list at a path; none if there is no list. */
export function listAt(tree: Json | undefined, path: Path): readonly Json[] {
  const value = valueAt(tree, path);
  return Array.isArray(value) ? value : [];
}

/**
 * The same tree with another value at a path; undefined removes it. What is not on the path is shared with the tree that
 * was given, which does not change. Objects on the path that are missing are made.
 */
export function withValue(tree: Json | undefined, path: Path, value: Json | undefined): Json {
  if (path.length === 0) {
    if (value === undefined) throw new RangeError('the whole tree cannot be removed');
    return value;
  }
  const [key, ...rest] = path;
  if (Array.isArray(tree) && typeof key === 'number') {
    if (rest.length === 0 && value === undefined) return tree.filter((_, k) => k !== key);
    const items = [...tree];
    items[key] = withValue(items[key], rest, value);
    return items;
  }
  if (rest.length > 0 && value === undefined && valueAt(tree, [key]) === undefined) return tree ?? {};
  const owner: Tree = isTree(tree) ? tree : {};
  if (rest.length === 0 && value === undefined) {
    const { [key]: _, ...others } = owner;
    return others;
  }
  const before = Object.hasOwn(owner, key) ? owner[key] : typeof rest[0] === 'number' ? [] : {};
  const inside = rest.length === 0 ? value! : withValue(before, rest, value);
  // A key such as __proto__ is data like any other. A key that is there keeps its place in the file.
  const entries = Object.entries(owner);
  if (!Object.hasOwn(owner, key)) return Object.fromEntries([...entries, [key, inside]]);
  return Object.fromEntries(entries.map(([name, one]) => [name, name === String(key) ? inside : one]));
}

/** The same tree with an item at the end of the list at a path. */
export function withItem(tree: Json, path: Path, item: Json): Json {
  return withValue(tree, path, [...listAt(tree, path), item]);
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two paths lead to the same place. */
export function isSamePath(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((key, k) => key === b[k]);
}

/** `groups[1].count` and `["odd key"][0]` as a path, as the messages of the checks write it. */
export function parsePath(text: string): Path {
  const parts = text.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g);
  return [...parts].map(([, place, quoted, key]) => {
    if (place !== undefined) return Number(place);
    return quoted === undefined ? key : (JSON.parse(quoted) as string);
  });
}
