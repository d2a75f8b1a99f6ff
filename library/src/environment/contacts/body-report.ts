import { addContact, type Crowd, EventKind, type Events } from '../../crowd/index.ts';
import { cos, Purpose, sin, uniform } from '../../numerics/index.ts';
import type { BodySweep } from './body-pairs.ts';
import { touchOnPaths } from './body-sweep.ts';
import { ballContactTime } from './contact-times.ts';
import { placeBetween } from './meeting.ts';

/** The data for reports of contacts between bodies: the seed, seconds per step, and scratch. */
export type BodyReport = {
  seed: number;
  dt: number;
  /** The paths that the bodies went, where they are not straight. */
  sweep: BodySweep | undefined;
  place: Float64Array;
  contact: Float64Array;
};

export function createBodyReport(): BodyReport {
  return { seed: 0, dt: 0, sweep: undefined, place: new Float64Array(6), contact: new Float64Array(6) };
}

export function beginReport(
  report: BodyReport,
  seed: number,
  dt: number,
  sweep: BodySweep | undefined,
): void {
  report.seed = seed;
  report.dt = dt;
  report.sweep = sweep;
}

/**
 * Reports the contact of two bodies that overlap at their next positions: when they first touched, and where. The row
 * has the lower id of the two.
 */
export function reportContact(
  report: BodyReport,
  crowd: Crowd,
  row: number,
  other: number,
  depth: number,
  events: Events,
): void {
  const { ids } = crowd;
  const part = report.sweep
    ? touchOnPaths(report.sweep, crowd, row, other)
    : touchOnStraightPaths(report, crowd, row, other);
  const contact = report.sweep ? report.sweep.meeting.contact : report.contact;
  if (contact[3] === 0 && contact[4] === 0 && contact[5] === 0) {
    // Coincident centres: the direction in which they are parted.
    const angle = 2 * Math.PI * uniform(report.seed, Purpose.parting, ids[row], ids[other]);
    contact[3] = cos(angle);
    contact[4] = sin(angle);
  }
  addContact(
    events,
    EventKind.contact,
    ids[row],
    ids[other],
    depth,
    part * report.dt,
    contact[0],
    contact[1],
    contact[2],
    contact[3],
    contact[4],
    contact[5],
  );
}

function touchOnStraightPaths(
  { contact, place }: BodyReport,
  { motion, next, traits }: Crowd,
  row: number,
  other: number,
): number {
  const { radius } = traits;
  const part = Math.min(
    1,
    ballContactTime(
      motion.x[row] - motion.x[other],
      motion.y[row] - motion.y[other],
      motion.z[row] - motion.z[other],
      next.x[row] - next.x[other],
      next.y[row] - next.y[other],
      next.z[row] - next.z[other],
      radius[row] + radius[other],
    ),
  );
  for (let k = 0; k < 2; k++) {
    const body = k === 0 ? row : other;
    place[3 * k] = motion.x[body] + part * (next.x[body] - motion.x[body]);
    place[3 * k + 1] = motion.y[body] + part * (next.y[body] - motion.y[body]);
    place[3 * k + 2] = motion.z[body] + part * (next.z[body] - motion.z[body]);
  }
  placeBetween(contact, place, radius[row], radius[other]);
  return part;
}
