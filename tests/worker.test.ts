// A world in a worker thread beside the same world here.
import { Worker } from 'node:worker_threads';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Command, retargetAgent, sendCommand, stateHashOf, stepWorld } from 'wend';
import { createScenarioWorld } from 'wend/scenario';
import { readView } from 'wend/view';
import { connectWorld } from 'wend/worker';
import { lawn, requireBuild } from './wend.fixture.ts';

beforeAll(requireBuild);

let worker: Worker;
const startWorker = () => {
  worker = new Worker(new URL('worker-thread.fixture.js', import.meta.url));
  return worker;
};
afterEach(() => worker.terminate().then(() => undefined));

describe.each([
  ['shared memory', true],
  ['buffers that are transferred', false],
])('through %s', (_, shared) => {
  test('has the same states, commands included, and the view follows', async () => {
    const here = createScenarioWorld(lawn, { seed: 5 });
    const there = await connectWorld(startWorker(), lawn, { seed: 5, shared });
    expect(there).toMatchObject({ isShared: shared, step: 0, dt: here.dt, isOver: false });
    for (let round = 0; round < 20; round++) {
      if (round === 7) {
        retargetAgent(here, 3, { goal: [9, 9] });
        there.send({ kind: 'retarget', id: 3, goal: [9, 9] });
      }
      for (let k = 0; k < 3; k++) stepWorld(here);
      await there.advance(3);
      expect(there.step).toBe(here.step);
      expect(await there.stateHash()).toBe(stateHashOf(here));
      const x = new Float64Array(there.view.count);
      readView(there.view, there.view.time, { x });
      const { crowd } = here;
      for (let row = 0; row < crowd.count; row++) {
        expect(x[there.view.ids.indexOf(crowd.ids[row])]).toBe(Math.fround(crowd.motion.x[row]));
      }
    }
  });

  test('steps that are asked for at once are made in order', async () => {
    const there = await connectWorld(startWorker(), lawn, { shared });
    await Promise.all([there.advance(2), there.advance(), there.advance(4)]);
    expect(there.step).toBe(7);
    expect(there.view.time).toBeCloseTo(7 * there.dt);
    expect(there.view.time - there.view.previousTime).toBeCloseTo(4 * there.dt);
  });
});

test('obstacles that messages add, move, turn and remove are those of a world here; a refusal names what is wrong', async () => {
  const here = createScenarioWorld(lawn, { seed: 5 });
  const there = await connectWorld(startWorker(), lawn, { seed: 5 });
  const commands: Command[] = [
    {
      kind: 'add-obstacle',
      obstacle: { shape: 'box', name: 'crate', min: [-1, -1], max: [1, 1] },
      push: true,
    },
    { kind: 'move-obstacle', obstacle: 'crate', by: [2, 0.5], push: true },
    { kind: 'turn-obstacle', obstacle: 'crate', angle: 0.4, push: true },
    { kind: 'remove-obstacle', obstacle: 'crate' },
  ];
  for (const command of commands) {
    sendCommand(here, command);
    there.send(command);
    for (let k = 0; k < 10; k++) stepWorld(here);
    await there.advance(10);
    expect(await there.stateHash(), command.kind).toBe(stateHashOf(here));
  }
  there.send({ kind: 'remove-obstacle', obstacle: 'crate' });
  await expect(there.advance()).rejects.toThrow('no obstacle "crate" in the world');
});

test('going back and on again gives the same states, and a new command begins another future', async () => {
  const there = await connectWorld(startWorker(), lawn, { seed: 5, history: true });
  const hashes: string[] = [await there.stateHash()];
  const goOn = async (steps: number) => {
    for (let k = 0; k < steps; k++) {
      await there.advance();
      hashes[there.step] = await there.stateHash();
    }
  };
  await goOn(20);
  there.send({ kind: 'retarget', id: 3, goal: [9, 9] });
  await goOn(60);
  // Beside saved worlds, on them, before and after the command, and forwards.
  for (const step of [31, 32, 33, 5, 20, 21, 0, 79, 80]) {
    await there.seek(step);
    expect(there).toMatchObject({ step, lastStep: 80 });
    expect(await there.stateHash(), `step ${step}`).toBe(hashes[step]);
    expect(there.view.time).toBeCloseTo(step * there.dt);
    expect(there.view.time - there.view.previousTime).toBeCloseTo(step > 0 ? there.dt : 0);
  }
  await there.seek(40);
  await there.advance(10);
  expect(await there.stateHash()).toBe(hashes[50]);
  await there.seek(40);
  there.send({ kind: 'retarget', id: 3, goal: [-9, 9] });
  await there.advance(1);
  expect(there).toMatchObject({ step: 41, lastStep: 41 });
  expect(await there.stateHash()).not.toBe(hashes[41]);
  await expect(there.seek(42)).rejects.toThrow('step 42 has not been made yet');
  const here = createScenarioWorld(lawn, { seed: 5 });
  for (let step = 0; step < 41; step++) {
    if (step === 20) retargetAgent(here, 3, { goal: [9, 9] });
    if (step === 40) retargetAgent(here, 3, { goal: [-9, 9] });
    stepWorld(here);
  }
  expect(await there.stateHash()).toBe(stateHashOf(here));
});

test('the past is kept only where it is asked for', async () => {
  const there = await connectWorld(startWorker(), lawn);
  await there.advance(3);
  await expect(there.seek(1)).rejects.toThrow('open it with history: true');
  expect(() => there.seek(-1)).toThrow('expected the number of a step, not -1');
});

test('a worker answers questions of its own, and observes the beginning and each step', async () => {
  const there = await connectWorld(startWorker(), lawn);
  await there.advance(3);
  expect(await there.ask('observed')).toEqual([0, 1, 2, 3]);
  expect(await there.ask('plus', 4)).toBe(7);
  await expect(there.ask('toString')).rejects.toThrow('the worker does not answer "toString"');
});

test('mistakes in a scenario come back with their places', async () => {
  await expect(connectWorld(startWorker(), { ...lawn, duration: -1 })).rejects.toThrow('duration');
});

test('a command that is refused makes its step fail, and the world goes on', async () => {
  const there = await connectWorld(startWorker(), lawn);
  there.send({ kind: 'remove', id: 12345 });
  await expect(there.advance()).rejects.toThrow('12345');
  await there.advance();
  expect(there.step).toBe(1);
  expect(() => there.advance(0)).toThrow('expected a number of steps, not 0');
});

test('a worker that ends makes what waits fail', async () => {
  const there = await connectWorld(startWorker(), lawn);
  const pending = there.advance(100000);
  const failed = expect(pending).rejects.toThrow('the worker has ended');
  await worker.terminate();
  await failed;
  await expect(there.stateHash()).rejects.toThrow('the worker has ended');
});
