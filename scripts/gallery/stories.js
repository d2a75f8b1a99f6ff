// The texts of the gallery, in the order of the page.
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
 * `colour`: what the colours mean, if not the group. `seeds`: the
 * number of runs, if not 20. `measure`: the rows of another table. `plots`: functions that draw further figures, by name.
 */
export const sections = [
  {
    title: 'The experiments of 1999',
    text: 'These four experiments were published with the heading dynamics. The published runs took Euler steps of 0.25 s; these take 0.05 s.',
    stories: {
      'static-obstacles': {
        text: 'd0 = 3, in the `faithful` variant. The barrier repels the agent from afar. While the agent is close, the weight of the target is 0, and only the columns steer.',
      },
      'moving-obstacles': {
        text: 'd0 = 2, `faithful`. Ten obstacles move on loops, swings and straight lines at up to 0.8 m/s; their courses are part of the scenario, so that every seed meets the same obstacles, but from another start. With a time to contact of 1 s the agent slows down early: in every run below half its speed, in some almost to a standstill.',
      },
      'moving-target': {
        text: 'd0 = 0.8 and the speed scaled by 0.8. The target moves at 1 m/s, the agent at most at 1.06 m/s: it follows closely until the target stops.',
      },
      'many-targets': {
        text: 'd0 = 1. Two targets start near the agents and move away through the gaps of the walls; the others oscillate or stand behind them. Only the nearest target counts at any time. If it is behind a wall, the agent comes close before the obstacles win and turn it aside.',
      },
    },
  },
  {
    title: 'The experiments of 2001',
    text: 'In the paper on the three layers, agents steer straight to their targets. It gives only names for some scenes (chicken-2D, chicken-3D, flock1) and a few sentences for others; we designed the scenes from its words. A sea floor and the side of a building are its examples of obstacles that are not spheres.',
    stories: {
      'chicken-2d': {
        moment: 13,
        colour: 'speed',
        text: 'Twelve cars drive in two rings, one lane in each direction, at 1.2 and 1.5 m/s; the chicken walks at up to 1.33 m/s. It sees 7 m and does not predict where a car will be: it slows down before what is in front (dark), passes behind it, and crosses. A time to contact of 1.5 s and a safety distance of 0.8 m make it careful. It steps back from a car that comes from the side; a gap of almost 0 is a car that brushed past.',
      },
      'chicken-3d': {
        moment: 14,
        text: 'This is the same in space, with d0 = 1.5: eighteen birds circle in four layers, sideways and up and down. The chicken can also evade upwards and downwards, and in some runs it does not have to wait.',
      },
      'flock-1': {
        moment: 20,
        text: 'All agents steer straight for one target. Only the common target keeps the flock together, and only mutual repulsion keeps its members apart. The target is slightly faster than the agents and winds past the trees. Behind the third tree the flock splits and closes again.',
      },
      'flock-2d': {
        text: 'Thirty people draw agility, mass and aggressiveness from normal distributions: means 0.6, 0.3 and 0.3, deviations 0.2, 0.15 and 0.1, the aggressiveness clipped to 0.15 to 0.4. They arrive. The two special ones (aggressiveness 0.75, agility 0.2, mass 0.2) stay behind the trees in every run; in the `faithful` variant, 8 to 15 of the others stay with them (seeds 1 to 6). As in the paper, they come very close and cannot steer away in time: with d0base = d1 = 0.8 m they have d0 = 0.34 m, but stop at a gap of d1 = 0.4 m, where the repulsion of a tree has fallen to exp(−0.4/0.34) = 0.31. That is not enough to turn them away from the target, and the speed law, which keeps them from bumping into the trees, gives 0. In addition, the two equal trees balance each other. More timid agents turn earlier, since their d0 grows faster than their d1; the boldest stop so late that the repulsion of the tree turns them.',
        measure: tryPersonalities,
      },
      'flock-3d-bold': {
        moment: 11.5,
        text: 'Aggressiveness 0.8: d0 = 0.44 m. The flock keeps its shape between the tower and the balloons.',
      },
      'flock-3d-timid': {
        moment: 11.5,
        text: 'Aggressiveness 0.2: d0 = 3.33 m. Nothing else differs: positions, birds and seeds are the same. The birds spread from the start and pass the obstacles on all sides, some of them above and some near the ground.',
        measure: compareFlocks,
        plots: { 'flock-spread': drawFlocks },
      },
      'ocean-floor': {
        moment: 12,
        text: 'The sea floor is one obstacle of 153 points and 256 faces. No fish passes through a face: displacements are 0.065 m long, so that a fish on its way through would overlap the face by 0.08 m or more after a step. The smallest gap shows that none does.',
      },
    },
  },
  {
    title: 'The experiments of 2002',
    text: 'The paper on hybrid systems has an actor, a white mouse, whose comfort decides how it navigates ([automata](../models/automata.md#comfort-and-selective-response), with plots of comfort and modes). It gives comfort and distances, and no coordinates; the scenes are ours.',
    stories: {
      'mouse-weights': {
        text: 'Figure 1: in the first situation the obstacle and the target both count. In the second the target has the weight 0 until the obstacles are passed.',
      },
      'mouse-row': {
        text: 'The motivating example. The distance to the posts falls as comfort grows; d0 towards the odd toy is large, towards the friend small. The friend has no goal, so that one of two arrives.',
      },
      'mouse-lead-in': {
        text: 'Comfort begins at 0 and d0 at 4. Comfort has noise, so that the mouse becomes bold at another place in every run.',
      },
      'mouse-straight': {
        text: 'Figures 4 and 5: comfort is about 6.1 and rises at the first cheese. The steering of the second leg is `straight`, its speed 0.5 instead of 0.3 m/s.',
      },
      'mouse-selective': {
        text: 'Figure 6: comfort is about 4.1 at the first cheese. d0 is 1.2 m to the saucer and 0.6 m to the toy mouse, and the path leads between them, close to the toy mouse.',
      },
      'mouse-detour': {
        text: 'Figure 7, the control experiment: d0 = 2.5 m to everything, and the long way round.',
      },
      'mouse-friendship': {
        text: 'The distance to the friend is a variable of the automaton: it shrinks during each meeting.',
      },
      'mouse-journey': {
        text: 'All features in one run: lead-in, sneaker and train, the decision at the first cheese, selective response, and a friend.',
      },
    },
  },
  {
    title: 'What the papers name without an experiment',
    text: 'Several classes of obstacles and mutually exclusive targets (1999, section 4), and personalities that change during a run (2001, section 8).',
    stories: {
      kinds: {
        text: 'Five classes compete for the heading: the inn, the well, people, puddles (large circles) and dogs (small ones). The two targets exclude each other: the stronger switches the weaker off, a nearer target is stronger, and a change requires one that is 1.5 times as strong. All walkers therefore choose the nearer target at the start and keep it. Distances are factors on d0 = 0.8 m: 0.4 for puddles, 4 for dogs.',
        measure: compareKinds,
      },
      fatigue: {
        moment: 28,
        colour: 'speed',
        text: 'There are three changes. With the distance walked, the speed falls to 0.45 and the agility to 0.4 of their own values. With a smaller gap to the nearest thing, the speed rises to double, with a lag of 0.6 s. The bull runs at 1.9 m/s, slower than the runners at the start and faster than they are after 18 m. The plot shows why runner 3 arrives before runner 1.',
        plots: { 'fatigue-speed': drawFatigue },
      },
    },
  },
  {
    title: 'Shared perception',
    text: 'Two runs of one scene: in the first, agents do not communicate; in the second, they tell each other what they see (docs/models/sharing.md).',
    stories: {
      'scout-silent': {
        moment: 14,
        text: 'All runners see 1.5 m. A runner that meets the rock sees it too late to turn at 2 m/s, stops at it and gropes along it.',
      },
      'scout-warns': {
        moment: 14,
        text: 'Positions, people and seeds are the same. What one runner sees, others hear up to 8 m away, act on 0.3 s later, and pass on. No other runner warns the scout, and it stops at the rock. Those behind it know of the rock before they see it, turn early and pass it without slowing down.',
        measure: compareScouts,
      },
    },
  },
  {
    title: 'Where to go',
    text: 'The planning layer (2001, section 6) uses fields and paths instead of the straight line. In these runs no agent ever leaves the walkable ground: the tests check every step.',
    stories: {
      'u-trap': {
        field: true,
        text: 'This is the room of figure 7 in the 2001 paper. Agents that walk straight (`--planner direct`) move to and fro in it: at most two of ten arrive in any of 20 seeds, and the run reports it. Down the field, all ten walk out and around it, on both sides.',
      },
      'u-trap-escape': {
        text: 'The same room without a plan. An automaton has two strategies, as in section 6.2 of the 2001 paper: approach the target, or escape this local minimum. A walker that comes no nearer for 3 s backs out, steps aside and walks along; all ten arrive in each of 20 seeds.',
      },
      'maze-hedges': {
        moment: 40,
        field: true,
        text: 'A maze with exactly one path between any two places, and 200 visitors. The paths from the dead ends join until they are a single stream.',
      },
      'maze-rooms': {
        moment: 25,
        field: true,
        text: 'Thirty rooms with doors, and many alternative paths. The field leads to two exits and divides the 200 people between them.',
      },
      theatre: {
        moment: 40,
        colour: 'speed',
        text: '500 seats in rows, aisles and three doors. All people leave their seats at once. The rows empty into the aisles, and the aisles queue at the doors. With `rerouting`, people at the back of a queue choose another door.',
      },
      office: {
        moment: 14,
        text: 'The western door closes after 8 s. People on their way there turn around: the trails show where.',
      },
      'crowded-exits': {
        moment: 25,
        text: '150 people leave, and the south door is nearest to nearly all of them. Soon a crowd stands in front of it. People at the back estimate that the far door is quicker, and the hall empties through both. The scene is designed so that choosing again pays; it does not always.',
      },
      station: {
        moment: 22,
        text: 'People come up the stairs in the west when a train has arrived, and wait below while there is no room. Others come in from the street at random times. Both streams leave the world at the far end of the hall.',
      },
      underpass: {
        moment: 30,
        text: 'The ground is not the same everywhere: stairs, an escalator up and a walkway down, smoke in which people see 0.6 m far, a wet floor, and two barriers that open one way each. The fields of times lead through what is quicker.',
      },
      'ticket-hall': {
        moment: 18,
        text: 'Shut doors are lines, open ones leaves that have turned away. Fields follow each opening and closing: people who queue at the turnstile walk to the lower door while it is open, and after a minute through the upper one.',
      },
      'ticket-counter': {
        moment: 60,
        text: 'Travellers buy a ticket before they leave for the trains. Two counters share one line, a machine has its own; each traveller goes where it expects to be served first, joins at the end of the line, and moves up when those before it do. Services take as long as a gamma distribution says.',
      },
      collectors: {
        text: 'Five agents with different speeds fetch twelve items from the rooms of a house. Items are assigned so that the sum of the expected times is smallest, by path length, and again whenever an item has been fetched. The two runners tire, and others take over their far items.',
      },
      whirl: {
        moment: 75,
        field: 'to the tree',
        text: 'No planner is involved: sixty visitors follow a hand-made field. It circles a fountain, follows a winding stroke, circles a tree in the opposite direction and leads out through the gate. It combines a formula, a mask, a stroke, a sum and blends.',
      },
    },
  },
  {
    title: 'More',
    text: '',
    stories: {
      'four-ways-through': {
        moment: 45,
        text: '`npm start` simulates this crowd. People keep to the right of the plaza, so that two streams cross in each quarter. The layout makes the crowd rotate counter-clockwise around the fountain; each agent finds its own path through the crossing stream. The eastbound group hurries and keeps small distances; the westbound group walks slowly and keeps large ones.',
      },
      corridor: {
        moment: 15,
        text: 'This shows the property that keeps a crowd moving: at 0.5 people per square metre all arrive, at more than 0.8 of their desired speed.',
      },
      'antipodal-circle': {
        text: 'All agents head for the centre, where they slow down, sidestep and get through. An agent whose goal is blocked by a neighbour walks around it.',
      },
      'bug-garden': {
        moment: 300,
        seeds: 5,
        text: 'The critters model: accelerations instead of a heading and a speed. A point that jumps about in its area (dashed) attracts each bug; the others, the stones, the plants, the log and the pond repel it. The bugs have no goals, so that none arrives. For an hour no bug touches anything or leaves the garden.',
      },
    },
  },
];

const modelFigure = (name) => `../models/${name}.svg`;

/** The published plots, each with an explanation. */
export const publishedPlots = [
  {
    title: 'Attractor (1999, figure 1; 2001, figure 2a)',
    files: [modelFigure('attractor')],
    text: 'A target attracts the heading; the unstable point is straight behind.',
  },
  {
    title: 'Repellers (1999, figure 3; 2001, figure 2b)',
    files: [modelFigure('repeller')],
    text: 'The three published settings in one plot: half as wide an obstacle, and a narrower margin.',
  },
  {
    title: 'Two obstacles (1999, figure 4)',
    files: ['figures/two-obstacles-apart.svg'],
    text: 'The sum of two repellers turns from a repeller into an attractor exactly where the gap between the obstacles becomes as wide as the agent.',
  },
  {
    title: 'A target behind an obstacle (1999, figure 5)',
    files: ['figures/target-and-obstacle.svg'],
    text: 'The plain sum is correct here: two attractors, one for each side.',
  },
  {
    title: 'The undesired attractor (1999, figure 6)',
    files: [modelFigure('two-obstacles-sum'), modelFigure('two-obstacles-weighted')],
    text: 'Two obstacles stand too close to pass between, with the target behind them. The plain sum attracts straight ahead, into the obstacles. The competition switches the target off, and straight ahead repels.',
  },
  {
    title: 'Courage (2001, figure 5)',
    files: [modelFigure('personality-decay-length'), modelFigure('personality-standstill')],
    text: 'The decay length d0 of repulsion and the distance of the speed law over aggressiveness, d0base = 1 m.',
  },
];
