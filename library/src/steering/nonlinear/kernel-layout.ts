// Written by scripts/build-kernel.js from library/kernel/layouts.js; do not edit.

const EXPONENTIALS = 44865;
const ASIN_RATIOS = 924;
const ARC_RATIOS = 1744;
const SCRATCH_LENGTH = 2560;

/** Where each column begins, and where the last one ends, in bytes. */
function offsets(
  rows: number,
  spaceRows: number,
  obstacleClasses: number,
  entries: number,
  rateEntries: number,
) {
  const exponentials = 0;
  const asinRatios = exponentials + 8 * EXPONENTIALS;
  const arcRatios = asinRatios + 8 * ASIN_RATIOS;
  const _scratch = arcRatios + 8 * ARC_RATIOS;
  const bodies = _scratch + 8 * (10 * SCRATCH_LENGTH);
  const headingX = bodies + 8 * (4 * rows);
  const headingY = headingX + 8 * rows;
  const headingZ = headingY + 8 * rows;
  const decayRate = headingZ + 8 * spaceRows;
  const nearness = decayRate + 8 * rows;
  const force = nearness + 8 * (obstacleClasses * rows);
  const forceX = force + 8 * (obstacleClasses * rows);
  const forceY = forceX + 8 * (obstacleClasses * spaceRows);
  const slope = forceY + 8 * (obstacleClasses * spaceRows);
  const window = slope + 8 * (obstacleClasses * rows);
  const closeness = window + 8 * (obstacleClasses * rows);
  const pressing = closeness + 8 * (obstacleClasses * rows);
  const rateScale = pressing + 8 * (obstacleClasses * rows);
  const rates = rateScale + 8 * obstacleClasses;
  const starts = rates + 8 * rateEntries;
  const counts = starts + 4 * rows;
  const order = counts + 4 * rows;
  const _ends = order + 4 * rows;
  const classes = _ends + 4 * rows;
  const items = classes + 4 * rows;
  return {
    exponentials,
    asinRatios,
    arcRatios,
    _scratch,
    bodies,
    headingX,
    headingY,
    headingZ,
    decayRate,
    nearness,
    force,
    forceX,
    forceY,
    slope,
    window,
    closeness,
    pressing,
    rateScale,
    rates,
    starts,
    counts,
    order,
    _ends,
    classes,
    items,
    end: items + 4 * entries,
  };
}

export function bytesOfRepellers(
  rows: number,
  spaceRows: number,
  obstacleClasses: number,
  entries: number,
  rateEntries: number,
): number {
  return offsets(rows, spaceRows, obstacleClasses, entries, rateEntries).end;
}

/** The columns of a kernel's memory. */
export function columnsOfRepellers(
  buffer: ArrayBuffer,
  rows: number,
  spaceRows: number,
  obstacleClasses: number,
  entries: number,
  rateEntries: number,
) {
  const at = offsets(rows, spaceRows, obstacleClasses, entries, rateEntries);
  return {
    /** The tables of numerics/fast.ts. */
    exponentials: new Float64Array(buffer, at.exponentials, EXPONENTIALS),
    /** The same for the arcsine. */
    asinRatios: new Float64Array(buffer, at.asinRatios, ASIN_RATIOS),
    /** The same for arcs. */
    arcRatios: new Float64Array(buffer, at.arcRatios, ARC_RATIOS),
    /** x, y, radius and z of each agent. */
    bodies: new Float64Array(buffer, at.bodies, 4 * rows),
    /** Headings. */
    headingX: new Float64Array(buffer, at.headingX, rows),
    /** Headings. */
    headingY: new Float64Array(buffer, at.headingY, rows),
    /** Empty in the plane, as are forceX and forceY. */
    headingZ: new Float64Array(buffer, at.headingZ, spaceRows),
    /** 1/d0 of each agent. */
    decayRate: new Float64Array(buffer, at.decayRate, rows),
    /** Sums for each class of obstacles and row: see drives.ts. */
    nearness: new Float64Array(buffer, at.nearness, obstacleClasses * rows),
    /** Repulsion. */
    force: new Float64Array(buffer, at.force, obstacleClasses * rows),
    /** Repulsion in space. */
    forceX: new Float64Array(buffer, at.forceX, obstacleClasses * spaceRows),
    /** Repulsion in space. */
    forceY: new Float64Array(buffer, at.forceY, obstacleClasses * spaceRows),
    /** The slope of the repulsion. */
    slope: new Float64Array(buffer, at.slope, obstacleClasses * rows),
    /** Sums of the windows. */
    window: new Float64Array(buffer, at.window, obstacleClasses * rows),
    /** Sums of the decays. */
    closeness: new Float64Array(buffer, at.closeness, obstacleClasses * rows),
    /** The nearness of what presses most, by its own d0. */
    pressing: new Float64Array(buffer, at.pressing, obstacleClasses * rows),
    /** The reciprocals of the factors of the classes on d0. */
    rateScale: new Float64Array(buffer, at.rateScale, obstacleClasses),
    /** 1/d0 of each entry of the lists; empty where d0 does not depend on the other. */
    rates: new Float64Array(buffer, at.rates, rateEntries),
    /** Near lists. */
    starts: new Int32Array(buffer, at.starts, rows),
    /** Near lists. */
    counts: new Int32Array(buffer, at.counts, rows),
    /** The order of the rows in the loops. */
    order: new Int32Array(buffer, at.order, rows),
    /** The obstacle class of each agent. */
    classes: new Int32Array(buffer, at.classes, rows),
    /** Near lists. */
    items: new Int32Array(buffer, at.items, entries),
  };
}
