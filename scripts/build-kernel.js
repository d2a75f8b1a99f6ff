// Compiles library/kernel/repellers.as.ts to WebAssembly and writes it as a list of bytes:
//   node scripts/build-kernel.js            writes library/src/steering/nonlinear/kernel-bytes.ts
//   node scripts/build-kernel.js --check    exits with 1 when that file is not what the source gives
import { readFileSync, writeFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';

const root = new URL('..', import.meta.url).pathname;
const source = 'library/kernel/repellers.as.ts';
const target = new URL('../library/src/steering/nonlinear/kernel-bytes.ts', import.meta.url);

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

const lines = [];
for (let at = 0; at < binary.length; at += 24)
  lines.push(`  ${[...binary.subarray(at, at + 24)].join(', ')},`);
const text = `// Written by scripts/build-kernel.js from ${source}; do not edit.

// biome-ignore format: a list of bytes
export const kernelBytes = [
${lines.join('\n')}
];
`;
if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') === text) process.exit(0);
  process.stderr.write(`${source} has changed: run node scripts/build-kernel.js\n`);
  process.exit(1);
}
writeFileSync(target, text);
