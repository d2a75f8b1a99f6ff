// Moves bodies by their commands, in AssemblyScript: two at a time, by the same operations in the same order as
// moveBodies in library/src/steering/pipeline/locomotion.ts, so that both give the same bits.
//
// `node scripts/build-kernel.js` compiles this file into library/src/steering/pipeline/bodies-bytes.ts.

/**
 * Constants of the loop. Loading one is a single instruction, while the engine assembles a literal from its bits each
 * time.
 */
const numbers: usize = memory.data<f64>([
  3.141592653589793, 1.2246467991473532e-16, 0.3183098861837907, 0.5, -0.0, -3.141592653589793,
  1.5, 1.5707963267948966, 6.123233995736766e-17,
  0.999999999982915, -0.16666666616805645, 0.008333330973832561, -0.00019840861130709312,
  0.0000027525267280404423, -2.388917218318869e-8,
]);
/** Offsets of these numbers, in bytes; the coefficients of the sine follow them. */
const PI: usize = 0;
const PI_REST: usize = 8;
const INVERSE_PI: usize = 16;
const HALF: usize = 24;
const SIGN: usize = 32;
const MINUS_PI: usize = 40;
/** Turns up to this, below a quarter turn, need no range reduction. */
const SMALL: usize = 48;
const HALF_PI: usize = 56;
const HALF_PI_REST: usize = 64;
const SINE: usize = 72;

/** Where the columns begin. */
const COLUMNS: usize = 4096;

@inline
function number(place: usize): v128 {
  return v128.load64_splat(numbers + place);
}

/**
 * Moves the first `count` bodies. Columns of f64 lie one after the other, `column` bytes apart, in the order of bodies.ts;
 * position, heading, speed and scoot are updated in place. With an odd count, the second lane of the last pair is ignored.
 */
export function move(
  count: usize,
  column: usize,
  seconds: f64,
  gainShare: f64,
  largestGain: f64,
  haste: f64,
  maximumSpeed: f64,
): void {
  const xs = COLUMNS;
  const ys = COLUMNS + column;
  const headingXs = COLUMNS + 2 * column;
  const headingYs = COLUMNS + 3 * column;
  const speeds = COLUMNS + 4 * column;
  const scoots = COLUMNS + 5 * column;
  const pastXs = COLUMNS + 6 * column;
  const pastYs = COLUMNS + 7 * column;
  const paces = COLUMNS + 8 * column;
  const commandTurns = COLUMNS + 9 * column;
  const commandSpeeds = COLUMNS + 10 * column;
  const commandScoots = COLUMNS + 11 * column;
  const dt = f64x2.splat(seconds);
  const share = f64x2.splat(gainShare);
  const most = f64x2.splat(largestGain);
  const mostSquared = f64x2.splat(largestGain * largestGain);
  const hasty = f64x2.splat(haste);
  const maximum = f64x2.splat(maximumSpeed);
  const last = count << 3;
  for (let at: usize = 0; at < last; at += 16) {
    const hx = v128.load(at + headingXs);
    const hy = v128.load(at + headingYs);
    const x = v128.load(at + xs);
    const y = v128.load(at + ys);
    const speed = v128.load(at + speeds);
    const scoot = v128.load(at + scoots);
    let vx = f64x2.sub(f64x2.mul(speed, hx), f64x2.mul(scoot, hy));
    let vy = f64x2.add(f64x2.mul(speed, hy), f64x2.mul(scoot, hx));
    // Velocity that a contact has taken away is lost.
    const wentX = f64x2.div(f64x2.sub(x, v128.load(at + pastXs)), dt);
    const wentY = f64x2.div(f64x2.sub(y, v128.load(at + pastYs)), dt);
    const isSlower = f64x2.lt(squared(wentX, wentY), squared(vx, vy));
    vx = v128.bitselect(wentX, vx, isSlower);
    vy = v128.bitselect(wentY, vy, isSlower);
    const wanted = f64x2.mul(v128.load(at + commandTurns), dt);
    const turn = f64x2.pmax(f64x2.pmin(wanted, number(PI)), number(MINUS_PI));
    let sine: v128;
    let cosine: v128;
    if (v128.any_true(f64x2.gt(f64x2.abs(turn), number(SMALL)))) {
      sine = fastSin(turn);
      cosine = fastCos(turn);
    } else {
      sine = sineOfHalfTurn(turn);
      cosine = cosineOfSmall(turn);
    }
    let ax = f64x2.sub(f64x2.mul(hx, cosine), f64x2.mul(hy, sine));
    let ay = f64x2.add(f64x2.mul(hx, sine), f64x2.mul(hy, cosine));
    const length = f64x2.sqrt(squared(ax, ay));
    ax = f64x2.div(ax, length);
    ay = f64x2.div(ay, length);
    const ahead = v128.load(at + commandSpeeds);
    const aside = v128.load(at + commandScoots);
    let gainX = f64x2.mul(
      share,
      f64x2.sub(f64x2.sub(f64x2.mul(ahead, ax), f64x2.mul(aside, ay)), vx),
    );
    let gainY = f64x2.mul(
      share,
      f64x2.sub(f64x2.add(f64x2.mul(ahead, ay), f64x2.mul(aside, ax)), vy),
    );
    const gained = squared(gainX, gainY);
    const isTooMuch = f64x2.gt(gained, mostSquared);
    if (v128.any_true(isTooMuch)) {
      const bound = f64x2.div(most, f64x2.sqrt(gained));
      gainX = v128.bitselect(f64x2.mul(gainX, bound), gainX, isTooMuch);
      gainY = v128.bitselect(f64x2.mul(gainY, bound), gainY, isTooMuch);
    }
    vx = f64x2.add(vx, gainX);
    vy = f64x2.add(vy, gainY);
    const own = f64x2.mul(hasty, v128.load(at + paces));
    const isOwn = v128.and(f64x2.gt(own, f64x2.splat(0)), f64x2.lt(own, maximum));
    const fastest = v128.bitselect(own, maximum, isOwn);
    const fast = squared(vx, vy);
    const isTooFast = f64x2.gt(fast, f64x2.mul(fastest, fastest));
    if (v128.any_true(isTooFast)) {
      const bound = f64x2.div(fastest, f64x2.sqrt(fast));
      vx = v128.bitselect(f64x2.mul(vx, bound), vx, isTooFast);
      vy = v128.bitselect(f64x2.mul(vy, bound), vy, isTooFast);
    }
    v128.store(at + xs, f64x2.add(x, f64x2.mul(vx, dt)));
    v128.store(at + ys, f64x2.add(y, f64x2.mul(vy, dt)));
    v128.store(at + headingXs, ax);
    v128.store(at + headingYs, ay);
    v128.store(at + speeds, f64x2.add(f64x2.mul(vx, ax), f64x2.mul(vy, ay)));
    v128.store(at + scoots, f64x2.sub(f64x2.mul(vy, ax), f64x2.mul(vx, ay)));
  }
}

@inline
function squared(x: v128, y: v128): v128 {
  return f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y));
}

/** fastSin of both lanes. */
@inline
function fastSin(x: v128): v128 {
  const turns = f64x2.floor(f64x2.add(f64x2.mul(x, number(INVERSE_PI)), number(HALF)));
  return v128.xor(sineOfHalfTurn(rest(x, turns)), signWhere(isOdd(turns)));
}

/** fastCos of both lanes. */
@inline
function fastCos(x: v128): v128 {
  const whole = f64x2.floor(f64x2.mul(x, number(INVERSE_PI)));
  const sine = sineOfHalfTurn(rest(x, f64x2.add(whole, number(HALF))));
  return v128.xor(sine, signWhere(v128.not(isOdd(whole))));
}

/** fastCos of both lanes up to SMALL: the same numbers, but for signs that cancel. */
@inline
function cosineOfSmall(x: v128): v128 {
  const short = f64x2.sub(f64x2.sub(f64x2.abs(x), number(HALF_PI)), number(HALF_PI_REST));
  return f64x2.neg(sineOfHalfTurn(short));
}

@inline
function rest(x: v128, turns: v128): v128 {
  return f64x2.sub(
    f64x2.sub(x, f64x2.mul(turns, number(PI))),
    f64x2.mul(turns, number(PI_REST)),
  );
}

/** A mask of the lanes with an odd whole number: its half is not whole. */
@inline
function isOdd(whole: v128): v128 {
  const half = f64x2.mul(whole, number(HALF));
  return f64x2.ne(f64x2.floor(half), half);
}

/** The sign bit in lanes of a mask. */
@inline
function signWhere(mask: v128): v128 {
  return v128.and(mask, number(SIGN));
}

@inline
function sineOfHalfTurn(r: v128): v128 {
  const z = f64x2.mul(r, r);
  const fifth = f64x2.add(number(SINE + 32), f64x2.mul(z, number(SINE + 40)));
  const fourth = f64x2.add(number(SINE + 24), f64x2.mul(z, fifth));
  const third = f64x2.add(number(SINE + 16), f64x2.mul(z, fourth));
  const second = f64x2.add(number(SINE + 8), f64x2.mul(z, third));
  const first = f64x2.add(number(SINE), f64x2.mul(z, second));
  return f64x2.mul(r, first);
}
