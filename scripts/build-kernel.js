// Compiles the sources of library/kernel to WebAssembly and writes them as text, in base 64; and writes the library's side of
// the memory layouts in library/kernel/layouts.js:
//   node scripts/build-kernel.js            writes the files named below
//   node scripts/build-kernel.js --check    exits with 1 when one of them is out of date
import { readFileSync, writeFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';
import { layouts } from '../library/kernel/layouts.js';

const root = new URL('..', import.meta.url).pathname;
/** Each source with its output file. */
const kernels = {
  'library/kernel/repellers.as.ts': 'library/src/steering/nonlinear/kernel-bytes.ts',
  'library/kernel/discs.as.ts': 'library/src/environment/kinetic/discs/kernel-bytes.ts',
};

/** @typedef {import('../library/kernel/layouts.js').Layout} Layout */
/** @typedef {Layout['columns'][number]} Column */

const LINE_WIDTH = 110;
const BYTES = { f64: 8, i32: 4, u8: 1 };
const ARRAYS = { f64: 'Float64Array', i32: 'Int32Array', u8: 'Uint8Array' };

for (const [source, target] of Object.entries(kernels)) {
  const layout = layouts[source];
  if (layout) write('library/kernel/layouts.js', layout.file, librarySide(layout));
  write(source, target, await compile(source, layout));
}

/** @param {string} source @param {string} target @param {string} text */
function write(source, target, text) {
  if (!process.argv.includes('--check')) {
    writeFileSync(`${root}/${target}`, text);
  } else if (readFileSync(`${root}/${target}`, 'utf8') !== text) {
    process.stderr.write(`${source} has changed: run node scripts/build-kernel.js\n`);
    process.exitCode = 1;
  }
}

/** A list on one line or, where that is too long, on one line each, as the formatter has it. */
function wrap(
  /** @type {string} */ indent,
  /** @type {string} */ open,
  /** @type {string[]} */ items,
  /** @type {string} */ close,
) {
  const line = `${indent}${open}${items.join(', ')}${close}`;
  if (line.length <= LINE_WIDTH) return line;
  return [
    `${indent}${open.trimEnd()}`,
    ...items.map((item) => `${indent}  ${item},`),
    `${indent}${close.trimStart()}`,
  ].join('\n');
}

/** The columns as typed arrays. @param {Layout} layout */
function librarySide({ columns, constants, first, name, shares, sizes }) {
  const shared = columns.filter(([column]) => !column.startsWith('_'));
  const parameters = sizes.map((size) => `${size}: number`);
  const bytes = (/** @type {Column} */ [, type, length]) =>
    `${BYTES[type]} * ${length.includes(' ') ? `(${length})` : length}`;
  const offsets = columns.map((column, k) => {
    const start = k === 0 ? String(first) : `${columns[k - 1][0]} + ${bytes(columns[k - 1])}`;
    return `  const ${column[0]} = ${start};`;
  });
  const last = columns[columns.length - 1];
  return `// Written by scripts/build-kernel.js from library/kernel/layouts.js; do not edit.

${Object.entries(constants)
  .map(([constant, value]) => `${shares.includes(constant) ? 'export ' : ''}const ${constant} = ${value};\n`)
  .join('')}
/** Where each column begins, and where the last one ends, in bytes. */
${wrap('', 'function offsets(', parameters, ') {')}
${offsets.join('\n')}
${wrap('  ', 'return { ', [...columns.map(([column]) => column), `end: ${last[0]} + ${bytes(last)}`], ' };')}
}

${wrap('', `export function bytesOf${name}(`, parameters, '): number {')}
  return offsets(${sizes.join(', ')}).end;
}

/** The columns of a kernel's memory. */
${wrap('', `export function columnsOf${name}(`, ['buffer: ArrayBuffer', ...parameters], ') {')}
  const at = offsets(${sizes.join(', ')});
  return {
${shared
  .map(
    ([column, type, length, holds]) =>
      `    /** ${holds} */\n    ${column}: new ${ARRAYS[type]}(buffer, at.${column}, ${length}),`,
  )
  .join('\n')}
  };
}
`;
}

/** The same for the kernel: the places of the columns as variables, and a function that sets them. @param {Layout} layout */
function kernelSide({ columns, constants, first, sizes }) {
  const lines = Object.entries(constants).map(([name, value]) => `export const ${name}: usize = ${value};`);
  for (const [column] of columns) lines.push(`export let ${column}: usize = 0;`);
  lines.push(`export function place(${sizes.map((size) => `${size}: usize`).join(', ')}): void {`);
  let end = String(first);
  for (const [column, type, length] of columns) {
    lines.push(`  ${column} = ${end};`);
    end = `${column} + ${BYTES[type]} * (${length})`;
  }
  return [...lines, '}', ''].join('\n');
}

/** @param {string} source @param {Layout | undefined} layout */
async function compile(source, layout) {
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
        if (layout && name.endsWith('kernel/layout.ts')) return kernelSide(layout);
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
