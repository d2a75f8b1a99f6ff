/** Bytes of WebAssembly: the operations that automata need, and the frame of a module. */
export const Op = {
  loop: 0x03,
  end: 0x0b,
  branchIf: 0x0d,
  select: 0x1b,
  getLocal: 0x20,
  setLocal: 0x21,
  teeLocal: 0x22,
  loadI32: 0x28,
  loadF64: 0x2b,
  storeF64: 0x39,
  storeByte: 0x3a,
  constI32: 0x41,
  constI64: 0x42,
  constF64: 0x44,
  isZeroI32: 0x45,
  lessI32: 0x49,
  equalF64: 0x61,
  differentF64: 0x62,
  lessF64: 0x63,
  moreF64: 0x64,
  atMostF64: 0x65,
  atLeastF64: 0x66,
  addI32: 0x6a,
  andI32: 0x71,
  orI32: 0x72,
  exclusiveOrI32: 0x73,
  shiftRightI32: 0x76,
  multiplyI64: 0x7e,
  orI64: 0x84,
  shiftLeftI64: 0x86,
  shiftRightI64: 0x88,
  absF64: 0x99,
  negateF64: 0x9a,
  floorF64: 0x9c,
  rootF64: 0x9f,
  addF64: 0xa0,
  subtractF64: 0xa1,
  multiplyF64: 0xa2,
  divideF64: 0xa3,
  wrapI64: 0xa7,
  extendI32: 0xad,
  truncateF64: 0xb1,
  convertI32: 0xb8,
  convertI64: 0xba,
} as const;

export const Type = { i32: 0x7f, i64: 0x7e, f64: 0x7c } as const;
export type Type = (typeof Type)[keyof typeof Type];

/** A function in the making: parameters are its first locals. */
export type Code = { parameters: Type[]; locals: Type[]; bytes: number[] };

export function createCode(parameters: readonly Type[]): Code {
  return { parameters: [...parameters], locals: [], bytes: [] };
}

export function addLocal({ locals, parameters }: Code, type: Type): number {
  return parameters.length + locals.push(type) - 1;
}

/** Appends operations without operands. */
export function operate({ bytes }: Code, ...operations: number[]): void {
  bytes.push(...operations);
}

export function get(code: Code, local: number): void {
  code.bytes.push(Op.getLocal, ...unsigned(local));
}

export function set(code: Code, local: number): void {
  code.bytes.push(Op.setLocal, ...unsigned(local));
}

export function tee(code: Code, local: number): void {
  code.bytes.push(Op.teeLocal, ...unsigned(local));
}

export function pushI32({ bytes }: Code, value: number): void {
  bytes.push(Op.constI32, ...signed(BigInt(value | 0)));
}

export function pushI64({ bytes }: Code, value: bigint): void {
  bytes.push(Op.constI64, ...signed(value));
}

export function pushF64({ bytes }: Code, value: number): void {
  bytes.push(Op.constF64, ...new Uint8Array(Float64Array.of(value).buffer));
}

/** Loads the double at the address on the stack plus `offset`. */
export function loadF64({ bytes }: Code, offset: number): void {
  bytes.push(Op.loadF64, 3, ...unsigned(offset));
}

/** A new local with the number at an address; its type is i32 or f64. */
export function emitLoad(code: Code, type: Type, address: number): number {
  const local = addLocal(code, type);
  pushI32(code, 0);
  if (type === Type.f64) loadF64(code, address);
  else code.bytes.push(Op.loadI32, 2, ...unsigned(address));
  set(code, local);
  return local;
}

/** Stores the double on the stack at the address below it plus `offset`. */
export function storeF64({ bytes }: Code, offset: number): void {
  bytes.push(Op.storeF64, 3, ...unsigned(offset));
}

/** Stores the lowest byte of the word on the stack at the address below it plus `offset`. */
export function storeByte({ bytes }: Code, offset: number): void {
  bytes.push(Op.storeByte, 0, ...unsigned(offset));
}

/** Ends with `Op.end`; a branch of depth 0 leads to its beginning. */
export function beginLoop({ bytes }: Code): void {
  bytes.push(Op.loop, NO_RESULT);
}

/** A branch to what is open around it, counted from the inside. */
export function branchIf({ bytes }: Code, depth: number): void {
  bytes.push(Op.branchIf, depth);
}

const NO_RESULT = 0x40;

export type ExportedFunction = { name: string; code: Code; result: Type };

/** A module with these functions over the memory `env.memory`. */
export function assembleModule(functions: readonly ExportedFunction[]): Uint8Array {
  const types = functions.map(({ code, result }) => [0x60, ...vector(code.parameters), 1, result]);
  const exported = functions.map(({ name }, number) => [...text(name), 0, ...unsigned(number)]);
  const bodies = functions.map(({ code: { bytes, locals } }) => {
    const groups = locals.map((type) => [1, type]);
    const body = [...unsigned(groups.length), ...groups.flat(), ...bytes, Op.end];
    return [...unsigned(body.length), ...body];
  });
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, types),
    ...section(2, [[...text('env'), ...text('memory'), 2, 0, 1]]),
    ...section(
      3,
      functions.map((_, number) => unsigned(number)),
    ),
    ...section(7, exported),
    ...section(10, bodies),
  ]);
}

function section(id: number, entries: readonly (readonly number[])[]): number[] {
  const content = [...unsigned(entries.length), ...entries.flat()];
  return [id, ...unsigned(content.length), ...content];
}

function vector(bytes: readonly number[]): number[] {
  return [...unsigned(bytes.length), ...bytes];
}

function text(name: string): number[] {
  return vector(Array.from(name, (letter) => letter.charCodeAt(0)));
}

/** LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return bytes;
}

function signed(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (;;) {
    const low = Number(rest & 127n);
    rest >>= 7n;
    if ((rest === 0n && low < 64) || (rest === -1n && low >= 64)) {
      bytes.push(low);
      return bytes;
    }
    bytes.push(low | 128);
  }
}
