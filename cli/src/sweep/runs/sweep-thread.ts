import { renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { parentPort, threadId } from 'node:worker_threads';
import { ScenarioError, type World } from 'wend';
import { findIgnoredTraits } from 'wend/scenario';
import { BadInput } from '../../failure.ts';
import { messageOf } from '../../messages.ts';
import { runName } from './run-keys.ts';
import { type Keeper, type RunRequest, type RunRow, runOne } from './run-one.ts';
import type { FromThread, Keeping, SweepTask, ToThread } from './thread-messages.ts';
import { createVariants, type Variants, variantOf } from './variants.ts';
import { createDisplacements, type Window } from './windows.ts';

/*
 * A thread of a sweep: it gets runs as messages and answers each with a row. A scenario that cannot be simulated is a
 * row with the reason. Whatever else happens, such as a lack of memory, ends the thread, and the pool makes the row.
 */

/** Sweeps that the thread has been told about: how they run, and the last scenario of each. */
const sweeps = new Map<string, { task: SweepTask; variants: Variants }>();

function check(sweep: string, settings: readonly string[], seed: number, window?: number): FromThread {
  try {
    const { task, variants } = sweeps.get(sweep)!;
    const { scenario, notes } = variantOf(variants, settings, seed, windowIn(task, window));
    const ignored = findIgnoredTraits(scenario).map(({ message, path }) => `warning: ${path}: ${message}`);
    return { kind: 'checked', notes: [...notes, ...ignored] };
  } catch (error) {
    return { kind: 'checked', problem: correctable(error), notes: [] };
  }
}

async function run(sweep: string, request: RunRequest): Promise<FromThread> {
  const { task, variants } = sweeps.get(sweep)!;
  const begin = performance.now();
  let keeper: Keeper | undefined;
  try {
    const window = windowIn(task, request.window);
    const { scenario } = variantOf(variants, request.settings, request.seed, window);
    const open = task.keeping && (await keeperFor(task.keeping, request));
    const keep =
      open &&
      ((world: World) => {
        keeper = open(world);
        return keeper;
      });
    const measure = window && ((world: World) => createDisplacements(window, world));
    const { memoryLimit, timeLimit } = task;
    const row = runOne(scenario, request, { timeLimit, memoryLimit, keep, measure });
    row.cost.wallSeconds = (performance.now() - begin) / 1000;
    return { kind: 'row', row };
  } catch (error) {
    keeper?.close();
    return { kind: 'row', row: failedRow(request, correctable(error), (performance.now() - begin) / 1000) };
  }
}

function windowIn({ windows }: SweepTask, window: number | undefined): Window | undefined {
  return window === undefined ? undefined : windows?.[window];
}

/**
 * Writes the files of a run into a folder that gets its name when the run is done: two workers that do the same run, since
 * one was taken for dead, do not meet.
 */
async function keeperFor({ folder, kind }: Keeping, request: RunRequest) {
  const { Results } = await import('../../results.ts');
  const { outputFormats } = await import('@wend/formats/outputs');
  const { surveyTables } = await import('../../survey-files.ts');
  const formats = kind === 'recordings' ? [] : outputFormats().slice(0, 1);
  for (const { load } of formats) await load?.();
  return (world: World): Keeper => {
    const whole = join(folder, runName(request.index));
    const own = `${whole}.${hostname()}-${process.pid}-${threadId}.unfinished`;
    rmSync(own, { recursive: true, force: true });
    const discard = () => rmSync(own, { recursive: true, force: true });
    const results = orDiscard(discard, () => {
      return new Results(own, world, 10, true, formats);
    });
    let isOpen = true;
    return {
      recordStep: (now) => results.recordStep(now),
      finish: (now, metrics, survey) => {
        isOpen = false;
        results.finish(now, metrics, surveyTables(survey));
        rmSync(whole, { recursive: true, force: true });
        renameSync(own, whole);
      },
      close: () => {
        try {
          if (isOpen) results.close();
        } catch {
          // A disk that is full: nothing of these files is wanted.
        }
        discard();
      },
    };
  };
}

function orDiscard<T>(discard: () => void, make: () => T): T {
  try {
    return make();
  } catch (error) {
    discard();
    throw error;
  }
}

/** The message of an error that the user can correct; others end the thread. */
function correctable(error: unknown): string {
  if (error instanceof BadInput || error instanceof ScenarioError) return error.message;
  const message = messageOf(error);
  if (message === undefined) throw error;
  return message;
}

function failedRow({ index, key, seed }: RunRequest, reason: string, wallSeconds: number): RunRow {
  const cost = { wallSeconds, stepSeconds: 0, microsecondsPerAgentStep: 0 };
  return { index, key, seed, status: 'failed', reason, figures: {}, cost };
}

parentPort!.on('message', async (message: ToThread) => {
  if (message.kind === 'forget') sweeps.delete(message.sweep);
  else if (message.kind === 'sweep')
    sweeps.set(message.sweep, { task: message.task, variants: createVariants(message.task.base) });
  else if (message.kind === 'check')
    parentPort!.postMessage(check(message.sweep, message.settings, message.seed, message.window));
  else parentPort!.postMessage(await run(message.sweep, message.request));
});
parentPort!.postMessage({ kind: 'ready' } satisfies FromThread);
