import { readTextFile } from '@wend/formats/files';
import { parseJson } from 'wend/scenario';
import * as z from 'zod/mini';
import { BadInput } from '../../failure.ts';
import { type Design, designKinds } from './design.ts';
import {
  checkDistribution,
  type Factor,
  requireLevels,
  requireVariable,
  spacedLevels,
  steppedLevels,
} from './factors.ts';
import { distributions } from './quantile-functions.ts';

/** The most seeds of a setting. */
export const MOST_SEEDS = 1_000_000;

const seed = z.int().check(z.gte(0));
const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string) =>
  schema.check(z.meta({ description }));
const path = described(
  z.string().check(z.minLength(1)),
  'Where in the scenario, such as groups[0].speed; as in wend run --set.',
);
const from = described(z.number(), 'First value, or lower end.');
const to = described(z.number(), 'Last value, or upper end.');

const factor = z.union([
  z.strictObject({
    path,
    values: described(z.array(z.unknown()).check(z.minLength(1)), 'The values one by one.'),
  }),
  z.strictObject({ path, from, to, step: described(z.number(), 'Difference between two values.') }),
  z.strictObject({ path, from, to, count: described(z.int(), 'How many values, both ends included.') }),
  z.strictObject({ path, from, to }),
  z.strictObject({
    path,
    distribution: described(z.enum(Object.keys(distributions)), 'Drawn from, with lhs, sobol and random.'),
    parameters: described(
      z.array(z.number()),
      `Its parameters: ${Object.entries(distributions)
        .map(([name, { parameters }]) => `${name}(${parameters.join(', ')})`)
        .join(', ')}.`,
    ),
  }),
]);

/** A design file. */
const designSchema = z.strictObject({
  $schema: z.optional(z.string()),
  version: described(z.literal(1), 'Version of this format.'),
  design: described(z.optional(z.enum(designKinds)), 'How settings are chosen; factorial if absent.'),
  samples: described(z.optional(z.int().check(z.gte(1))), 'Settings, with lhs, sobol and random.'),
  designSeed: described(z.optional(seed), 'Seed of the draws of the design; 1 if absent.'),
  seeds: described(
    z.optional(z.union([z.int().check(z.gte(1), z.lte(MOST_SEEDS)), z.array(seed).check(z.minLength(1))])),
    'Seeds of the runs of each setting: a number of them, or the seeds.',
  ),
  vary: described(z.optional(z.array(factor)), 'What is varied.'),
  settings: described(
    z.optional(z.array(z.record(z.string(), z.unknown())).check(z.minLength(1))),
    'Settings one by one, as values by their paths; in place of vary. All have the same paths.',
  ),
});

type DesignInput = z.infer<typeof designSchema>;

/** The JSON Schema of design files. */
export function designJsonSchema(): object {
  return z.toJSONSchema(designSchema, { target: 'draft-2020-12' });
}

/** A design with what a file says about the seeds. */
export type FileDesign = { design: Design; seeds?: number | readonly number[] };

/** Reads a design file; messages name the file, the path inside it and what was expected. */
export function readDesignFile(file: string): FileDesign {
  return parseDesign(readTextFile(file), file);
}

/** The same for a text. */
export function parseDesign(text: string, file: string): FileDesign {
  const result = z.safeParse(designSchema, parseJson(text, file));
  if (!result.success) {
    const problems = result.error.issues.flatMap((issue) => problemsIn(issue, []));
    throw new BadInput(problems.map((problem) => `${file}: ${problem}`).join('\n'));
  }
  const input = result.data;
  const { design: kind = 'factorial', designSeed = 1, samples, seeds, settings, vary } = input;
  if ((settings === undefined) === (vary === undefined)) {
    throw new BadInput(`${file}: expected either "vary" or "settings"`);
  }
  if (settings && (samples !== undefined || input.design !== undefined)) {
    throw new BadInput(`${file}: settings: expected without "design" and "samples"`);
  }
  const design: Design = settings
    ? { kind, seed: designSeed, ...listed(settings, file) }
    : {
        kind,
        seed: designSeed,
        factors: vary!.map((one, k) => factorOf(one, `${file}: vary[${k}]`)),
        ...(samples !== undefined && { samples }),
      };
  return { design, ...(seeds !== undefined && { seeds }) };
}

function factorOf(input: NonNullable<DesignInput['vary']>[number], place: string): Factor {
  const own = input.path;
  requireVariable(own, place);
  if ('values' in input) {
    requireLevels(input.values, place);
    return { path: own, levels: input.values };
  }
  if ('distribution' in input) {
    const { distribution: name, parameters } = input;
    return { path: own, distribution: checkDistribution({ name, parameters }, place) };
  }
  if ('step' in input) return { path: own, levels: steppedLevels(input.from, input.to, input.step, place) };
  if ('count' in input) return { path: own, levels: spacedLevels(input.from, input.to, input.count, place) };
  const uniform = { name: 'uniform', parameters: [input.from, input.to] };
  return { path: own, distribution: checkDistribution(uniform, place) };
}

function listed(
  settings: readonly Record<string, unknown>[],
  file: string,
): Pick<Design, 'factors' | 'list'> {
  const paths = Object.keys(settings[0]);
  settings.forEach((setting, k) => {
    const own = Object.keys(setting);
    if (own.length !== paths.length || !paths.every((one) => Object.hasOwn(setting, one))) {
      throw new BadInput(
        `${file}: settings[${k}]: expected the paths of the first setting: ${paths.join(', ')}`,
      );
    }
  });
  for (const one of paths) requireVariable(one, `${file}: settings[0]`);
  return {
    factors: paths.map((one) => ({ path: one })),
    list: settings.map((setting) => paths.map((one) => setting[one])),
  };
}

/** Problems in words. Of the forms that a value may have, the one that came nearest is explained. */
function problemsIn(issue: z.core.$ZodIssue, before: readonly PropertyKey[]): string[] {
  const at = [...before, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${notation([...at, key])}: unknown key`);
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const [nearest] = [...issue.errors].sort((a, b) => farness(a) - farness(b));
    return nearest.flatMap((inner) => problemsIn(inner, at));
  }
  return [`${notation(at)}${at.length > 0 ? ': ' : ''}${wordsOf(issue)}`];
}

/** A form with an unknown key is not meant; a wrong value deep inside is nearer than a missing key. */
function farness(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce(
    (sum, { code, path: at }) => sum + (code === 'unrecognized_keys' ? 10 : 2 - at.length / 10),
    0,
  );
}

function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value')
    return `expected ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
  if (issue.code === 'invalid_type')
    return `expected ${issue.expected === 'int' ? 'a whole number' : issue.expected}`;
  if (issue.code === 'too_small') return `expected at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `expected at most ${issue.maximum}`;
  return 'expected another value';
}

function notation(at: readonly PropertyKey[]): string {
  return at.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );
}
