import { needPart } from '../../crowd/index.ts';
import { heightOf } from '../../geometry/index.ts';
import { checkPlaceInPlane } from './check-dimension.ts';
import { checkComer } from './check-journeys.ts';
import { checkNewTarget } from './check-new-target.ts';
import { misplacement } from './check-places.ts';
import { checkSource } from './check-sources.ts';
import { checkMention, modelsIn } from './check-steering.ts';
import { classNumbers } from './classes.ts';
import { radiusOf } from './comers.ts';
import { type Findings, type Path, report } from './error.ts';
import { changesGround, groundChecks } from './ground-part.ts';
import { maximumAgents } from './limits.ts';
import { createScenarioIndex } from './obstacle-index.ts';
import { smallestRadius } from './regions.ts';
import type { Comer, Region, Scenario } from './schema.ts';
import type { SourceDefinition } from './schema-sources.ts';

type SourceChange = { rate?: number; enter?: number; source?: SourceDefinition };

/** The script: that its commands speak of what there is. */
export function checkScript(
  scenario: Scenario,
  checkRegion: (region: Region, path: Path) => void,
  findings: Findings,
): void {
  const { agents, groups, script } = scenario;
  if (script.length === 0) return;
  const members = groups.reduce((sum, { count }) => sum + count, agents.length);
  const comers = script.filter(({ kind }) => kind === 'add').length;
  if (members + comers > maximumAgents) {
    report(findings, ['script'], `expected at most ${maximumAgents} agents in all, got ${members + comers}`);
  }
  const targets = scenario.targets.map(({ name }) => name);
  const known = knownTargets(targets, script);
  const names = new Map<string, number>();
  for (const { name } of agents) if (name !== undefined) names.set(name, (names.get(name) ?? 0) + 1);
  script.forEach((entry, k) => {
    const path = ['script', k];
    const expectTargets = (wanted: readonly string[], at: Path, listed = true) => {
      wanted.forEach((name, n) => {
        if (known(name, k)) return;
        report(
          findings,
          listed ? [...at, n] : at,
          `expected the name of a target, got ${JSON.stringify(name)}`,
        );
      });
    };
    switch (entry.kind) {
      case 'add':
        checkComer(scenario, entry.agent, checkRegion, [...path, 'agent'], findings);
        checkNewAgent(scenario, entry.agent, [...path, 'agent'], findings);
        expectTargets(entry.agent.targets ?? [], [...path, 'agent', 'targets']);
        break;
      case 'retarget':
        if (entry.targets && entry.goal) {
          report(findings, [...path, 'goal'], 'expected targets or a goal, got both');
        }
        expectTargets(entry.targets ?? [], [...path, 'targets']);
        if (scenario.dimension === 2) checkPlaceInPlane(entry.goal, [...path, 'goal'], findings);
        checkAgentOf(entry.agent, members, names, [...path, 'agent'], findings);
        break;
      case 'remove':
      case 'change-traits':
      case 'set-planner':
        checkAgentOf(entry.agent, members, names, [...path, 'agent'], findings);
        break;
      case 'add-target':
        checkNewTarget(scenario, entry.target, targets, [...path, 'target'], findings);
        targets.push(entry.target.name);
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
        checkSourceChange(scenario, entry, givesSource(script), path, findings);
        break;
    }
  });
  if (script.some(changesGround)) needPart(groundChecks).checkScript(scenario, findings);
  if (script.some(({ kind }) => kind.endsWith('-obstacle')))
    needPart(groundChecks).checkObstacles(scenario, findings);
}

/** That a change of a source names one and changes something. */
export function checkSourceChange(
  { groups }: Pick<Scenario, 'groups'>,
  { enter, group: wanted, rate, source }: { group: string } & SourceChange,
  hasSource: (group: string) => boolean,
  path: Path,
  findings: Findings,
): void {
  const group = groups.find(({ name }) => name === wanted);
  if (!group || !(source || group.source || hasSource(wanted))) {
    const which = source ? 'a group' : 'a group with a source';
    report(findings, [...path, 'group'], `expected the name of ${which}, got ${JSON.stringify(wanted)}`);
  } else if (source) checkSource({ ...group, source }, path, findings);
  if (rate === undefined && enter === undefined && !source)
    report(findings, path, 'expected source, rate or enter, got none');
}

/** Groups to which a script gives a source. */
function givesSource(script: Scenario['script']): (group: string) => boolean {
  return (wanted) =>
    script.some((entry) => entry.kind === 'set-source' && entry.source && entry.group === wanted);
}

/** Whether a target is there when an entry of the script happens: from the beginning, or since an entry before it. */
function knownTargets(
  names: readonly string[],
  script: Scenario['script'],
): (name: string, k: number) => boolean {
  const first = new Set(names);
  const added = new Map<string, number>();
  script.forEach((entry, k) => {
    if (entry.kind === 'add-target' && !added.has(entry.target.name)) added.set(entry.target.name, k);
  });
  return (name, k) => {
    const since = added.get(name) ?? k;
    return (
      first.has(name) || script[since].at < script[k].at || (script[since].at === script[k].at && since < k)
    );
  };
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

/** Where agents that come later stand, among what stands there at time 0. */
export function checkPlacesOfComers(scenario: Scenario, findings: Findings): void {
  const { script } = scenario;
  if (!script.some(({ kind }) => kind === 'add')) return;
  const index = createScenarioIndex(scenario);
  script.forEach((entry, k) => {
    if (entry.kind !== 'add') return;
    const { at } = entry.agent;
    const radius = smallestRadius(radiusOf(scenario, entry.agent));
    const wrong = misplacement(scenario, index, at[0], at[1], heightOf(at), radius);
    if (wrong !== undefined) report(findings, ['script', k, 'agent', 'at'], wrong);
  });
}
