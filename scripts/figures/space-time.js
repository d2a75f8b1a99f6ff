// The figure of docs/models/space-time.md, drawn from the library itself; name → SVG.
import { drawPlot, palette } from '../../library/dist/draw/index.js';
import {
  addStraightTrack,
  addWall,
  beginTracks,
  createSpaceTimeSearch,
  createTracks,
  createWalls,
  planSpaceTime,
} from '../../library/dist/steering/spacetime/index.js';

const LAYER = 0.5;
const SPEED = 1.3;
const RADIUS = 0.5;
const HORIZON = 40;
/** The corridor for one, along x. */
const BEGIN = 2;
const LENGTH = 8;
const WIDTH = 1.2;

/** The plan of an agent that is 2 m inside the corridor when the other comes. */
function planBackOut() {
  const tracks = createTracks();
  beginTracks(tracks, HORIZON);
  addStraightTrack(tracks, BEGIN + 11, 0, -SPEED, 0, RADIUS, LAYER);
  const walls = createWalls();
  for (const y of [WIDTH / 2, -WIDTH / 2]) {
    addWall(walls, BEGIN, y, BEGIN + LENGTH, y);
    for (const x of [BEGIN, BEGIN + LENGTH]) addWall(walls, x, y, x, 30 * y);
  }
  const search = createSpaceTimeSearch();
  const layers = planSpaceTime(search, {
    x: BEGIN + 2,
    y: 0,
    radius: RADIUS,
    goalX: BEGIN + 12,
    goalY: 0,
    goalRadius: 0.5,
    speed: SPEED,
    layer: LAYER,
    tracks,
    walls,
    nodeLimit: 20000,
    clearance: 0.1,
  });
  return { search, layers, tracks };
}

function drawBackOut() {
  const { search, layers, tracks } = planBackOut();
  const times = Array.from({ length: layers + 1 }, (_, t) => t);
  const over = (values) => times.map((t) => [t * LAYER, values[t]]);
  const end = layers * LAYER;
  return drawPlot({
    title: 'Backing out of a corridor for one',
    x: { label: 'time (s)', min: 0, max: end },
    y: { label: 'position (m)', min: -2, max: 14 },
    curves: [
      { label: 'the plan, along the corridor', points: over(search.pathX), colour: palette[0], width: 2.5 },
      {
        label: 'the plan, across it',
        points: over(search.pathY),
        colour: palette[0],
        width: 2,
        dash: '2.5 3.5',
      },
      { label: 'the other, along it', points: over(tracks.x), colour: palette[1], width: 2.5 },
      // One curve that turns outside of the plot.
      {
        label: 'ends of the corridor',
        points: [
          [0, BEGIN],
          [end + 9, BEGIN],
          [end + 9, BEGIN + LENGTH],
          [0, BEGIN + LENGTH],
        ],
        colour: '#555',
        width: 1.5,
        dash: '8 4',
      },
    ],
    caption: [
      `Bodies of ${RADIUS} m, the corridor ${WIDTH} m wide and ${LENGTH} m long, ${SPEED} m/s, layers of ${LAYER} s, clearance 0.1 m.`,
      `${layers} layers, ${search.expanded} nodes.`,
    ],
  });
}

export const figures = { 'space-time-back-out': drawBackOut() };
