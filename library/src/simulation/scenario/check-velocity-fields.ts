import { formulaNames, parseFormula, strokeWork, type VelocityField } from '../../planning/fields/index.ts';
import { checkBox, checkRegionShape } from './check-obstacles.ts';
import { type Findings, hasEnough, type Path, report } from './error.ts';
import { fieldPart } from './field-part.ts';
import { maximumFieldCells, maximumFieldSpeed, maximumFieldWork } from './limits.ts';
import type { Scenario } from './schema.ts';
import type { FieldOrigin, VelocityFieldDefinition } from './schema-fields.ts';
import { checkUnique } from './unique.ts';
import { cornersOf, layOutFields, madeOf, makeVelocityFields } from './velocity-fields.ts';

/** Registers velocity fields, for scenarios that have some. */
export function registerVelocityFields(): void {
  fieldPart.registered = {
    checkCells: checkFieldCells,
    check: checkVelocityFields,
    create: makeVelocityFields,
  };
}

/**
 * The vectors of grids, before the schema looks at them: the value may still be anything, and a million bad vectors need not
 * be explained each.
 */
function checkFieldCells(definitions: readonly unknown[], findings: Findings): void {
  let cells = 0;
  definitions.forEach((definition, k) => {
    const rows = (definition as { rows?: unknown } | null | undefined)?.rows;
    if (!Array.isArray(rows)) return;
    const path = ['velocityFields', k, 'rows'];
    let columns = -1;
    for (let row = 0; row < rows.length && !hasEnough(findings); row++) {
      const vectors: unknown = rows[row];
      if (!Array.isArray(vectors)) continue;
      cells += vectors.length;
      if (columns < 0) columns = vectors.length;
      if (vectors.length !== columns) {
        const message = `expected ${columns} vectors as in the first row, got ${vectors.length}`;
        report(findings, [...path, row], message);
      }
      for (let column = 0; column < vectors.length && !hasEnough(findings); column++) {
        if (isVector(vectors[column])) continue;
        report(
          findings,
          [...path, row, column],
          `expected a vector [u, v] of numbers from -${maximumFieldSpeed} to ${maximumFieldSpeed} m/s in the cell of row ${row} and column ${column}, got ${inWords(vectors[column])}`,
        );
      }
    }
  });
  if (cells > maximumFieldCells) reportCells(cells, findings);
}

function reportCells(cells: number, findings: Findings): void {
  report(findings, ['velocityFields'], `expected at most ${maximumFieldCells} cells in all, got ${cells}`);
}

function isVector(value: unknown): boolean {
  const isSpeed = (number: unknown) => typeof number === 'number' && Math.abs(number) <= maximumFieldSpeed;
  return Array.isArray(value) && value.length === 2 && isSpeed(value[0]) && isSpeed(value[1]);
}

function inWords(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === 'number' ? String(value) : 'no list';
  const shown = value.slice(0, 3).map((part) => (typeof part === 'number' ? String(part) : '…'));
  return `[${shown.join(', ')}${value.length > 3 ? ', …' : ''}]`;
}

/** Names, references, formulas, sizes, and then the fields themselves: every vector must be a number. */
function checkVelocityFields(scenario: Scenario, findings: Findings): void {
  const { velocityFields } = scenario;
  const before = findings.problems.length;
  if (scenario.dimension === 3) {
    report(findings, ['velocityFields'], 'only in a world of dimension 2');
    return;
  }
  checkUnique(velocityFields, ['velocityFields'], findings);
  velocityFields.forEach((definition, k) => {
    const path: Path = ['velocityFields', k];
    checkReferences(velocityFields, k, path, findings);
    checkDefinition(definition, scenario, path, findings);
  });
  if (findings.problems.length > before) return;
  checkFieldSizes(scenario, findings);
  if (findings.problems.length > before) return;
  makeVelocityFields(scenario).forEach((field, k) => {
    checkVectors(field, velocityFields[k], ['velocityFields', k], findings);
  });
}

function checkReferences(
  definitions: readonly VelocityFieldDefinition[],
  k: number,
  path: Path,
  findings: Findings,
): void {
  const definition = definitions[k];
  madeOf(definition).forEach((name, n) => {
    const at =
      definition.kind === 'sum'
        ? ['of', n, 'field']
        : definition.kind === 'mask'
          ? ['field']
          : [n === 0 ? 'near' : 'far'];
    const found = definitions.findIndex((other) => other.name === name);
    if (found >= 0 && found < k) return;
    const why =
      found < 0
        ? `got ${JSON.stringify(name)}`
        : found === k
          ? `got ${JSON.stringify(name)}, itself`
          : `got ${JSON.stringify(name)}, which stands behind it`;
    report(findings, [...path, ...at], `expected the name of an earlier velocity field, ${why}`);
  });
}

function checkDefinition(
  definition: VelocityFieldDefinition,
  scenario: Scenario,
  path: Path,
  findings: Findings,
): void {
  if ('area' in definition && definition.area) checkBox(definition.area, 2, [...path, 'area'], findings);
  switch (definition.kind) {
    case 'file':
      report(
        findings,
        [...path, 'kind'],
        'field files are read by the command line; a program reads one with @wend/formats and gives its grid',
      );
      break;
    case 'strokes':
      definition.strokes.forEach(({ points }, k) => {
        checkStroke(points, [...path, 'strokes', k, 'points'], findings);
      });
      break;
    case 'formula':
      checkFormulas(definition, path, findings);
      break;
    case 'mask':
      checkRegion(definition.region, scenario, [...path, 'region'], findings);
      break;
    case 'blend': {
      const [near, far] = definition.between;
      if (near > far) report(findings, [...path, 'between'], `expected near ≤ far, got ${near} and ${far}`);
      checkRegion(definition.from, scenario, [...path, 'from'], findings);
      break;
    }
  }
}

function checkStroke(points: readonly (readonly [number, number])[], path: Path, findings: Findings): void {
  for (let k = 1; k < points.length && !hasEnough(findings); k++) {
    if (points[k][0] !== points[k - 1][0] || points[k][1] !== points[k - 1][1]) continue;
    report(findings, [...path, k], 'expected another point than the one before: it has no direction');
  }
}

function checkFormulas(
  { u, v, parameters }: Extract<VelocityFieldDefinition, { kind: 'formula' }>,
  path: Path,
  findings: Findings,
): void {
  for (const name of Object.keys(parameters)) {
    const isName = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name);
    const where = [...path, 'parameters', name];
    if (!isName) report(findings, where, 'expected a name of letters and digits that begins with a letter');
    else if (formulaNames.includes(name))
      report(findings, where, `expected another name: formulas have a ${name} of their own`);
  }
  const known = new Map(Object.entries(parameters));
  for (const [key, text] of [
    ['u', u],
    ['v', v],
  ] as const) {
    const parsed = parseFormula(text, known);
    if ('formula' in parsed) continue;
    const { position, message } = parsed.problem;
    report(findings, [...path, key], `${message}, at character ${position} of ${JSON.stringify(text)}`);
  }
}

function checkRegion(region: FieldOrigin, { targets }: Scenario, path: Path, findings: Findings): void {
  if ('point' in region) return;
  if (!('target' in region)) checkRegionShape(region, 2, path, findings);
  else if (!targets.some(({ name }) => name === region.target)) {
    const got = JSON.stringify(region.target);
    report(findings, [...path, 'target'], `expected the name of a target, got ${got}`);
  }
}

/** Memory and work in all, before any of it is taken. */
function checkFieldSizes(scenario: Scenario, findings: Findings): void {
  let cells = 0;
  let work = 0;
  layOutFields(scenario).forEach((grid, k) => {
    const own = grid.columns * grid.rows;
    cells += own;
    const definition = scenario.velocityFields[k];
    if (definition.kind === 'formula') work += own * (definition.u.length + definition.v.length);
    else if (definition.kind === 'sum') work += own * definition.of.length;
    else if (definition.kind === 'mask') work += own * cornersOf(definition.region);
    else if (definition.kind === 'blend') work += own * cornersOf(definition.from);
    else if (definition.kind === 'strokes')
      for (const stroke of definition.strokes) work += strokeWork(grid, stroke);
  });
  if (cells > maximumFieldCells) {
    reportCells(cells, findings);
  } else if (work > maximumFieldWork) {
    const message = `expected at most ${maximumFieldWork} steps of work (cells × length of formulas, corners or terms) in all, got ${work}`;
    report(findings, ['velocityFields'], message);
  }
}

/** That every vector is a number of a decent size, and that there is one that is not 0. */
function checkVectors(
  { u, v, columns, minX, minY, cell }: VelocityField,
  { kind, name }: VelocityFieldDefinition,
  path: Path,
  findings: Findings,
): void {
  let isEmpty = true;
  for (let index = 0; index < u.length; index++) {
    // Written so that NaN fails too.
    if (Math.abs(u[index]) <= maximumFieldSpeed && Math.abs(v[index]) <= maximumFieldSpeed) {
      if (u[index] !== 0 || v[index] !== 0) isEmpty = false;
      continue;
    }
    const column = index % columns;
    const row = (index - column) / columns;
    const at = `[${minX + (column + 0.5) * cell}, ${minY + (row + 0.5) * cell}]`;
    const got = `[${u[index]}, ${v[index]}]`;
    const message = `expected vectors of numbers from -${maximumFieldSpeed} to ${maximumFieldSpeed} m/s, got ${got} in the cell of row ${row} and column ${column}, at ${at}`;
    report(findings, path, message);
    return;
  }
  // A formula or sum may say 0 on purpose, to be blended with another; paint and masks that leave nothing are slips.
  if (!isEmpty || kind === 'formula' || kind === 'sum') return;
  report(findings, path, `expected a vector other than 0 somewhere: ${JSON.stringify(name)} is empty`);
}
