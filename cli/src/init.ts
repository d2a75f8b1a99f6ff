import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { BadInput, ExitCode } from './failure.ts';
import { requireWritable, writeWhole } from './files.ts';

/** Writes a commented scenario to begin with. */
export function init(file: string, options: { force?: boolean }): number {
  if (!file.endsWith('.json')) throw new BadInput(`${file}: expected a file name that ends with .json`);
  if (existsSync(file) && !options.force)
    throw new BadInput(`${file}: this file exists; --force replaces it`);
  requireWritable(file);
  writeWhole(file, startingScenario(basename(file, '.json')));
  process.stdout.write(
    [
      `${file}: a room, forty people and a door`,
      `  wend show ${file}   draws it`,
      `  wend run ${file} --out results --player results/player.html   simulates it`,
      '  wend keys   lists the keys of a scenario',
      '',
    ].join('\n'),
  );
  return ExitCode.done;
}

/** An evacuation of a room. The comments say what a newcomer changes first. */
function startingScenario(name: string): string {
  return `// A scenario of wend: a room, forty people and a door. Comments like this one are allowed.
// "wend keys" lists all keys, and "wend keys groups" those of a group.
{
  "version": 1,
  "name": ${JSON.stringify(name.slice(0, 100) || 'scenario')},
  "description": "Forty people leave a room through a door of 1.2 m.",

  // The world in metres, and the longest simulated time in seconds.
  "bounds": { "min": [0, 0], "max": [16, 10] },
  "duration": 120,
  // Another seed draws other places, speeds and delays.
  "seed": 1,

  // The walls of the room. The door is the gap in the wall on the right.
  "obstacles": [
    { "shape": "box", "min": [1, 1], "max": [11, 1.2] },
    { "shape": "box", "min": [1, 8.8], "max": [11, 9] },
    { "shape": "box", "min": [1, 1.2], "max": [1.2, 8.8] },
    { "shape": "box", "min": [10.8, 1.2], "max": [11, 4.4] },
    { "shape": "box", "min": [10.8, 5.6], "max": [11, 8.8] }
  ],

  // Where people go. Other goals: a point for each agent, several targets, a journey with stages.
  "targets": [{ "name": "outside", "region": { "box": { "min": [14, 2], "max": [15.5, 8] } } }],

  "groups": [
    {
      "name": "people",
      "count": 40,
      "region": { "box": { "min": [2, 2], "max": [8, 8] } },
      // A number is the same for all. A distribution is drawn for each person.
      "radius": { "uniform": [0.2, 0.25] },
      "speed": { "normal": { "mean": 1.34, "deviation": 0.26, "min": 0.8, "max": 1.9 } },
      // Seconds until a person begins to walk.
      "premovement": { "uniform": [0, 5] },
      "targets": ["outside"]
    }
  ],

  // People find a path around walls, and leave the world when they have arrived.
  "planner": { "name": "path" },
  "arrival": "vanish",

  // People who cross this line are counted: flow and time gaps are in the results.
  "measurements": {
    "lines": [{ "name": "door", "from": [10.9, 4.4], "to": [10.9, 5.6] }]
  },

  // "wend run" exits with 1 if one of these does not hold.
  "expect": { "arrivedAtLeast": 1, "seriousCollisionsAtMost": 0 }
}
`;
}
