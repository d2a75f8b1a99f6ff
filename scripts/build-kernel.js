// Compiles library/kernel/repellers.as.ts to WebAssembly and writes it as text, in base 64:
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

const code = Buffer.from(binary).toString('base64').replace(/=+$/, '');
const lines = code.match(/.{1,100}/g) ?? [];
const text = `// Written by scripts/build-kernel.js from ${source}; do not edit.

/** The compiled kernel in base 64, without padding. */
export const kernelText = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('');
`;
if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') === text) process.exit(0);
  process.stderr.write(`${source} has changed: run node scripts/build-kernel.js\n`);
  process.exit(1);
}
writeFileSync(target, text);
