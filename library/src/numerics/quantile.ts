import { log } from './log.ts';

/**
 * The quantile of the standard normal distribution, for p in (0, 1): rational approximations with a relative error
 * of about 1e-16. Coefficients from M. J. Wichura, Algorithm AS 241: The percentage points of the normal
 * distribution, Applied Statistics 37 (1988) 477-484.
 */
export function normalQuantile(p: number): number {
  const q = p - 0.5;
  if (q > 0.425 || q < -0.425) return tailQuantile(p);
  const r = 0.180625 - q * q;
  const numerator =
    ((((((2509.0809287301227 * r + 33430.57558358813) * r + 67265.7709270087) * r + 45921.95393154987) * r +
      13731.69376550946) *
      r +
      1971.5909503065513) *
      r +
      133.14166789178438) *
      r +
    3.3871328727963665;
  const denominator =
    ((((((5226.495278852854 * r + 28729.085735721943) * r + 39307.89580009271) * r + 21213.794301586597) * r +
      5394.196021424751) *
      r +
      687.1870074920579) *
      r +
      42.31333070160091) *
      r +
    1;
  return (q * numerator) / denominator;
}

/** Beyond 0.425 from the middle, by the square root of the logarithm of the smaller tail. */
function tailQuantile(p: number): number {
  const root = Math.sqrt(-log(Math.min(p, 1 - p)));
  const size = root <= 5 ? nearTail(root - 1.6) : farTail(root - 5);
  return p < 0.5 ? -size : size;
}

function nearTail(r: number): number {
  const numerator =
    ((((((0.0007745450142783414 * r + 0.022723844989269184) * r + 0.2417807251774506) * r +
      1.2704582524523684) *
      r +
      3.6478483247632045) *
      r +
      5.769497221460691) *
      r +
      4.630337846156546) *
      r +
    1.4234371107496835;
  const denominator =
    ((((((1.0507500716444169e-9 * r + 0.0005475938084995345) * r + 0.015198666563616457) * r +
      0.14810397642748008) *
      r +
      0.6897673349851) *
      r +
      1.6763848301838038) *
      r +
      2.053191626637759) *
      r +
    1;
  return numerator / denominator;
}

function farTail(r: number): number {
  const numerator =
    ((((((2.0103343992922881e-7 * r + 2.7115555687434876e-5) * r + 0.0012426609473880784) * r +
      0.026532189526576124) *
      r +
      0.29656057182850487) *
      r +
      1.7848265399172913) *
      r +
      5.463784911164114) *
      r +
    6.657904643501103;
  const denominator =
    ((((((2.0442631033899397e-15 * r + 1.421511758316446e-7) * r + 1.8463183175100548e-5) * r +
      0.0007868691311456133) *
      r +
      0.014875361290850615) *
      r +
      0.1369298809227358) *
      r +
      0.599832206555888) *
      r +
    1;
  return numerator / denominator;
}
