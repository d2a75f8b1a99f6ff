// The figures of docs/models/distance.md, drawn from the library itself; name → SVG.
import { readFileSync } from 'node:fs';
import { drawPlot, palette } from '../../library/dist/draw/index.js';
import { stepWorld } from '../../library/dist/index.js';
import { JAM_DENSITY, speedShare } from '../../library/dist/planning/distance/density.js';
import { createScenarioWorld as createWorld } from '../../library/dist/scenario.js';

const hall = JSON.parse(readFileSync(new URL('../../scenarios/crowded-exits.json', import.meta.url), 'utf8'));

/** The number of agents in the hall after each second. */
function watchHall(rerouting) {
  const { rerouting: _, ...planner } = hall.planner;
  const world = createWorld(
    { ...hall, planner: { ...planner, ...(rerouting && { rerouting }) } },
    { seed: 1 },
  );
  const points = [[0, world.crowd.count]];
  while (world.crowd.count > 0 && world.step * world.dt < hall.duration) {
    stepWorld(world);
    if (world.step % 20 === 0 || world.crowd.count === 0) {
      points.push([world.step * world.dt, world.crowd.count]);
    }
  }
  return points;
}

function drawExits() {
  const { density } = hall.planner.rerouting;
  const curves = [
    { label: 'no rerouting', rerouting: undefined },
    { label: 'density 1', rerouting: { density: 1 } },
    { label: `density ${density}`, rerouting: { density } },
  ];
  return drawPlot({
    title: 'Two exits, one of them near',
    x: { label: 'time (s)', min: 0, max: hall.duration },
    y: { label: 'still in the hall', min: 0, max: hall.groups[0].count },
    curves: curves.map(({ label, rerouting }, k) => ({
      label,
      points: watchHall(rerouting),
      colour: palette[k],
      width: 2.5,
      ...(k > 0 && { dash: ['9 5', '2.5 3.5'][k - 1] }),
    })),
    caption: ['The scenario crowded-exits, seed 1: 150 people, doors of 2 m.'],
  });
}

function drawSpeed() {
  const densities = Array.from({ length: 109 }, (_, k) => k / 20);
  const curve = (law) => densities.map((density) => [density, speedShare(law, density)]);
  const weidmann = densities.map((density) => [
    density,
    density === 0 ? 1 : Math.max(0, 1 - Math.exp(-1.913 * (1 / density - 1 / JAM_DENSITY))),
  ]);
  return drawPlot({
    title: 'Walking in a crowd',
    x: { label: 'persons per square metre', min: 0, max: JAM_DENSITY },
    y: { label: 'share of the free speed', min: 0, max: 1.05 },
    curves: [
      { label: 'Weidmann 1993', points: weidmann, colour: palette[0], width: 2.5 },
      {
        label: 'density 1',
        points: curve({ weight: 1, comfort: 0.5 }),
        colour: palette[1],
        width: 2.5,
        dash: '9 5',
      },
      {
        label: 'density 3',
        points: curve({ weight: 3, comfort: 0.5 }),
        colour: palette[2],
        width: 2.5,
        dash: '2.5 3.5',
      },
    ],
    caption: ['The law that the planner assumes, for two weights, beside the measured curve.'],
  });
}

export const figures = { 'distance-exits': drawExits(), 'distance-speed': drawSpeed() };
