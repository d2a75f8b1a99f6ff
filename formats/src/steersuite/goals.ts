import { maximumStages } from 'wend/scenario';
import { readEach } from './error.ts';
import {
  type Box,
  boundsOf,
  childrenOf,
  inWords,
  isTrue,
  numberOf,
  type Origin,
  originOf,
  type PointOrRandom,
  require,
  textOf,
  tupleOf,
} from './values.ts';
import { type Element, failAt, warnAt } from './xml.ts';

/** One goal of an agent's sequence. */
export type Goal = { origin: Origin; speed: number /** Seconds, or infinite. */; time: number } & (
  | { kind: 'seek'; at: PointOrRandom }
  | { kind: 'flee'; at: PointOrRandom }
  | { kind: 'pursue'; name: string; isRandom: boolean }
  | { kind: 'avoid'; name: string; isRandom: boolean }
  | { kind: 'direction'; along: PointOrRandom }
  | { kind: 'flow' }
  | { kind: 'region'; box: Box }
  | { kind: 'idle' }
);

/** Metres within which a goal is reached; for a pursued agent, the gap between the bodies. */
export const GOAL_RADIUS = 0.5;

/** SteerSuite's default, m/s. */
const USUAL_SPEED = 1.3;

const kinds = [
  'seekStaticTarget',
  'fleeStaticTarget',
  'seekDynamicTarget',
  'fleeDynamicTarget',
  'flowStaticDirection',
  'flowDynamicDirection',
  'idle',
  'seekAxisAlignedBoxRegion',
] as const;

const parts = [
  'targetLocation',
  'targetDirection',
  'targetName',
  'random',
  'desiredSpeed',
  'timeDuration',
  'goalRegionBounds',
] as const;

/** Some programs write these elements; a scenario has no use for them. */
const skipped = ['type', 'flowType', 'Behaviour', 'state'];

/** In which direction and at what time a goal is to be passed; some files give them. */
const unused = {
  targetTangent: 'agents pass a goal in any direction',
  targetTime: 'agents pass a goal as soon as they can',
};

/** The goals of an agent. Files that give none mean an agent that stands. */
export function readGoals(sequence: Element | undefined, agent: Element): Goal[] {
  if (!sequence || sequence.children.length === 0) {
    const what = sequence ? '<goalSequence> is empty' : 'there is no <goalSequence>';
    warnAt(sequence ?? agent, `${what}: the agent stands`);
    return [{ kind: 'idle', origin: originOf(agent), speed: USUAL_SPEED, time: Number.POSITIVE_INFINITY }];
  }
  if (sequence.children.length > maximumStages) {
    failAt(sequence, `expected at most ${maximumStages} goals, got ${sequence.children.length}`);
  }
  return readEach(sequence.reading, sequence.children, readGoal);
}

function readGoal(element: Element): Goal {
  const kind = kinds.find((one) => one === element.name);
  if (!kind) failAt(element, `expected ${inWords(kinds)} in <goalSequence>, got <${element.name}>`);
  for (const child of element.children) {
    if (!Object.hasOwn(unused, child.name)) continue;
    warnAt(child, `<${child.name}> is not used: ${unused[child.name as keyof typeof unused]}`);
  }
  const found = childrenOf(element, parts, [...skipped, ...Object.keys(unused)]);
  const { desiredSpeed, timeDuration } = found;
  const common = {
    origin: originOf(element),
    speed: desiredSpeed ? numberOf(desiredSpeed, 0) : USUAL_SPEED,
    time: timeDuration ? numberOf(timeDuration, 0) : Number.POSITIVE_INFINITY,
  };
  const isRandom = isTrue(found.random);
  const tuple = (name: 'targetLocation' | 'targetDirection'): PointOrRandom =>
    isRandom ? 'random' : tupleOf(require(found[name], element, name));
  switch (kind) {
    case 'seekStaticTarget':
      return { ...common, kind: 'seek', at: tuple('targetLocation') };
    case 'fleeStaticTarget':
      return { ...common, kind: 'flee', at: tuple('targetLocation') };
    case 'seekDynamicTarget':
      return { ...common, kind: 'pursue', name: nameOf(found.targetName, element, isRandom), isRandom };
    case 'fleeDynamicTarget':
      return { ...common, kind: 'avoid', name: nameOf(found.targetName, element, isRandom), isRandom };
    case 'flowStaticDirection':
      return { ...common, kind: 'direction', along: directionOf(element, tuple('targetDirection')) };
    case 'seekAxisAlignedBoxRegion': {
      const bounds = require(found.goalRegionBounds, element, 'goalRegionBounds');
      return { ...common, kind: 'region', box: boundsOf(bounds) };
    }
    case 'idle':
      return { ...common, kind: 'idle' };
    case 'flowDynamicDirection':
      warnAt(
        element,
        'a crowd of wend has no flow of its own: the agent walks in the direction of its start',
      );
      return { ...common, kind: 'flow' };
  }
}

/** The name of the agent that a goal refers to; empty if that agent is drawn. */
function nameOf(targetName: Element | undefined, element: Element, isRandom: boolean): string {
  if (isRandom) return '';
  const name = textOf(require(targetName, element, 'targetName'));
  return name === '' ? failAt(targetName!, 'expected the name of an agent, got nothing') : name;
}

function directionOf(element: Element, along: PointOrRandom): PointOrRandom {
  if (along !== 'random' && along[0] === 0 && along[1] === 0) {
    failAt(element, 'expected a <targetDirection> along the ground, got <x> 0 and <z> 0');
  }
  return along;
}
