// Compiles the sources of library/kernel to WebAssembly and writes them as text, in base 64:
//   node scripts/build-kernel.js            writes the files named below
//   node scripts/build-kernel.js --check    exits with 1 when one of them is not what its source gives
import { readFileSync, writeFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';

const root = new URL('..', import.meta.url).pathname;
/** Each source with the file that holds what it gives. */
const kernels = {
  'library/kernel/repellers.as.ts': 'library/src/steering/nonlinear/kernel-bytes.ts',
  'library/kernel/pairs.as.ts': 'library/src/steering/pipeline/pairs-bytes.ts',
  'library/kernel/bodies.as.ts': 'library/src/steering/pipeline/bodies-bytes.ts',
  'library/kernel/discs.as.ts': 'library/src/environment/kinetic/agents/kernel-bytes.ts',
};

for (const [source, target] of Object.entries(kernels)) {
  const text = await compile(source);
  if (!process.argv.includes('--check')) {
    writeFileSync(`${root}/${target}`, text);
  } else if (readFileSync(`${root}/${target}`, 'utf8') !== text) {
    process.stderr.write(`${source} has changed: run node scripts/build-kernel.js\n`);
    process.exitCode = 1;
  }
}

/** @param {string} source */
async function compile(source) {
  /** @type {Uint8Array | undefined} */
  let binary;
  const { error, stderr } = await asc.main(
    [
      source,
      '--outFile',
      'kernel.wasm',
      '-O3',
      '--runtime',
      'stub',
      '--importMemory',
      '--noAssert',
      '--enable',
      'simd',
    ],
    {
      readFile: (name, folder) => {
        try {
          return readFileSync(`${root}/${folder}/${name}`, 'utf8');
        } catch {
          return null;
        }
      },
      writeFile: (name, content) => {
        if (name === 'kernel.wasm' && typeof content !== 'string') binary = content;
      },
      listFiles: () => [],
    },
  );
  if (error || !binary) {
    process.stderr.write(`${stderr}\n${error?.message ?? 'the compiler wrote nothing'}\n`);
    process.exit(1);
  }
  const code = Buffer.from(binary).toString('base64').replace(/=+$/, '');
  const lines = code.match(/.{1,100}/g) ?? [];
  return `// Written by scripts/build-kernel.js from ${source}; do not edit.

/** The compiled kernel in base 64, without padding. */
export const kernelText = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');
`;
}
