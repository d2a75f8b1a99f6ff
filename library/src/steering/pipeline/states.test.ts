import { describe, expect, test } from 'vitest';
import { Status } from '../../crowd/index.ts';
import { State, Touch } from './columns.ts';
import type { Frame } from './frame.ts';
import { pipelineDefaults } from './parameters.ts';
import { frameOf, type Scene } from './scene.fixture.ts';
import { Batch, chooseTechniques, createTechniqueBatches, priorities, Technique } from './states.ts';

/** The state and technique of a lone walker whose columns have been changed. */
function decide(change: (own: Frame['own']) => void, scene: Partial<Scene> = {}, target = 0) {
  const frame = frameOf({ walkers: [{ at: [0, 0], target }], ...scene });
  change(frame.own);
  return { technique: batchesOf(frame)[0], state: frame.own.state[0] };
}

/** The batch of each row; every row is in at most one. */
function batchesOf(frame: Frame): number[] {
  const batches = createTechniqueBatches();
  chooseTechniques(frame, pipelineDefaults, batches);
  const found: number[] = [];
  for (const batch of Object.values(Batch)) {
    for (let at = batch * batches.room; at < batches.ends[batch]; at++) {
      expect(found[batches.rows[at]]).toBeUndefined();
      found[batches.rows[at]] = batch;
    }
  }
  return found;
}

const nothing = () => {};
const touch = (own: Frame['own']) => {
  own.touched[0] = Touch.agent;
};
const threaten = (own: Frame['own']) => {
  own.threat[0] = 7;
};
const plan = (own: Frame['own']) => {
  own.plan[0] = 1;
};

describe('the six rules', () => {
  test('are in the order of the paper', () => {
    expect(priorities.map(({ use }) => use)).toEqual([
      'reactive',
      'plan',
      'turn',
      'reactive',
      'predictive',
      'normal',
    ]);
  });

  test('1: on a plan, an unforeseen agent causes a reaction', () => {
    const change = (own: Frame['own']) => {
      plan(own);
      touch(own);
      own.unforeseen[0] = 1;
    };
    expect(decide(change).technique).toBe(Technique.reactive);
  });

  test('2: a plan is followed past agents that were foreseen, whatever else there is', () => {
    const change = (own: Frame['own']) => {
      plan(own);
      touch(own);
      threaten(own);
    };
    expect(decide(change, {}, 3)).toEqual({ technique: Technique.plan, state: State.spaceTime });
  });

  test('3: an agent that faces the wrong way turns before it reacts', () => {
    expect(decide(touch, {}, 1.5)).toEqual({ technique: Technique.turn, state: State.turning });
  });

  test('4, 5, 6: feelers come before threats, threats before the path', () => {
    const both = (own: Frame['own']) => {
      touch(own);
      threaten(own);
    };
    expect(decide(both)).toEqual({ technique: Technique.reactive, state: State.proactive });
    expect(decide(threaten)).toEqual({ technique: Technique.predictive, state: State.proactive });
    expect(decide(nothing)).toEqual({ technique: Technique.normal, state: State.normal });
  });
});

describe('states', () => {
  test('waiting ends half a second after the predicted end of the threat', () => {
    const avoided = (own: Frame['own']) => {
      own.state[0] = State.proactive;
      own.threatEnd[0] = 2;
    };
    // Steps of 0.05 s: 2.45 s and 2.5 s.
    expect(decide(avoided, { step: 49 })).toEqual({ technique: Technique.predictive, state: State.waiting });
    expect(decide(avoided, { step: 50 })).toEqual({ technique: Technique.normal, state: State.normal });
    // An agent that was not threatened does not wait.
    const old = (own: Frame['own']) => {
      own.threatEnd[0] = 2;
    };
    expect(decide(old, { step: 10 }).state).toBe(State.normal);
  });

  test('turning begins below a cosine of 0.55 and ends above 0.99', () => {
    const angle = (cosine: number) => Math.acos(cosine);
    const turning = (own: Frame['own']) => {
      own.state[0] = State.turning;
    };
    expect(decide(nothing, {}, angle(0.56)).state).toBe(State.normal);
    expect(decide(nothing, {}, angle(0.54)).state).toBe(State.turning);
    expect(decide(turning, {}, angle(0.98)).state).toBe(State.turning);
    expect(decide(turning, {}, angle(0.995)).state).toBe(State.normal);
  });
});

test('each row is in the batch of its technique, a standing agent in another, an agent that is not due in none', () => {
  const { normal, predictive, reactive, plan: follow, stand, turn } = Batch;
  const walkers = Array.from({ length: 9 }, (_, row) => ({
    at: [3 * row, 0] as const,
    target: row === 7 ? 2 : 0,
  }));
  const frame = frameOf({ walkers });
  frame.due = new Uint8Array(9).fill(1);
  frame.dueReaction = new Uint8Array(9).fill(1);
  const { own } = frame;
  own.touched[1] = Touch.wall;
  own.threat[2] = 0;
  own.plan[3] = 1;
  frame.status[4] = Status.arrived;
  own.state[4] = State.proactive;
  frame.pace[5] = 0;
  frame.directionX[6] = 0;
  frame.directionY[6] = 0;
  frame.dueReaction[8] = 0;
  expect(batchesOf(frame)).toEqual([normal, reactive, predictive, follow, stand, stand, stand, turn]);
  expect(own.state[4]).toBe(State.normal);
  // An agent with a plan decides in every step of its own; the others decide only after they used their feelers.
  frame.dueReaction.fill(0);
  expect(batchesOf(frame)[3]).toBe(follow);
  expect(Object.keys(batchesOf(frame))).toEqual(['3']);
  frame.due.fill(0);
  expect(batchesOf(frame)).toEqual([]);
});
