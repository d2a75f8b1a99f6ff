// @ts-check
// The API pages (npm run docs), with the guides in them. The doors are those of the package: nothing is listed twice.
import { readFileSync } from 'node:fs';

/** @type {{ exports: Record<string, string | { default: string }> }} */
const { exports } = JSON.parse(readFileSync(new URL('library/package.json', import.meta.url), 'utf8'));

const entryPoints = Object.values(exports).flatMap((door) =>
  typeof door === 'string' ? [] : [door.default.replace(/^\.\/dist\/(.*)\.js$/, 'library/src/$1.ts')],
);

/** @type {Partial<import('typedoc').TypeDocOptions>} */
export default {
  entryPoints,
  tsconfig: 'library/tsconfig.json',
  out: 'docs/api',
  name: 'wend',
  readme: 'library/README.md',
  projectDocuments: ['docs/guide/*.md', 'docs/models/*.md', 'docs/decisions/*.md', 'CHANGELOG.md'],
  treatWarningsAsErrors: true,
  // The pages are the same in every clone, whatever its remote is called.
  disableSources: true,
  highlightLanguages: [
    'bash',
    'html',
    'javascript',
    'json',
    'jsonc',
    'python',
    'sh',
    'sql',
    'ts',
    'tsx',
    'typescript',
  ],
  // Types of scenarios are inferred from their schemas, and those of columns from their layouts: what they are inferred
  // from is not public on purpose. The guides link to folders of the source, which are no pages; tests/readme.test.ts
  // checks that every link between files leads somewhere.
  validation: { notExported: false, invalidPath: false, invalidLink: true, rewrittenLink: true },
};
