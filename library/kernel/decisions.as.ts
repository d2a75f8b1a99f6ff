// What agents decide to do, in AssemblyScript: by the same operations in the same order as decide in
// library/src/steering/pipeline/decide.ts, so that both give the same bits. Lengths and angles of two rows are computed at
// a time; then each row looks in tables, filled from JavaScript, for what to do. There is no branch in the loop: all that
// an agent might do is worked out, and what it does is taken from its place.
//
// `node scripts/build-kernel.js` compiles this file into library/src/steering/pipeline/decisions-bytes.ts.

/** Addresses in bytes, as in decisions.ts. Tables: see states.ts, predictive.ts, reactive.ts and rules.ts. */
const ANSWERS: usize = 4096;
const AVOIDING_SPEEDS: usize = 12288;
const AVOIDING_TURNS: usize = 14848;
const RULE_SPEEDS: usize = 15360;
const RULE_SCOOTS: usize = 16384;
const RULE_TURNS: usize = 16512;
const SIDES: usize = 16640;
/** Four numbers for each batch, for the right, none, the left and the target: turn rates, and steps aside. */
const RATES: usize = 16704;
const STEPS: usize = 16896;
/** Parameters, a f64 each: see the places below. */
const PARAMETERS: usize = 17152;
const ASIN_RATIOS: usize = 17408;
const COLUMNS: usize = 28672;

/** Places among the parameters, in bytes. */
const NOW: usize = 0;
const TURN_BELOW: usize = 8;
const TURN_UNTIL: usize = 16;
const WAIT_AFTER: usize = 24;
const SECONDS: usize = 32;
const TURN_RATE: usize = 40;
const MINUS_TURN_RATE: usize = 48;
const SLOW: usize = 56;
const FEELER: usize = 64;
const SIDE_FEELER: usize = 72;
const FURTHEST: usize = 80;
const SLOWEST: usize = 88;

/** Scratch: what the two rows in hand might do, a f64 for each of them. */
const SHARES: usize = 2048;
const EASES: usize = 2176;
const FACES: usize = 2192;
const OWN_PACES: usize = 2208;
const STUCK: usize = 2224;
const NOTHING: usize = 2240;
/** Eight bytes for each of the two rows: where each batch turns to. */
const SIDES_OF_BATCHES: usize = 2256;

/** Batches, states and what is seen of an agent: see states.ts and columns.ts. */
const NORMAL: usize = 0;
const PREDICTIVE: usize = 1;
const REACTIVE: usize = 2;
const PLAN: usize = 3;
const TURN: usize = 4;
const STAND: usize = 5;
const WAITING: usize = 2;
const SPACE_TIME: i32 = 3;
const ARRIVED: i32 = 1;
const TARGET: i32 = 2;
const IN_PLACE: f64 = 0.1;

/** Numbers of the loop; see bodies.as.ts. */
const numbers: usize = memory.data<f64>([3.141592653589793, 1.5707963267948966, 1, 256, 0.75, 1e9]);
const PI: usize = 0;
const HALF_PI: usize = 8;
const ONE: usize = 16;
const PIECES: usize = 24;
const TABLE_END: usize = 32;
const FAR: usize = 40;
/** The first byte for the first row, the second for the second. */
const own: usize = memory.data<u64>([0xff, 0xff00]);

/**
 * The columns: their places are constants, so that each is found by one instruction. There is room for 65,536 rows; memory
 * that no row needs is never touched.
 */
const NUMBER: usize = 524288 + 28864;
const XS: usize = COLUMNS;
const YS: usize = COLUMNS + 1 * NUMBER;
const PAST_XS: usize = COLUMNS + 2 * NUMBER;
const PAST_YS: usize = COLUMNS + 3 * NUMBER;
const HEADING_XS: usize = COLUMNS + 4 * NUMBER;
const HEADING_YS: usize = COLUMNS + 5 * NUMBER;
const DIRECTION_XS: usize = COLUMNS + 6 * NUMBER;
const DIRECTION_YS: usize = COLUMNS + 7 * NUMBER;
const PACES: usize = COLUMNS + 8 * NUMBER;
const THREATS: usize = COLUMNS + 9 * NUMBER;
const THREAT_ENDS: usize = COLUMNS + 10 * NUMBER;
const NEAR_LEFTS: usize = COLUMNS + 11 * NUMBER;
const NEAR_CENTRES: usize = COLUMNS + 12 * NUMBER;
const NEAR_RIGHTS: usize = COLUMNS + 13 * NUMBER;
const STUCKS: usize = COLUMNS + 14 * NUMBER;
const COMMAND_TURNS: usize = COLUMNS + 15 * NUMBER;
const COMMAND_SPEEDS: usize = COLUMNS + 16 * NUMBER;
const COMMAND_SCOOTS: usize = COLUMNS + 17 * NUMBER;
const PLANS: usize = COLUMNS + 18 * NUMBER;
const BYTE: usize = 65536 + 4288;
const BYTES: usize = COLUMNS + 19 * NUMBER;
const FEEL_LEFTS: usize = BYTES;
const FEEL_CENTRES: usize = BYTES + 1 * BYTE;
const FEEL_RIGHTS: usize = BYTES + 2 * BYTE;
const STATES: usize = BYTES + 3 * BYTE;
const TOUCHES: usize = BYTES + 4 * BYTE;
const UNFORESEENS: usize = BYTES + 5 * BYTE;
const STATUSES: usize = BYTES + 6 * BYTE;
const DUES: usize = BYTES + 7 * BYTE;
const DUE_REACTIONS: usize = BYTES + 8 * BYTE;
const WHISKERS: usize = BYTES + 9 * BYTE;
const THREAT_KINDS: usize = BYTES + 10 * BYTE;
const THREAT_FIRSTS: usize = BYTES + 11 * BYTE;
const THREAT_PASS_LEFTS: usize = BYTES + 12 * BYTE;
const THREAT_FROM_LEFTS: usize = BYTES + 13 * BYTE;
/** Last the rows that follow plans. */
const FOLLOWING: usize = BYTES + 14 * BYTE;

/** Fills in what the batches do that always do the same. */
export function prepare(): void {
  for (let lane: usize = 0; lane < 16; lane += 8) {
    store<f64>(SHARES + 16 * TURN + lane, IN_PLACE);
    store<i8>(SIDES_OF_BATCHES + lane + NORMAL, <i8>TARGET);
    store<i8>(SIDES_OF_BATCHES + lane + TURN, <i8>TARGET);
  }
}

// @ts-expect-error: decorator
@inline
function splat(address: usize): v128 {
  return v128.load64_splat(address);
}

/** What is seen, with one bit more in front: a comparison that holds is −1. */
// @ts-expect-error: decorator
@inline
function see(seen: v128, mask: v128): v128 {
  return i64x2.sub(i64x2.shl(seen, 1), mask);
}

/**
 * Decides for the first `count` rows; `spare` is a row that nobody looks at, where those write who decide nothing. Returns
 * how many rows follow a plan and decide: their commands are left to JavaScript.
 */
export function decide(count: usize, spare: usize): i32 {
  let last = FOLLOWING;
  for (let row: usize = 0; row < count; row += 2) {
    const at = row << 3;
    const hx = v128.load(at, HEADING_XS);
    const hy = v128.load(at, HEADING_YS);
    const towardsX = v128.load(at, DIRECTION_XS);
    const towardsY = v128.load(at, DIRECTION_YS);
    const pace = v128.load(at, PACES);
    const cosine = f64x2.add(f64x2.mul(hx, towardsX), f64x2.mul(hy, towardsY));
    const sine = f64x2.sub(f64x2.mul(hx, towardsY), f64x2.mul(hy, towardsX));
    const zero = i64x2.splat(0);
    const hasPace = f64x2.gt(pace, zero);
    const moves = v128.and(hasPace, v128.or(f64x2.ne(towardsX, zero), f64x2.ne(towardsY, zero)));
    const nearLeft = v128.load(at, NEAR_LEFTS);
    const nearRight = v128.load(at, NEAR_RIGHTS);
    const isLeftFreer = f64x2.gt(nearLeft, nearRight);
    const isThreatened = f64x2.ge(v128.load(at, THREATS), zero);
    const end = f64x2.add(v128.load(at, THREAT_ENDS), splat(PARAMETERS + WAIT_AFTER));
    // In the order of Sight, the last first; behind it, for reacting and avoiding: the left is freer, the target is on the
    // right, aside.
    let seen = i64x2.sub(zero, isLeftFreer);
    seen = see(seen, f64x2.lt(sine, zero));
    seen = see(seen, f64x2.lt(cosine, splat(PARAMETERS + FURTHEST)));
    seen = see(seen, moves);
    seen = see(seen, f64x2.lt(splat(PARAMETERS + NOW), end));
    seen = see(seen, isThreatened);
    seen = see(seen, f64x2.le(cosine, splat(PARAMETERS + TURN_UNTIL)));
    seen = see(seen, f64x2.lt(cosine, splat(PARAMETERS + TURN_BELOW)));
    // Of who has none, a pace of 0 makes a command of 0.
    v128.store(OWN_PACES, v128.and(pace, hasPace));
    const slowest = splat(PARAMETERS + SLOWEST);
    v128.store(SHARES + 16 * NORMAL, f64x2.pmax(slowest, cosine));
    v128.store(FACES, rateOf(sine, cosine));
    v128.store(EASES, easeOf(row, nearLeft, v128.load(at, NEAR_CENTRES), nearRight));
    const dx = f64x2.sub(v128.load(at, XS), v128.load(at, PAST_XS));
    const dy = f64x2.sub(v128.load(at, YS), v128.load(at, PAST_YS));
    const least = f64x2.mul(splat(PARAMETERS + SLOW), pace);
    const way = f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy));
    const isSlow = f64x2.lt(way, f64x2.mul(least, least));
    v128.store(STUCK, v128.and(f64x2.add(v128.load(at, STUCKS), splat(numbers + ONE)), isSlow));
    last = command(row, 0, i32x4.extract_lane(seen, 0), spare, last);
    // The row behind an odd last one decides nothing.
    const isOne = row + 1 < count;
    last = command(row + 1, 8, i32x4.extract_lane(seen, 2), spare, last, isOne);
  }
  return <i32>((last - FOLLOWING) >> 2);
}

/** Takes what the row does from what it might do. */
// @ts-expect-error: decorator
@inline
function command(row: usize, lane: usize, seen: i32, spare: usize, last: usize, isOne: bool = true): usize {
  const left = <usize>load<u8>(row, FEEL_LEFTS);
  const centre = <usize>load<u8>(row, FEEL_CENTRES);
  const right = <usize>load<u8>(row, FEEL_RIGHTS);
  const before = <i32>load<u8>(row, STATES);
  const touched = <i32>load<u8>(row, TOUCHES);
  const unforeseen = <i32>load<u8>(row, UNFORESEENS);
  const status = <i32>load<u8>(row, STATUSES);
  const due = <i32>load<u8>(row, DUES);
  const dueReaction = <i32>load<u8>(row, DUE_REACTIONS);
  const whiskers = <usize>load<u8>(row, WHISKERS);
  const kind = <usize>load<u8>(row, THREAT_KINDS);
  const first = <usize>load<u8>(row, THREAT_FIRSTS);
  const passLeft = <usize>load<u8>(row, THREAT_PASS_LEFTS);
  const fromLeft = <usize>load<u8>(row, THREAT_FROM_LEFTS);
  const onPlan = <i32>(load<i32>(row << 2, PLANS) > 0);
  const sight =
    (seen & 31) |
    (before << 5) |
    (touched << 8) |
    (onPlan << 10) |
    (unforeseen << 11) |
    (<i32>(status == ARRIVED) << 12);
  const answer = <usize>load<u8>(<usize>sight, ANSWERS);
  const batch = answer & 15;
  const state = answer >> 4;
  // Predictive.
  const situation =
    (kind << 6) +
    <usize>(state == WAITING) +
    (first << 1) +
    (passLeft << 2) +
    (fromLeft << 3) +
    (<usize>((seen >> 5) & 3) << 4);
  store<f64>(SHARES + 16 * PREDICTIVE + lane, load<f64>(situation << 3, AVOIDING_SPEEDS));
  store<i8>(SIDES_OF_BATCHES + lane + PREDICTIVE, load<i8>(situation, AVOIDING_TURNS));
  // Reactive.
  const rule = (left * 5 + centre) * 5 + right;
  const beside = whiskers * 10 + <usize>((seen >> 7) & 1) * 5 + 1;
  const share = load<f64>(rule << 3, RULE_SPEEDS);
  store<f64>(SHARES + 16 * REACTIVE + lane, share + (1 - share) * load<f64>(EASES + lane));
  store<i8>(SIDES_OF_BATCHES + lane + REACTIVE, load<i8>(beside + <usize>load<i8>(rule, RULE_TURNS), SIDES));
  const stepSide = <usize>load<i8>(beside + <usize>load<i8>(rule, RULE_SCOOTS), SIDES);
  // What it does.
  const side = <i32>load<i8>(lane + batch, SIDES_OF_BATCHES);
  const rate = RATES + 8 + (batch << 5) + (<usize>side << 3);
  const turn = load<f64>(select<usize>(FACES + lane, rate, side == TARGET));
  const pace = load<f64>(lane, OWN_PACES);
  const speed = load<f64>(lane + (batch << 4), SHARES) * pace;
  const scoot = load<f64>(STEPS + 8 + (batch << 5) + (stepSide << 3)) * pace;
  const stuck = load<f64>(select<usize>(NOTHING, STUCK + lane, batch == STAND));
  // Where it goes.
  const decides = due & (dueReaction | <i32>(before == SPACE_TIME)) & <i32>isOne;
  const follows = <i32>(batch == PLAN);
  const place = select<usize>(row, spare, decides != 0);
  const commandAt = select<usize>(spare, place, follows != 0) << 3;
  store<f64>(commandAt, turn, COMMAND_TURNS);
  store<f64>(commandAt, speed, COMMAND_SPEEDS);
  store<f64>(commandAt, scoot, COMMAND_SCOOTS);
  store<f64>(place << 3, stuck, STUCKS);
  store<u8>(place, <u8>state, STATES);
  store<i32>(last, <i32>row);
  return last + (<usize>(decides & follows) << 2);
}

/** The turn rate that faces the target, as faceTarget has it. */
// @ts-expect-error: decorator
@inline
function rateOf(sine: v128, cosine: v128): v128 {
  const zero = i64x2.splat(0);
  const wanted = f64x2.div(angleOf(sine, cosine, zero), splat(PARAMETERS + SECONDS));
  const bounded = f64x2.pmin(wanted, splat(PARAMETERS + TURN_RATE));
  return f64x2.pmax(bounded, splat(PARAMETERS + MINUS_TURN_RATE));
}

/** fastAngle of both lanes. */
// @ts-expect-error: decorator
@inline
function angleOf(sine: v128, cosine: v128, zero: v128): v128 {
  const sineSquare = f64x2.mul(sine, sine);
  const cosineSquare = f64x2.mul(cosine, cosine);
  const steep = f64x2.gt(sineSquare, cosineSquare);
  const small = f64x2.abs(v128.bitselect(cosine, sine, steep));
  const square = v128.bitselect(cosineSquare, sineSquare, steep);
  let angle = f64x2.mul(small, asinRatio(square));
  angle = v128.bitselect(f64x2.sub(splat(numbers + HALF_PI), angle), angle, steep);
  angle = v128.bitselect(f64x2.sub(splat(numbers + PI), angle), angle, f64x2.lt(cosine, zero));
  return v128.bitselect(f64x2.neg(angle), angle, f64x2.lt(sine, zero));
}

/** asinRatio of both lanes; who has no direction, or none of length 1, stays within the table all the same. */
// @ts-expect-error: decorator
@inline
function asinRatio(square: v128): v128 {
  const place = f64x2.mul(f64x2.pmin(splat(numbers + TABLE_END), square), splat(numbers + PIECES));
  const piece = i32x4.trunc_sat_f64x2_s_zero(place);
  const d = f64x2.sub(place, f64x2.convert_low_i32x4_s(piece));
  const low = ASIN_RATIOS + (usize(i32x4.extract_lane(piece, 0)) << 5);
  const high = ASIN_RATIOS + (usize(i32x4.extract_lane(piece, 1)) << 5);
  const low01 = v128.load(low);
  const low23 = v128.load(low, 16);
  const high01 = v128.load(high);
  const high23 = v128.load(high, 16);
  const c0 = v128.shuffle<f64>(low01, high01, 0, 2);
  const c1 = v128.shuffle<f64>(low01, high01, 1, 3);
  const c2 = v128.shuffle<f64>(low23, high23, 0, 2);
  const c3 = v128.shuffle<f64>(low23, high23, 1, 3);
  return f64x2.add(c0, f64x2.mul(d, f64x2.add(c1, f64x2.mul(d, f64x2.add(c2, f64x2.mul(d, c3))))));
}

/** 1 where the nearest thing is at the end of its feeler, 0 where it touches; see react. */
// @ts-expect-error: decorator
@inline
function easeOf(row: usize, nearLeft: v128, nearCentre: v128, nearRight: v128): v128 {
  const far = splat(numbers + FAR);
  const side = splat(PARAMETERS + SIDE_FEELER);
  const onLeft = v128.bitselect(side, nearLeft, isFree(row, FEEL_LEFTS));
  const ahead = v128.bitselect(far, nearCentre, isFree(row, FEEL_CENTRES));
  const onRight = v128.bitselect(far, nearRight, isFree(row, FEEL_RIGHTS));
  const sides = f64x2.div(f64x2.pmin(onRight, onLeft), side);
  return f64x2.pmin(f64x2.div(ahead, splat(PARAMETERS + FEELER)), sides);
}

/** A mask of the two rows whose feeler feels nothing. */
// @ts-expect-error: decorator
@inline
function isFree(row: usize, feels: usize): v128 {
  return i64x2.eq(v128.and(v128.load16_splat(row + feels), v128.load(own)), i64x2.splat(0));
}
