// Forged files: saved worlds and recordings with a value that is wrong and a hash that is right. Any forger can compute it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stepWorld } from 'wend';
import {
  createRecorder,
  createScenarioWorld,
  loadWorld,
  recordEnd,
  recordStart,
  recordStep,
  replayRecording,
  saveWorld,
} from 'wend/scenario';
// What no program needs, and a forger finds in the source.
import { createHash, hashBytes, toHex } from '../../library/dist/numerics/index.js';
import { sealLine } from '../../library/dist/recording/recording.js';

/** Seconds that a forged file may take until it is loaded or refused. */
const PATIENCE = 2;
const STEPS = 5;
/** Between them they have fields, paths, automata, queues, sources, teams and three dimensions. */
const SCENARIOS = [
  ['antipodal-circle', 20],
  ['u-trap', 20],
  ['u-trap-escape', 20],
  ['kinds', 20],
  ['station', 100],
  ['ticket-counter', 200],
  ['underpass', 20],
  ['mouse-journey', 20],
  ['chicken-3d', 20],
];
const SEAL = 17;
const VALUES = [-1, 0, 1, 0.5, 1e308, -1e308, 1e9, 2 ** 31 - 1, 2 ** 53, null, 'x', '', [], {}, true];
const DOUBLES = [Number.NaN, Number.POSITIVE_INFINITY, -1, 1e308, -1e308, 1e12, 0.5, 5, 1e-320];
const WHOLES = [-1, -2, 2 ** 31 - 1, -(2 ** 31), 1, 5, 255, 1000];

/** The path to every value below a header, as lists of keys. */
function pathsIn(value, path = []) {
  const own = path.length > 0 ? [path] : [];
  if (value === null || typeof value !== 'object') return own;
  return [...own, ...Object.keys(value).flatMap((key) => pathsIn(value[key], [...path, key]))];
}

/** Changes, shortens, repeats or removes one value. */
function changeValue(header, path, random) {
  const key = path.at(-1);
  const parent = path.slice(0, -1).reduce((value, name) => value?.[name], header);
  if (parent === null || typeof parent !== 'object') return;
  const list = parent[key];
  if (Array.isArray(list) && random.next() < 0.5)
    parent[key] = random.next() < 0.5 ? list.slice(1) : [...list, ...list.slice(0, 1)];
  else if (!Array.isArray(parent) && random.next() < 0.1) delete parent[key];
  else parent[key] = random.pick(VALUES);
}

function changeBytes(columns, random) {
  const at = 8 * random.below(Math.floor(columns.length / 8));
  if (random.next() < 0.6) columns.writeDoubleLE(random.pick(DOUBLES), at);
  else columns.writeInt32LE(random.pick(WHOLES), at + 4 * random.below(2));
}

function toAscii(json) {
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** What a step may throw: an error that names a model, an agent or an automaton. */
function isNamed({ message, name }) {
  return (
    name === 'AutomatonError' || (name === 'RangeError' && /^(steering model ".*", )?agent \d+/.test(message))
  );
}

function attackWorld(scene, random, tried) {
  const header = structuredClone(scene.header);
  const columns = Buffer.from(scene.columns);
  for (let times = 1 + random.below(2); times > 0; times--) {
    if (random.next() < 0.5) changeBytes(columns, random);
    else changeValue(header, random.pick(random.next() < 0.8 ? scene.ownPaths : scene.paths), random);
  }
  const rest = Buffer.concat([Buffer.from(`${toAscii(JSON.stringify(header))}\n`), columns]);
  const bytes = Buffer.concat([Buffer.from(`${toHex(hashBytes(rest))} `), rest]);
  const begin = performance.now();
  let world;
  try {
    world = loadWorld(bytes);
  } catch (error) {
    tried('world, refused');
    const isRefusal = error.constructor === Error || error.name === 'ScenarioError';
    if (!isRefusal) return `world of ${scene.name}: ${error.stack}`;
  }
  if (performance.now() - begin > 1000 * PATIENCE) return `world of ${scene.name}: takes too long to load`;
  if (!world) return undefined;
  tried('world, loaded');
  try {
    for (let step = 0; step < STEPS; step++) stepWorld(world);
  } catch (error) {
    if (!isNamed(error)) return `world of ${scene.name}, stepped: ${error.stack}`;
  }
  return undefined;
}

function attackRecording(scene, random, tried) {
  const lines = structuredClone(scene.recording);
  const line = random.pick(lines);
  changeValue(line, random.pick(pathsIn(line)), random);
  const sum = createHash();
  const forged = lines.map((content) => sealLine(sum, content).trimEnd());
  try {
    tried(`recording, ${replayRecording(forged).kind}`);
  } catch (error) {
    if (!isNamed(error)) return `recording of ${scene.name}: ${error.stack}`;
  }
  return undefined;
}

export function createForgeries(root) {
  const scenes = [];
  const sceneAt = (index) => {
    const [name, steps] = SCENARIOS[index];
    const world = createScenarioWorld(JSON.parse(readFileSync(join(root, `scenarios/${name}.json`), 'utf8')));
    const recorder = createRecorder();
    const recording = [recordStart(recorder, world)];
    for (let step = 0; step < steps; step++) {
      stepWorld(world);
      if (step < STEPS) recording.push(recordStep(recorder, world));
      if (step === STEPS) recording.push(recordEnd(recorder, world));
    }
    const bytes = Buffer.from(saveWorld(world));
    const end = bytes.indexOf(10);
    const header = JSON.parse(bytes.toString('latin1', SEAL, end));
    const paths = pathsIn(header);
    return {
      name,
      header,
      columns: bytes.subarray(end + 1),
      paths,
      ownPaths: paths.filter(([first]) => first !== 'scenario'),
      recording: recording.map((line) => {
        const { sum: _, ...content } = JSON.parse(line);
        return content;
      }),
    };
  };
  return (random, tried) => {
    const index = random.below(SCENARIOS.length);
    scenes[index] ??= sceneAt(index);
    const attack = random.next() < 0.8 ? attackWorld : attackRecording;
    return attack(scenes[index], random, tried);
  };
}
