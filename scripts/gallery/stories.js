// What the pictures of the gallery cannot say, in the order of the page.
import {
  countStuck,
  drawFatigue,
  drawSpread,
  measureExpedition,
  measureFlock,
  measureKinds,
} from './runs.js';

/** Runs behind a figure that is not in the command line's results. */
const SEEDS = 20;
const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1);

const metres = (values) => `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;

function compareFlocks() {
  const rows = ['flock-3d-bold', 'flock-3d-timid'].map((name) => {
    const measured = seeds.map((seed) => measureFlock(name, seed));
    return [name, metres(measured.map(({ spread }) => spread)), metres(measured.map(({ gap }) => gap))];
  });
  return [['half-way, over 20 seeds', 'spread, m', 'mean gap to the nearest, m'], ...rows];
}

const drawFlocks = () =>
  drawSpread([
    { name: 'flock-3d-bold', label: 'bold: aggressiveness 0.8' },
    { name: 'flock-3d-timid', label: 'timid: aggressiveness 0.2' },
  ]);

function tryPersonalities() {
  const tried = [0.3, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 1];
  return [
    ['aggressiveness of the two', ...tried],
    ['stuck at the end, of 2 × 20', ...tried.map((aggressiveness) => countStuck(aggressiveness, SEEDS))],
  ];
}

function compareKinds() {
  const runs = seeds.map(measureKinds);
  const sum = (read) => runs.reduce((total, run) => total + read(run), 0);
  return [
    ['over 20 seeds', 'measured'],
    ['walkers that chose the inn', `${sum((run) => run.toInn)} of ${sum((run) => run.walkers)}`],
    ['changes from one target to the other', sum((run) => run.changes)],
    ['smallest gap to a puddle, m', Math.min(...runs.map((run) => run.puddles)).toFixed(2)],
    ['smallest gap to a dog, m', Math.min(...runs.map((run) => run.dogs)).toFixed(2)],
  ];
}

function compareScouts() {
  const range = (values, digits) =>
    `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`;
  const rows = ['scout-silent', 'scout-warns'].map((name) => {
    const runs = seeds.map((seed) => measureExpedition(name, seed));
    return [
      name,
      range(
        runs.map((run) => run.touched),
        0,
      ),
      range(
        runs.map((run) => run.time),
        1,
      ),
    ];
  });
  return [['the flock of 16, over 20 seeds', 'touched the rock', 'mean time until home, s'], ...rows];
}

/**
 * `moment`: draw the picture at this time, seconds. `field`: draw the planner's field, or the velocity field of this name.
 * `colour`: what the colours say, if not the group. `seeds`: how many
 * runs, if not 20. `measure`: the rows of a further table. `plots`: what draws further figures, by name.
 */
export const sections = [
  {
    title: 'The experiments of 1999',
    text: 'The four experiments that the heading dynamics was published with. The published runs took Euler steps of 0.25 s; these take 0.05 s.',
    stories: {
      'static-obstacles': {
        text: 'd0 = 3, in the `faithful` variant. The agent feels the barrier from afar; while it is close the weight of the target is 0, and only the columns steer.',
      },
      'moving-obstacles': {
        text: 'd0 = 2, `faithful`. Ten obstacles move on loops, swings and straight lines at up to 0.8 m/s; their courses are part of the scenario, so every seed meets the same obstacles, but from another start. A time to contact of 1 s makes the agent slow down in good time: in every run below half its speed, in some almost to a standstill.',
      },
      'moving-target': {
        text: 'd0 = 0.8 and the speed scaled by 0.8. The target goes at 1 m/s, the agent at most at 1.06 m/s: it stays on its heels until the target stops.',
      },
      'many-targets': {
        text: 'd0 = 1. Two targets start near the agents and run off through the gaps of the walls; the others swing or stand behind them. Only the nearest target counts at any time. Where it is behind a wall, the agent comes close before the obstacles win and turn it aside.',
      },
    },
  },
  {
    title: 'The experiments of 2001',
    text: 'The paper on the three layers steers these straight to their targets. Of some it gives no more than the names (chicken-2D, chicken-3D, flock1), of others a few sentences; the scenes are ours after its words. A sea floor and the side of a building are its examples of obstacles that are no spheres.',
    stories: {
      'chicken-2d': {
        moment: 13,
        colour: 'speed',
        text: 'Twelve cars drive in two rings, one lane there and one back, at 1.2 and 1.5 m/s; the chicken walks at 1.33 m/s at most. It sees no farther than 7 m and does not foresee where a car will be: it slows down before what is in front (dark), goes round behind it, and crosses. A time to contact of 1.5 s and a safety distance of 0.8 m make it a careful one. Where a car comes at it from the side it steps back; a gap of almost 0 is a car that brushed past.',
      },
      'chicken-3d': {
        moment: 14,
        text: 'The same in space, with d0 = 1.5: eighteen birds circle in four layers, sideways and up and down. The chicken has two more ways out, over and under, and in some runs need not wait at all.',
      },
      'flock-1': {
        moment: 20,
        text: 'Everybody steers straight for the one target; nothing keeps the flock together but that, and nothing keeps it apart but that each is an obstacle to the others. The target is a little faster than they are and winds past the trees; behind the third tree the flock parts and closes again.',
      },
      'flock-2d': {
        text: 'Thirty people draw agility, mass and aggressiveness from normal distributions: means 0.6, 0.3 and 0.3, deviations 0.2, 0.15 and 0.1, the aggressiveness clipped to 0.15 to 0.4. They arrive. The two unlucky ones (aggressiveness 0.75, agility 0.2, mass 0.2) stay behind the trees in every run; in the `faithful` variant 8 to 15 of the others stay with them (seeds 1 to 6). As in the paper, they get really close and cannot steer away in time: with d0base = d1 = 0.8 m they have d0 = 0.34 m, but stop at a gap of d1 = 0.4 m, where the repulsion of a tree has fallen to exp(−0.4/0.34) = 0.31. That is not enough to turn them out of the way to the target, and the forward velocity, which keeps them from bumping into the trees, is 0. Two equal trees balance each other on top of it. More timid ones turn earlier, since their d0 grows faster than their d1; the boldest stop so late that the repulsion of the touching tree turns them.',
        measure: tryPersonalities,
      },
      'flock-3d-bold': {
        moment: 11.5,
        text: 'Aggressiveness 0.8: d0 = 0.44 m. The flock flies between the tower and the balloons as it set out.',
      },
      'flock-3d-timid': {
        moment: 11.5,
        text: 'Aggressiveness 0.2: d0 = 3.33 m. Nothing else differs: the same places, birds and seeds. They move apart from the start, and what stands in the way is passed on all sides, some of it from above and near the ground.',
        measure: compareFlocks,
        plots: { 'flock-spread': drawFlocks },
      },
      'ocean-floor': {
        moment: 12,
        text: 'The sea floor is one obstacle of 153 points and 256 faces. No fish passes through a face: steps are 0.065 m long, so that on its way through one of them would leave it overlapping the face by 0.08 m or more, and the smallest gap says that none does.',
      },
    },
  },
  {
    title: 'What the papers name without an experiment',
    text: 'Several classes of obstacles and targets that exclude one another (1999, section 4), and personalities that change on the way (2001, section 8).',
    stories: {
      kinds: {
        text: 'Five classes compete for the heading: the inn, the well, people, puddles (large circles) and dogs (small ones). The two targets exclude each other: the stronger switches the weaker off, a nearer target is stronger, and a change of mind takes one that is 1.5 times as strong. So everybody decides for the nearer at the start, and stays with it. Distances are factors on d0 = 0.8 m: 0.4 for puddles, 4 for dogs.',
        measure: compareKinds,
      },
      fatigue: {
        moment: 28,
        colour: 'speed',
        text: 'Three changes: over the way walked, the speed falls to 0.45 and the agility to 0.4 of their own; over the gap to whatever is nearest, the speed rises to double, with a lag of 0.6 s. The bull goes at 1.9 m/s, slower than the runners at the start and faster than they are after 18 m. The plot shows why runner 3 comes in ahead of runner 1.',
        plots: { 'fatigue-speed': drawFatigue },
      },
    },
  },
  {
    title: 'Shared perception',
    text: 'Two runs of one scene: in the first nobody tells anything, in the second everybody tells what it sees (docs/models/sharing.md).',
    stories: {
      'scout-silent': {
        moment: 14,
        text: 'Everybody sees 1.5 m far. Whoever meets the rock sees it when it is too late to turn at 2 m/s, comes to a halt at it and gropes its way along.',
      },
      'scout-warns': {
        moment: 14,
        text: 'The same places, people and seeds. What somebody sees is heard 8 m away and acted on 0.3 s later, and passed on. The scout has nobody to warn it and comes to a halt; those behind it know of the rock before they see it, turn early and go round it without slowing down.',
        measure: compareScouts,
      },
    },
  },
  {
    title: 'Where to go',
    text: 'The planning layer (2001, section 6): fields and paths instead of the straight line. Nobody in these runs is ever where one cannot walk: the tests look at every step.',
    stories: {
      'u-trap': {
        field: true,
        text: 'The room of the 2001 paper’s figure 7. Who goes straight (`--planner direct`) walks to and fro in it: of ten, none to two arrive, in any of 20 seeds, and the run says so. Down the field all ten walk out and round, some on either side.',
      },
      'maze-hedges': {
        moment: 40,
        field: true,
        text: 'A maze with one way from any place to any other, and 200 visitors. From each hedge-lined dead end the ways join, until they are a single stream.',
      },
      'maze-rooms': {
        moment: 25,
        field: true,
        text: 'Thirty rooms with doors, and many ways round. The field leads to two exits and parts the 200 between them.',
      },
      theatre: {
        moment: 40,
        colour: 'speed',
        text: '500 seats in rows, aisles and three doors. Everybody leaves the own seat at once; the rows empty into the aisles, the aisles queue at the doors. With `rerouting` those at the back of a queue choose another door.',
      },
      office: {
        moment: 14,
        text: 'The western door shuts after 8 s. Who was on the way there turns round: the trails show where.',
      },
      'crowded-exits': {
        moment: 25,
        text: '150 people want out, and the south door is nearest to nearly all. Soon a crowd stands before it. Those at the back reckon that the far door is quicker, and the hall empties through both. The scene was made so that choosing again pays; it does not always.',
      },
      collectors: {
        text: 'Five of different speeds fetch twelve things from the rooms of a house. Each is sent where the sum of the expected times is least, by the length of the way; whenever something has been fetched, all are sent anew. The two runners tire, and others take over their far items.',
      },
      whirl: {
        moment: 75,
        field: 'to the tree',
        text: 'Nobody plans here: sixty visitors follow a field that was written and painted. It circles a fountain, catches them with a winding stroke, circles a tree the other way round and leads out by the gate: a formula, a mask, a stroke, a sum and blends.',
      },
    },
  },
  {
    title: 'More',
    text: '',
    stories: {
      'four-ways-through': {
        moment: 45,
        text: 'The crowd that `npm start` simulates. People keep to the right of the plaza, so each quarter is crossed by two streams. The layout makes the whole turn counter-clockwise about the fountain; how people find their way through the crossing stream is up to each of them. The eastbound hurry and keep narrow distances, the westbound take their time and keep wide ones.',
      },
      corridor: {
        moment: 15,
        text: 'The property that keeps a crowd moving: at 0.5 people per square metre everybody arrives, at more than 0.8 of the speed that they want.',
      },
      'antipodal-circle': {
        text: 'The classic knot. Everybody heads for the middle, where they slow down, sidestep and work their way through. Those who find their place blocked by a neighbour walk round.',
      },
      'bug-garden': {
        moment: 300,
        seeds: 5,
        text: 'The critters model: accelerations instead of a heading and a speed. Each bug is drawn to a point of its own that jumps about in its area (dashed), and repelled by the others, the stones, the plants, the log and the pond. Nobody has a goal, so nobody arrives; for an hour nobody touches anything or leaves the garden.',
      },
    },
  },
];

const modelFigure = (name) => `../models/${name}.svg`;

/** The published plots, each with what to see in it. */
export const publishedPlots = [
  {
    title: 'Attractor (1999, figure 1; 2001, figure 2a)',
    files: [modelFigure('attractor')],
    text: 'A target pulls the heading towards it; straight behind is the unstable point.',
  },
  {
    title: 'Repellers (1999, figure 3; 2001, figure 2b)',
    files: [modelFigure('repeller')],
    text: 'The three published settings in one plot: half as wide an obstacle, and a narrower margin.',
  },
  {
    title: 'Two obstacles (1999, figure 4)',
    files: ['figures/two-obstacles-apart.svg'],
    text: 'The sum of two repellers turns from a repeller into an attractor exactly where the way between the obstacles becomes as wide as the agent.',
  },
  {
    title: 'A target behind an obstacle (1999, figure 5)',
    files: ['figures/target-and-obstacle.svg'],
    text: 'The plain sum is right here: two attractors, one for each way round.',
  },
  {
    title: 'The undesired attractor (1999, figure 6)',
    files: [modelFigure('two-obstacles-sum'), modelFigure('two-obstacles-weighted')],
    text: 'Two obstacles too close to pass between, and the target behind them. The plain sum attracts straight ahead, into the obstacles; the competition switches the target off, and straight ahead repels.',
  },
  {
    title: 'Courage (2001, figure 5)',
    files: [modelFigure('personality-decay-length'), modelFigure('personality-standstill')],
    text: 'The decay length d0 of repulsion and the distance of the speed law over aggressiveness, d0base = 1 m.',
  },
];
