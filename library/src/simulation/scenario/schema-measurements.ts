import type * as z from 'zod/mini';
import { measurementDefaults } from './defaults.ts';
import { choice, list, number, placeInPlane, record, vector, yesOrNo } from './fields.ts';
import { maximumMeasured, maximumMeasuredCorners } from './limits.ts';
import { boxShape, length, name } from './schema-obstacles.ts';

/** Lines and areas that are measured, and criteria of what was measured. */

const time = () => number({ min: 0, max: 1e6, unit: 's' });

export const lineSchema = record({
  name: name().describe('Unique among lines and areas.'),
  from: placeInPlane(),
  to: placeInPlane(),
}).meta({
  id: 'measuredLine',
  description: 'A line across which agents are counted; forward is from its left to its right.',
});

export const areaSchema = record({
  name: name().describe('Unique among lines and areas.'),
  box: record(boxShape).exactOptional().describe('Either this or a polygon.'),
  polygon: list(placeInPlane(), 3, maximumMeasuredCorners)
    .exactOptional()
    .describe('Corners of a convex polygon, in either sense of rotation, m.'),
  along: vector({ min: -1e6, max: 1e6 }, '[x, y]', '[x, y]')
    .exactOptional()
    .describe('Direction along which speeds count; if absent, in any direction.'),
  voronoi: yesOrNo()
    .default(true)
    .describe('Whether densities and speeds by Voronoi cells are measured, too.'),
  cutOff: length(0)
    .exactOptional()
    .describe('Voronoi cells end at this distance from their agent, m; if absent, at walls and other cells.'),
}).meta({ id: 'measuredArea', description: 'An area whose density, speed and flow are measured.' });

export const measurementsSchema = record({
  interval: number({ above: 0, max: 1e6, unit: 's' })
    .default(measurementDefaults.interval)
    .describe('Time between two samples of the areas, over which speeds are measured, s.'),
  from: time().default(measurementDefaults.from).describe('Start of the measured time, s.'),
  until: time().exactOptional().describe('End of the measured time, s; if absent, the end of the run.'),
  lines: list(lineSchema, 0, maximumMeasured).default([]).describe('Lines that agents cross.'),
  areas: list(areaSchema, 0, maximumMeasured).default([]).describe('Areas that agents pass.'),
}).describe('What a run measures, in two dimensions.');

/** Figures of a line, of an area, and of the whole run. */
export const lineFigures = ['crossings', 'flow', 'specificFlow', 'longestGap'] as const;
export const areaFigures = ['density', 'highestDensity', 'voronoiDensity', 'speed'] as const;
export const runFigures = ['evacuationTime', 'meanTravelTime', 'longestTravelTime'] as const;

export const measuredSchema = record({
  of: name()
    .exactOptional()
    .describe('Name of a line or an area; if absent, the figure is that of the whole run.'),
  figure: choice([...lineFigures, ...areaFigures, ...runFigures]).describe(
    'Of a line: crossings, flow (1/s), specificFlow (1/(m s)), longestGap (s). Of an area: density, highestDensity, voronoiDensity (1/m²), speed (m/s). Of the run: evacuationTime, meanTravelTime, longestTravelTime (s).',
  ),
  atLeast: number({ min: -1e9, max: 1e9 }).exactOptional().describe('Smallest value that is accepted.'),
  atMost: number({ min: -1e9, max: 1e9 }).exactOptional().describe('Largest value that is accepted.'),
}).describe('A range for a measured figure; a figure that could not be measured is outside.');

/** What a program may ask for: defaults may be left out. */
export type SurveyPlanInput = z.input<typeof measurementsSchema>;
/** What a scenario measures. */
export type SurveyPlan = z.output<typeof measurementsSchema>;
/** A line across which agents are counted. */
export type SurveyLine = z.output<typeof lineSchema>;
/** An area whose density, speed and flow are measured. */
export type SurveyArea = z.output<typeof areaSchema>;
/** A criterion about a measured figure. */
export type MeasuredCriterion = z.output<typeof measuredSchema>;
