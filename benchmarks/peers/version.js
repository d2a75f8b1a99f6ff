// @ts-check
import { existsSync, readFileSync } from 'node:fs';

/**
 * The version of an installed package. The package's file is found by walking up from its entry point, since
 * an `exports` map (recast-navigation has one) hides package.json from the resolver.
 * @param {string} name
 * @returns {string}
 */
export function installedVersion(name) {
  for (let folder = new URL('./', import.meta.resolve(name)); ; folder = new URL('../', folder)) {
    const file = new URL('package.json', folder);
    if (existsSync(file)) {
      const description = JSON.parse(readFileSync(file, 'utf8'));
      if (description.name === name) return description.version;
    }
    if (folder.pathname === '/') throw new Error(`no package.json of ${name} above its entry point`);
  }
}
