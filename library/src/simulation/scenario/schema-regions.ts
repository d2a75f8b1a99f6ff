import { union } from './chained.ts';
import { place, record } from './fields.ts';
import { boxShape, roundShape } from './schema-obstacles.ts';

/** Regions that agents and their points are placed in. */

const boxRegion = record({ box: record(boxShape) }).describe('Anywhere in a box.');
const circleRegion = record({ circle: record(roundShape) }).describe(
  'Anywhere in a circle, horizontal in three dimensions.',
);
const ballRegion = record({ ball: record(roundShape) }).describe('Anywhere in a ball, in three dimensions.');
const lineRegion = record({ line: record({ from: place(), to: place() }) }).describe(
  'Anywhere on a line, such as the opening of a door.',
);
const ringRegion = record({ ring: record(roundShape) }).describe(
  'Evenly spaced on a circle, the first at angle 0, counter-clockwise, horizontal in three dimensions.',
);

export const openRegionSchema = union([boxRegion, circleRegion, ballRegion], {
  error: 'expected {"box"}, {"circle"} or {"ball"}',
}).meta({ id: 'region', description: 'A region that points are drawn from.' });

export const regionSchema = union([boxRegion, circleRegion, ballRegion, lineRegion, ringRegion], {
  error: 'expected {"box"}, {"circle"}, {"ball"}, {"line"} or {"ring"}',
}).describe('Where the centres of the bodies are at time 0, and where agents of a source enter.');
