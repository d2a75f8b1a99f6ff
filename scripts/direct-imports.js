// A plugin of esbuild: `import { a } from 'wend/scenario'` becomes an import from the file that declares a.
//
// esbuild splits code by files. A command that imports one function from a door would load everything behind that door.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const IMPORT = /^import \{([^}]*)\} from ['"]([^'"]+)['"];/gm;
const REEXPORT = /^export \{([^}]*)\} from ['"]([^'"]+)['"];/gm;
const ALL = /^export \* from ['"]([^'"]+)['"];/gm;

export function directImports(root) {
  const resolve = createRequire(pathToFileURL(join(root, 'cli/dist/main.js'))).resolve;
  const tables = new Map();

  /** Where the names come from that a file hands on: name → [file, name there]. */
  function handedOn(file) {
    const known = tables.get(file);
    if (known) return known;
    const table = new Map();
    tables.set(file, table);
    const source = readFileSync(file, 'utf8');
    for (const [, names, from] of source.matchAll(REEXPORT)) {
      if (!from.startsWith('.')) continue;
      for (const [there, here] of pairsIn(names))
        table.set(here, declarationOf(join(dirname(file), from), there));
    }
    for (const [, from] of source.matchAll(ALL)) {
      for (const [name, place] of handedOn(join(dirname(file), from))) table.set(name, place);
    }
    return table;
  }

  const declarationOf = (file, name) => handedOn(file).get(name) ?? [file, name];

  function direct(statement, names, from) {
    if (!/^(@wend\/formats|wend)(\/|$)/.test(from)) return statement;
    const door = resolve(from);
    return pairsIn(names)
      .map(([there, here]) => {
        const [file, name] = declarationOf(door, there);
        return `import { ${name} as ${here} } from '${file.replaceAll('\\', '/')}';`;
      })
      .join(' ');
  }

  return {
    name: 'direct-imports',
    setup({ onLoad }) {
      onLoad({ filter: /(cli|formats)[\\/]dist[\\/].*\.js$/ }, ({ path }) => ({
        contents: readFileSync(path, 'utf8').replace(IMPORT, direct),
      }));
    },
  };
}

/** The names of `a, b as c`: [a, a], [b, c]. */
function pairsIn(names) {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => {
      const [there, here = there] = name.split(' as ');
      return [there, here];
    });
}
