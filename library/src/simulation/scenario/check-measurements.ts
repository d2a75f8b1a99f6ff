import { countVertices, orient } from '../../geometry/index.ts';
import { obstaclesOf } from './area-part.ts';
import { checkDirection } from './check-direction.ts';
import { checkBox } from './check-obstacles.ts';
import { type Findings, type Path, report } from './error.ts';
import { maximumMeasuredVertices, maximumSamples } from './limits.ts';
import type { Scenario } from './schema.ts';
import { areaFigures, lineFigures, runFigures, type SurveyArea } from './schema-measurements.ts';
import { checkUnique } from './unique.ts';
import { inWords } from './words.ts';

/** That lines have a length, areas are convex and inside the world, and criteria speak of what is measured. */
export function checkMeasurements(scenario: Scenario, findings: Findings): void {
  const { bounds, dimension, dt, duration, expect } = scenario;
  const { areas, from, interval, lines, until } = scenario.measurements;
  if (dimension === 3 && areas.length + lines.length > 0) {
    report(findings, ['measurements'], 'only in a world of dimension 2');
    return;
  }
  lines.forEach((line, k) => {
    if (line.from[0] === line.to[0] && line.from[1] === line.to[1])
      report(findings, ['measurements', 'lines', k, 'to'], 'expected another point than from');
  });
  areas.forEach((area, k) => {
    checkArea(area, bounds, ['measurements', 'areas', k], findings);
  });
  checkUnique(lines, ['measurements', 'lines'], findings);
  checkUnique(areas, ['measurements', 'areas'], findings);
  areas.forEach(({ name }, k) => {
    if (lines.some((line) => line.name === name))
      report(findings, ['measurements', 'areas', k, 'name'], 'expected another name than that of a line');
  });
  if (until !== undefined && until <= from)
    report(findings, ['measurements', 'until'], `expected above from, ${from} s, got ${until}`);
  if (areas.length > 0 && interval < dt)
    report(findings, ['measurements', 'interval'], `expected at least dt, ${dt} s, got ${interval}`);
  const samples = (areas.length * Math.min(duration, until ?? duration)) / Math.max(interval, dt);
  if (samples > maximumSamples) {
    const made = Math.round(samples);
    report(
      findings,
      ['measurements', 'interval'],
      `expected at most ${maximumSamples} samples in all, got ${made}`,
    );
  }
  const vertices = areas.length > 0 ? verticesOf(scenario) : 0;
  if (vertices > maximumMeasuredVertices) {
    report(
      findings,
      ['measurements', 'areas'],
      `expected at most ${maximumMeasuredVertices} vertices of obstacles and area where areas are measured, got ${vertices}`,
    );
  }
  expect?.measured?.forEach((criterion, k) => {
    checkCriterion(criterion, scenario, ['expect', 'measured', k], findings);
  });
}

function verticesOf(scenario: Scenario): number {
  return obstaclesOf(scenario).reduce((sum, obstacle) => sum + countVertices(obstacle), 0);
}

function checkArea(area: SurveyArea, { min, max }: Scenario['bounds'], path: Path, findings: Findings): void {
  const { along, box, polygon } = area;
  if ((box === undefined) === (polygon === undefined)) {
    report(findings, path, `expected a box or a polygon, got ${box ? 'both' : 'neither'}`);
    return;
  }
  if (along) checkDirection(along, [...path, 'along'], findings);
  if (box) {
    checkBox(box, 2, [...path, 'box'], findings);
    if (box.min[0] >= box.max[0] || box.min[1] >= box.max[1]) return;
  }
  const points = polygon ?? [box!.min, box!.max];
  const key = polygon ? 'polygon' : 'box';
  if (points.some(([x, y]) => x < min[0] || y < min[1] || x > max[0] || y > max[1]))
    report(findings, [...path, key], 'expected an area inside the bounds');
  if (polygon && !isConvex(polygon))
    report(findings, [...path, key], 'expected the corners of a convex polygon, in order');
}

/** Whether all turns go to one side, once around. */
function isConvex(points: readonly (readonly [number, number])[]): boolean {
  const count = points.length;
  let turn = 0;
  for (let k = 0; k < count; k++) {
    const [a, b, c] = [points[k], points[(k + 1) % count], points[(k + 2) % count]];
    const side = Math.sign(orient(a[0], a[1], b[0], b[1], c[0], c[1]));
    if (side === 0 || (turn !== 0 && side !== turn)) return false;
    turn = side;
  }
  // A star has all turns to one side, too, and goes around more than once: its signs of dx change more than twice.
  let changes = 0;
  for (let k = 0; k < count; k++) {
    const [a, b, c] = [points[k], points[(k + 1) % count], points[(k + 2) % count]];
    if (a[0] < b[0] !== b[0] < c[0] && b[0] !== c[0]) changes++;
  }
  return changes <= 3;
}

function checkCriterion(
  { atLeast, atMost, figure, of }: NonNullable<NonNullable<Scenario['expect']>['measured']>[number],
  { measurements, script }: Scenario,
  path: Path,
  findings: Findings,
): void {
  const added = script.flatMap((entry) => (entry.kind === 'add-measurement' ? [entry] : []));
  const lines = [...measurements.lines, ...added.flatMap(({ line }) => line ?? [])];
  const areas = [...measurements.areas, ...added.flatMap(({ area }) => area ?? [])];
  if (atLeast === undefined && atMost === undefined) report(findings, path, 'expected atLeast or atMost');
  if (atLeast !== undefined && atMost !== undefined && atLeast > atMost)
    report(findings, [...path, 'atMost'], `expected at least atLeast, ${atLeast}, got ${atMost}`);
  const isLine = lines.some(({ name }) => name === of);
  if (of !== undefined && !isLine && !areas.some(({ name }) => name === of)) {
    const got = JSON.stringify(of);
    report(findings, [...path, 'of'], `expected the name of a line or area of measurements, got ${got}`);
    return;
  }
  const known: readonly string[] = of === undefined ? runFigures : isLine ? lineFigures : areaFigures;
  if (known.includes(figure)) return;
  const what = of === undefined ? 'the run, for which of is absent' : `this ${isLine ? 'line' : 'area'}`;
  report(findings, [...path, 'figure'], `expected a figure of ${what}: ${inWords(known)}`);
}
