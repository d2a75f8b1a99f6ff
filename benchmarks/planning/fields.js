// @ts-check
// Compares sampling a velocity field with a plain read of the same cells: node benchmarks/planning/fields.js
// Both read the same places of the same field and write the vector into the same two numbers. They take turns, so that other
// load on the machine affects both equally. The fastest turn counts, since load only adds to it. Exit code 1 when the limit is missed.
import { performance } from 'node:perf_hooks';
import { createField, forEachCell, sampleField } from '../../library/dist/planning/fields/field.js';

const LIMIT = 4;
const PLACES = 50_000;
const TURNS = 100;
/** Places of one call: a function with many short calls is optimised as a whole, one long loop only by replacement on the stack. */
const CHUNK = 500;

/** @typedef {import('../../library/dist/planning/fields/field.js').VelocityField} VelocityField */

/** @param {number} side cells */
function createWhirl(side) {
  const field = createField({ minX: 0, minY: 0, cell: 0.5, columns: side, rows: side, outside: 'clamp' });
  const middle = side / 4;
  forEachCell(field, (index, x, y) => {
    field.u[index] = middle - y;
    field.v[index] = x - middle;
  });
  return field;
}

/** Random places: agents in consecutive rows of a crowd are not close together either. @param {number} extent metres */
function drawPlaces(extent) {
  let state = 12345;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 32) * extent;
  };
  return { x: Float64Array.from({ length: PLACES }, next), y: Float64Array.from({ length: PLACES }, next) };
}

/** The simplest read: the vector of the cell that contains a place; all places are inside. The sum keeps the compiler
 * from removing the loop.
 * @param {VelocityField} field @param {{ x: Float64Array, y: Float64Array }} places
 * @param {Float64Array} out @param {number} start */
function readSome({ minX, minY, cell, columns, u, v }, { x, y }, out, start) {
  let sum = 0;
  for (let k = start; k < start + CHUNK; k++) {
    const index = (((y[k] - minY) / cell) | 0) * columns + (((x[k] - minX) / cell) | 0);
    out[0] = u[index];
    out[1] = v[index];
    sum += out[0] + out[1];
  }
  return sum;
}

/** A separate loop, so that each calls only one function and both can be inlined.
 * @param {VelocityField} field @param {{ x: Float64Array, y: Float64Array }} places
 * @param {Float64Array} out @param {number} start */
function sampleSome(field, { x, y }, out, start) {
  let sum = 0;
  for (let k = start; k < start + CHUNK; k++) {
    sampleField(field, x[k], y[k], out);
    sum += out[0] + out[1];
  }
  return sum;
}

let isMissed = false;
// All fields are created before any is measured: compiled code may rely on what all objects so far have in common.
for (const field of [64, 512, 1024].map(createWhirl)) {
  const side = field.columns;
  const places = drawPlaces(side * field.cell);
  const out = new Float64Array(2);
  let plain = Number.POSITIVE_INFINITY;
  let smooth = Number.POSITIVE_INFINITY;
  for (let k = 0; k < TURNS; k++) {
    let sum = 0;
    const begin = performance.now();
    for (let start = 0; start < PLACES; start += CHUNK) sum += readSome(field, places, out, start);
    const between = performance.now();
    for (let start = 0; start < PLACES; start += CHUNK) sum += sampleSome(field, places, out, start);
    const end = performance.now();
    if (!Number.isFinite(sum)) throw new Error('the sum is no number');
    plain = Math.min(plain, between - begin);
    smooth = Math.min(smooth, end - between);
  }
  const ratio = smooth / plain;
  const nanoseconds = (/** @type {number} */ time) => ((1e6 * time) / PLACES).toFixed(1);
  const holds = ratio <= LIMIT;
  isMissed ||= !holds;
  console.log(
    `${side} × ${side} cells: plain read ${nanoseconds(plain)} ns, sample ${nanoseconds(smooth)} ns, ratio ${ratio.toFixed(2)} (at most ${LIMIT}): ${holds ? 'holds' : 'MISSED'}`,
  );
}
if (isMissed) process.exitCode = 1;
