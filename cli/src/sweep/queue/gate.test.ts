import { expect, test } from 'vitest';
import { Gate } from './gate.ts';

/** Lets promises that are settled run what waits for them. */
const settled = () => new Promise((done) => setImmediate(done));

test('as many as its size are in, the next one enters when one leaves, and closing turns the others away', async () => {
  const gate = new Gate(2);
  const answers: [name: string, mayEnter: boolean][] = [];
  for (const name of ['a', 'b', 'c', 'd'])
    void gate.enter().then((mayEnter) => answers.push([name, mayEnter]));
  await settled();
  expect(answers).toEqual([
    ['a', true],
    ['b', true],
  ]);
  gate.leave();
  await settled();
  expect(answers[2]).toEqual(['c', true]);
  gate.close();
  await settled();
  expect(answers[3]).toEqual(['d', false]);
  gate.leave();
  expect(await gate.enter()).toBe(false);
});
