import { createMeasurements, observeStep, summarize } from 'wend';
import type { ScenarioInput } from 'wend/scenario';
import type { Context } from './contract.ts';
import { simulate } from './simulate.ts';

/** Runs a scene until all its agents have arrived: how many did, of how many, and how many bodies collide seriously. */
export async function runUntilArrived(context: Context, scene: ScenarioInput, seed: number) {
  const all = scene.agents!.length;
  let measurements: ReturnType<typeof createMeasurements> | undefined;
  const { world } = await simulate(
    context,
    scene,
    seed,
    (stepped) => {
      observeStep(measurements!, stepped);
      return stepped.arrived === all;
    },
    (fresh) => {
      measurements = createMeasurements(fresh);
    },
  );
  const { arrived, collisions } = summarize(measurements!, world);
  return { arrived, all, serious: collisions.serious };
}
