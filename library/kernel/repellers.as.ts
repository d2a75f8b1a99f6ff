// The repulsion of each agent by others, in AssemblyScript: two at a time, by the same operations in the same order as
// gatherAgents and evaluateRepellers in library/src/steering/nonlinear/, so that both give the same bits.
//
// `node scripts/build-kernel.js` compiles this file into library/src/steering/nonlinear/kernel-bytes.ts.

import {
  _ends as ends,
  _scratch as scratch,
  arcRatios,
  asinRatios,
  bodies,
  classes,
  closeness,
  counts,
  decayRate,
  exponentials,
  force,
  forceX,
  forceY,
  headingX,
  headingY,
  headingZ,
  items,
  nearness,
  order,
  pressing,
  rateScale,
  rates,
  SCRATCH_LENGTH,
  slope,
  starts,
  window as windowSum,
} from './layout';

export { place } from './layout';

/** Bytes of a column of waiting repellers: see gather. */
const COLUMN: usize = 8 * SCRATCH_LENGTH;
/** The capacity of a column, and the number of waiting repellers that starts an evaluation. */
const ROOM: i32 = 2000;
const BATCH: i32 = 512;
/** The number of obstacle classes; whether d0 depends on both agents. */
let classCount: usize = 1;
let selective: bool = false;
/** The window: see createWindow. */
let marginCosine: f64 = 0;
let marginSine: f64 = 0;
let spreadCosine: f64 = 0;
let spreadSine: f64 = 0;

let largestSineHalf: f64 = 0;

export function shape(
  cosine: f64,
  sine: f64,
  spreadC: f64,
  spreadS: f64,
  largest: f64,
  obstacleClasses: usize,
  isSelective: bool,
): void {
  marginCosine = cosine;
  marginSine = sine;
  spreadCosine = spreadC;
  spreadSine = spreadS;
  largestSineHalf = largest;
  classCount = obstacleClasses;
  selective = isSelective;
}

@inline
function rowAt(place: i32): i32 {
  return load<i32>(order + (usize(place) << 2));
}

/** Sums the repulsion of each of `rows` agents; false if one of them has too many neighbours. */
export function repelInPlane(rows: i32, everythingCounts: bool, aside: f64, negligible: f64, nearest: f64): bool {
  return repel(rows, everythingCounts, aside, negligible, nearest, false, false);
}

/** The same in space, and with several classes of obstacles: each is a separate loop from the same source. */
export function repelInSpace(rows: i32, everythingCounts: bool, aside: f64, negligible: f64, nearest: f64): bool {
  return repel(rows, everythingCounts, aside, negligible, nearest, true, false);
}

export function repelClasses(rows: i32, everythingCounts: bool, aside: f64, negligible: f64, nearest: f64): bool {
  return repel(rows, everythingCounts, aside, negligible, nearest, false, true);
}

export function repelClassesInSpace(
  rows: i32,
  everythingCounts: bool,
  aside: f64,
  negligible: f64,
  nearest: f64,
): bool {
  return repel(rows, everythingCounts, aside, negligible, nearest, true, true);
}

@inline
function repel(
  rows: i32,
  everythingCounts: bool,
  aside: f64,
  negligible: f64,
  nearest: f64,
  inSpace: bool,
  classed: bool,
): bool {
  let first = 0;
  while (first < rows) {
    let waiting = 0;
    let place = first;
    while (place < rows && waiting < BATCH) {
      const row = rowAt(place);
      if (waiting + load<i32>(counts + (usize(row) << 2)) > ROOM) {
        if (place === first) return false;
        break;
      }
      waiting = gather(row, waiting, everythingCounts, aside, negligible, nearest, inSpace, classed);
      store<i32>(ends + (usize(place) << 2), waiting);
      place++;
    }
    evaluate(waiting);
    if (classed) addUpClasses(first, place, everythingCounts, inSpace);
    else addUp(first, place, everythingCounts, inSpace);
    first = place;
  }
  return true;
}

/** max(0, x) of both lanes. */
@inline
function positivePart(x: v128): v128 {
  return f64x2.mul(f64x2.splat(0.5), f64x2.add(x, f64x2.abs(x)));
}

/** gatherAgents: appends the repellers of a row to the waiting ones, and returns their number. */
@inline
function gather(
  row: i32,
  waiting: i32,
  everythingCounts: bool,
  aside: f64,
  negligible: f64,
  nearest: f64,
  inSpace: bool,
  classed: bool,
): i32 {
  const one = f64x2.splat(1.0);
  const two = f64x2.splat(2.0);
  const zero = f64x2.splat(0.0);
  const own = bodies + (usize(row) << 5);
  const ownX = f64x2.splat(load<f64>(own));
  const ownY = f64x2.splat(load<f64>(own, 8));
  const ownRadius = f64x2.splat(load<f64>(own, 16));
  const forwardX = f64x2.splat(load<f64>(headingX + (usize(row) << 3)));
  const forwardY = f64x2.splat(load<f64>(headingY + (usize(row) << 3)));
  const ownRate = load<f64>(decayRate + (usize(row) << 3));
  let rate = f64x2.splat(ownRate);
  let ownZ = zero;
  let forwardZ = zero;
  let upwardX = zero;
  let upwardY = zero;
  let upwardZ = zero;
  if (inSpace) {
    ownZ = f64x2.splat(load<f64>(own, 24));
    forwardZ = f64x2.splat(load<f64>(headingZ + (usize(row) << 3)));
    // upright() of outlines.ts.
    const ux = f64x2.extract_lane(forwardX, 0);
    const uy = f64x2.extract_lane(forwardY, 0);
    const uz = f64x2.extract_lane(forwardZ, 0);
    const level = 1.0 - uz * uz > 1e-12;
    const x = level ? -uz * ux : 1.0 - ux * ux;
    const y = level ? -uz * uy : -ux * uy;
    const z = level ? 1.0 - uz * uz : -ux * uz;
    const length = Math.sqrt(x * x + y * y + z * z);
    upwardX = f64x2.splat(x / length);
    upwardY = f64x2.splat(y / length);
    upwardZ = f64x2.splat(z / length);
  }
  const everything = i64x2.splat(everythingCounts ? -1 : 0);
  let closest = zero;
  let put = scratch + (usize(waiting) << 3);
  let entry = items + (usize(load<i32>(starts + (usize(row) << 2))) << 2);
  const last = entry + (usize(load<i32>(counts + (usize(row) << 2))) << 2);
  for (; entry < last; entry += 8) {
    // An odd last neighbour is loaded twice and counted once.
    const single = entry + 4 >= last;
    const low = bodies + (usize(load<i32>(entry)) << 5);
    const high = single ? low : bodies + (usize(load<i32>(entry, 4)) << 5);
    const lowPlace = v128.load(low);
    const highPlace = v128.load(high);
    const dx = f64x2.sub(v128.shuffle<f64>(lowPlace, highPlace, 0, 2), ownX);
    const dy = f64x2.sub(v128.shuffle<f64>(lowPlace, highPlace, 1, 3), ownY);
    const lowRest = v128.load(low, 16);
    const highRest = v128.load(high, 16);
    let dz = zero;
    let squared = f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy));
    if (inSpace) {
      dz = f64x2.sub(v128.shuffle<f64>(lowRest, highRest, 1, 3), ownZ);
      squared = f64x2.add(squared, f64x2.mul(dz, dz));
    }
    const apart = f64x2.gt(squared, zero);
    const inverse = f64x2.div(one, f64x2.sqrt(v128.bitselect(squared, one, apart)));
    const distance = f64x2.mul(squared, inverse);
    const radii = f64x2.add(ownRadius, v128.shuffle<f64>(lowRest, highRest, 0, 2));
    const gap = positivePart(f64x2.sub(distance, radii));
    let along = f64x2.add(f64x2.mul(forwardX, dx), f64x2.mul(forwardY, dy));
    let across = f64x2.sub(f64x2.mul(forwardY, dx), f64x2.mul(forwardX, dy));
    let axisX = zero;
    let axisY = zero;
    let axisZ = zero;
    if (inSpace) {
      along = f64x2.add(along, f64x2.mul(forwardZ, dz));
      const acrossX = f64x2.sub(f64x2.mul(forwardZ, dy), f64x2.mul(forwardY, dz));
      const acrossY = f64x2.sub(f64x2.mul(forwardX, dz), f64x2.mul(forwardZ, dx));
      const acrossZ = across;
      across = f64x2.sqrt(
        f64x2.add(
          f64x2.add(f64x2.mul(acrossX, acrossX), f64x2.mul(acrossY, acrossY)),
          f64x2.mul(acrossZ, acrossZ),
        ),
      );
      const turned = f64x2.ne(across, zero);
      const inverseAcross = f64x2.div(one, v128.bitselect(across, one, turned));
      axisX = v128.bitselect(f64x2.mul(acrossX, inverseAcross), upwardX, turned);
      axisY = v128.bitselect(f64x2.mul(acrossY, inverseAcross), upwardY, turned);
      axisZ = v128.bitselect(f64x2.mul(acrossZ, inverseAcross), upwardZ, turned);
    }
    const cosine = f64x2.mul(along, inverse);
    const sine = f64x2.mul(across, inverse);
    const beside = positivePart(f64x2.sub(f64x2.mul(distance, f64x2.abs(sine)), radii));
    const lane = f64x2.add(gap, f64x2.mul(f64x2.splat(aside), beside));
    const ahead = positivePart(everythingCounts ? f64x2.ceil(cosine) : cosine);
    const near = quantize(f64x2.div(ahead, f64x2.add(lane, f64x2.splat(nearest))), 6144.0);
    let lowClass: usize = 0;
    let highClass: usize = 0;
    let press = zero;
    if (classed) {
      lowClass = usize(load<i32>(classes + (usize(load<i32>(entry)) << 2)));
      highClass = single ? lowClass : usize(load<i32>(classes + (usize(load<i32>(entry, 4)) << 2)));
      const lowRate = ownRate * load<f64>(rateScale + (lowClass << 3));
      const highRate = ownRate * load<f64>(rateScale + (highClass << 3));
      rate = f64x2.replace_lane(f64x2.splat(lowRate), 1, highRate);
      if (selective) {
        const usual = rate;
        const own = rates + ((entry - items) << 1);
        rate = f64x2.splat(load<f64>(own));
        if (!single) rate = f64x2.replace_lane(rate, 1, load<f64>(own, 8));
        press = f64x2.mul(near, f64x2.div(usual, rate));
      }
    } else {
      closest = f64x2.pmax(closest, v128.and(near, apart));
    }
    const visible = f64x2.mul(radii, inverse);
    const sineHalf = f64x2.pmin(visible, f64x2.splat(largestSineHalf));
    const fading = f64x2.mul(f64x2.neg(gap), rate);
    const cosineFull = f64x2.sub(one, f64x2.mul(f64x2.mul(two, sineHalf), sineHalf));
    const sineFull = f64x2.mul(two, sineHalf);
    const edge = f64x2.sub(
      f64x2.mul(cosineFull, f64x2.splat(marginCosine)),
      f64x2.mul(sineFull, f64x2.splat(marginSine)),
    );
    const spread = f64x2.add(
      f64x2.mul(cosineFull, f64x2.splat(spreadCosine)),
      f64x2.mul(sineFull, f64x2.splat(spreadSine)),
    );
    const limit = f64x2.add(edge, f64x2.mul(f64x2.sub(f64x2.splat(negligible), fading), spread));
    const open = v128.or(f64x2.ge(cosine, zero), v128.or(f64x2.ge(cosine, limit), everything));
    const felt = v128.and(open, apart);
    v128.store64_lane(put, cosine, 0);
    v128.store64_lane(put, sine, 0, COLUMN);
    v128.store64_lane(put, sineHalf, 0, 2 * COLUMN);
    v128.store64_lane(put, fading, 0, 3 * COLUMN);
    if (inSpace) {
      v128.store64_lane(put, axisX, 0, 4 * COLUMN);
      v128.store64_lane(put, axisY, 0, 5 * COLUMN);
      v128.store64_lane(put, axisZ, 0, 6 * COLUMN);
    }
    if (classed) {
      v128.store64_lane(put, near, 0, 7 * COLUMN);
      store<u64>(put, lowClass, 8 * COLUMN);
      v128.store64_lane(put, press, 0, 9 * COLUMN);
    }
    put += i32x4.extract_lane(felt, 0) & 8;
    v128.store64_lane(put, cosine, 1);
    v128.store64_lane(put, sine, 1, COLUMN);
    v128.store64_lane(put, sineHalf, 1, 2 * COLUMN);
    v128.store64_lane(put, fading, 1, 3 * COLUMN);
    if (inSpace) {
      v128.store64_lane(put, axisX, 1, 4 * COLUMN);
      v128.store64_lane(put, axisY, 1, 5 * COLUMN);
      v128.store64_lane(put, axisZ, 1, 6 * COLUMN);
    }
    if (classed) {
      v128.store64_lane(put, near, 1, 7 * COLUMN);
      store<u64>(put, highClass, 8 * COLUMN);
      v128.store64_lane(put, press, 1, 9 * COLUMN);
    }
    put += single ? 0 : i32x4.extract_lane(felt, 2) & 8;
  }
  if (!classed) {
    const nearestOfAll = max<f64>(f64x2.extract_lane(closest, 0), f64x2.extract_lane(closest, 1));
    store<f64>(nearness + (usize(row) << 3), nearestOfAll);
  }
  return i32((put - scratch) >> 3);
}

/** Sums the terms of the repellers of each agent. */
@inline
function addUp(first: i32, end: i32, everythingCounts: bool, inSpace: bool): void {
  let at = scratch;
  for (let index = first; index < end; index++) {
    let forceHere: f64 = 0;
    let forceXY = f64x2.splat(0.0);
    let slopeHere: f64 = 0;
    let windowHere: f64 = 0;
    let decayHere: f64 = 0;
    const last = scratch + (usize(load<i32>(ends + (usize(index) << 2))) << 3);
    for (; at < last; at += 8) {
      if (inSpace) {
        const size = load<f64>(at);
        const axes = f64x2.replace_lane(f64x2.splat(load<f64>(at, 4 * COLUMN)), 1, load<f64>(at, 5 * COLUMN));
        forceXY = f64x2.add(forceXY, quantize(f64x2.mul(f64x2.splat(size), axes), 98304.0));
        forceHere += size * load<f64>(at, 6 * COLUMN) + 98304.0 - 98304.0;
      } else {
        forceHere += load<f64>(at);
      }
      slopeHere += load<f64>(at, COLUMN);
      windowHere += load<f64>(at, 2 * COLUMN);
      if (everythingCounts) {
        const decay = fastExp(f64x2.splat(load<f64>(at, 3 * COLUMN)));
        decayHere += f64x2.extract_lane(quantize(decay, 98304.0), 0);
      }
    }
    const place = usize(rowAt(index)) << 3;
    store<f64>(force + place, forceHere);
    if (inSpace) {
      v128.store64_lane(forceX + place, forceXY, 0);
      v128.store64_lane(forceY + place, forceXY, 1);
    }
    store<f64>(slope + place, slopeHere);
    store<f64>(windowSum + place, windowHere);
    store<f64>(closeness + place, decayHere);
  }
}

/** Up to this many classes are summed one after the other, with masks; more by writing to memory term by term. */
const FEW_CLASSES: usize = 4;

/** The same by the classes of the repellers; the sums are 0 before. */
@inline
function addUpClasses(first: i32, end: i32, everythingCounts: bool, inSpace: bool): void {
  let at = scratch;
  for (let index = first; index < end; index++) {
    const last = scratch + (usize(load<i32>(ends + (usize(index) << 2))) << 3);
    const row = usize(rowAt(index)) * classCount;
    if (classCount <= FEW_CLASSES) {
      for (let c: usize = 0; c < classCount; c++) addUpClass(at, last, c, row, everythingCounts, inSpace);
      at = last;
      continue;
    }
    for (; at < last; at += 8) {
      const place = (row + usize(load<u64>(at, 8 * COLUMN))) << 3;
      const size = load<f64>(at);
      if (inSpace) {
        addTo(forceX + place, size * load<f64>(at, 4 * COLUMN) + 98304.0 - 98304.0);
        addTo(forceY + place, size * load<f64>(at, 5 * COLUMN) + 98304.0 - 98304.0);
        addTo(force + place, size * load<f64>(at, 6 * COLUMN) + 98304.0 - 98304.0);
      } else {
        addTo(force + place, size);
      }
      addTo(slope + place, load<f64>(at, COLUMN));
      addTo(windowSum + place, load<f64>(at, 2 * COLUMN));
      const near = load<f64>(at, 7 * COLUMN);
      if (near > load<f64>(nearness + place)) store<f64>(nearness + place, near);
      const press = load<f64>(at, 9 * COLUMN);
      if (press > load<f64>(pressing + place)) store<f64>(pressing + place, press);
      if (everythingCounts) {
        const decay = fastExp(f64x2.splat(load<f64>(at, 3 * COLUMN)));
        addTo(closeness + place, f64x2.extract_lane(quantize(decay, 98304.0), 0));
      }
    }
  }
}

/** The terms of one class, two at a time: sums of quanta do not depend on the order. */
@inline
function addUpClass(from: usize, last: usize, c: usize, row: usize, everythingCounts: bool, inSpace: bool): void {
  const zero = f64x2.splat(0.0);
  const own = i64x2.splat(c);
  let forces = zero;
  let forcesX = zero;
  let forcesY = zero;
  let slopes = zero;
  let windows = zero;
  let nearest = zero;
  let press = zero;
  let decays = zero;
  for (let at = from; at < last; at += 16) {
    let mask = i64x2.eq(v128.load(at, 8 * COLUMN), own);
    // With an odd number, the second lane of the last pair belongs to another agent.
    if (at + 8 >= last) mask = v128.and(mask, i64x2.replace_lane(i64x2.splat(-1), 1, 0));
    const size = v128.load(at);
    if (inSpace) {
      forcesX = f64x2.add(forcesX, v128.and(mask, quantize(f64x2.mul(size, v128.load(at, 4 * COLUMN)), 98304.0)));
      forcesY = f64x2.add(forcesY, v128.and(mask, quantize(f64x2.mul(size, v128.load(at, 5 * COLUMN)), 98304.0)));
      forces = f64x2.add(forces, v128.and(mask, quantize(f64x2.mul(size, v128.load(at, 6 * COLUMN)), 98304.0)));
    } else {
      forces = f64x2.add(forces, v128.and(mask, size));
    }
    slopes = f64x2.add(slopes, v128.and(mask, v128.load(at, COLUMN)));
    windows = f64x2.add(windows, v128.and(mask, v128.load(at, 2 * COLUMN)));
    nearest = f64x2.pmax(nearest, v128.and(mask, v128.load(at, 7 * COLUMN)));
    if (selective) press = f64x2.pmax(press, v128.and(mask, v128.load(at, 9 * COLUMN)));
    if (everythingCounts) {
      decays = f64x2.add(decays, v128.and(mask, quantize(fastExp(v128.load(at, 3 * COLUMN)), 98304.0)));
    }
  }
  const place = (row + c) << 3;
  store<f64>(force + place, sumOf(forces));
  if (inSpace) {
    store<f64>(forceX + place, sumOf(forcesX));
    store<f64>(forceY + place, sumOf(forcesY));
  }
  store<f64>(slope + place, sumOf(slopes));
  store<f64>(windowSum + place, sumOf(windows));
  store<f64>(nearness + place, max<f64>(f64x2.extract_lane(nearest, 0), f64x2.extract_lane(nearest, 1)));
  if (selective)
    store<f64>(pressing + place, max<f64>(f64x2.extract_lane(press, 0), f64x2.extract_lane(press, 1)));
  store<f64>(closeness + place, sumOf(decays));
}

@inline
function sumOf(lanes: v128): f64 {
  return f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1);
}

@inline
function addTo(place: usize, term: f64): void {
  store<f64>(place, load<f64>(place) + term);
}

/** fastExp of both lanes. */
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

/** The local cubics of a table at two positions, in units of its intervals. */
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

@inline
function quantize(x: v128, shifter: f64): v128 {
  return f64x2.sub(f64x2.add(x, f64x2.splat(shifter)), f64x2.splat(shifter));
}

/**
 * evaluateTerms. Columns in: cos a, sin a, sin Δψ, fading. Columns out, in the same places: R W D, its slope, W.
 * With an odd count, the second lane of the last pair is ignored.
 */
@inline
function evaluate(count: i32): void {
  const one = f64x2.splat(1.0);
  const last = scratch + (usize(count) << 3);
  for (let at = scratch; at < last; at += 16) {
    const cosine = v128.load(at);
    const sine = v128.load(at, COLUMN);
    const sineHalf = v128.load(at, 2 * COLUMN);
    const fading = v128.load(at, 3 * COLUMN);
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
    const shut = f64x2.add(one, fastExp(f64x2.pmin(f64x2.mul(steepness, f64x2.sub(edge, cosine)), f64x2.splat(60.0))));
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
    const bell = f64x2.mul(open, fastExp(f64x2.add(f64x2.sub(one, size), fading)));
    const bend = f64x2.mul(f64x2.mul(f64x2.mul(ratio, f64x2.sub(one, open)), steepness), sine);
    const slope = f64x2.mul(bell, f64x2.sub(f64x2.mul(inverseHalf, f64x2.sub(one, size)), bend));
    const clamped = f64x2.pmin(f64x2.pmax(slope, f64x2.splat(-256.0)), f64x2.splat(256.0));
    v128.store(at, quantize(f64x2.mul(ratio, bell), 98304.0));
    v128.store(at, quantize(clamped, 6291456.0), COLUMN);
    v128.store(at, quantize(open, 98304.0), 2 * COLUMN);
  }
}
