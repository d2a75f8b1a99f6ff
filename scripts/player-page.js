// The page that plays a run, as a template: `<!--title-->` and `<!--run-->` are left to fill in.
//
// scripts/bundle-command.js puts it beside the command; `wend run … --player` fills it in. The policy of the page allows
// this script and this style by their hashes and nothing else: no request, no other script, whatever a scenario contains.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('../studio/src/player', import.meta.url));

/** Builds the template. */
export async function makePlayerPage() {
  const style = (await bundle('page.css', {})).trim();
  const script = (await bundle('main.ts', { format: 'iife', target: 'es2022' })).trim();
  const parts = {
    "'script-hash'": hashOf(script),
    "'style-hash'": hashOf(style),
    '<!--style-->': `<style>${style}</style>`,
    '<!--script-->': `<script>${script}</script>`,
  };
  const page = readFileSync(join(folder, 'page.html'), 'utf8');
  return page.replace(/'(?:script|style)-hash'|<!--(?:script|style)-->/g, (place) => parts[place]);
}

async function bundle(name, options) {
  const { outputFiles } = await build({
    entryPoints: [join(folder, name)],
    bundle: true,
    minify: true,
    write: false,
    legalComments: 'none',
    logLevel: 'error',
    charset: 'utf8',
    ...options,
  });
  return outputFiles[0].text;
}

function hashOf(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
