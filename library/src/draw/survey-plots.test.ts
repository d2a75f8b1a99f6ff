import { expect, test } from 'vitest';
import { createSurvey, surveyStep } from '../measurement/survey/index.ts';
import { createWorld, type ScenarioInput, stepWorld } from '../simulation/index.ts';
import { drawSurvey } from './survey-plots.ts';
import { checkXml } from './xml.fixture.ts';

const walk: ScenarioInput = {
  version: 1,
  name: 'a <walk>',
  bounds: { min: [0, 0], max: [20, 4], walls: true },
  duration: 20,
  steering: { name: 'straight' },
  contacts: 'none',
  arrival: 'vanish',
  obstacles: [{ shape: 'box', min: [9, 0], max: [10, 1] }],
  agents: Array.from({ length: 4 }, (_, k) => ({
    at: [0.5 + k, 2] as [number, number],
    goal: [19, 2] as [number, number],
    speed: 1 + k / 4,
  })),
};

function plotsOf(input: ScenarioInput, densityMap: boolean): Record<string, string> {
  const world = createWorld(input);
  const survey = createSurvey(world, { densityMap });
  for (let k = 0; k < 400; k++) {
    stepWorld(world);
    surveyStep(survey, world);
  }
  return drawSurvey(world, survey);
}

test('every plot is well-formed, has a title, axes with units and a legend, and shows what was measured', () => {
  const measurements: ScenarioInput['measurements'] = {
    lines: [{ name: 'gate & co', from: [12, 0], to: [12, 4] }],
    areas: [{ name: 'middle', box: { min: [4, 0], max: [8, 4] } }],
  };
  const plots = plotsOf({ ...walk, measurements }, true);
  expect(Object.keys(plots)).toEqual([
    'n-t.svg',
    'flow.svg',
    'density.svg',
    'speed-density.svg',
    'arrivals.svg',
    'density-map.svg',
  ]);
  for (const svg of Object.values(plots)) {
    checkXml(svg);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    expect(svg).toContain('a &lt;walk&gt;');
  }
  for (const text of ['gate &amp; co', 'time, s', 'crossings N']) expect(plots['n-t.svg']).toContain(text);
  // From 0 to N in steps: a start, two points for each crossing, an end.
  expect(plots['n-t.svg'].match(/ d="M[^"]*" fill="none" stroke="#0072b2"/)![0].match(/L/g)).toHaveLength(9);
  expect(plots['flow.svg']).toContain('flow, 1/s');
  for (const text of ['Weidmann (1993)', 'Voronoi density, 1/m²', 'speed, m/s', 'middle']) {
    expect(plots['speed-density.svg']).toContain(text);
  }
  expect(plots['density-map.svg']).toContain('agents/m²');
});

test('what was not measured has no plot', () => {
  expect(Object.keys(plotsOf(walk, false))).toEqual(['arrivals.svg']);
  expect(plotsOf({ ...walk, agents: [] }, false)).toEqual({});
});
