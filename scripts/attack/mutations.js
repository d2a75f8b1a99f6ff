// Mutated files: every reader either reads them or refuses them with an error of its own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readVelocityField } from '@wend/formats/fields';
import { areaFromGeoJson, areaFromWkt } from '@wend/formats/shapes';
import { readSteerSuite } from '@wend/formats/steersuite';
import { stepWorld } from 'wend';
import {
  createRecorder,
  createScenarioWorld,
  loadWorld,
  parseScenario,
  recordEnd,
  recordStart,
  recordStep,
  replayRecording,
  saveWorld,
} from 'wend/scenario';

const REFUSALS = new Set(['ScenarioError', 'ShapeError', 'FieldFileError', 'SteerSuiteError']);
/** Milliseconds after which a reader hangs. */
const PATIENCE = 20_000;
/** Between them they have groups, teams, journeys, automata, ground, doors, queues, sources, scripts and three dimensions. */
const SCENARIOS = [
  'corridor',
  'antipodal-circle',
  'u-trap',
  'u-trap-escape',
  'collectors',
  'static-obstacles',
  'kinds',
  'station',
  'ticket-counter',
  'ticket-hall',
  'underpass',
  'mouse-journey',
  'chicken-3d',
];
/** Steps of a scenario that a mutation left valid, and the most agents of one that is stepped. */
const STEPS = 3;
const CROWD = 100;

const xml = `<?xml version="1.0"?><SteerBenchTestCase xmlns="http://www.magix.ucla.edu/steerbench"><header><version>1.0</version><name>a</name><worldBounds><xmin>-10</xmin><xmax>10</xmax><ymin>0</ymin><ymax>1</ymax><zmin>-10</zmin><zmax>10</zmax></worldBounds></header><agent><initialConditions><position><x>0</x><y>0</y><z>1</z></position><direction><x>1</x><y>0</y><z>0</z></direction><radius>0.5</radius><speed>0</speed></initialConditions><goalSequence><seekStaticTarget><targetLocation><x>5</x><y>0</y><z>1</z></targetLocation><desiredSpeed>1.3</desiredSpeed><timeDuration>10</timeDuration></seekStaticTarget></goalSequence></agent></SteerBenchTestCase>`;
const wkt =
  'GEOMETRYCOLLECTION (POLYGON ((-1 0, 9 0, 9 6, -1 6, -1 0), (3 2, 5 2, 5 4, 3 2)), LINESTRING (7 0, 7 3))';
const geojson =
  '{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,9],[0,0]]]}}';
const field =
  '{"format":"wend-velocity-field","version":1,"min":[0,0],"cell":1,"outside":"zero","rows":[[[1,0],[0,1]]]}';

/** Texts to start from, and what reads them. */
function targets(root) {
  const scenario = (name) => readFileSync(join(root, 'scenarios', `${name}.json`), 'utf8');
  const tryScenario = (text) => {
    const checked = parseScenario(text, 'mutated');
    const agents = checked.groups.reduce((sum, { count }) => sum + count, checked.agents.length);
    if (agents > CROWD) return;
    const world = createScenarioWorld(checked);
    for (let step = 0; step < STEPS; step++) stepWorld(world);
  };
  const small = createScenarioWorld(JSON.parse(scenario('antipodal-circle')));
  const recorder = createRecorder();
  let recording = recordStart(recorder, small);
  for (let step = 0; step < STEPS; step++) {
    stepWorld(small);
    recording += recordStep(recorder, small);
  }
  recording += recordEnd(recorder, small);
  const saved = Buffer.from(saveWorld(small)).toString('latin1');
  return [
    ...SCENARIOS.map((name) => ({ kind: 'scenario', text: scenario(name), read: tryScenario })),
    { kind: 'SteerSuite', text: xml, read: (text) => readSteerSuite(text, 'mutated') },
    { kind: 'WKT', text: wkt, read: (text) => areaFromWkt(text, 'mutated') },
    { kind: 'GeoJSON', text: geojson, read: (text) => areaFromGeoJson(text, 'mutated') },
    { kind: 'field', text: field, read: (text) => readVelocityField(text, 'mutated') },
    {
      kind: 'recording',
      text: recording,
      read: (text) => {
        const outcome = replayRecording(text.split('\n').slice(0, -1));
        if (outcome.kind === 'same' && text !== recording)
          throw new Error('a changed recording counts as the same');
      },
    },
    // Any Error is a refusal here: loadWorld has no class of its own.
    {
      kind: 'saved world',
      text: saved,
      read: (text) => loadWorld(Buffer.from(text, 'latin1')),
      isBinary: true,
    },
  ];
}

const WORDS = [
  'null',
  '-1',
  '1e999',
  '1e308',
  '0',
  '""',
  '[]',
  '{}',
  'true',
  'NaN',
  '\\u0000',
  '"\\ud800"',
  '999999999',
];

/** One to three random changes. */
function mutate(text, random) {
  let changed = text;
  for (let times = 1 + random.below(3); times > 0; times--) {
    const at = random.below(changed.length);
    const length = 1 + random.below(random.next() < 0.8 ? 4 : 200);
    switch (random.below(6)) {
      case 0:
        changed = changed.slice(0, at) + changed.slice(at + length);
        break;
      case 1:
        changed =
          changed.slice(0, at) + changed.slice(at, at + length).repeat(2) + changed.slice(at + length);
        break;
      case 2:
        changed = changed.slice(0, at) + String.fromCharCode(random.below(256)) + changed.slice(at + 1);
        break;
      case 3:
        changed = changed.slice(0, at);
        break;
      default: {
        // A whole value: most mutations of single characters break the syntax only.
        const values = [...changed.matchAll(/-?\d+(\.\d+)?|"[^"]*"|true|false/g)];
        if (values.length === 0) break;
        const { 0: value, index } = random.pick(values);
        changed = changed.slice(0, index) + random.pick(WORDS) + changed.slice(index + value.length);
      }
    }
  }
  return changed;
}

export function createMutations(root) {
  const all = targets(root);
  return {
    /** Makes one mutation; returns what it found, or undefined. */
    attack(random, tried) {
      const { kind, text, read, isBinary } = random.pick(all);
      let outcome = 'read';
      const mutated = mutate(text, random);
      const begin = performance.now();
      try {
        read(mutated);
      } catch (error) {
        const isRefusal = REFUSALS.has(error.name) || (isBinary && error.constructor === Error);
        if (!isRefusal) return `${kind}: ${error.stack ?? error}\n${mutated.slice(0, 2000)}`;
        outcome = 'refused';
      }
      tried(`${kind} ${outcome}`);
      if (performance.now() - begin > PATIENCE) return `${kind}: took too long\n${mutated.slice(0, 2000)}`;
      return undefined;
    },
  };
}
