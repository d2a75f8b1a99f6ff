/** Arithmetic of pictures: like the rest of the library it gives the same bits on every engine. */

/** The length of a vector in the plane or in space. */
export function lengthOf(dx: number, dy: number, dz = 0): number {
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** x². */
export function square(x: number): number {
  return x * x;
}

/** The exponent of a positive number in scientific notation: 2 for 314. The logarithm of an engine may round across it. */
export function decimalExponentOf(value: number): number {
  return Number(value.toExponential().split('e')[1]);
}

/** 10 to a whole power, correctly rounded. */
export function powerOfTen(exponent: number): number {
  return Number(`1e${exponent}`);
}
