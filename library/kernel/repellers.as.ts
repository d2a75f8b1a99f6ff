// The inner loop of the heading dynamics in AssemblyScript: two repellers at a time, by the same operations in the same
// order as evaluateInJavaScript in library/src/steering/nonlinear/repellers.ts, so that both give the same bits.
//
// `node scripts/build-kernel.js` compiles this file into library/src/steering/nonlinear/kernel-bytes.ts.

/** Addresses of the tables of numerics/fast.ts, in bytes. */
let exponentials: usize = 0;
let asinRatios: usize = 0;
let arcRatios: usize = 0;
/** Address of the first column of repellers, and bytes from one column to the next. */
let columns: usize = 0;
let stride: usize = 0;
/** The window: see createWindow. */
let marginCosine: f64 = 0;
let marginSine: f64 = 0;
let spreadCosine: f64 = 0;
let spreadSine: f64 = 0;

export function shape(cosine: f64, sine: f64, spreadC: f64, spreadS: f64): void {
  marginCosine = cosine;
  marginSine = sine;
  spreadCosine = spreadC;
  spreadSine = spreadS;
}

export function place(
  exponentialsAt: usize,
  asinRatiosAt: usize,
  arcRatiosAt: usize,
  columnsAt: usize,
  columnStride: usize,
): void {
  exponentials = exponentialsAt;
  asinRatios = asinRatiosAt;
  arcRatios = arcRatiosAt;
  columns = columnsAt;
  stride = columnStride;
}

/** fastExp of both lanes. */
// @ts-ignore: decorator
@inline
function fastExp(x: v128): v128 {
  const clamped = f64x2.pmin(f64x2.pmax(x, f64x2.splat(-701.0)), f64x2.splat(701.0));
  const place = f64x2.add(f64x2.mul(clamped, f64x2.splat(32.0)), f64x2.splat(22432.5));
  const i = i32x4.trunc_sat_f64x2_s_zero(place);
  const rounded = f64x2.convert_low_i32x4_s(i32x4.sub(i, i32x4.splat(22432)));
  const d = f64x2.sub(clamped, f64x2.mul(rounded, f64x2.splat(0.03125)));
  const low = load<f64>(exponentials + (usize(i32x4.extract_lane(i, 0)) << 3));
  const high = load<f64>(exponentials + (usize(i32x4.extract_lane(i, 1)) << 3));
  const third = f64x2.add(f64x2.splat(0.5000101725984781), f64x2.mul(d, f64x2.splat(0.16666870118222307)));
  const second = f64x2.add(f64x2.splat(0.9999999999379114), f64x2.mul(d, third));
  const power = f64x2.add(f64x2.splat(0.9999999996895567), f64x2.mul(d, second));
  return f64x2.mul(f64x2.replace_lane(f64x2.splat(low), 1, high), power);
}

/** The local cubics of a table at two places, counted in pieces. */
// @ts-ignore: decorator
@inline
function cubic(table: usize, place: v128): v128 {
  const piece = i32x4.trunc_sat_f64x2_s_zero(place);
  const d = f64x2.sub(place, f64x2.convert_low_i32x4_s(piece));
  const low = table + (usize(i32x4.extract_lane(piece, 0)) << 5);
  const high = table + (usize(i32x4.extract_lane(piece, 1)) << 5);
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

// @ts-ignore: decorator
@inline
function quantize(x: v128, shifter: f64): v128 {
  return f64x2.sub(f64x2.add(x, f64x2.splat(shifter)), f64x2.splat(shifter));
}

/** Columns in: cos a, sin a, sin Δψ, fading, share. Columns out: R W D, its slope, W. */
export function evaluate(count: usize): void {
  const one = f64x2.splat(1.0);
  const last = columns + (count << 3);
  for (let at = columns; at < last; at += 16) {
    let from = at;
    const cosine = v128.load(from);
    const sine = v128.load((from += stride));
    const sineHalf = v128.load((from += stride));
    const fading = v128.load((from += stride));
    const share = v128.load((from += stride));
    const square = f64x2.mul(sineHalf, sineHalf);
    const cosineFull = f64x2.sub(one, f64x2.mul(f64x2.splat(2.0), square));
    const sineFull = f64x2.mul(f64x2.mul(f64x2.splat(2.0), sineHalf), f64x2.sqrt(f64x2.sub(one, square)));
    const edge = f64x2.sub(
      f64x2.mul(cosineFull, f64x2.splat(marginCosine)),
      f64x2.mul(sineFull, f64x2.splat(marginSine)),
    );
    const spread = f64x2.add(
      f64x2.mul(cosineFull, f64x2.splat(spreadCosine)),
      f64x2.mul(sineFull, f64x2.splat(spreadSine)),
    );
    const steepness = f64x2.div(one, spread);
    const half = f64x2.mul(sineHalf, cubic(asinRatios, f64x2.mul(square, f64x2.splat(256.0))));
    const shut = f64x2.add(one, fastExp(f64x2.mul(steepness, f64x2.sub(edge, cosine))));
    const inverse = f64x2.div(one, f64x2.mul(shut, half));
    const open = f64x2.mul(inverse, half);
    const inverseHalf = f64x2.mul(inverse, shut);
    const behind = f64x2.lt(cosine, f64x2.splat(-0.7));
    const mirrored = v128.bitselect(f64x2.neg(cosine), cosine, behind);
    const place = f64x2.mul(f64x2.sub(mirrored, f64x2.splat(-0.7)), f64x2.splat(256.0));
    const arc = f64x2.mul(sine, cubic(arcRatios, place));
    const right = f64x2.lt(sine, f64x2.splat(0.0));
    const straight = v128.bitselect(f64x2.splat(-3.141592653589793), f64x2.splat(3.141592653589793), right);
    const angle = v128.bitselect(f64x2.sub(straight, arc), arc, behind);
    const ratio = f64x2.mul(angle, inverseHalf);
    const size = f64x2.abs(ratio);
    const bell = f64x2.mul(f64x2.mul(share, open), fastExp(f64x2.add(f64x2.sub(one, size), fading)));
    const bend = f64x2.mul(f64x2.mul(f64x2.mul(ratio, f64x2.sub(one, open)), steepness), sine);
    const slope = f64x2.mul(bell, f64x2.sub(f64x2.mul(inverseHalf, f64x2.sub(one, size)), bend));
    const clamped = f64x2.pmin(f64x2.pmax(slope, f64x2.splat(-256.0)), f64x2.splat(256.0));
    v128.store((from += stride), quantize(f64x2.mul(ratio, bell), 98304.0));
    v128.store((from += stride), quantize(clamped, 6291456.0));
    v128.store((from += stride), quantize(f64x2.mul(share, open), 98304.0));
  }
}
