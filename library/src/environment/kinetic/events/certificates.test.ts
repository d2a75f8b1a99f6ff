import { describe, expect, test } from 'vitest';
import { meshOf, type Point, step } from './advance.fixture.ts';
import { createCertificates, invalidate } from './certificates.ts';
import { meanLifetime } from './report.ts';

/** Points of a triangular lattice: every edge between them is Delaunay by far. Point 24 is in its middle. */
const lattice = Array.from({ length: 49 }, (_, k): Point => {
  const row = Math.floor(k / 7);
  return [(k % 7) + (row % 2) / 2, row * 0.85];
});
const middle = 24 + 4;

function shifted(points: readonly Point[], x: number, y: number): Point[] {
  return points.map(([px, py]): Point => [px + x, py + y]);
}

describe('certificates that last', () => {
  test('of points that keep together, certificates live for the whole horizon of sixteen steps', () => {
    const mesh = meshOf(lattice);
    const certificates = createCertificates();
    const { counts } = certificates;
    let places: Point[] = lattice;
    let lasting = 0;
    // The lattice rises and everything keeps its promise; the numbers are exact in binary.
    for (let k = 0; k < 16; k++) {
      places = shifted(places, 0, 0.0625);
      step(certificates, mesh, places, 0.125);
      if (k > 0) continue;
      for (let edge = 0; edge < certificates.edgeCount; edge++) {
        if (certificates.validUntil[edge] === 16 * 0.125) lasting++;
      }
    }
    // At the border, where three are in line and the circle reaches to the frame, there is nothing to spare.
    expect(lasting).toBeGreaterThan(0.85 * certificates.edgeCount);
    expect(counts.brokenPromises + counts.lateFlips).toBe(0);
    expect(counts.certificates).toBeLessThanOrEqual(
      certificates.edgeCount + 15 * (certificates.edgeCount - lasting) + 5 * counts.failures,
    );
    expect(counts.skipped).toBeGreaterThanOrEqual(15 * lasting - 16 * 5 * counts.failures);
    // All that were made in the first step end together, sixteen steps later.
    step(certificates, mesh, shifted(places, 0, 0.0625), 0.125);
    expect(counts.ended).toBeGreaterThanOrEqual(lasting);
    expect(meanLifetime(counts)).toBeGreaterThan((lasting * 16 * 0.125 * 0.9) / counts.ended);
    expect(meanLifetime(counts)).toBeLessThanOrEqual(16 * 0.125);
  });

  test('a broken promise withdraws the certificates that the vertex has a part in, and no others', () => {
    const mesh = meshOf(lattice);
    const certificates = createCertificates();
    const { counts } = certificates;
    step(certificates, mesh, lattice, 0.1);
    expect(counts.certificates).toBe(certificates.edgeCount);
    let before = counts.certificates;
    step(certificates, mesh, lattice, 0.1);
    const repeated = counts.certificates - before;
    expect(repeated).toBeLessThan(25);
    // Six edges at it and six round it.
    invalidate(certificates, mesh, middle);
    before = counts.certificates;
    step(certificates, mesh, lattice, 0.1);
    expect(counts.certificates - before).toBe(repeated + 12);
    // Moving it farther than its tube does the same by itself; moving it within the tube does nothing.
    const aside = lattice.map(([x, y], k): Point => (k + 4 === middle ? [x + 0.1, y] : [x, y]));
    before = counts.certificates;
    step(certificates, mesh, aside, 0.1);
    expect(counts.brokenPromises).toBe(1);
    expect(counts.certificates - before).toBe(repeated + 12);
    // Within the tube it may do as it likes. Its plan was to go on to the side, so it is given a new one first.
    step(certificates, mesh, aside, 0.1);
    const broken = counts.brokenPromises;
    const nearly = aside.map(([x, y], k): Point => (k + 4 === middle ? [x, y + 0.005] : [x, y]));
    before = counts.certificates;
    step(certificates, mesh, nearly, 0.1);
    expect(counts.brokenPromises).toBe(broken);
    expect(counts.certificates - before).toBe(repeated);
  });
});
