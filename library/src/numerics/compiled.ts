/** What is used of WebAssembly; the library's types are those of the language alone. */
type WebAssemblyApi = {
  Memory: new (descriptor: { initial: number }) => { buffer: ArrayBuffer };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: object };
};

const PAGE = 65536;

/** Rows from which on a kernel is worth it: for fewer, making one takes longer than what it saves. */
export const WORTH_COMPILING = 256;

/** Memory that compiled code and columns share. */
export type CompiledMemory = { buffer: ArrayBuffer };

/** Memory of at least `size` bytes. Undefined where WebAssembly is missing. */
export function createCompiledMemory(size: number): CompiledMemory | undefined {
  const api = (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly;
  if (!api) return undefined;
  try {
    return new api.Memory({ initial: Math.ceil(size / PAGE) });
  } catch {
    return undefined;
  }
}

/** What a module that imports `env.memory` exports. Undefined where it cannot be compiled, or pages forbid it. */
export function instantiateModule(bytes: Uint8Array, memory: CompiledMemory): object | undefined {
  const api = (globalThis as { WebAssembly?: WebAssemblyApi }).WebAssembly;
  try {
    return api && new api.Instance(new api.Module(bytes), { env: { memory } }).exports;
  } catch {
    return undefined;
  }
}

/**
 * An instance of a compiled kernel with memory of its own, of at least `size` bytes. Undefined where WebAssembly with
 * vectors is missing or forbidden.
 */
export function instantiate(
  text: string,
  size: number,
): { exports: object; buffer: ArrayBuffer } | undefined {
  const memory = createCompiledMemory(size);
  const exports = memory && instantiateModule(decodeBase64(text), memory);
  return exports && { exports, buffer: memory.buffer };
}

/** The bytes of a text in base 64 without padding; hosts do not agree on a function for it. */
function decodeBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    bits = (bits << 6) | DIGITS.indexOf(text[i]);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at++] = (bits >> held) & 255;
  }
  return bytes;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
