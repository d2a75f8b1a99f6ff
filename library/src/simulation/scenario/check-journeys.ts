import { checkPlaceInPlane } from './check-dimension.ts';
import { checkDirection } from './check-direction.ts';
import { checkDistribution } from './check-distributions.ts';
import { givesGoals } from './check-teams.ts';
import { groupOf } from './comers.ts';
import { type Findings, hasEnough, type Path, report } from './error.ts';
import { maximumStagesInAll } from './limits.ts';
import type { Comer, Journey, Place, Region, Scenario, Stage } from './schema.ts';

/** What checks of stages ask for: names by kind, and how a region is checked. */
type Known = {
  targets: ReadonlySet<string>;
  groups: ReadonlySet<string>;
  fields: ReadonlySet<string>;
  queues: ReadonlySet<string>;
  /** How many agents have each name. */
  agents: ReadonlyMap<string, number>;
  checkRegion: (region: Region, path: Path) => void;
};

/** A part of the ground. */
type Named = { kind: string; name: string };

/** Journeys: that their stages can be done, and speak of what there is. `checkRegion` is that of checkFields. */
export function checkJourneys(
  scenario: Scenario,
  checkRegion: (region: Region, path: Path) => void,
  findings: Findings,
): void {
  const { agents, groups } = scenario;
  const known = collectNames(scenario, checkRegion);
  let stages = 0;
  for (const [list, walkers] of [
    ['agents', agents],
    ['groups', groups],
  ] as const) {
    for (let k = 0; k < walkers.length && !hasEnough(findings); k++) {
      const { journey } = walkers[k];
      if (!journey) continue;
      stages += journey.stages.length;
      for (const key of ['targets', 'goal'] as const) {
        if (walkers[k][key] === undefined) continue;
        report(findings, [list, k, 'journey'], `expected ${key} or a journey, got both`);
      }
      checkJourney(journey, scenario, known, [list, k, 'journey'], findings);
    }
  }
  if (stages > maximumStagesInAll) {
    report(findings, [], `expected at most ${maximumStagesInAll} stages of journeys in all, got ${stages}`);
  }
}

/** Names in a scenario; its script may add ground, and so may commands: `ground` is what there is in a world. */
function collectNames(
  { agents, ground, groups, script, targets, velocityFields }: Scenario,
  checkRegion: Known['checkRegion'],
  now: readonly Named[] = ground,
): Known {
  const added = script.flatMap((entry) => (entry.kind === 'set-ground' ? [entry.ground] : []));
  const names = new Map<string, number>();
  for (const { name } of agents) if (name !== undefined) names.set(name, (names.get(name) ?? 0) + 1);
  return {
    targets: new Set(targets.map(({ name }) => name)),
    groups: new Set(groups.map(({ name }) => name)),
    fields: new Set(velocityFields.map(({ name }) => name)),
    queues: new Set([...now, ...added].filter(({ kind }) => kind === 'queue').map(({ name }) => name)),
    agents: names,
    checkRegion,
  };
}

/** What an agent that comes during the run says of itself, or its group of all of its agents. */
type Described = Pick<
  Comer,
  'group' | 'journey' | 'personality' | 'premovement' | 'radius' | 'speed' | 'targets'
> & { goal?: unknown };

/** The group and the journey of an agent that comes during the run. */
export function checkComer(
  scenario: Scenario,
  comer: Described,
  checkRegion: Known['checkRegion'],
  path: Path,
  findings: Findings,
  ground?: readonly Named[],
): void {
  const { group, journey, personality = {}, premovement = 0, radius = 0, speed = 0 } = comer;
  checkDistribution(radius, [...path, 'radius'], findings);
  checkDistribution(speed, [...path, 'speed'], findings, true);
  checkDistribution(premovement, [...path, 'premovement'], findings);
  for (const [trait, value] of Object.entries(personality)) {
    checkDistribution(value, [...path, 'personality', trait], findings);
  }
  if (group !== undefined && !groupOf(scenario, comer)) {
    report(findings, [...path, 'group'], `expected the name of a group, got ${JSON.stringify(group)}`);
  }
  const team = scenario.teams.find(({ groups }) => group !== undefined && groups?.includes(group));
  for (const key of ['targets', 'goal', 'journey'] as const) {
    if (team && givesGoals(team.task) && comer[key] !== undefined) {
      report(findings, [...path, key], 'expected none: the task of the team says where to go');
    }
  }
  if (!journey) return;
  for (const key of ['targets', 'goal'] as const) {
    if (comer[key] !== undefined)
      report(findings, [...path, 'journey'], `expected ${key} or a journey, got both`);
  }
  checkJourney(
    journey,
    scenario,
    collectNames(scenario, checkRegion, ground),
    [...path, 'journey'],
    findings,
  );
}

function checkJourney(
  { stages, loop }: Journey,
  scenario: Scenario,
  known: Known,
  path: Path,
  findings: Findings,
): void {
  stages.forEach((stage, k) => {
    const at = [...path, 'stages', k];
    checkStage(stage, scenario, known, at, findings);
    if (!('for' in stage || endsByItself(stage)) && (loop || k < stages.length - 1)) {
      const where = loop ? 'in a loop' : 'before the last stage';
      report(findings, [...at, 'for'], `expected how long, s: ${where} every stage has to end, got nothing`);
    }
  });
}

function endsByItself({ kind }: Stage): boolean {
  return kind === 'seek' || kind === 'flee' || kind === 'pursue' || kind === 'queue';
}

function checkStage(stage: Stage, scenario: Scenario, known: Known, path: Path, findings: Findings): void {
  const { dimension } = scenario;
  const expectName = (isKnown: boolean, what: string, name: string, at: Path) => {
    if (!isKnown) report(findings, at, `expected the name of ${what}, got ${JSON.stringify(name)}`);
  };
  const expectTargets = (names: readonly string[], key: string) => {
    names.forEach((name, k) => {
      expectName(known.targets.has(name), 'a target', name, [...path, key, k]);
    });
  };
  const expectPlane = (place: Place | undefined, key: string) => {
    if (dimension === 2) checkPlaceInPlane(place, [...path, key], findings);
  };
  const expectOther = ({ agent, group }: { agent?: string; group?: string }, or = '') => {
    if (agent !== undefined && group !== undefined) {
      report(findings, [...path, 'group'], 'expected an agent or a group, got both');
    }
    if (agent === undefined && group === undefined) {
      report(findings, path, `expected ${or}an "agent" or a "group", got ${or ? 'none' : 'neither'}`);
    }
    if (agent !== undefined) {
      const bearers = known.agents.get(agent) ?? 0;
      expectName(bearers > 0, 'an agent', agent, [...path, 'agent']);
      if (bearers > 1)
        report(findings, [...path, 'agent'], `expected one agent of this name, got ${bearers}`);
    }
    if (group !== undefined) expectName(known.groups.has(group), 'a group', group, [...path, 'group']);
  };
  switch (stage.kind) {
    case 'seek': {
      const { dwell, point, targets } = stage;
      if (targets && point) report(findings, [...path, 'point'], 'expected targets or a point, got both');
      if (!targets && !point) report(findings, path, 'expected "targets" or a "point", got neither');
      expectTargets(targets ?? [], 'targets');
      expectPlane(point, 'point');
      checkDistribution(dwell, [...path, 'dwell'], findings);
      break;
    }
    case 'flee': {
      const { from } = stage;
      if (!from) expectOther(stage, '"from", ');
      else {
        for (const key of ['agent', 'group'] as const) {
          if (stage[key] !== undefined)
            report(
              findings,
              [...path, key],
              `expected targets or ${key === 'agent' ? 'an agent' : 'a group'}, got both`,
            );
        }
        expectTargets(from, 'from');
      }
      break;
    }
    case 'direction': {
      const { along } = stage;
      expectPlane(along, 'along');
      checkDirection(along, [...path, 'along'], findings);
      break;
    }
    case 'wander':
      if (dimension === 2 && 'ball' in stage.region) {
        report(findings, [...path, 'region', 'ball'], 'only in a world of dimension 3; use circle');
      } else known.checkRegion(stage.region, [...path, 'region']);
      break;
    case 'pursue':
      expectOther(stage);
      break;
    case 'follow':
      if (dimension === 3) report(findings, [...path, 'kind'], '"follow" belongs to a world of dimension 2');
      expectName(known.fields.has(stage.field), 'a velocity field', stage.field, [...path, 'field']);
      break;
    case 'queue':
      stage.queues.forEach((name, k) => {
        expectName(known.queues.has(name), 'a queue', name, [...path, 'queues', k]);
      });
      break;
    case 'idle':
      break;
  }
}
