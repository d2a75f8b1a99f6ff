import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FileError, readTextFile } from '@wend/formats/files';
import { planners } from 'wend';
import type { Plot } from 'wend/draw';
import type { ScenarioInput } from 'wend/scenario';
import { type Context, type Finding, meanOf, type StandardTest, unmet } from './contract.ts';
import { simulate } from './simulate.ts';

/** Real pedestrians: 8 positions are observed, 12 are predicted, 0.4 s apart. */
const OBSERVED = 8;
const PREDICTED = 12;
const STEP = 0.4;
/** Goals are extrapolated so far ahead, s. */
const AHEAD = 30;

type Recording = Map<number, Map<number, [number, number]>>;

/** Rows of frame, id, x, z, y, and velocities: positions by step and id. */
export function readRecording(text: string, file: string): Recording {
  const rows = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line, k) => {
      const numbers = line.split(/\s+/).map(Number);
      if (numbers.length >= 5 && numbers.every(Number.isFinite)) return numbers;
      throw new FileError(file, `line ${k + 1}: expected the numbers frame, id, x, z, y and velocities`);
    });
  // The step between two rows of a person; most have it.
  const counts = new Map<number, number>();
  const last = new Map<number, number>();
  for (const [frame, id] of rows) {
    const before = last.get(id);
    if (before !== undefined) counts.set(frame - before, (counts.get(frame - before) ?? 0) + 1);
    last.set(id, frame);
  }
  const [stride] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [1];
  const recording: Recording = new Map();
  for (const [frame, id, x, , y] of rows) {
    const step = Math.round(frame / stride);
    if (!recording.has(step)) recording.set(step, new Map());
    recording.get(step)!.set(id, [x, y]);
  }
  return recording;
}

/** Displacements in m: their mean over the predicted steps, at the end, and at each step. */
type Errors = { mean: number; final: number; bySteps: number[] };

/** Mean and final displacement, by constant velocity and as simulated, over all windows and people. */
async function predict(
  context: Context,
  recording: Recording,
): Promise<{ constant: Errors; simulated: Errors; people: number }> {
  const sums = {
    constant: new Array<number>(PREDICTED).fill(0),
    simulated: new Array<number>(PREDICTED).fill(0),
  };
  let people = 0;
  for (const start of [...recording.keys()].sort((a, b) => a - b)) {
    const present = peopleAt(recording, start + OBSERVED - 1);
    const scored = present.filter(({ id }) => isWhole(recording, id, start));
    if (scored.length === 0) continue;
    const paths = await simulated(context, present);
    for (const person of scored) {
      people++;
      for (let k = 1; k <= PREDICTED; k++) {
        const [x, y] = recording.get(start + OBSERVED - 1 + k)!.get(person.id)!;
        const straight = Math.hypot(
          person.x + person.velocityX * k * STEP - x,
          person.y + person.velocityY * k * STEP - y,
        );
        const [atX, atY] = paths.get(person.id)![k - 1];
        sums.constant[k - 1] += straight;
        sums.simulated[k - 1] += Math.hypot(atX - x, atY - y);
      }
    }
  }
  const means = (sum: readonly number[]): Errors => {
    const bySteps = sum.map((all) => all / people);
    return { mean: meanOf(bySteps), final: bySteps[PREDICTED - 1], bySteps };
  };
  return { constant: means(sums.constant), simulated: means(sums.simulated), people };
}

type Person = { id: number; x: number; y: number; velocityX: number; velocityY: number };

/** The people of a step, with the velocity since the one before it; those that have just come have none. */
function peopleAt(recording: Recording, step: number): Person[] {
  return [...(recording.get(step) ?? [])].map(([id, [x, y]]) => {
    const before = recording.get(step - 1)?.get(id) ?? [x, y];
    return { id, x, y, velocityX: (x - before[0]) / STEP, velocityY: (y - before[1]) / STEP };
  });
}

function isWhole(recording: Recording, id: number, start: number): boolean {
  for (let k = 0; k < OBSERVED + PREDICTED; k++) if (!recording.get(start + k)?.has(id)) return false;
  return true;
}

/** Where the people are after each step of 0.4 s. */
async function simulated(
  context: Context,
  people: readonly Person[],
): Promise<Map<number, [number, number][]>> {
  const [xs, ys] = [people.map(({ x }) => x), people.map(({ y }) => y)];
  const reach = 120;
  const input: ScenarioInput = {
    version: 1,
    name: 'prediction',
    bounds: {
      min: [Math.min(...xs) - reach, Math.min(...ys) - reach],
      max: [Math.max(...xs) + reach, Math.max(...ys) + reach],
    },
    duration: PREDICTED * STEP,
    // Nothing stands in the way: the first planner goes straight.
    planner: { name: planners.definitions[0].name } as ScenarioInput['planner'] & {},
    agents: people.map((person) => {
      const speed = Math.hypot(person.velocityX, person.velocityY);
      const walks = speed > 0;
      return {
        at: [person.x, person.y],
        radius: radiusOf(person, people),
        speed: Math.min(5, speed),
        heading: Math.atan2(person.velocityY, person.velocityX),
        ...(walks && {
          goal: [person.x + AHEAD * person.velocityX, person.y + AHEAD * person.velocityY] as [
            number,
            number,
          ],
        }),
      };
    }),
  };
  const paths = new Map<number, [number, number][]>(people.map(({ id }) => [id, []]));
  const every = Math.round(STEP / 0.05);
  await simulate(
    context,
    input,
    1,
    ({ crowd, step }) => {
      if (step % every !== 0) return;
      for (let row = 0; row < crowd.count; row++) {
        paths.get(people[crowd.ids[row]].id)!.push([crowd.motion.x[row], crowd.motion.y[row]]);
      }
    },
    // People who are observed are under way already.
    ({ crowd: { count, ids, motion } }) => {
      for (let row = 0; row < count; row++) {
        motion.velocityX[row] = people[ids[row]].velocityX;
        motion.velocityY[row] = people[ids[row]].velocityY;
      }
    },
  );
  return paths;
}

/** Friends walk closer than two radii: bodies are made as small as their distance wants. */
function radiusOf(person: Person, people: readonly Person[]): number {
  const distances = people
    .filter((other) => other !== person)
    .map((other) => Math.hypot(other.x - person.x, other.y - person.y));
  return Math.max(0.01, Math.min(0.2, 0.49 * Math.min(1, ...distances)));
}

async function prediction(context: Context, name: string): Promise<Finding> {
  if (context.recordings === undefined)
    return { because: 'no file was given: --recordings names a folder with it' };
  const file = join(context.recordings, name);
  if (!existsSync(file)) return { because: `there is no ${name} in ${context.recordings}` };
  const {
    constant,
    people,
    simulated: ours,
  } = await predict(context, readRecording(readTextFile(file), file));
  if (people === 0) return { because: `no person in ${file} is visible for ${OBSERVED + PREDICTED} steps` };
  const inWords = ({ final, mean }: Errors) => `${mean.toFixed(3)} / ${final.toFixed(3)} m`;
  return {
    failures: unmet([ours.mean <= constant.mean, 'people who keep their velocity are predicted better']),
    figure: `mean / final displacement ${inWords(ours)} over ${people} people`,
    reference: `constant velocity ${inWords(constant)}`,
    values: [ours.mean],
    plot: plotOf(name, constant, ours),
  };
}

function plotOf(name: string, constant: Errors, ours: Errors): Plot {
  const curve = ({ bySteps }: Errors) => bySteps.map((off, k): [number, number] => [(k + 1) * STEP, off]);
  return {
    title: `Prediction, ${name.replace('.txt', '')}: displacement over time`,
    x: { label: 'time ahead, s', min: 0, max: PREDICTED * STEP },
    y: { label: 'mean displacement, m', min: 0, max: 1.1 * Math.max(constant.final, ours.final) },
    curves: [
      { label: 'simulated', colour: '#0072b2', points: curve(ours), width: 4 },
      { label: 'constant velocity', colour: '#d55e00', dash: '6 4', points: curve(constant) },
    ],
  };
}

export const predictionTests: readonly StandardTest[] = (
  [
    ['eth', 'Pellegrini et al. 2009'],
    ['zara01', 'Lerner et al. 2007'],
  ] as const
).map(([name, source]) => ({
  id: `prediction/${name}`,
  title: `Prediction of pedestrians, ${name}`,
  source,
  criterion: 'Mean displacement at or below that of constant velocity: 8 positions observed, 12 predicted',
  single: true,
  run: (context) => prediction(context, `${name}.txt`),
}));
