// The cost of each phase of the pipeline, in the rows of Table 3 of Singh et al. (2011).
import { performance } from 'node:perf_hooks';
import { createPlanner, stageNames, stepWorld } from '../../library/dist/index.js';
import { createPathGuide } from '../../library/dist/planning/paths/index.js';
import { createScenarioWorld as createWorld } from '../../library/dist/scenario.js';

/** The rows, in the order of the paper. */
export const phaseNames = [
  'space-time planning',
  'mid-term path planning',
  'short-term planning',
  'perception',
  'prediction',
  'reaction',
  'locomotion',
];

/**
 * Milliseconds of processor time of this process, without other load on the machine. A reading takes about a microsecond,
 * so it suits steps of milliseconds.
 */
export function processorTime() {
  const { system, user } = process.cpuUsage();
  return (system + user) / 1000;
}

/** Places in World.phaseRuns. */
const PERCEPTION = 1;
const PREDICTION = 2;
const REACTION = 3;

/**
 * Creates a world with a path planner and the pipeline, and times its phases:
 *
 * - space-time planning: the model's own time for it, including the search for deadlocks; a run is an agent that needs a plan;
 * - mid-term: searches for paths, served at the start of the planner's turn;
 * - short-term: all the rest of the stage updatePlans, including the check for arrivals and keeping the aim;
 * - perception: the stage updateNeighbours until the engine reads the model's closeReach: indexes, lists, sight, and
 *   keeping the lists of agents that are not due;
 * - prediction: the model's own time for it;
 * - reaction: the rest of updateNeighbours, which lists close agents, and the model's own time for reaction;
 * - locomotion: the model's own time for it, and the stage integrateMotion.
 *
 * The rest of the step is no phase of the paper: contacts, events, commands, the hash of the state. The first step is not
 * counted: it creates the maps, and everything is due in it.
 */
export function createProfile(scenario, cadence, readClock = () => performance.now()) {
  let latest = 0;
  const clock = () => {
    latest = readClock();
    return latest;
  };
  const world = createWorld({ ...scenario, cadence }, { clock });
  const profile = {
    world,
    first: undefined,
    steps: 0,
    agentFrames: 0,
    midTerm: 0,
    searches: 0,
    shortTermRuns: 0,
    perception: 0,
  };
  watchPlanner(profile, readClock);
  watchPerception(profile, readClock, () => latest);
  return profile;
}

/** Replaces the world's guide by one that records what it does. */
function watchPlanner(profile, readClock) {
  const { world } = profile;
  const { budget, cell, clearance, name } = world.scenario.planner;
  if (name !== 'path') throw new Error(`${world.scenario.name} has the planner ${name}, not path`);
  const guide = createPathGuide({ cell, clearance, searches: budget.searches, cells: budget.cells });
  world.planners.list[0].planner = createPlanner({
    ...guide,
    begin(input) {
      const start = readClock();
      guide.begin(input);
      profile.midTerm += readClock() - start;
      profile.searches += guide.work.searches;
    },
    findDirection(input, row, aim, direction) {
      profile.shortTermRuns++;
      guide.findDirection(input, row, aim, direction);
    },
  });
}

/** The engine reads closeReach first when perception is done: the time since the stage began is perception. */
function watchPerception(profile, readClock, stageBegan) {
  const { world } = profile;
  const [{ model, ...rest }] = world.models;
  const { closeReach } = model;
  let asked = -1;
  const counted = Object.defineProperty({ ...model }, 'closeReach', {
    get() {
      if (asked !== world.step) {
        asked = world.step;
        profile.perception += readClock() - stageBegan();
      }
      return closeReach;
    },
  });
  world.models[0] = { ...rest, model: counted };
}

export function stepProfile(profile, steps = 1) {
  for (let k = 0; k < steps; k++) {
    profile.steps++;
    profile.agentFrames += profile.world.crowd.count;
    stepWorld(profile.world);
    profile.first ??= readAll(profile);
  }
}

/** Milliseconds and runs of every phase since the first step, the whole step's milliseconds, and agent-frames. */
export function readProfile(profile) {
  return profileSince(readAll(profile), profile.first);
}

function readAll(profile) {
  const { world } = profile;
  const stage = Object.fromEntries(stageNames.map((name, k) => [name, world.stageTimes[k]]));
  const { phaseRuns } = world;
  const { names, runs, times } = world.models[0].model.phases;
  const own = Object.fromEntries(names.map((name, k) => [name, { time: times[k], runs: runs[k] }]));
  const rows = {
    'space-time planning': own['space-time planning'],
    'mid-term path planning': { time: profile.midTerm, runs: profile.searches },
    'short-term planning': { time: stage.updatePlans - profile.midTerm, runs: profile.shortTermRuns },
    perception: { time: profile.perception, runs: phaseRuns[PERCEPTION] },
    prediction: { time: own.prediction.time, runs: phaseRuns[PREDICTION] },
    reaction: {
      time: own.reaction.time + stage.updateNeighbours - profile.perception,
      runs: phaseRuns[REACTION],
    },
    locomotion: { time: own.locomotion.time + stage.integrateMotion, runs: profile.agentFrames },
  };
  return {
    agentFrames: profile.agentFrames,
    steps: profile.steps,
    rows,
    phases: phaseNames.reduce((sum, name) => sum + rows[name].time, 0),
    wholeStep: Object.values(stage).reduce((sum, time) => sum + time, 0),
  };
}

/** The difference of a profile to an earlier reading. */
export function profileSince(now, before) {
  return {
    agentFrames: now.agentFrames - before.agentFrames,
    steps: now.steps - before.steps,
    rows: Object.fromEntries(
      phaseNames.map((name) => [
        name,
        {
          time: now.rows[name].time - before.rows[name].time,
          runs: now.rows[name].runs - before.rows[name].runs,
        },
      ]),
    ),
    phases: now.phases - before.phases,
    wholeStep: now.wholeStep - before.wholeStep,
  };
}
