// What agents of the pipeline find out about others near them, in AssemblyScript: by the same operations as meetOthers and
// feelOthers in library/src/steering/pipeline/, so that both find the same.
//
// The candidate test is unpredictable, and a mispredicted branch costs more than the arithmetic. So comparisons use vectors
// (the compiler would turn comparisons of numbers into branches). A first loop goes through the lists, several others at a
// time, and writes down candidate pairs. A second loop goes through the candidates of all agents and adds each to its
// agent's result.
//
// `node scripts/build-kernel.js` compiles this file into library/src/steering/pipeline/pairs-bytes.ts.

/** Addresses in the memory, in bytes: see library/src/steering/pipeline/pairs.ts. */
const bodies: usize = 0;
let capacity: i32 = 0;
let numbers: usize = 0;
let columns: usize = 0;
let courses: usize = 0;
let largest: usize = 0;
let marks: usize = 0;
let rows: usize = 0;
let starts: usize = 0;
let ends: usize = 0;
let entries: usize = 0;
let found: usize = 0;
let kept: usize = 0;

/** Offsets of a body's values: position, heading, velocity, radius, id; eight in all. */
const HEADING: usize = 16;
const VELOCITY: usize = 32;
const RADIUS: usize = 48;
const ID: usize = 56;

/** There is room for this many candidate pairs, and for one more list of all agents. */
const PUT_OFF: usize = 4096;
/** Candidates are evaluated from this number on: a list has at most three entries of padding, and one write is discarded. */
const ENOUGH: usize = PUT_OFF - 4;

/** Places the columns one after the other, for `size` rows (an even number) and `length` entries of lists. */
export function place(size: usize, length: usize): void {
  capacity = <i32>size;
  numbers = 64 * size;
  columns = numbers + 64 * size;
  largest = columns + 64 * size;
  courses = largest + 32;
  marks = courses + 16 * (size + 1);
  rows = marks + 16 * size;
  starts = rows + 4 * size;
  ends = starts + 4 * size;
  entries = ends + 4 * size;
  found = entries + 4 * length;
  kept = found + 8 * (size + PUT_OFF);
  // The row for padding: no comparison with NaN holds.
  v128.store(courses + 16 * size, f32x4.splat(NaN));
}

@inline
function bodyOf(row: i32): usize {
  return bodies + (<usize>row << 6);
}

@inline
function numbersOf(run: usize): usize {
  return numbers + (run << 6);
}

@inline
function marksOf(run: usize): usize {
  return marks + (run << 4);
}

@inline
function first(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2);
}

@inline
function second(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 1, 3);
}

/** Writes the pair of an agent with another; it is kept if the lowest bit is set. Returns the address of the next. */
@inline
function storeFound(end: usize, run: usize, other: i32, bits: i32): usize {
  store<i32>(end, <i32>run);
  store<i32>(end, other, 4);
  return end + (<usize>(bits & 1) << 3);
}

/**
 * Stores the bodies of `count` rows from their columns, and their motion in single precision. Also stores the largest
 * coordinate, speed along an axis and radius, which bound the errors of single precision.
 */
export function storeBodies(count: i32): void {
  const column = columns;
  const next = <usize>capacity << 3;
  let place = f64x2.splat(0);
  let speed = f64x2.splat(0);
  let size = f64x2.splat(0);
  for (let row: usize = 0; row < <usize>count; row += 2) {
    const at = column + (row << 3);
    const x = v128.load(at);
    const y = v128.load(at + next);
    const headingX = v128.load(at + 2 * next);
    const headingY = v128.load(at + 3 * next);
    const vx = v128.load(at + 4 * next);
    const vy = v128.load(at + 5 * next);
    const radius = v128.load(at + 6 * next);
    const id = v128.load(at + 7 * next);
    storeBody(row, first(x, y), first(headingX, headingY), first(vx, vy), first(radius, id));
    storeBody(row + 1, second(x, y), second(headingX, headingY), second(vx, vy), second(radius, id));
    place = f64x2.pmax(place, f64x2.pmax(f64x2.abs(x), f64x2.abs(y)));
    speed = f64x2.pmax(speed, f64x2.pmax(f64x2.abs(vx), f64x2.abs(vy)));
    size = f64x2.pmax(size, radius);
  }
  store<f64>(largest, larger(place));
  store<f64>(largest, larger(speed), 8);
  store<f64>(largest, larger(size), 16);
}

@inline
function storeBody(row: usize, place: v128, heading: v128, velocity: v128, rest: v128): void {
  const body = bodyOf(<i32>row);
  v128.store(body, place);
  v128.store(body, heading, HEADING);
  v128.store(body, velocity, VELOCITY);
  v128.store(body, rest, RADIUS);
  const course = v128.shuffle<f64>(
    f32x4.demote_f64x2_zero(place),
    f32x4.demote_f64x2_zero(velocity),
    0,
    2,
  );
  v128.store(courses + (row << 4), course);
}

@inline
function larger(pair: v128): f64 {
  return Math.max(f64x2.extract_lane(pair, 0), f64x2.extract_lane(pair, 1));
}

/**
 * The same as meetOthers in prediction.ts. The fourth number is the id of the nearest threat. A first loop goes through the
 * lists in single precision, four others at a time. Its errors are below the four margins: of the squared distance, of the
 * distance ahead, of p·v, and of the discriminant. The second loop tests all possible candidates again. Lists
 * are padded to a multiple of four with a row that is nowhere.
 */
export function meet(
  runs: i32,
  viewSquared: f64,
  margin: f64,
  threatFrom: f64,
  threatUntil: f64,
  offSquared: f64,
  offAhead: f64,
  offClosing: f64,
  offRoot: f64,
): void {
  const surelyNear = f32x4.splat(<f32>(viewSquared - offSquared));
  const maybeNear = f32x4.splat(<f32>(viewSquared + offSquared));
  const surelyAhead = f32x4.splat(<f32>offAhead);
  const maybeAhead = f32x4.splat(<f32>-offAhead);
  const maybeClosing = f32x4.splat(<f32>offClosing);
  const maybeMeeting = f32x4.splat(<f32>-offRoot);
  const widest = margin + load<f64>(largest, 16);
  const enough = found + 8 * ENOUGH;
  let end = found;
  for (let run: usize = 0; run < <usize>runs; run++) {
    const row = load<i32>(rows + (run << 2));
    const own = bodyOf(row);
    const course = courses + (<usize>row << 4);
    const atX = v128.load32_splat(course);
    const atY = v128.load32_splat(course, 4);
    const ownX = v128.load32_splat(course, 8);
    const ownY = v128.load32_splat(course, 12);
    const aheadX = f32x4.splat(<f32>load<f64>(own, HEADING));
    const aheadY = f32x4.splat(<f32>load<f64>(own, HEADING + 8));
    const reach = load<f64>(own, RADIUS) + widest;
    const squaredReach = f32x4.splat(<f32>(reach * reach));
    const last = kept + (<usize>load<i32>(ends + (run << 2)) << 2);
    let entry = kept + (<usize>load<i32>(starts + (run << 2)) << 2);
    let seen = 0;
    for (; entry < last; entry += 16) {
      const a = load<i32>(entry);
      const b = load<i32>(entry, 4);
      const c = load<i32>(entry, 8);
      const d = load<i32>(entry, 12);
      const courseA = v128.load(courses + (<usize>a << 4));
      const courseB = v128.load(courses + (<usize>b << 4));
      const courseC = v128.load(courses + (<usize>c << 4));
      const courseD = v128.load(courses + (<usize>d << 4));
      const placesAB = v128.shuffle<f32>(courseA, courseB, 0, 4, 1, 5);
      const placesCD = v128.shuffle<f32>(courseC, courseD, 0, 4, 1, 5);
      const waysAB = v128.shuffle<f32>(courseA, courseB, 2, 6, 3, 7);
      const waysCD = v128.shuffle<f32>(courseC, courseD, 2, 6, 3, 7);
      const px = f32x4.sub(first(placesAB, placesCD), atX);
      const py = f32x4.sub(second(placesAB, placesCD), atY);
      const vx = f32x4.sub(first(waysAB, waysCD), ownX);
      const vy = f32x4.sub(second(waysAB, waysCD), ownY);
      const squared = f32x4.add(f32x4.mul(px, px), f32x4.mul(py, py));
      const ahead = f32x4.add(f32x4.mul(px, aheadX), f32x4.mul(py, aheadY));
      const closing = f32x4.add(f32x4.mul(px, vx), f32x4.mul(py, vy));
      const speedSquared = f32x4.add(f32x4.mul(vx, vx), f32x4.mul(vy, vy));
      const apart = f32x4.sub(squared, squaredReach);
      const root = f32x4.sub(f32x4.mul(closing, closing), f32x4.mul(speedSquared, apart));
      const isSurelySeen = v128.and(f32x4.le(squared, surelyNear), f32x4.ge(ahead, surelyAhead));
      const isMaybeSeen = v128.and(f32x4.le(squared, maybeNear), f32x4.ge(ahead, maybeAhead));
      const isMaybeMeeting = v128.and(f32x4.le(closing, maybeClosing), f32x4.ge(root, maybeMeeting));
      const sure = i32x4.bitmask(isSurelySeen);
      const unsure = i32x4.bitmask(v128.andnot(isMaybeSeen, isSurelySeen));
      seen += popcnt(sure);
      // Rare.
      if (unsure != 0) seen += countSeen(own, entry, unsure, viewSquared);
      const bits = i32x4.bitmask(v128.and(isMaybeSeen, isMaybeMeeting));
      end = storeFound(end, run, a, bits);
      end = storeFound(end, run, b, bits >> 1);
      end = storeFound(end, run, c, bits >> 2);
      end = storeFound(end, run, d, bits >> 3);
    }
    const number = numbersOf(run);
    store<f64>(number, Infinity);
    store<f64>(number, 0, 8);
    store<f64>(number, Infinity, 16);
    store<f64>(number, -1, 24);
    const mark = marksOf(run);
    store<i32>(mark, seen);
    store<i32>(mark, 0, 4);
    store<i32>(mark, -1, 8);
    if (end < enough && run + 1 < <usize>runs) continue;
    for (let pair = found; pair < end; pair += 8) {
      addThreat(load<i32>(pair), load<i32>(pair, 4), viewSquared, margin, threatFrom, threatUntil);
    }
    end = found;
  }
}

/** How many of the four others with set bits are in view. */
function countSeen(own: usize, entry: usize, bits: i32, viewSquared: f64): i32 {
  let seen = 0;
  for (let k: usize = 0; k < 4; k++) {
    if (((bits >> <i32>k) & 1) == 0) continue;
    const p = f64x2.sub(v128.load(bodyOf(load<i32>(entry + (k << 2)))), v128.load(own));
    const squares = f64x2.mul(p, p);
    const ways = f64x2.mul(p, v128.load(own, HEADING));
    const squared = f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1);
    const ahead = f64x2.extract_lane(ways, 0) + f64x2.extract_lane(ways, 1);
    seen += i32(squared <= viewSquared && ahead >= 0);
  }
  return seen;
}

/** The sum of the two lanes, in both lanes. */
@inline
function sum(pair: v128): v128 {
  return f64x2.add(v128.shuffle<f64>(pair, pair, 0, 0), v128.shuffle<f64>(pair, pair, 1, 1));
}

/** Adds a meeting to an agent's result if it is a threat. */
@inline
function addThreat(
  run: usize,
  other: i32,
  viewSquared: f64,
  margin: f64,
  threatFrom: f64,
  threatUntil: f64,
): void {
  const zero = f64x2.splat(0);
  const own = bodyOf(load<i32>(rows + (run << 2)));
  const body = bodyOf(other);
  const p = f64x2.sub(v128.load(body), v128.load(own));
  const v = f64x2.sub(v128.load(body, VELOCITY), v128.load(own, VELOCITY));
  const squared = sum(f64x2.mul(p, p));
  const ahead = sum(f64x2.mul(p, v128.load(own, HEADING)));
  const closing = sum(f64x2.mul(p, v));
  const speedSquared = sum(f64x2.mul(v, v));
  const reach = f64x2.splat(load<f64>(own, RADIUS) + margin + load<f64>(body, RADIUS));
  const apart = f64x2.sub(squared, f64x2.mul(reach, reach));
  const discriminant = f64x2.sub(f64x2.mul(closing, closing), f64x2.mul(speedSquared, apart));
  const isSeen = v128.and(f64x2.le(squared, f64x2.splat(viewSquared)), f64x2.ge(ahead, zero));
  const isMeeting = v128.and(f64x2.lt(closing, zero), f64x2.gt(discriminant, zero));
  // The end and the begin, in this order.
  const root = v128.xor(f64x2.sqrt(discriminant), f64x2(0, -0));
  const roots = f64x2.div(f64x2.sub(root, closing), speedSquared);
  // A pair that is too near already: from now.
  const isNow = v128.and(f64x2.le(apart, zero), i64x2(0, -1));
  const times = v128.andnot(roots, isNow);
  const until = v128.shuffle<f64>(times, times, 0, 0);
  const from = v128.shuffle<f64>(times, times, 1, 1);
  const isElsewhen = v128.or(
    f64x2.lt(until, f64x2.splat(threatFrom)),
    f64x2.gt(from, f64x2.splat(threatUntil)),
  );
  const isThreat = v128.andnot(v128.and(isSeen, isMeeting), isElsewhen);
  const number = numbersOf(run);
  const mark = marksOf(run);
  const begin = v128.load_splat<f64>(number);
  const next = v128.load_splat<f64>(number, 16);
  const nearest = v128.load_splat<f64>(number, 24);
  const id = v128.load_splat<f64>(body, ID);
  const isTie = v128.and(f64x2.eq(from, begin), f64x2.lt(id, nearest));
  const isFirst = v128.and(isThreat, v128.or(f64x2.lt(from, begin), isTie));
  const isSecond = v128.and(isThreat, f64x2.lt(from, next));
  const later = v128.bitselect(begin, v128.bitselect(from, next, isSecond), isFirst);
  const over = v128.bitselect(until, v128.load_splat<f64>(number, 8), isFirst);
  store<f64>(number, f64x2.extract_lane(v128.bitselect(from, begin, isFirst), 0));
  store<f64>(number, f64x2.extract_lane(over, 0), 8);
  store<f64>(number, f64x2.extract_lane(later, 0), 16);
  store<f64>(number, f64x2.extract_lane(v128.bitselect(id, nearest, isFirst), 0), 24);
  store<i32>(mark, load<i32>(mark, 4) - i32x4.extract_lane(isThreat, 0), 4);
  const row = v128.bitselect(i32x4.splat(other), v128.load32_splat(mark, 8), isFirst);
  store<i32>(mark, i32x4.extract_lane(row, 0), 8);
}

/** The same as feelOthers in feelers.ts. */
export function feel(
  runs: i32,
  feeler: f64,
  sideFeeler: f64,
  whisker: f64,
  similar: f64,
  oncoming: f64,
): void {
  const longest = feeler > sideFeeler ? feeler : sideFeeler;
  const enough = found + 8 * ENOUGH;
  let end = found;
  for (let run: usize = 0; run < <usize>runs; run++) {
    const own = bodyOf(load<i32>(rows + (run << 2)));
    const atX = v128.load_splat<f64>(own);
    const atY = v128.load_splat<f64>(own, 8);
    const aheadX = v128.load_splat<f64>(own, HEADING);
    const aheadY = v128.load_splat<f64>(own, HEADING + 8);
    const radius = load<f64>(own, RADIUS);
    const beside = f64x2.splat(radius + whisker);
    const furthest = f64x2.splat(radius + longest);
    const last = entries + (<usize>load<i32>(ends + (run << 2)) << 2);
    let entry = entries + (<usize>load<i32>(starts + (run << 2)) << 2);
    for (; entry < last; entry += 8) {
      const isTwo = i32(entry + 4 < last);
      const a = load<i32>(entry);
      const b = load<i32>(entry + (<usize>isTwo << 2));
      const bodyA = bodyOf(a);
      const bodyB = bodyOf(b);
      const placeA = v128.load(bodyA);
      const placeB = v128.load(bodyB);
      const px = f64x2.sub(first(placeA, placeB), atX);
      const py = f64x2.sub(second(placeA, placeB), atY);
      const radii = v128.load64_lane(bodyB + RADIUS, v128.load_splat<f64>(bodyA, RADIUS), 1);
      const ahead = f64x2.add(f64x2.mul(px, aheadX), f64x2.mul(py, aheadY));
      const left = f64x2.sub(f64x2.mul(aheadX, py), f64x2.mul(aheadY, px));
      const isAhead = v128.and(
        f64x2.ge(ahead, f64x2.neg(radii)),
        f64x2.le(ahead, f64x2.add(furthest, radii)),
      );
      // Both sides at once.
      const isBeside = f64x2.le(f64x2.abs(left), f64x2.add(beside, radii));
      const bits = i64x2.bitmask(v128.and(isAhead, isBeside)) & (1 | (isTwo << 1));
      end = storeFound(end, run, a, bits);
      end = storeFound(end, run, b, bits >> 1);
    }
    const number = numbersOf(run);
    store<f64>(number, radius + sideFeeler);
    store<f64>(number, radius + feeler, 8);
    store<f64>(number, radius + sideFeeler, 16);
    v128.store(number, f64x2.splat(-1), 24);
    store<f64>(number, -1, 40);
    v128.store(marksOf(run), i64x2.splat(0));
    if (end < enough && run + 1 < <usize>runs) continue;
    for (let pair = found; pair < end; pair += 8) {
      touch(load<i32>(pair), load<i32>(pair, 4), whisker, similar, oncoming);
    }
    end = found;
  }
  for (let run: usize = 0; run < <usize>runs; run++) chooseNearest(run);
}

/** Writes the id of the nearest agent that the feelers touch as the seventh number; of two equally near, the smaller. */
@inline
function chooseNearest(run: usize): void {
  const number = numbersOf(run);
  const left = idAndDistance(number, 0);
  const centre = idAndDistance(number, 8);
  const right = idAndDistance(number, 16);
  const nearer = lesser(left, centre);
  store<f64>(number, f64x2.extract_lane(lesser(nearer, right), 0), 48);
}

/** The id felt and its distance; infinite if no agent is felt. */
@inline
function idAndDistance(number: usize, feeler: usize): v128 {
  const id = v128.load_splat<f64>(number + feeler, 24);
  const distance = v128.load_splat<f64>(number + feeler);
  const isNobody = f64x2.lt(id, f64x2.splat(0));
  return first(id, v128.bitselect(f64x2.splat(Infinity), distance, isNobody));
}

/** The lesser by distance, then by id. */
@inline
function lesser(a: v128, b: v128): v128 {
  const isLess = f64x2.lt(b, a);
  const isTie = v128.and(f64x2.eq(b, a), v128.shuffle<f64>(isLess, isLess, 0, 0));
  const isSecond = v128.or(isLess, isTie);
  return v128.bitselect(b, a, v128.shuffle<f64>(isSecond, isSecond, 1, 1));
}

/** Adds a body to what the feelers and whiskers of an agent touch. */
@inline
function touch(run: usize, other: i32, whisker: f64, similar: f64, oncoming: f64): void {
  const own = bodyOf(load<i32>(rows + (run << 2)));
  const body = bodyOf(other);
  const p = f64x2.sub(v128.load(body), v128.load(own));
  const px = v128.shuffle<f64>(p, p, 0, 0);
  const py = v128.shuffle<f64>(p, p, 1, 1);
  const aheadX = v128.load_splat<f64>(own, HEADING);
  const aheadY = v128.load_splat<f64>(own, HEADING + 8);
  const ahead = f64x2.add(f64x2.mul(px, aheadX), f64x2.mul(py, aheadY));
  const left = f64x2.sub(f64x2.mul(aheadX, py), f64x2.mul(aheadY, px));
  const size = v128.load_splat<f64>(body, RADIUS);
  const squaredSize = f64x2.mul(size, size);
  const id = v128.load_splat<f64>(body, ID);
  const radius = load<f64>(own, RADIUS);
  const number = numbersOf(run);
  const mark = marksOf(run);

  // Left and right.
  const aside = v128.xor(left, f64x2(0, -0));
  const half = f64x2.sqrt(f64x2.sub(squaredSize, f64x2.mul(ahead, ahead)));
  const isAside = v128.and(
    f64x2.gt(aside, f64x2.splat(0)),
    f64x2.le(f64x2.sub(aside, half), f64x2.splat(radius + whisker)),
  );
  const isBeside = v128.and(isAside, f64x2.le(ahead, size));
  store<i32>(mark, load<i32>(mark, 12) | i64x2.bitmask(isBeside), 12);

  const cosine = sum(f64x2.mul(v128.load(own, HEADING), v128.load(body, HEADING)));
  // Oncoming is 2, crossing 3, the same way 4: comparisons that hold are −1.
  const isOncoming = f64x2.lt(cosine, f64x2.splat(oncoming));
  const isSimilar = v128.andnot(f64x2.gt(cosine, f64x2.splat(similar)), isOncoming);
  const kind = i32x4.sub(i32x4.add(i32x4.splat(3), isOncoming), isSimilar);
  const isAhead = f64x2.gt(ahead, f64x2.splat(0));

  const off = f64x2.sub(left, f64x2.replace_lane(f64x2.splat(radius), 1, -radius));
  const toSides = distanceTo(off, ahead, squaredSize);
  const sides = first(v128.load_splat<f64>(number), v128.load_splat<f64>(number, 16));
  const sideIds = first(v128.load_splat<f64>(number, 24), v128.load_splat<f64>(number, 40));
  const sideKinds = i32x4.replace_lane(v128.load32_splat(mark), 2, load<i32>(mark, 8));
  const areSides = isNearer(off, toSides, size, isAhead, sides, id, sideIds);
  const newSides = v128.bitselect(toSides, sides, areSides);
  const newSideIds = v128.bitselect(id, sideIds, areSides);
  const newSideKinds = v128.bitselect(kind, sideKinds, areSides);
  store<f64>(number, f64x2.extract_lane(newSides, 0));
  store<f64>(number, f64x2.extract_lane(newSides, 1), 16);
  store<f64>(number, f64x2.extract_lane(newSideIds, 0), 24);
  store<f64>(number, f64x2.extract_lane(newSideIds, 1), 40);
  store<i32>(mark, i32x4.extract_lane(newSideKinds, 0));
  store<i32>(mark, i32x4.extract_lane(newSideKinds, 2), 8);

  const toCentre = distanceTo(left, ahead, squaredSize);
  const centre = v128.load_splat<f64>(number, 8);
  const centreId = v128.load_splat<f64>(number, 32);
  const isCentre = isNearer(left, toCentre, size, isAhead, centre, id, centreId);
  store<f64>(number, f64x2.extract_lane(v128.bitselect(toCentre, centre, isCentre), 0), 8);
  store<f64>(number, f64x2.extract_lane(v128.bitselect(id, centreId, isCentre), 0), 32);
  const centreKind = v128.bitselect(kind, v128.load32_splat(mark, 4), isCentre);
  store<i32>(mark, i32x4.extract_lane(centreKind, 0), 4);
}

/** How far ahead a line beside the centre meets a body. */
@inline
function distanceTo(off: v128, ahead: v128, squaredSize: v128): v128 {
  const gap = f64x2.sub(ahead, f64x2.sqrt(f64x2.sub(squaredSize, f64x2.mul(off, off))));
  return f64x2.pmax(f64x2.splat(0), gap);
}

/** Whether a feeler meets the body, and nothing sooner; of two equally near the smaller id counts, −1 being none. */
@inline
function isNearer(
  off: v128,
  distance: v128,
  size: v128,
  isAhead: v128,
  near: v128,
  id: v128,
  nearId: v128,
): v128 {
  const isMet = f64x2.le(f64x2.abs(off), size);
  const isPreferred = v128.or(f64x2.lt(nearId, f64x2.splat(0)), f64x2.le(id, nearId));
  const isTie = v128.and(f64x2.eq(distance, near), isPreferred);
  return v128.and(v128.and(isAhead, isMet), v128.or(f64x2.lt(distance, near), isTie));
}
