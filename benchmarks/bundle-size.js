// How large a page gets by wend: bundles of small programs, minified and compressed.
//
//   node benchmarks/bundle-size.js          after npm run build; exits with 1 when a bundle is larger than its limit
//
// esbuild --bundle --minify --splitting, then gzip -9 of each file. The programs use the doors of the built package, as
// a page would. The figure is what a page loads before it runs: the file of the program and the files that it imports.
// Steering models, planners and indexes that a scenario may name are in files of their own, which a page loads when a
// scenario names them; the sum of all files is printed, too.

import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Programs, and how many bytes the bundle of each may have, compressed. */
export const programs = [
  {
    name: 'a world from code, the default model',
    limit: 90_000,
    code: `import { addAgent, createWorld, readAgent, stepWorld } from 'wend';
      const world = createWorld({ bounds: { min: [0, 0], max: [20, 10] } });
      const agent = addAgent(world, { at: [2, 5], goal: [18, 5] });
      stepWorld(world);
      console.log(readAgent(world, agent));`,
  },
  {
    name: 'a world from a scenario file',
    limit: 160_000,
    code: `import { stepWorld } from 'wend';
      import { openScenario } from 'wend/scenario';
      const world = await openScenario(await (await fetch('scenario.json')).text());
      stepWorld(world);
      console.log(world.crowd.count);`,
  },
];

/**
 * The sizes of a program's bundle, bytes. `compressed` is what a page loads at its start, `all` is that and what it may
 * load later; `parts` are those of the start, the largest first.
 * @param {string} code
 * @returns {Promise<{ minified: number; compressed: number; all: number; parts: [string, number][] }>}
 */
export async function sizeOf(code) {
  const { metafile, outputFiles } = await build({
    stdin: { contents: code, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    metafile: true,
    write: false,
    outdir: 'page',
  });
  const compressedSizes = new Map(
    outputFiles.map(({ path, contents }) => [relative(root, path), gzipSync(contents, { level: 9 }).length]),
  );
  const initial = loadedAtStart(metafile.outputs);
  const parts = new Map();
  let minified = 0;
  let compressed = 0;
  for (const file of initial) {
    minified += metafile.outputs[file].bytes;
    compressed += compressedSizes.get(file);
    for (const [path, { bytesInOutput }] of Object.entries(metafile.outputs[file].inputs)) {
      const [, dependency] = path.match(/node_modules\/([^/]+)/) ?? [];
      const folder = dependency ?? path.replace(/^library\/dist\//, '').replace(/\/[^/]*$/, '');
      parts.set(folder, (parts.get(folder) ?? 0) + bytesInOutput);
    }
  }
  return {
    minified,
    compressed,
    all: [...compressedSizes.values()].reduce((sum, size) => sum + size, 0),
    parts: [...parts].sort(([, a], [, b]) => b - a),
  };
}

/** The file of the program, and the files that it imports when it starts. */
function loadedAtStart(outputs) {
  const [entry] = Object.keys(outputs).filter((file) => outputs[file].entryPoint === '<stdin>');
  const files = new Set([entry]);
  for (const file of files) {
    for (const { kind, path } of outputs[file].imports) if (kind === 'import-statement') files.add(path);
  }
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, limit, code } of programs) {
    const { minified, compressed, all, parts } = await sizeOf(code);
    const held = compressed <= limit;
    console.log(`${name}: ${compressed} bytes compressed, limit ${limit}: ${held ? 'held' : 'exceeded'}`);
    if (all > compressed) console.log(`  ${all} with everything that is loaded when a scenario names it`);
    console.log(
      `  ${minified} minified; ${parts
        .slice(0, 8)
        .map(([part, bytes]) => `${part} ${bytes}`)
        .join(', ')}`,
    );
    if (!held) process.exitCode = 1;
  }
}
