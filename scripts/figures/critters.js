// The figures of docs/models/critters.md, drawn from the library itself; name → SVG.

import {
  createCrowd,
  createObstacles,
  createPerception,
  createSolidTable,
  enterAgent,
  reserveAgent,
} from '../../library/dist/crowd/index.js';
import { drawPlot, palette } from '../../library/dist/draw/index.js';
import { accelerationAt } from '../../library/dist/steering/critters/acceleration-field.js';
import { crittersDefaults } from '../../library/dist/steering/critters/index.js';
import { createCrittersModel, crittersColumns } from '../../library/dist/steering/critters/model.js';

/** Points of a curve over [from, to]. */
function curve(from, to, f) {
  const count = 720;
  return Array.from({ length: count + 1 }, (_, i) => {
    const x = from + ((to - from) * i) / count;
    return [x, f(x)];
  });
}

function drawFields() {
  const exponents = [
    { exponent: -2, dash: undefined },
    { exponent: -1, dash: '9 5' },
    { exponent: 0, dash: '2.5 3.5' },
    { exponent: 1, dash: '9 5' },
    { exponent: 2, dash: undefined },
  ];
  return drawPlot({
    title: 'The field of an object, by its exponent',
    x: { label: 'd (m)', min: 0, max: 3 },
    y: { label: 'a (m/s²)', min: 0, max: 4 },
    curves: exponents.map(({ dash, exponent }, i) => ({
      label: `e = ${String(exponent).replace('-', '−')}`,
      points: curve(0.002, 3, (gap) => Math.min(8, accelerationAt(gap, 1, exponent))),
      colour: palette[i],
      width: 2.5,
      ...(dash && { dash }),
    })),
    caption: ['a = k d^e with k = 1. Repulsion is the same with k = −1.'],
  });
}

/** The usual field between two bodies: over the distance of their centres, in the notes and here. */
function drawBounds() {
  const { agents, maximumAcceleration } = crittersDefaults;
  const radius = 0.25;
  const away = { ...agents, strength: -agents.strength };
  const points = curve(0.002, 2, (distance) => accelerationAt(distance, away.strength, away.exponent));
  return drawPlot({
    title: 'How two bodies repel one another',
    x: { label: 'distance between the centres (m)', min: 0, max: 2 },
    y: { label: 'acceleration away from the other (m/s²)', min: 0, max: 30 },
    curves: [
      { label: 'between centres, as printed', points: clip(points, 40), colour: palette[1], dash: '2.5 3.5' },
      {
        label: 'between closest points',
        points: clip(
          curve(0.002, 2, (distance) => accelerationAt(distance - 2 * radius, away.strength, away.exponent)),
          40,
        ),
        colour: palette[2],
        dash: '9 5',
      },
      {
        label: 'between closest points, bounded: the model',
        points: curve(0.002, 2, (distance) =>
          Math.min(maximumAcceleration, accelerationAt(distance - 2 * radius, away.strength, away.exponent)),
        ),
        colour: palette[0],
        width: 2.5,
      },
    ],
    verticals: [{ at: 2 * radius, label: 'they touch' }],
    caption: [
      `k = ${agents.strength.toString().replace('-', '−')} m³/s², e = ${agents.exponent.toString().replace('-', '−')}, radii ${radius} m, largest acceleration ${maximumAcceleration} m/s².`,
    ],
  });
}

function clip(points, limit) {
  return points.map(([x, y]) => [x, Math.min(limit, y)]);
}

const springStrength = 1;
const springStep = 0.05;
const springTime = 40;

/** A critter on a spring, stepped by the model itself: its energy, relative to that at the start, over time. */
function springEnergy(method, drag) {
  const crowd = createCrowd(1, { dimension: 2, targetClasses: 1, memory: {}, steer: crittersColumns });
  const row = enterAgent(crowd, reserveAgent(crowd));
  crowd.motion.x[row] = 1;
  crowd.motion.headingX[row] = 1;
  crowd.plan.target[row] = -1;
  const perception = createPerception();
  for (const lists of [perception.agents, perception.obstacles]) {
    lists.starts = new Int32Array(1);
    lists.counts = new Int32Array(1);
  }
  const model = createCrittersModel(
    {
      ...crittersDefaults,
      method,
      drag,
      maximumStep: springStep,
      targets: { strength: springStrength, exponent: 1 },
    },
    { obstacles: [], targets: [], groups: [], agents: [] },
  );
  const input = {
    crowd,
    perception,
    obstacles: createObstacles([]),
    solids: createSolidTable(0),
    due: new Uint8Array(1).fill(1),
    seed: 1,
    step: 0,
    dt: springStep,
  };
  const points = [[0, 1]];
  while (input.step * springStep < springTime) {
    const { x } = crowd.motion;
    crowd.plan.directionX[row] = x[row] > 0 ? -1 : 1;
    crowd.plan.goalDistance[row] = Math.abs(x[row]);
    model.computeControls(input);
    crowd.next.x[row] = x[row] + springStep * crowd.next.velocityX[row];
    const before = crowd.motion;
    crowd.motion = crowd.next;
    crowd.next = before;
    input.step++;
    const { velocityX, x: place } = crowd.motion;
    const speed = velocityX[row] + crowd.steer.gainX[row];
    points.push([input.step * springStep, speed * speed + springStrength * place[row] * place[row]]);
  }
  return points;
}

function drawEnergy() {
  const drag = springStrength * springStep;
  return drawPlot({
    title: 'Energy of a critter on a spring',
    x: { label: 'time (s)', min: 0, max: springTime },
    y: { label: 'energy / energy at the start', min: 0, max: 8 },
    curves: [
      { label: 'euler', points: springEnergy('euler', 0), colour: palette[1], width: 2.5 },
      {
        label: `euler, drag ${drag} s⁻¹`,
        points: springEnergy('euler', drag),
        colour: palette[2],
        dash: '9 5',
      },
      { label: 'semi-implicit', points: springEnergy('semi-implicit', 0), colour: palette[0], width: 2.5 },
    ],
    caption: [
      `k = ${springStrength} s⁻², e = 1, step ${springStep} s. Euler gains the factor 1 + k Δt² each step; a drag of k Δt takes it away again.`,
    ],
  });
}

export const figures = {
  'critters-fields': drawFields(),
  'critters-bounds': drawBounds(),
  'critters-energy': drawEnergy(),
};
