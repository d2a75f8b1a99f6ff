import { slotOf } from '../crowd/crowd.ts';
import { subjectName } from '../crowd/distances.ts';
import { lengthOf, QueuePhase } from '../crowd/queues.ts';
import { heightOf } from '../geometry/index.ts';
import { plannerNamed } from '../planning/index.ts';
import { checkPatch } from './scenario/check-ground.ts';
import { misplacementInBounds } from './scenario/check-places.ts';
import { checkSource } from './scenario/check-sources.ts';
import { classNumbers } from './scenario/classes.ts';
import { bodyDefaults } from './scenario/defaults.ts';
import { createFindings, throwIfAny } from './scenario/error.ts';
import type { Journey, Scenario, Stage } from './scenario/index.ts';
import { maximumRate, mostMembers } from './scenario/limits.ts';
import { plannerKey } from './scenario/planner-uses.ts';
import type { GroundPatch } from './scenario/schema-ground.ts';
import { settingsFor } from './scenario/schema-planner.ts';
import type { Header } from './snapshot-header.ts';
import type { World } from './world.ts';

/*
 * The header of a saved world against its scenario and its columns; readHeader has checked each value alone. A forger can
 * write any of them, so nothing that is used as a place in a list is taken on trust.
 */

function refuse(place: string, expected: string, got: unknown): never {
  throw new Error(`saved world: ${place}: expected ${expected}, got ${JSON.stringify(got)}`);
}

/** What personal distances are kept from is in the scenario, and nothing is named twice. */
export function checkSubjects({ distances }: Header, scenario: Scenario): void {
  const counts = {
    group: scenario.groups.length,
    class: classNumbers(scenario).obstacleClasses.length,
    obstacle: scenario.obstacles.length,
    agent: scenario.groups.reduce((sum, { count }) => sum + count, scenario.agents.length),
  };
  const names = new Set<string>();
  for (const [k, subject] of distances.subjects.entries()) {
    const place = `distances.subjects[${k}]`;
    if ('number' in subject && subject.number >= counts[subject.to]) {
      refuse(`${place}.number`, `a number below ${counts[subject.to]}`, subject.number);
    }
    if (names.has(subjectName(subject))) refuse(place, 'each subject once', subject);
    names.add(subjectName(subject));
  }
}

/** Target sets are of targets of the scenario, and so are the journeys of agents that came. */
export function checkJourneysOfComers({ journeys, targetSets }: Header, world: World): void {
  const { count } = world.targets;
  for (const [k, set] of targetSets.entries()) {
    for (const target of set) {
      if (target >= count)
        refuse(`targetSets[${k}]`, `numbers below ${count}, the number of targets`, target);
    }
  }
  const keys = new Set(journeys.map((journey) => JSON.stringify(journey)));
  if (keys.size < journeys.length) refuse('journeys', 'each journey once', journeys.length);
  const findings = createFindings('saved world: journeys');
  for (const known of journeys) {
    // A queue may be gone by now; agents that are to go there continue.
    const journey = passingQueues(known);
    world.parts.readCommand({ kind: 'add', agent: { at: [0, 0], journey } }, findings, world);
  }
  throwIfAny(findings);
}

/** A journey that needs no queues. */
export function passingQueues({ stages, ...rest }: Journey): Journey {
  const known = stages.map((stage): Stage => (stage.kind === 'queue' ? { kind: 'idle', for: 1 } : stage));
  return { ...rest, stages: known };
}

/** Names of the ground are names of one thing each, each door has its time, and each queue its members. */
export function checkGround({ doorTimes, ground, queues }: Header, { patches, scenario }: World): void {
  const findings = createFindings('saved world');
  for (const [k, patch] of ground.entries())
    checkPatch(patch as GroundPatch, scenario, ['ground', k], findings);
  throwIfAny(findings);
  const names = new Set(ground.map(({ name }) => name));
  if (names.size < ground.length) refuse('ground', 'each name once', ground.length);
  const doors = patches?.doorNext.length ?? 0;
  if (doorTimes.length !== doors) refuse('doorTimes', `${doors} items, one for each door`, doorTimes.length);
  const lines = patches?.queues ?? [];
  if (queues.length !== lines.length)
    refuse('queues', `${lines.length} items, one for each queue`, queues.length);
  const seen = new Set<number>();
  for (const [k, { joined, members }] of queues.entries()) {
    if (joined > members.length)
      refuse(`queues[${k}].joined`, `at most ${members.length}, the number of members`, joined);
    for (const [n, [id, phase, along, server]] of members.entries()) {
      const isInLine = phase > QueuePhase.coming;
      const isSound =
        phase <= QueuePhase.served &&
        isInLine === n < joined &&
        [id, phase, server].every(Number.isInteger) &&
        along <= lengthOf(lines[k]) &&
        server < lines[k].busy.length &&
        !seen.has(id);
      if (!isSound) refuse(`queues[${k}].members[${n}]`, 'a member of the queue', members[n]);
      seen.add(id);
    }
  }
}

/** Sources are of groups of the scenario, each once, and make sense there. */
export function checkSources({ sources }: Header, { scenario }: World): void {
  const findings = createFindings('saved world');
  for (const [k, { group, source }] of sources.entries()) {
    if (group >= scenario.groups.length || sources.findIndex((other) => other.group === group) < k)
      refuse(`sources[${k}].group`, `each group once, below ${scenario.groups.length}`, group);
    checkSource({ ...scenario.groups[group], source }, ['sources', k], findings);
  }
  throwIfAny(findings);
}

/** Each team has its members, at least as many places as in the scenario, and each of them once. */
export function checkTeams({ teams }: Header, world: World): void {
  if (teams.length !== world.teams.length)
    refuse('teams', `${world.teams.length} items, one for each team`, teams.length);
  for (const [k, saved] of teams.entries()) {
    if (!saved) continue;
    const team = world.teams[k];
    const [least, most] = [team.members.length, mostMembers(team.kind)];
    const { length } = saved.members;
    if (length < least || length > most || new Set(saved.members).size < length)
      refuse(`teams[${k}].members`, `from ${least} to ${most} different ids`, length);
  }
}

/** The first planners are those of the scenario; each of the others has settings of its own. */
export function checkPlanners(saved: Header['planners'], { planners }: World): void {
  const keys = new Set<string>();
  for (const [k, { settings }] of saved.entries()) {
    // A world may be saved where fewer planners were registered, whose settings are then fewer, too.
    const key = plannerKey(settingsFor(plannerNamed(settings.name), settings));
    const expected = planners.list[k]?.settings;
    if (expected && key !== plannerKey(expected)) {
      refuse(`planners[${k}].settings`, JSON.stringify(expected), settings);
    }
    if (keys.has(key)) refuse(`planners[${k}].settings`, 'other settings for each planner', settings);
    keys.add(key);
  }
  if (saved.length < planners.list.length) {
    refuse('planners', `at least ${planners.list.length} items, those of the scenario`, saved.length);
  }
}

/** What was near each agent is in the lists, and the lists name agents and elements that there are. */
export function checkNear({ crowd, environment, obstacles, solids }: World): void {
  const elements = crowd.dimension === 3 ? solids.count : obstacles.count;
  for (const [name, { counts, items, length, starts }, end] of [
    ['nearAgents', environment.perception.agents, crowd.count],
    ['nearObstacles', environment.perception.obstacles, elements],
  ] as const) {
    for (let row = 0; row < crowd.count; row++) {
      const from = starts[row];
      const isInside = from >= 0 && counts[row] >= 0 && from + counts[row] <= length;
      if (!isInside) refuse(name, `a list within ${length} entries for agent ${crowd.ids[row]}`, from);
      for (let k = from; k < from + counts[row]; k++) {
        if (items[k] < 0 || items[k] >= end) refuse(name, `numbers from 0 and below ${end}`, items[k]);
      }
    }
  }
}

/** Sources continue where they were: with counts, and a next batch that is not of the past. */
export function checkSourceRows({ dt, sources, step }: World): void {
  if (!sources) return;
  const { batches, came, drawn, entered, nextAt, rate, scheduled, since } = sources.table;
  sources.groups.forEach((group, row) => {
    const { arrivals, batch, schedule = [], until = Number.POSITIVE_INFINITY } = sources.definitions[row];
    const counts = [batches[row], came[row], drawn[row], entered[row], scheduled[row]];
    const isSteady = arrivals !== 'poisson' && rate[row] > 0;
    const isSound =
      counts.every((count) => Number.isSafeInteger(count) && count >= 0) &&
      scheduled[row] <= schedule.length &&
      entered[row] <= came[row] &&
      rate[row] >= 0 &&
      rate[row] <= maximumRate &&
      since[row] >= 0 &&
      nextAt[row] >= Math.min(until, since[row], (step - 1) * dt) &&
      (!isSteady || nextAt[row] === since[row] + (batches[row] * batch) / rate[row]);
    if (!isSound) refuse(`the source of groups[${group}]`, 'rates, times and counts of a source', counts);
  });
}

/** Ids as in crowd.ts. */
const SLOTS = 1 << 20;

/** Agents that wait to be added have ids that are reserved for them, and stand inside the bounds. */
export function checkComers({ crowd, scenario }: World, commands: Header['commands']): void {
  const { slots } = crowd;
  const ids = new Set<number>();
  for (const [k, command] of commands.entries()) {
    if (command.kind !== 'add') continue;
    const { agent, id = -1 } = command;
    const slot = slotOf(id);
    const isReserved =
      id >= 0 &&
      slot < crowd.slotCount &&
      slots.row[slot] < 0 &&
      slots.generation[slot] * SLOTS + slot === id &&
      !ids.has(id);
    if (!isReserved) refuse(`commands[${k}].id`, 'an id that is reserved for it', command.id ?? null);
    ids.add(id);
    const [x, y] = agent.at;
    const radius = agent.radius ?? bodyDefaults.radius;
    const wrong = misplacementInBounds(scenario, x, y, heightOf(agent.at), radius);
    if (wrong !== undefined) throw new Error(`saved world: commands[${k}].agent.at: ${wrong}`);
  }
}
