import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { serveWorld } from 'wend/worker';
import { lawn } from '../../../tests/wend.fixture.ts';
import { answers, observe } from './answers.ts';
import { Session } from './session.ts';

/** A run in this thread, behind a channel as a worker is. */
async function openLawn(): Promise<{ session: Session; close(): void }> {
  const { port1, port2 } = new MessageChannel();
  serveWorld(port2 as never, { answers, observe });
  const worker = Object.assign(port1, { terminate: () => port1.close() });
  const session = await Session.open(worker as never, lawn as never);
  return { session, close: () => session.close() };
}

test.each([
  [1, 60],
  [16, 60],
  [16, 8],
])(
  'at %i× and %i pictures per second, trails have a sample in each fifth of a second',
  async (rate, pictures) => {
    const { session, close } = await openLawn();
    session.setRate(rate);
    session.play();
    for (let now = 1; session.isPlaying; now += 1000 / pictures) {
      session.tick(now);
      await new Promise((done) => setTimeout(done, 2));
    }
    close();
    const times = session.trails.samples.map(({ time }) => time);
    expect(times.at(-1)).toBeCloseTo(4, 6);
    for (const [k, time] of times.entries()) expect(time).toBeCloseTo(0.2 * k, 6);
  },
);
