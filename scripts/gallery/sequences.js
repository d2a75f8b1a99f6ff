// The sequences of docs/gallery/sequences/: commands, and what to see in them.

const mazes = [
  {
    scenario: 'maze-hedges',
    title: 'The maze of hedges',
    text: '200 visitors in a maze with exactly one path between any two places.',
  },
  { scenario: 'maze-rooms', title: 'The maze of rooms', text: '200 people in thirty rooms, with two exits.' },
  { scenario: 'theatre', title: 'The theatre', text: '500 seats, three doors.' },
];

export const sections = [
  {
    title: 'The experiments of 1999',
    pictures: [
      {
        name: 'static-obstacles',
        title: 'Figure 7: static target and obstacles',
        text: 'd0 = 3. Near the barrier the target is off, and the columns alone turn the agent.',
        command: 'run static-obstacles --snapshots 4',
      },
      {
        name: 'moving-obstacles',
        title: 'Figures 8a to 8c: static target and moving obstacles',
        text: 'd0 = 2. The agent turns aside, slows down and lets obstacles pass.',
        command: 'run moving-obstacles --snapshots 3',
      },
      {
        name: 'moving-target',
        title: 'Figures 9a to 9d: moving target and static obstacles',
        text: 'd0 = 0.8, the speed scaled by 0.8. The agent follows the target closely around the columns.',
        command: 'run moving-target --snapshots 4',
      },
      {
        name: 'many-targets',
        title: 'Figures 10a to 10d: several targets',
        text: 'd0 = 1. In c the agent in the south has come close to the second wall before the obstacles win and turn it aside, as in figure 10c.',
        command: 'run many-targets --snapshots 4',
      },
    ],
  },
  {
    title: 'The mazes and the theatre of 2001',
    text: 'The paper leads its crowds by harmonic functions. Both fields lead here: `--planner harmonic` as in the paper, `--planner distance` by shortest paths, which are faster in a crowd. All agents arrive with both. Harmonic streams keep to the middle of corridors and spread over all ways around; shortest paths cling to corners.',
    pictures: mazes.flatMap(({ scenario, text, title }) => [
      {
        name: `${scenario}-harmonic`,
        title: `${title}, by a harmonic function`,
        text,
        command: `run ${scenario} --planner harmonic --snapshots 3`,
      },
      {
        name: `${scenario}-distance`,
        title: `${title}, by shortest paths`,
        text: 'The same run down the field of shortest paths.',
        command: `run ${scenario} --planner distance --snapshots 3`,
      },
    ]),
  },
  {
    title: 'Figure 1 of 2011',
    text: 'The paper shows a bottleneck and a doorway from left to right. Its model is `pipeline`.',
    pictures: [
      {
        name: 'bottleneck',
        title: 'A bottleneck',
        text: '200 people leave a hall through one door. In the crowd before it, forces steer; rules alone lock there.',
        command:
          'run steerbench/bottleneck-evacuation --steering pipeline --set steering.reaction=crowd --set cadence=adaptive --snapshots 4',
      },
      {
        name: 'doorway',
        title: 'A doorway for one',
        text: 'Two agents meet in a door that only one fits through. One plans in space and time, and lets the other pass first.',
        command: 'run steerbench/doorway-two-way-tight --steering pipeline --snapshots 4',
      },
    ],
  },
];
