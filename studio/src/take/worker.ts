// A thread that simulates a run again to write it down: the shown run continues meanwhile.
import { groundOf } from '@wend/formats/geometry';
import { createPlayback, finishPlayback, recordPlayback } from '@wend/formats/playback';
import { createTrajectoryBytes } from '@wend/formats/sqlite';
import { trajectoryHeader, trajectoryLines } from '@wend/formats/table';
import {
  createMeasurements,
  isOver,
  observeStep,
  sendCommand,
  stateHashOf,
  stepWorld,
  summarize,
  type World,
} from 'wend';
import { createTrails, drawWorld, recordTrails } from 'wend/draw';
import { createSurvey, summarizeSurvey, surveyStep } from 'wend/measure';
import { openScenario } from 'wend/scenario';
import type { Order, Report } from './order.ts';

/** Milliseconds between two reports of progress. */
const PAUSE = 100;

/** What is written of a run: something that watches its steps, and the content at its end. */
type Writer = { watch(world: World): void; finish(world: World): Promise<Uint8Array> | Uint8Array | string };

const writers: Record<Order['kind'], (world: World, order: Order) => Writer> = {
  svg(world) {
    const trails = createTrails(world);
    return { watch: (now) => recordTrails(trails, now), finish: (now) => drawWorld(now, { trails }) };
  },
  gltf(world, { framesPerSecond }) {
    const playback = createPlayback(world, { framesPerSecond });
    return {
      watch: (now) => recordPlayback(playback, now),
      async finish(now) {
        const { writeGlb } = await import('@wend/formats/gltf');
        return writeGlb(finishPlayback(playback, now));
      },
    };
  },
  csv(world, order) {
    const stepsPerFrame = stepsPerFrameOf(world, order);
    const parts = [trajectoryHeader(world.crowd.dimension === 3)];
    const watch = (now: World) => {
      const { crowd, dt, step } = now;
      if (step % stepsPerFrame !== 0) return;
      // As `wend export` computes it, so that both files are equal.
      const time = step / stepsPerFrame / (1 / (stepsPerFrame * dt));
      parts.push(trajectoryLines(time, crowd.count, crowd.ids, crowd.motion, heightsOf(now)));
    };
    watch(world);
    return { watch, finish: () => parts.join('') };
  },
  sqlite(world, order) {
    const stepsPerFrame = stepsPerFrameOf(world, order);
    const file = createTrajectoryBytes({
      framesPerSecond: 1 / (stepsPerFrame * world.dt),
      ...groundOf(world),
    });
    const watch = (now: World) => {
      const { crowd, step } = now;
      const { headingX, headingY, x, y } = crowd.motion;
      if (step % stepsPerFrame !== 0) return;
      file.writeFrame(crowd.count, crowd.ids, x, y, headingX, headingY, heightsOf(now));
    };
    watch(world);
    return { watch, finish: () => file.finish() };
  },
  metrics(world) {
    const measurements = createMeasurements(world);
    const survey = createSurvey(world);
    return {
      watch(now) {
        observeStep(measurements, now);
        surveyStep(survey, now);
      },
      finish: (now) =>
        `${JSON.stringify({ ...summarize(measurements, now), measurements: summarizeSurvey(survey) }, null, 2)}\n`,
    };
  },
};

function stepsPerFrameOf({ dt }: World, { framesPerSecond }: Order): number {
  return Math.max(1, Math.round(1 / (framesPerSecond * dt)));
}

function heightsOf({ crowd: { dimension, motion } }: World) {
  return dimension === 3 ? { z: motion.z, orientationZ: motion.headingZ } : undefined;
}

async function write(order: Order): Promise<void> {
  const { commands, kind, scenario, seed, steps } = order;
  const world = await openScenario(scenario as never, { seed });
  const writer = writers[kind](world, order);
  let reported = performance.now();
  while (world.step < steps && !isOver(world)) {
    for (const { command, step } of commands) if (step === world.step) sendCommand(world, command);
    stepWorld(world);
    writer.watch(world);
    if (performance.now() - reported < PAUSE) continue;
    reported = performance.now();
    report({ kind: 'progress', part: world.step / steps });
  }
  report({ kind: 'done', content: await writer.finish(world), hash: stateHashOf(world), step: world.step });
}

function report(message: Report): void {
  postMessage(message);
}

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  write(data).catch((error: Error) => report({ kind: 'failed', message: error.message }));
});
