import {
  type AnyTable,
  type Crowd,
  distanceColumn,
  eventColumns,
  forEachPair,
  reserveEvents,
  reserveRows,
  setPairDistance,
  tablesOf,
} from '../crowd/index.ts';
import { createPatches } from '../crowd/patches.ts';
import { loadQueue, saveQueue } from '../crowd/queues.ts';
import { followRows, storeRows } from '../environment/index.ts';
import { reserveNews, tablesOfNews } from '../environment/news/index.ts';
import { hashBytes, toHex } from '../numerics/index.ts';
import { plannerNamed } from '../planning/index.ts';
import { registerSavers } from '../planning/savers.ts';
import { stateOfTeam } from '../planning/teams/index.ts';
import { checkAddition, extendScenario, takeUpGroups } from './additions.ts';
import { checkCommand } from './command-checks.ts';
import { setShapes } from './obstacle-apply.ts';
import { registerObstacleChanges } from './obstacle-part.ts';
import { plannerRow } from './planners.ts';
import { registerGround } from './register-ground.ts';
import type { Addition } from './scenario/additions.ts';
import { createFindings, throwIfAny } from './scenario/error.ts';
import { checkScenario } from './scenario/index.ts';
import { parseJson } from './scenario/json-text.ts';
import { settingsFor } from './scenario/schema-planner.ts';
import { scenarioParts } from './scenario-parts.ts';
import { countLeft } from './script.ts';
import {
  checkComers,
  checkGround,
  checkJourneysOfComers,
  checkNear,
  checkPlanners,
  checkSourceRows,
  checkSources,
  checkSubjects,
  checkTeams,
  passingQueues,
} from './snapshot-checks.ts';
import { checkColumns } from './snapshot-columns.ts';
import { type Header, type Layers, readHeader, VERSION } from './snapshot-header.ts';
import { defineSource, savedSources } from './sources.ts';
import { modelNumber } from './steering.ts';
import { linkTeams, loadMembers, savedMembers } from './teams.ts';
import { resumePlanners } from './update-plans.ts';
import {
  advanceClockwork,
  createEmptyWorld,
  prepareJourneys,
  type World,
  type WorldOptions,
} from './world.ts';

type Column = Float64Array | Int32Array | Uint8Array;

/** The state of a world as bytes: loaded, it continues exactly as this one would. */
export function saveWorld(world: World): Uint8Array {
  registerSavers();
  if (world.isStepping)
    throw new Error('saveWorld was called inside a step: a world is saved between two steps');
  const { crowd, environment } = world;
  followRows(environment, crowd);
  const { agents, obstacles } = environment.perception;
  const { kept, steered } = savedLayers(world);
  const header: Header = {
    format: 'wend-world',
    version: VERSION,
    layers: layersOf(world),
    scenario: world.given,
    seed: world.seed,
    step: world.step,
    arrived: world.arrived,
    count: crowd.count,
    slotCount: crowd.slotCount,
    freeSlotCount: crowd.freeSlotCount,
    reach: environment.reach,
    nearAgents: agents.length,
    nearObstacles: obstacles.length,
    events: world.events.count,
    targetSets: world.targetSets.map((set) => [...set]),
    additions: world.additions,
    commands: world.commands,
    journeys: world.itinerary.ofComers.map(({ journey }) => journey),
    ground: [...(world.patches?.list ?? [])],
    groundRevision: world.patches?.revision ?? 0,
    doorTimes: [...(world.patches?.doorNext ?? [])],
    queues: (world.patches?.queues ?? []).map(saveQueue),
    teams: world.teams.map(savedMembers),
    sources: savedSources(world),
    obstacleRevision: world.obstacles.revision + world.solids.revision,
    targetRevision: world.targets.revision,
    obstacles: isChanged(world) ? Array.from(world.shapes, (shape) => shape ?? null) : null,
    nextObstacle: world.nextObstacle,
    planners: world.planners.list.map(({ settings }, k) => ({ settings, bytes: kept[k]?.length ?? -1 })),
    steering: steered.map((bytes) => (bytes ? bytes.length : -1)),
    models: world.models.slice(1).map(({ settings }) => settings!),
    distances: savedDistances(crowd),
    passages: world.parts.passages !== undefined,
  };
  const parts: Uint8Array[] = [];
  visitColumns(world, header, (column, length) => {
    parts.push(new Uint8Array(column.buffer, column.byteOffset, length * column.BYTES_PER_ELEMENT));
  });
  for (const bytes of [...kept, ...steered]) if (bytes) parts.push(bytes);
  return sealBytes(JSON.stringify(header), parts);
}

/** What planners and steering models keep besides the columns. They may not step the world that is being saved. */
function savedLayers(world: World) {
  world.isStepping = true;
  try {
    return {
      kept: world.planners.list.map(({ planner }) => planner.save?.()),
      steered: world.models.map(({ model }) => model.save?.()),
    };
  } finally {
    world.isStepping = false;
  }
}

/**
 * The world that was saved; throws an Error that says why when the bytes are not a whole saved world, or when the
 * steering model, planner or automaton is another than it was saved with: those of your own are passed again.
 */
export function loadWorld(bytes: Uint8Array, options: WorldOptions = {}): World {
  registerGround();
  registerObstacleChanges();
  registerSavers();
  const { header, columns } = openBytes(bytes);
  const parts = header.passages ? scenarioParts : { ...scenarioParts, passages: undefined };
  const world = createEmptyWorld(checkScenario(header.scenario), header.seed, options, parts);
  loadAdditions(world, header.additions as Addition[]);
  requireSameLayers(header.layers, layersOf(world));
  for (const settings of header.models) modelNumber(world, settings);
  checkSubjects(header, world.scenario);
  checkPlanners(header.planners, world);
  const { crowd, environment } = world;
  for (const subject of header.distances.subjects) distanceColumn(crowd, subject);
  reserveRows(crowd, Math.max(header.count, header.slotCount));
  crowd.count = header.count;
  crowd.slotCount = header.slotCount;
  crowd.freeSlotCount = header.freeSlotCount;
  world.step = header.step;
  loadObstacles(world, header);
  world.arrived = header.arrived;
  checkJourneysOfComers(header, world);
  prepareJourneys(
    world,
    header.targetSets.map((set) => Int32Array.from(set)),
  );
  for (const journey of header.journeys) {
    world.parts.addJourney(world, journey);
  }
  takeUpGroups(world, world.given.groups.length);
  if (header.ground.length + header.groundRevision > 0) {
    world.patches = createPatches(header.ground, header.groundRevision);
  }
  checkGround(header, world);
  world.patches?.doorNext.set(header.doorTimes);
  world.patches?.queues.forEach((queue, k) => {
    loadQueue(queue, header.queues[k]);
  });
  checkSources(header, world);
  for (const { group, source } of header.sources) defineSource(world, group, source);
  checkTeams(header, world);
  world.teams.forEach((team, k) => {
    loadMembers(team, header.teams[k]);
  });
  linkTeams(world);
  environment.reach = header.reach;
  reserveEvents(world.events, header.events);
  world.events.count = header.events;
  for (const [lists, length] of [
    [environment.perception.agents, header.nearAgents],
    [environment.perception.obstacles, header.nearObstacles],
  ] as const) {
    lists.starts = new Int32Array(crowd.capacity);
    lists.counts = new Int32Array(crowd.capacity);
    lists.order = Int32Array.from({ length: crowd.capacity }, (_, row) => row);
    lists.items = new Int32Array(length);
    lists.length = length;
  }
  let offset = 0;
  visitColumns(world, header, (column, length) => {
    const size = length * column.BYTES_PER_ELEMENT;
    if (offset + size > columns.length) throw new Error('the saved world is shorter than its header says');
    new Uint8Array(column.buffer, column.byteOffset, size).set(columns.subarray(offset, offset + size));
    offset += size;
  });
  let steered = header.planners.reduce((sum, { bytes: length }) => sum + Math.max(0, length), offset);
  const end = header.steering.reduce((sum, bytes) => sum + Math.max(0, bytes), steered);
  if (end !== columns.length) {
    throw new Error(`the saved world is ${end < columns.length ? 'longer' : 'shorter'} than its header says`);
  }
  loadPlanners(world, header.planners, columns.subarray(offset, steered));
  header.steering.forEach((bytes, k) => {
    if (bytes < 0) return;
    loadLayer('steering model', world.models[k].model, columns.slice(steered, steered + bytes));
    steered += bytes;
  });
  checkColumns(world);
  checkNear(world);
  checkSourceRows(world);
  for (const [id, other, metres] of header.distances.pairs) setPairDistance(crowd, id, other, metres);
  storeRows(environment, crowd);
  world.targets.revision = header.targetRevision;
  checkComers(world, header.commands);
  for (const command of header.commands) world.commands.push(checkCommand(world, command, false));
  countLeft(world.script);
  advanceClockwork(world);
  resumePlanners(world);
  return world;
}

/** A queue may be gone by now; agents that are to go there continue. */
function withoutQueues(addition: Addition): Addition {
  if (addition.kind !== 'add-group' || !addition.group.journey) return addition;
  return { ...addition, group: { ...addition.group, journey: passingQueues(addition.group.journey) } };
}

/** Adds again what commands had added; places are not checked, as things stood elsewhere then. */
function loadAdditions(world: World, additions: readonly Addition[]): void {
  for (const [k, addition] of additions.entries()) {
    const findings = createFindings(`saved world: additions[${k}]`);
    checkAddition(world, world.scenario, withoutQueues(addition), findings);
    throwIfAny(findings);
    extendScenario(world, addition);
  }
}

/** Whether commands have changed obstacles. */
function isChanged({ obstacles, solids }: World): boolean {
  return obstacles.revision + solids.revision > 0;
}

function loadObstacles(world: World, { nextObstacle, obstacleRevision, obstacles }: Header): void {
  const things = world.crowd.dimension === 2 ? world.obstacles : world.solids;
  if (obstacles)
    setShapes(
      world,
      Array.from(obstacles, (shape) => shape ?? undefined),
    );
  things.revision = obstacleRevision;
  world.nextObstacle = nextObstacle;
}

/** Makes the planners that came with commands, and gives each what it remembers. */
function loadPlanners({ planners }: World, saved: Header['planners'], bytes: Uint8Array): void {
  let offset = 0;
  saved.forEach(({ bytes: length, settings }, k) => {
    if (k >= planners.list.length) plannerRow(planners, settingsFor(plannerNamed(settings.name), settings));
    if (length < 0) return;
    loadLayer('planner', planners.list[k].planner, bytes.slice(offset, offset + length));
    offset += length;
  });
}

type Remembering = { readonly name: string; load?(bytes: Uint8Array): void };

function loadLayer(what: string, layer: Remembering, bytes: Uint8Array): void {
  if (!layer.load) {
    throw new Error(
      `the world was saved with a ${what} ${JSON.stringify(layer.name)} that remembers, and this one has no load()`,
    );
  }
  try {
    layer.load(bytes);
  } catch (error) {
    const why = (error as Error).message;
    throw new Error(
      `saved world: the ${what} ${JSON.stringify(layer.name)} cannot load what it kept: ${why}`,
      {
        cause: error,
      },
    );
  }
}

function savedDistances(crowd: Crowd): Header['distances'] {
  const pairs: Header['distances']['pairs'] = [];
  forEachPair(crowd, (...pair) => pairs.push(pair));
  return { subjects: crowd.distances.subjects, pairs };
}

function layersOf({ automaton, models, planners }: World): Layers {
  const [{ model: steering }] = models;
  return {
    steering: steering.name,
    planner: planners.list[0].planner.name,
    automaton: automaton.name,
    memory: automaton.memory ?? {},
    steer: steering.columns ?? {},
  };
}

function requireSameLayers(saved: Layers, present: Layers): void {
  for (const [option, what] of [
    ['steering', 'steering model'],
    ['planner', 'planner'],
    ['automaton', 'automaton'],
  ] as const) {
    if (saved[option] === present[option]) continue;
    const [expected, got] = [saved[option], present[option]].map((name) => JSON.stringify(name));
    throw new Error(
      `the world was saved with the ${what} ${expected}, got ${got}: pass one of that name as options.${option}`,
    );
  }
  for (const [layout, what, option] of [
    ['memory', 'memory', 'automaton.memory'],
    ['steer', 'the steering model', 'steering.columns'],
  ] as const) {
    // In the order of the columns, as the bytes are.
    const [expected, got] = [saved[layout], present[layout]].map((columns) => JSON.stringify(columns));
    if (expected === got) continue;
    throw new Error(
      `the world was saved with other columns of ${what}: expected options.${option} to be ${expected}, got ${got}`,
    );
  }
}

/** Every column of the state and how much of it counts, always in the same order. */
function visitColumns(world: World, header: Header, visit: (column: Column, length: number) => void): void {
  const { crowd, environment, news, targets } = world;
  for (const table of tablesOf(crowd)) {
    if (table !== crowd.next) visitTable(table, header.count, visit);
  }
  visit(crowd.ids, header.count);
  visitTable(crowd.slots, header.slotCount, visit);
  for (const [lists, length] of [
    [environment.perception.agents, header.nearAgents],
    [environment.perception.obstacles, header.nearObstacles],
  ] as const) {
    visit(lists.starts, header.count);
    visit(lists.counts, header.count);
    visit(lists.items, length);
  }
  visitTable(
    {
      x: targets.restX,
      y: targets.restY,
      z: targets.restZ,
      placeX: targets.x,
      placeY: targets.y,
      placeZ: targets.z,
    },
    targets.count,
    visit,
  );
  visit(targets.open, targets.count);
  visit(targets.sink, targets.count);
  visit(world.script.done, world.script.done.length);
  for (const name of eventColumns) visit(world.events[name], header.events);
  for (const team of world.teams) for (const column of stateOfTeam(team)) visit(column, column.length);
  if (world.sources) visitTable(world.sources.table, world.sources.groups.length, visit);
  if (!news) return;
  reserveNews(news, header.slotCount);
  for (const [table, rows] of tablesOfNews(news)) visitTable(table, rows * header.slotCount, visit);
}

function visitTable(table: AnyTable, length: number, visit: (column: Column, length: number) => void): void {
  for (const name of Object.keys(table)) visit(table[name], length);
}

const SEAL_LENGTH = 17;

/** The hash in hexadecimal and a space, the header and a line end, and the columns. */
function sealBytes(header: string, parts: readonly Uint8Array[]): Uint8Array {
  // JSON with every unit above ASCII escaped: one byte for each.
  const text = header.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const length = parts.reduce((sum, part) => sum + part.length, SEAL_LENGTH + text.length + 1);
  const bytes = new Uint8Array(length);
  let offset = SEAL_LENGTH;
  for (let i = 0; i < text.length; i++) bytes[offset++] = text.charCodeAt(i);
  bytes[offset++] = 10;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  const seal = `${toHex(hashBytes(bytes.subarray(SEAL_LENGTH)))} `;
  for (let i = 0; i < SEAL_LENGTH; i++) bytes[i] = seal.charCodeAt(i);
  return bytes;
}

function openBytes(bytes: Uint8Array): { header: Header; columns: Uint8Array } {
  const end = bytes.indexOf(10, SEAL_LENGTH);
  if (end < 0) throw new Error('this is not a saved world: it has no header');
  let seal = '';
  for (let i = 0; i < SEAL_LENGTH; i++) seal += String.fromCharCode(bytes[i]);
  if (seal !== `${toHex(hashBytes(bytes.subarray(SEAL_LENGTH)))} `) {
    throw new Error('this is not a saved world, or it is damaged: its hash is wrong');
  }
  let text = '';
  for (let i = SEAL_LENGTH; i < end; i++) text += String.fromCharCode(bytes[i]);
  const given = parseJson(text, 'saved world') as Partial<Header> | null;
  if (given?.format !== 'wend-world' || given.version !== VERSION) {
    throw new Error(
      `this is not a saved world of version ${VERSION}, but ${given?.format} ${given?.version}: worlds are loaded by the version of wend that saved them`,
    );
  }
  // A view of its own: the slices of a Buffer are not copies.
  const columns = new Uint8Array(bytes.buffer, bytes.byteOffset + end + 1, bytes.length - end - 1);
  return { header: readHeader(given, columns.length), columns };
}
