// Puts chunks of a bundle that commands always load together into one file: some fifty small files take longer to load than
// one large one.

import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { build } from 'esbuild';

/**
 * Merges the chunks that the entry point `of` loads and `without` does not. A merged chunk becomes a line that exports the
 * names of the shared file, for what imports it later.
 *
 * @param {Map<string, Buffer>} files the files of the bundle by name, which are changed
 * @param {import('esbuild').Metafile} metafile
 * @param {{ of: string, without: string }} entryPoints
 */
export async function mergeChunks(files, { outputs }, { of, without }) {
  const chunks = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const nameOf = (entry) => [...chunks].find(([, { entryPoint }]) => entryPoint === entry)[0];
  const apart = loadedBy(chunks, nameOf(without));
  const merged = [...loadedBy(chunks, nameOf(of))].filter((name) => name !== nameOf(of) && !apart.has(name));
  const exported = merged.map((name, k) =>
    chunks.get(name).exports.map((value) => [value, `_${k}_${value}`]),
  );
  const contents = merged.map((name, k) => {
    const list = exported[k].map(([value, unique]) => `${value} as ${unique}`);
    return list.length > 0 ? `export { ${list.join(', ')} } from './${name}';` : `import './${name}';`;
  });
  const { outputFiles } = await build({
    stdin: { contents: contents.join('\n'), resolveDir: '/' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    minify: true,
    legalComments: 'none',
    plugins: [{ name: 'chunks', setup: (context) => readChunks(context, files, new Set(merged)) }],
    write: false,
    logLevel: 'error',
  });
  const text = Buffer.from(outputFiles[0].contents);
  const shared = `shared-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.js`;
  files.set(shared, text);
  for (const [k, name] of merged.entries()) {
    const list = exported[k].map(([value, unique]) => `${unique} as ${value}`);
    const line = list.length > 0 ? `export{${list.join(',')}}from"./${shared}";` : `import"./${shared}";`;
    files.set(name, Buffer.from(`${line}\n`));
  }
  for (const name of chunks.keys()) {
    if (name.endsWith('.js') && !merged.includes(name)) {
      files.set(name, Buffer.from(importFrom(shared, merged, files.get(name).toString())));
    }
  }
}

/** The text of a file that takes from the shared file what it took from merged chunks. */
function importFrom(shared, merged, text) {
  return text.replace(/import(?:\{([^}]*)\}from)?"\.\/([^"]+)"/g, (statement, names, chunk) => {
    const k = merged.indexOf(chunk);
    if (k < 0) return statement;
    const list = names
      ?.split(',')
      .map((name) => `_${k}_${name.includes(' as ') ? name : `${name} as ${name}`}`);
    return list ? `import{${list.join(',')}}from"./${shared}"` : `import"./${shared}"`;
  });
}

/** The files that a file loads before it runs, and itself. */
function loadedBy(chunks, name, found = new Set()) {
  if (found.has(name) || !chunks.has(name)) return found;
  found.add(name);
  for (const { external, kind, path } of chunks.get(name).imports) {
    if (kind === 'import-statement' && !external) loadedBy(chunks, basename(path), found);
  }
  return found;
}

/** Merged chunks come from memory; all other files stay apart. */
function readChunks({ onLoad, onResolve }, files, merged) {
  onResolve({ filter: /^\.\// }, ({ kind, path }) => {
    const name = basename(path);
    return kind === 'import-statement' && merged.has(name)
      ? { path: name, namespace: 'chunk', sideEffects: true }
      : { path, external: true };
  });
  onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path }) => ({
    contents: files.get(path).toString(),
    loader: 'js',
  }));
}
