// How large a page gets by wend: bundles of small programs, minified and compressed.
//
//   node benchmarks/bundle-size.js          after npm run build; exits with 1 when a bundle is larger than its limit
//
// esbuild --bundle --minify, then gzip -9. The programs use the doors of the built package, as a page would.

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
      import { createScenarioWorld, parseScenario } from 'wend/scenario';
      const world = createScenarioWorld(parseScenario(await (await fetch('scenario.json')).text()));
      stepWorld(world);
      console.log(world.crowd.count);`,
  },
];

/**
 * The sizes of a program's bundle, bytes, and its parts, the largest first.
 * @param {string} code
 * @returns {Promise<{ minified: number; compressed: number; parts: [string, number][] }>}
 */
export async function sizeOf(code) {
  const { metafile, outputFiles } = await build({
    stdin: { contents: code, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: 'esm',
    metafile: true,
    write: false,
    outfile: 'page.js',
  });
  const [{ contents }] = outputFiles;
  const parts = new Map();
  for (const [path, { bytesInOutput }] of Object.entries(Object.values(metafile.outputs)[0].inputs)) {
    const [, dependency] = path.match(/node_modules\/([^/]+)/) ?? [];
    const folder = dependency ?? path.replace(/^library\/dist\//, '').replace(/\/[^/]*$/, '');
    parts.set(folder, (parts.get(folder) ?? 0) + bytesInOutput);
  }
  return {
    minified: contents.length,
    compressed: gzipSync(contents, { level: 9 }).length,
    parts: [...parts].sort(([, a], [, b]) => b - a),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, limit, code } of programs) {
    const { minified, compressed, parts } = await sizeOf(code);
    const held = compressed <= limit;
    console.log(`${name}: ${compressed} bytes compressed, limit ${limit}: ${held ? 'held' : 'exceeded'}`);
    console.log(
      `  ${minified} minified; ${parts
        .slice(0, 8)
        .map(([part, bytes]) => `${part} ${bytes}`)
        .join(', ')}`,
    );
    if (!held) process.exitCode = 1;
  }
}
