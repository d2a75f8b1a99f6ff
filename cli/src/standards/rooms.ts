import { timeOf } from 'wend';
import { summarizeSurvey } from 'wend/measure';
import type { ScenarioInput } from 'wend/scenario';
import { type Context, type Finding, meanOf, unmet } from './contract.ts';
import { netCrossings, timesThrough } from './crossings.ts';
import { box, cornerPlan, hallPlan, planOf, roomPlan, roomsPlan } from './plans.ts';
import { eachSeed, RADIUS, simulate, untilArrived } from './simulate.ts';

/** Corners, rooms, exits and groups. */

export async function corner(context: Context): Promise<Finding> {
  const runs = await eachSeed(context, 'corner', async (seed) => {
    let outside = 0;
    const { world } = await simulate(context, cornerPlan, seed, ({ arrived, crowd: { count, motion } }) => {
      for (let row = 0; row < count; row++) {
        const [x, y] = [motion.x[row], motion.y[row]];
        if (x < 0 || y < 0 || x > 12 || y > 12 || (x < 10 && y > 2)) outside++;
      }
      return arrived === 20;
    });
    return { outside, arrived: world.arrived };
  });
  const outside = runs.reduce((sum, run) => sum + run.outside, 0);
  const arrived = Math.min(...runs.map((run) => run.arrived));
  return {
    failures: unmet(
      [outside === 0, `${outside} positions behind a wall`],
      [arrived === 20, `${20 - arrived} of 20 do not arrive`],
    ),
    figure: `${outside === 0 ? 'no wall crossed' : `${outside} positions behind a wall`}, ${arrived} of 20 arrived`,
    reference: 'no wall crossed, all arrive',
    values: runs.map((run) => run.arrived),
  };
}

export async function exitFlow(context: Context): Promise<Finding> {
  const people = {
    name: 'people',
    count: 100,
    region: { box: box(0.3, 0.3, 7.7, 4.7) },
    radius: RADIUS,
    clearance: 0,
    targets: ['exit'],
  };
  const flows = await eachSeed(context, 'exit flow', async (seed) => {
    const { survey } = await simulate(context, roomPlan('maximum flow', [people]), seed, untilArrived(100));
    const times = timesThrough(survey.lines[0]);
    return times.length >= 100 ? 99 / (times[99] - times[0]) : 0;
  });
  const blocked = flows.filter((flow) => flow === 0).length;
  return {
    failures: unmet(
      [Math.max(...flows) <= 1.33, `${Math.max(...flows).toFixed(2)} people/s are more than 1.33`],
      [blocked === 0, `not all leave in ${blocked} of ${flows.length} runs`],
    ),
    figure: `${meanOf(flows).toFixed(2)} people/s through 1 m`,
    reference: 'at most 1.33 people/(m s)',
    values: flows,
  };
}

export async function hall(context: Context): Promise<Finding> {
  const runs = await eachSeed(context, 'hall', async (seed) => {
    const times: number[] = [];
    for (const doors of [4, 2] as const) {
      const { world } = await simulate(context, hallPlan(doors), seed, untilArrived(1000));
      times.push(world.arrived === 1000 ? timeOf(world) : Number.POSITIVE_INFINITY);
    }
    return times;
  });
  const ratios = runs.map(([four, two]) => two / four);
  return {
    failures: ratios.flatMap((ratio, k) =>
      unmet([
        ratio >= 1.6 && ratio <= 2.4,
        Number.isFinite(ratio)
          ? `seed ${context.seeds[k]}: ${ratio.toFixed(2)} times as long`
          : `seed ${context.seeds[k]}: not all leave`,
      ]),
    ),
    figure: runs
      .map(([four, two]) => `${four.toFixed(0)} s by four doors, ${two.toFixed(0)} s by two`)
      .join('; '),
    reference: 'two doors take 1.6 to 2.4 times as long',
    values: ratios.map((ratio) => (Number.isFinite(ratio) ? ratio : 0)),
  };
}

export async function allotted(context: Context): Promise<Finding> {
  const shares = await eachSeed(context, 'rooms', async (seed) => {
    const { survey } = await simulate(context, roomsPlan(), seed, untilArrived(23));
    const main = new Set(['room 1', 'room 2', 'room 3', 'room 4', 'room 7', 'room 8', 'room 9', 'room 10']);
    // A person in a jam may step back over a line: the first exit that it passes counts.
    const exits = new Map<number, boolean>();
    for (const [line, { crossings }] of survey.lines.entries()) {
      for (let k = 0; k < crossings.count; k++) {
        const isMain = main.has(survey.groups[crossings.columns.group[k]]);
        const id = crossings.columns.id[k];
        exits.set(id, (exits.get(id) ?? true) && isMain === (line === 0));
      }
    }
    const right = [...exits.values()].filter(Boolean).length;
    return right / 23;
  });
  return {
    failures: unmet([Math.min(...shares) === 1, 'not all people leave by their exit']),
    figure: `${(100 * Math.min(...shares)).toFixed(0)} % left by their exit`,
    reference: '100 % leave by the allotted exit',
    values: shares,
  };
}

/** A room with two exits; the nearer one closes after a second. */
export async function closing(context: Context): Promise<Finding> {
  const ring: [number, number][] = [
    [0, 0],
    [10, 0],
    [10, 4],
    [14, 4],
    [14, 6],
    [10, 6],
    [10, 10],
    [0, 10],
    [0, 6],
    [-4, 6],
    [-4, 4],
    [0, 4],
  ];
  const input = planOf('an exit closes', ring, {
    targets: [
      { name: 'exit 1', region: { box: box(13, 4, 14, 6) } },
      { name: 'exit 2', region: { box: box(-4, 4, -3, 6) } },
    ],
    groups: [
      {
        name: 'people',
        count: 10,
        region: { box: box(6, 2, 9.5, 8) },
        radius: RADIUS,
        targets: ['exit 1', 'exit 2'],
      },
    ],
    script: [{ at: 1, kind: 'open-target', target: 'exit 1', open: false }],
    measurements: { lines: [{ name: 'exit 2', from: [-2, 6], to: [-2, 4] }] },
  });
  const shares = await eachSeed(context, 'closing', async (seed) => {
    const { survey } = await simulate(context, input, seed, ({ arrived }) => arrived === 10);
    return netCrossings(survey.lines[0]) / 10;
  });
  return {
    failures: unmet([Math.min(...shares) === 1, 'not all people turn to the other exit']),
    figure: `${(100 * Math.min(...shares)).toFixed(0)} % left by exit 2`,
    reference: '100 % turn to the other exit',
    values: shares,
  };
}

/**
 * A group of four at 1.25 and one at 0.5 m/s keeps together, behind ten slow people. Behind people at 0.2 m/s a group that is 2 m
 * long arrives within 10 s: it keeps within that.
 */
export async function together(context: Context, slow: number): Promise<Finding> {
  const corridor = (name: string, count: number, speed: number, from: number) => ({
    name,
    count,
    region: { box: box(from, 0.5, from + 4, 3.5) },
    radius: RADIUS,
    speed,
    targets: ['end'],
  });
  const input: ScenarioInput = {
    version: 1,
    name: 'groups',
    bounds: { min: [0, 0], max: [40, 4], walls: true },
    duration: 300,
    arrival: 'vanish',
    targets: [{ name: 'end', region: { box: box(38, 0, 40, 4) } }],
    groups: [corridor('fast', 4, 1.25, 1), corridor('slow', 1, 0.5, 1), corridor('others', 10, slow, 8)],
    teams: [{ name: 'group 1', groups: ['fast', 'slow'], task: { kind: 'keep-together', distance: 2 } }],
  };
  const spreads = await eachSeed(context, `together ${slow}`, async (seed) => {
    const { survey } = await simulate(context, input, seed, ({ crowd }) => {
      for (let row = 0; row < crowd.count; row++) if (crowd.ids[row] < 5) return false;
      return true;
    });
    const { columns, count } = survey.travel;
    const times = Array.from({ length: count }, (_, k) => k)
      .filter((k) => columns.id[k] < 5)
      .map((k) => columns.arrived[k]);
    return times.length === 5 ? Math.max(...times) - Math.min(...times) : Number.POSITIVE_INFINITY;
  });
  const worst = Math.max(...spreads);
  return {
    failures: unmet([
      worst <= 10,
      Number.isFinite(worst) ? `the last arrives ${worst.toFixed(1)} s after the first` : 'not all arrive',
    ]),
    figure: Number.isFinite(worst) ? `arrivals of the group within ${worst.toFixed(1)} s` : 'not all arrived',
    reference: 'within 10 s',
    values: spreads.map((spread) => (Number.isFinite(spread) ? spread : 300)),
  };
}

/** 24 people at 1.25 m/s and a wide one at 0.8 m/s ahead of them, beside the same without it. */
export async function slowPerson(context: Context): Promise<Finding> {
  const plan = (isControl: boolean): ScenarioInput => ({
    version: 1,
    name: isControl ? 'a slow person, control' : 'a slow person',
    bounds: { min: [0, 0], max: [36, 1.5], walls: true },
    duration: 200,
    arrival: 'vanish',
    targets: [{ name: 'end', region: { box: box(35, 0, 36, 1.5) } }],
    agents: [
      {
        at: [14, 0.75],
        heading: 0,
        radius: isControl ? RADIUS : 0.4,
        speed: isControl ? 1.25 : 0.8,
        targets: ['end'],
      },
    ],
    groups: [
      {
        name: 'people',
        count: 24,
        region: { box: box(0.5, 0.25, 12, 1.25) },
        radius: RADIUS,
        speed: 1.25,
        targets: ['end'],
      },
    ],
  });
  const runs = await eachSeed(context, 'slow person', async (seed) => {
    const means: number[] = [];
    for (const isControl of [false, true]) {
      const { survey } = await simulate(context, plan(isControl), seed, ({ arrived }) => arrived === 25);
      means.push(summarizeSurvey(survey).travel.groups[0].mean ?? 200);
    }
    return means;
  });
  const [slow, control] = [0, 1].map((k) => meanOf(runs.map((means) => means[k])));
  return {
    failures: unmet([slow > control, 'the slow person delays no agent']),
    figure: `${slow.toFixed(1)} s behind the slow person, ${control.toFixed(1)} s without it (mean of the 24)`,
    reference: 'slower than the control run',
    values: runs.map(([with_, without]) => with_ - without),
  };
}
