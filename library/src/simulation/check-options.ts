import type { WorldOptions } from './world.ts';

/** The functions of each layer that a program may bring: those it must have and those it may have. */
const layers = {
  steering: { must: ['computeControls'], may: ['begin', 'save', 'load'] },
  neighbours: {
    must: ['update', 'near', 'visible', 'nearest', 'list', 'insert', 'remove', 'events'],
    may: [],
  },
  planner: { must: ['updatePlans'], may: [] },
  automaton: { must: ['update'], may: ['begin', 'restore', 'sense'] },
} as const;

const known: readonly string[] = ['seed', 'clock', ...Object.keys(layers)];

const columnKinds: readonly unknown[] = ['float64', 'int32', 'uint8'];

/** Refuses unknown options, and layers that lack a part, by name, before the first step stumbles over it. */
export function checkOptions(options: WorldOptions): void {
  for (const option of Object.keys(options)) {
    if (known.includes(option)) continue;
    throw new TypeError(`options.${option}: unknown option, expected one of ${known.join(', ')}`);
  }
  const { seed } = options;
  if (seed !== undefined && !(Number.isSafeInteger(seed) && seed >= 0)) {
    throw new TypeError(`options.seed: expected a whole number from 0, got ${inWords(seed)}`);
  }
  for (const [option, { must, may }] of Object.entries(layers)) {
    const layer = options[option as keyof typeof layers] as Record<string, unknown> | undefined;
    if (layer === undefined) continue;
    requireType(layer, 'object', `options.${option}`);
    requireType(layer.name, 'string', `options.${option}.name`);
    // A definition makes the layer itself.
    if (typeof layer.create === 'function') continue;
    for (const name of must) requireType(layer[name], 'function', `options.${option}.${name}`);
    for (const name of may) {
      if (layer[name] !== undefined) requireType(layer[name], 'function', `options.${option}.${name}`);
    }
  }
  if (options.clock !== undefined) requireType(options.clock, 'function', 'options.clock');
  if (options.automaton?.memory !== undefined) checkColumns(options.automaton.memory, 'automaton.memory');
  const { steering } = options;
  if (steering && 'columns' in steering) checkColumns(steering.columns, 'steering.columns');
}

function checkColumns(layout: unknown, option: string): void {
  const path = `options.${option}`;
  requireType(layout, 'object', path);
  for (const [column, kind] of Object.entries(layout as object)) {
    if (columnKinds.includes(kind)) continue;
    throw new TypeError(`${path}.${column}: expected "float64", "int32" or "uint8", got ${inWords(kind)}`);
  }
}

function requireType(value: unknown, type: 'object' | 'string' | 'function', path: string): void {
  if (typeof value === type && value !== null) return;
  const article = type === 'object' ? 'an' : 'a';
  throw new TypeError(`${path}: expected ${article} ${type}, got ${inWords(value)}`);
}

function inWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? typeof value);
}
