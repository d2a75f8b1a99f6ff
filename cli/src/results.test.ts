import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTrajectoryFile } from '@wend/formats';
import { outputFormatNamed, outputFormats } from '@wend/formats/outputs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stepWorld } from 'wend';
import { createScenarioWorld, type ScenarioInput } from 'wend/scenario';
import { Results } from './results.ts';

await outputFormatNamed('sqlite')!.load?.();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wend-results-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const flat: ScenarioInput = {
  version: 1,
  name: 'flat',
  bounds: { min: [-5, -4], max: [5, 4] },
  duration: 10,
  steering: { name: 'nonlinear' },
  obstacles: [{ shape: 'box', min: [-1, 1], max: [1, 3] }],
  agents: [
    { at: [-4, 0], goal: [4, 0] },
    { at: [4, -3], goal: [-4, -3] },
  ],
};

const solid: ScenarioInput = {
  ...flat,
  dimension: 3,
  bounds: { min: [-5, -4, -3], max: [5, 4, 7] },
  obstacles: [{ shape: 'box', min: [-1, 1, -3], max: [1, 3, 2] }],
  agents: [
    { at: [-4, 0, -2], goal: [4, 0, 6] },
    { at: [4, -3, 5], goal: [-4, -3] },
  ],
};

/** Writes ten steps at 20 frames per second and returns the file with the state of the world after each step. */
function writeRun(scenario: ScenarioInput) {
  const world = createScenarioWorld(scenario);
  const seen = () => {
    const { x, z, headingZ } = world.crowd.motion;
    return [x, z, headingZ].map((column) => [...column.slice(0, 2)]);
  };
  const results = new Results(folder, world, 20);
  const states = [seen()];
  for (let step = 0; step < 10; step++) {
    stepWorld(world);
    results.recordStep(world);
    states.push(seen());
  }
  results.finish(world, {});
  const reader = readTrajectoryFile(join(folder, 'trajectory.sqlite'));
  const frames = [...reader.frames()];
  reader.close();
  return { reader, frames, states };
}

describe('the trajectory of a run', () => {
  test('in three dimensions has heights beside the positions, and the ground as its area', () => {
    const { reader, frames, states } = writeRun(solid);
    expect(reader.bounds).toEqual({ minX: -5, minY: -4, maxX: 5, maxY: 4, minZ: -3, maxZ: 7 });
    expect(reader.wkt.match(/\(/g)).toHaveLength(2);
    expect(
      frames.map(({ x, z, orientationZ }) => [x, z!, orientationZ!].map((column) => [...column])),
    ).toEqual(states);
    expect(states[10][1][0]).toBeGreaterThan(states[0][1][0]);
  });

  test('in two dimensions has none, and the obstacles cut out of its area', () => {
    const { reader, frames, states } = writeRun(flat);
    expect(reader.hasHeights).toBe(false);
    expect(reader.bounds).toEqual({ minX: -5, minY: -4, maxX: 5, maxY: 4 });
    expect(reader.wkt.match(/\(/g)).toHaveLength(3);
    expect(frames.map(({ x }) => [...x])).toEqual(states.map(([x]) => x));
  });
});

test('a run whose first frame cannot be written leaves no lock', () => {
  const out = join(folder, 'full');
  const full = { ...outputFormats()[0], file: 'full', create: () => ({ writeFrame: fail, close: () => {} }) };
  const listeners = process.listenerCount('exit');
  expect(() => new Results(out, createScenarioWorld(flat), 20, false, [full])).toThrow('the disk is full');
  expect(readdirSync(out)).toEqual(['recording.jsonl']);
  expect(process.listenerCount('exit')).toBe(listeners);

  function fail(): never {
    throw new Error('the disk is full');
  }
});
