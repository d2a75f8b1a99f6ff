import { Decimal } from 'decimal.js';
import { exact } from '../numerics/oracle.fixture.ts';

/** Decimal fractions of 120 digits: sums and products of doubles between 1e-9 and 1e9 are exact or nearly so. */
export const Precise = Decimal.clone({ precision: 120 });

/** The double itself; decimal.js by itself would take the shortest decimal that rounds to it. */
export function precise(value: number): Decimal {
  const { mantissa, exponent } = exact(value);
  return new Precise(mantissa.toString()).times(new Precise(2).pow(exponent));
}
