import { maximumStages } from 'wend/scenario';
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
import { type Element, failAt } from './xml.ts';

/** One goal of an agent's sequence. */
export type Goal = { origin: Origin; speed: number /** Seconds, or infinite. */; time: number } & (
  | { kind: 'seek'; at: PointOrRandom }
  | { kind: 'flee'; at: PointOrRandom }
  | { kind: 'pursue'; name: string; isRandom: boolean }
  | { kind: 'avoid'; name: string; isRandom: boolean }
  | { kind: 'direction'; along: PointOrRandom }
  | { kind: 'region'; box: Box }
  | { kind: 'idle' }
);

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

export function readGoals(sequence: Element): Goal[] {
  if (sequence.children.length === 0) failAt(sequence, `expected ${inWords(kinds)}, got none`);
  if (sequence.children.length > maximumStages) {
    failAt(sequence, `expected at most ${maximumStages} goals, got ${sequence.children.length}`);
  }
  return sequence.children.map(readGoal);
}

function readGoal(element: Element): Goal {
  const kind = kinds.find((one) => one === element.name);
  if (!kind) failAt(element, `expected ${inWords(kinds)} in <goalSequence>, got <${element.name}>`);
  const found = childrenOf(element, parts, skipped);
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
      return failAt(
        element,
        'cannot be expressed: no crowd of wend has a flow of its own that agents follow',
      );
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
