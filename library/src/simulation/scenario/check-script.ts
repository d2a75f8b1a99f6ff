import { heightOf } from '../../geometry/index.ts';
import { type Addition, isAddition, withAddition } from './additions.ts';
import { checkAddedAlone, checkAllAdded } from './check-additions.ts';
import { checkPlaceInPlane } from './check-dimension.ts';
import { checkGroundScript } from './check-ground.ts';
import { checkComer } from './check-journeys.ts';
import { checkObstacleChanges } from './check-obstacle-changes.ts';
import {
  checkGoalInReach,
  checkJourneyInReach,
  createReach,
  misplacement,
  smallestBody,
} from './check-places.ts';
import { checkSourceChange } from './check-sources.ts';
import { checkMention, modelsIn } from './check-steering.ts';
import { classNumbers } from './classes.ts';
import { radiusOf } from './comers.ts';
import { checkDistances } from './distances.ts';
import { type Findings, type Path, report } from './error.ts';
import { changesGround } from './ground-part.ts';
import { maximumAgents } from './limits.ts';
import { createScenarioIndex } from './obstacle-index.ts';
import { smallestRadius } from './regions.ts';
import type { Comer, Region, Scenario, ScriptEntry } from './schema.ts';
import { scriptChecks } from './script-part.ts';

/** The entries in the order in which they happen, and where they are written. */
function inOrder(script: Scenario['script']): { entry: ScriptEntry; path: Path }[] {
  return script
    .map((entry, k) => ({ entry, k }))
    .sort((a, b) => a.entry.at - b.entry.at || a.k - b.k)
    .map(({ entry, k }) => ({ entry, path: ['script', k] }));
}

/** That the commands of a script speak of what is there by then. */
function checkScript(
  scenario: Scenario,
  checkRegion: (region: Region, path: Path) => void,
  findings: Findings,
): void {
  const { agents, groups, script } = scenario;
  const members = groups.reduce((sum, { count }) => sum + count, agents.length);
  const comers = script.reduce((sum, entry) => sum + comersOf(entry), 0);
  if (members + comers > maximumAgents) {
    report(findings, ['script'], `expected at most ${maximumAgents} agents in all, got ${members + comers}`);
  }
  const names = new Map<string, number>();
  for (const { name } of agents) if (name !== undefined) names.set(name, (names.get(name) ?? 0) + 1);
  const targets = new Set(scenario.targets.map(({ name }) => name));
  const expectTargets = (wanted: readonly string[] = [], at: Path, listed = true) => {
    wanted.forEach((name, n) => {
      if (targets.has(name)) return;
      const message = `expected the name of a target, got ${JSON.stringify(name)}`;
      report(findings, listed ? [...at, n] : at, message);
    });
  };
  /** The scenario with what has been added by then. */
  let ahead = scenario;
  for (const { entry, path } of inOrder(script)) {
    if (isAddition(entry)) {
      checkAddedAlone(ahead, entry as Addition, path, findings);
      ahead = withAddition(ahead, entry as Addition);
      if (entry.kind === 'add-target') targets.add(entry.target.name);
      if (entry.kind === 'add-group') {
        const { group } = entry;
        checkComer(ahead, group, checkRegion, [...path, 'group'], findings);
        checkDistances(ahead, group.personalDistance, [...path, 'group', 'personalDistance'], findings);
        expectTargets(group.targets, [...path, 'group', 'targets']);
      }
      continue;
    }
    switch (entry.kind) {
      case 'add':
        checkComer(ahead, entry.agent, checkRegion, [...path, 'agent'], findings);
        checkNewAgent(ahead, entry.agent, [...path, 'agent'], findings);
        expectTargets(entry.agent.targets, [...path, 'agent', 'targets']);
        break;
      case 'retarget':
        if (entry.targets && entry.goal) {
          report(findings, [...path, 'goal'], 'expected targets or a goal, got both');
        }
        expectTargets(entry.targets, [...path, 'targets']);
        if (scenario.dimension === 2) checkPlaceInPlane(entry.goal, [...path, 'goal'], findings);
        checkAgentOf(entry.agent, members, names, [...path, 'agent'], findings);
        break;
      case 'remove':
      case 'change-traits':
      case 'set-planner':
        checkAgentOf(entry.agent, members, names, [...path, 'agent'], findings);
        break;
      case 'move-target':
        expectTargets([entry.target], [...path, 'target'], false);
        if (scenario.dimension === 2) checkPlaceInPlane(entry.to, [...path, 'to'], findings);
        break;
      case 'open-target':
      case 'set-sink':
        expectTargets([entry.target], [...path, 'target'], false);
        break;
      case 'set-source':
        checkSourceChange(ahead, entry, givesSource(script), path, findings);
        break;
    }
  }
  if (script.some(changesGround)) checkGroundScript(scenario, findings);
  if (script.some(({ kind }) => kind.endsWith('-obstacle'))) checkObstacleChanges(scenario, findings);
}

function comersOf(entry: ScriptEntry): number {
  if (entry.kind === 'add-group') return entry.group.count;
  return entry.kind === 'add' ? 1 : 0;
}

/** Groups to which a script gives a source. */
function givesSource(script: Scenario['script']): (group: string) => boolean {
  return (wanted) =>
    script.some((entry) => entry.kind === 'set-source' && entry.source && entry.group === wanted);
}

function checkAgentOf(
  agent: number | string,
  members: number,
  names: ReadonlyMap<string, number>,
  path: Path,
  findings: Findings,
): void {
  if (typeof agent === 'number') {
    if (agent < members) return;
    report(findings, path, `expected the number of an agent, from 0 to ${members - 1}, got ${agent}`);
    return;
  }
  const bearers = names.get(agent) ?? 0;
  if (bearers === 0) report(findings, path, `expected the name of an agent, got ${JSON.stringify(agent)}`);
  if (bearers > 1) report(findings, path, `expected one agent of this name, got ${bearers}`);
}

function checkNewAgent(scenario: Scenario, agent: Comer, path: Path, findings: Findings): void {
  const { dimension } = scenario;
  if (dimension === 2) {
    checkPlaceInPlane(agent.at, [...path, 'at'], findings);
    checkPlaceInPlane(agent.goal, [...path, 'goal'], findings);
    if (agent.velocity !== 'walking') checkPlaceInPlane(agent.velocity, [...path, 'velocity'], findings);
    if (agent.climb !== undefined) report(findings, [...path, 'climb'], 'only in a world of dimension 3');
  }
  if (agent.targets && agent.goal)
    report(findings, [...path, 'goal'], 'expected targets or a goal, got both');
  checkMention(modelsIn(scenario), classNumbers(scenario), agent, 'obstacle', path, findings);
  for (const key of ['field', 'wander'] as const) {
    if (agent[key] !== undefined) {
      report(findings, [...path, key], 'only for agents that are there at time 0; a group may have it');
    }
  }
}

/** Where agents that come later stand, among what stands there at time 0, and whether goals can be reached. */
function checkScriptPlaces(scenario: Scenario, findings: Findings): void {
  const { script } = scenario;
  const whole = script
    .filter(isAddition)
    .reduce((extended, entry) => withAddition(extended, entry as Addition), scenario);
  const places = new Map(whole.targets.map((target) => [target.name, target]));
  const index = createScenarioIndex(scenario);
  const reach = createReach(scenario);
  const smallest = smallestBody(scenario);
  script.forEach((entry, k) => {
    if (entry.kind === 'add') {
      const { at, goal, goalRadius = 0, journey } = entry.agent;
      const radius = smallestRadius(radiusOf(whole, entry.agent));
      const wrong = misplacement(scenario, index, at[0], at[1], heightOf(at), radius);
      if (wrong !== undefined) report(findings, ['script', k, 'agent', 'at'], wrong);
      if (goal) checkGoalInReach(reach, goal, goalRadius, radius, ['script', k, 'agent', 'goal'], findings);
      checkJourneyInReach(reach, journey, radius, ['script', k, 'agent', 'journey'], findings);
    } else if (entry.kind === 'retarget' && entry.goal) {
      checkGoalInReach(reach, entry.goal, entry.goalRadius, smallest, ['script', k, 'goal'], findings);
    } else if (entry.kind === 'move-target') {
      const { at, course, radius } = places.get(entry.target)!;
      if (at && !course) checkGoalInReach(reach, entry.to, radius, smallest, ['script', k, 'to'], findings);
    }
  });
}

/** Lets scenarios have a script. */
export function registerScriptChecks(): void {
  scriptChecks.registered = {
    check: checkScript,
    checkPlaces: checkScriptPlaces,
    checkAdded: checkAllAdded,
  };
}
