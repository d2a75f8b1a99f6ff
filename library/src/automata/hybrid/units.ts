/** Exponents of the base units, by name: { m: 1, s: −1 }. Any name may be a base unit; rad counts as 1. */
export type Unit = Readonly<Record<string, number>>;

const FACTOR = /^([A-Za-z]+|1)(?:\^(-?\d))?$/;

/** Reads "m/s", "1/s", "kg*m/s^2"; undefined where the text is no unit. */
export function parseUnit(text: string): Unit | undefined {
  const exponents: Record<string, number> = {};
  let sign = 1;
  for (const piece of text.trim().split(/\s*([*/])\s*/)) {
    if (piece === '*' || piece === '/') {
      sign = piece === '*' ? 1 : -1;
      continue;
    }
    const match = FACTOR.exec(piece);
    if (!match) return undefined;
    if (match[1] === '1' || match[1] === 'rad') continue;
    exponents[match[1]] = (exponents[match[1]] ?? 0) + sign * Number(match[2] ?? 1);
  }
  return exponents;
}

/** The unit of a product; of a quotient with sign −1. */
export function combineUnits(a: Unit, b: Unit, sign: 1 | -1): Unit {
  const exponents: Record<string, number> = { ...a };
  for (const [name, exponent] of Object.entries(b))
    exponents[name] = (exponents[name] ?? 0) + sign * exponent;
  return exponents;
}

/** The unit of a square root. */
export function halveUnit(unit: Unit): Unit {
  return Object.fromEntries(Object.entries(unit).map(([name, exponent]) => [name, exponent / 2]));
}

export function printUnit(unit: Unit): string {
  const used = Object.entries(unit)
    .filter(([, exponent]) => exponent !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const power = ([name, exponent]: [string, number]) => (exponent === 1 ? name : `${name}^${exponent}`);
  const above = used.filter(([, exponent]) => exponent > 0).map(power);
  const below = used
    .filter(([, exponent]) => exponent < 0)
    .map(([name, exponent]) => power([name, -exponent]));
  return [above.join('*') || '1', ...below].join('/');
}

export function isSameUnit(a: Unit, b: Unit): boolean {
  return printUnit(a) === printUnit(b);
}
