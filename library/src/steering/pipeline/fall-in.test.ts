import { describe, expect, test } from 'vitest';
import { Feel, State, Whisker } from './columns.ts';
import { fallIn } from './fall-in.ts';
import type { Frame } from './frame.ts';
import { batchOf, frameOf } from './scene.fixture.ts';
import { Batch } from './states.ts';

/** The speed ahead, the turn and the step aside of an agent that reacted with 1.2 m/s, to the left. */
function commandAfter(change: (own: Frame['own']) => unknown, batch: number = Batch.reactive) {
  const frame = frameOf({ walkers: [{ at: [0, 0] }] });
  const { own } = frame;
  own.threat[0] = 7;
  own.threatKind[0] = Feel.oncoming;
  [own.commandSpeed[0], own.commandTurn[0], own.commandScoot[0]] = [1.2, 0.4, 0.5];
  change(own);
  fallIn(frame, batchOf(batch, 0));
  return [own.commandSpeed[0], own.commandTurn[0], own.commandScoot[0]];
}

const AS_BEFORE = [1.2, 0.4, 0.5];
const SLOWER = [0.75 * 1.3, 0, 0];

describe('an oncoming agent to pass on a side where a companion walks', () => {
  test('slows down, in reaction and in prediction, while there is a threat and while it waits', () => {
    const feel = (own: Frame['own']) => {
      own.feelRight[0] = Feel.same;
    };
    expect(commandAfter(feel)).toEqual(SLOWER);
    expect(commandAfter(feel, Batch.predictive)).toEqual(SLOWER);
    const waiting = (own: Frame['own']) => {
      feel(own);
      own.threat[0] = -1;
      own.state[0] = State.waiting;
    };
    expect(commandAfter(waiting)).toEqual(SLOWER);
    const abreast = (own: Frame['own']) => {
      own.whiskers[0] = Whisker.right;
    };
    expect(commandAfter(abreast)).toEqual(SLOWER);
    const left = (own: Frame['own']) => {
      own.threatPassLeft[0] = 1;
      own.feelLeft[0] = Feel.same;
    };
    expect(commandAfter(left)).toEqual(SLOWER);
  });

  test.each<[string, (own: Frame['own']) => unknown]>([
    ['the companion is on the other side', (own) => own.feelLeft.fill(Feel.same)],
    ['a wall is there', (own) => own.feelRight.fill(Feel.wall)],
    ['nothing is there', () => {}],
    [
      'something is ahead',
      (own) => {
        own.feelRight[0] = Feel.same;
        own.feelCentre[0] = Feel.same;
      },
    ],
    [
      'the other crosses',
      (own) => {
        own.feelRight[0] = Feel.same;
        own.threatKind[0] = Feel.crossing;
      },
    ],
    [
      'there is no threat',
      (own) => {
        own.feelRight[0] = Feel.same;
        own.threat[0] = -1;
      },
    ],
  ])('goes on as before if %s', (_, change) => {
    expect(commandAfter(change)).toEqual(AS_BEFORE);
  });
});
