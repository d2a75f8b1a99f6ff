// The flow through a door and the density before it: node examples/measuring.js
import { isOver, stepWorld, timeOf } from 'wend';
import { createSurvey, summarizeSurvey, surveyStep } from 'wend/measure';
import { createScenarioWorld } from 'wend/scenario';

const world = createScenarioWorld({
  version: 1,
  name: 'a door',
  bounds: { min: [0, 0], max: [16, 10], walls: true },
  duration: 120,
  obstacles: [
    { shape: 'segment', from: [10, 0], to: [10, 4.2] },
    { shape: 'segment', from: [10, 5.8], to: [10, 10] },
  ],
  targets: [{ name: 'outside', region: { box: { min: [15, 0], max: [16, 10] } } }],
  groups: [
    {
      name: 'people',
      count: 60,
      region: { box: { min: [0.5, 0.5], max: [9.5, 9.5] } },
      radius: 0.2,
      targets: ['outside'],
    },
  ],
  arrival: 'vanish',
  measurements: {
    lines: [{ name: 'door', from: [10, 4.2], to: [10, 5.8] }],
    areas: [{ name: 'before the door', box: { min: [8, 3], max: [10, 7] } }],
  },
});

const survey = createSurvey(world);
while (!isOver(world) && timeOf(world) < 120) {
  stepWorld(world);
  surveyStep(survey, world);
}
const { lines, areas, travel } = summarizeSurvey(survey);
console.log(`${lines[0].forward} people passed the door, ${lines[0].flow.toFixed(2)} a second`);
console.log(`before it, up to ${areas[0].highestVoronoiDensity.toFixed(1)} people per square metre`);
console.log(`the last one was outside after ${travel.evacuationTime.toFixed(1)} s`);
