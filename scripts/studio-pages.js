// The pages of the studio: built by Vite, with the built-in scenarios and their list beside them.
//
// scripts/bundle-command.js puts them beside the command, and `wend studio` serves them. The folder library/command/studio
// works on any other web server, too.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { agentsIn } from '../cli/dist/built-in.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds the pages: the content of each file by its path, and the paths of the sources.
 * @returns {Promise<{ files: [path: string, content: Buffer][]; inputs: string[] }>}
 */
export async function makeStudioPages() {
  const inputs = new Set();
  const collect = {
    name: 'collect-inputs',
    moduleParsed: ({ id }) => void inputs.add(id.replace(root, '').replace(/^\0/, '')),
  };
  // Tests build as well, in an environment of their own: the pages are the same.
  process.env.NODE_ENV = 'production';
  const result = await build({
    root: join(root, 'studio'),
    configFile: join(root, 'studio/vite.config.ts'),
    logLevel: 'error',
    build: { write: false },
    plugins: [collect],
    worker: { format: 'es', plugins: () => [collect] },
  });
  const built = [result].flat().flatMap(({ output }) => output);
  const files = built.map((file) => [file.fileName, Buffer.from('code' in file ? file.code : file.source)]);
  const shown = readdirSync(join(root, 'studio/public'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(join(root, 'studio/public').length + 1), readFileSync(path)]);
  return { files: [...files, ...shown, ...scenarioFiles()], inputs: [...inputs] };
}

/** The built-in scenarios, and a list of them with what `wend list` says. */
function scenarioFiles() {
  const names = ['', 'steerbench/'].flatMap((part) =>
    readdirSync(join(root, 'scenarios', part))
      .filter((file) => file.endsWith('.json') && file !== 'package.json')
      .map((file) => `${part}${file.slice(0, -'.json'.length)}`)
      .sort(),
  );
  const texts = names.map((name) => readFileSync(join(root, 'scenarios', `${name}.json`)));
  const list = names.map((name, k) => {
    const scenario = JSON.parse(texts[k]);
    const { description = '', dimension = 2, duration } = scenario;
    return { name, description, agents: agentsIn(scenario), duration, dimension };
  });
  return [
    ...names.map((name, k) => [`scenarios/${name}.json`, texts[k]]),
    ['scenarios/index.json', Buffer.from(JSON.stringify(list))],
  ];
}
