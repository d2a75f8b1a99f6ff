/** A part of the gallery: scenarios of one paper or one theme, each with what to watch for. */
type Theme = { title: string; text: string; watch: Readonly<Record<string, string>> };

/** The scenarios by paper and theme. Those that no theme names come last. */
export const themes: readonly Theme[] = [
  {
    title: 'Begin here',
    text: 'Crowds that organise themselves.',
    watch: {
      'four-ways-through': 'The four streams begin to rotate around the fountain.',
      'antipodal-circle': 'All meet in the centre. Watch how the knot loosens.',
      station: 'Two streams cross in the hall: people let others pass and go on.',
      theatre: 'Rows empty from the aisle, and a fan of people stands before each door.',
    },
  },
  {
    title: 'Crowds and exits',
    text: 'What evacuation studies look at.',
    watch: {
      corridor: 'Density stays even and no agent stops.',
      'crowded-exits': 'People at the back give up on the near exit and turn round.',
      office: 'After eight seconds the western door closes, and people turn back.',
      'ticket-counter': 'Two counters share one line; each traveller joins at its end and moves up.',
      'maze-rooms': 'Each takes the shorter of many paths to the nearer exit.',
    },
  },
  {
    title: 'Heading dynamics',
    text: 'The experiments of 1999: attractors and repellers of the heading, weights that compete.',
    watch: {
      'static-obstacles': 'Near the barrier the target stops attracting; the columns alone steer.',
      'moving-obstacles': 'The agent nearly stands still to let an obstacle pass.',
      'moving-target': 'It follows at a constant distance, and closes in where the target stops.',
      'many-targets': 'Each agent changes its mind when another target comes nearer.',
    },
  },
  {
    title: 'Flocks, flying and swimming',
    text: 'The experiments of 2001, in two and three dimensions.',
    watch: {
      'chicken-2d': 'It waits at a lane, dodges behind a car, and hurries.',
      'chicken-3d': 'The way through four layers of birds is found in the air.',
      'flock-1': 'The flock stretches past the trees and closes up again.',
      'flock-2d': 'Two unlucky ones walk up to the trees and stay there.',
      'flock-3d-bold': 'Small distances make one tight swarm.',
      'flock-3d-timid': 'The same birds with large distances pass on all sides.',
      'ocean-floor': 'The shoal follows the hills of the ground.',
    },
  },
  {
    title: 'Moods and automata',
    text: 'Agents whose traits change: comfort, friendship, fatigue, being stuck.',
    watch: {
      'mouse-lead-in': 'The mouse gets faster and passes closer, toy by toy.',
      'mouse-row': 'It comes nearer to the row as comfort grows.',
      'mouse-straight': 'Comfortable at the first cheese, it goes straight to the second.',
      'mouse-selective': 'It shuns the saucer and greets the toy mouse.',
      'mouse-detour': 'The same distance from everything: a long way round.',
      'mouse-friendship': 'With each meeting the two pass closer.',
      'mouse-weights': 'One mouse weighs both, the other sees the obstacles alone.',
      'mouse-journey': 'All of it in one run; select the mouse to see its modes.',
      fatigue: 'Runners slow down until the bull comes.',
      kinds: 'One side passes puddles closely, the other does not.',
      'u-trap-escape': 'Stuck walkers notice it, back out and go round.',
    },
  },
  {
    title: 'Finding a path',
    text: 'Plans around walls, teams, and fields to follow.',
    watch: {
      'u-trap': 'Ten walkers leave the room by its back and go round.',
      'maze-hedges': 'Only one path leads to the fountain, and all find it.',
      collectors: 'Items are shared out so that all finish early.',
      whirl: 'Painted fields lead visitors round one way and then the other.',
    },
  },
  {
    title: 'Telling each other',
    text: 'News travel faster than sight.',
    watch: {
      'scout-silent': 'A third of the runners meets the rock by surprise.',
      'scout-warns': 'The flock splits before it can see the rock.',
    },
  },
  {
    title: 'Critters',
    text: 'Small creatures that wander.',
    watch: { 'bug-garden': 'Each kind keeps to its own bed.' },
  },
];

/** The last part: the cases of SteerBench. */
export const steerbenchTheme = {
  title: 'SteerBench',
  text: 'The benchmark of Singh and others, 2009. In the tight cases, an agent has to give way.',
};
