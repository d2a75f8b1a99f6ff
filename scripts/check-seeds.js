// Runs scenarios with the seeds 1 to 20 and prints the result of each run; exits with 1 when one misses an expectation.
//
//   node scripts/check-seeds.js NAME… [--planner NAME] [--seeds N] [--set path=value]…     (after npm run build)
//
// A NAME is one of wend list, or a file. Changes are those of wend run.

import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const program = fileURLToPath(new URL('../cli/bin/wend.js', import.meta.url));
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    planner: { type: 'string' },
    seeds: { type: 'string', default: '20' },
    set: { type: 'string', multiple: true, default: [] },
  },
});
if (positionals.length === 0) {
  console.error('usage: node scripts/check-seeds.js NAME… [--planner NAME] [--seeds N] [--set path=value]…');
  process.exit(2);
}
const changes = [
  ...(values.planner === undefined ? [] : ['--planner', values.planner]),
  ...values.set.flatMap((setting) => ['--set', setting]),
];
console.log(
  'scenario          planner   seed  arrived    time  serious  least gap  speed  unreachable  outcome',
);
const tasks = positionals.flatMap((name) =>
  Array.from({ length: Number(values.seeds) }, (_, index) => ({ name, seed: index + 1 })),
);
const count = tasks.length;
let failures = 0;
await Promise.all(Array.from({ length: availableParallelism() }, work));
console.log(failures === 0 ? 'all expectations hold' : `${failures} of ${count} runs miss an expectation`);
process.exitCode = failures === 0 ? 0 : 1;

/** Takes one task after the other until none is left. */
async function work() {
  for (let next = tasks.shift(); next !== undefined; next = tasks.shift()) await check(next);
}

async function check({ name, seed }) {
  const { code, stdout, stderr } = await run(['run', name, '--seed', String(seed), '--json', ...changes]);
  if (code !== 0) failures++;
  if (code > 1) {
    console.log(`${name} seed ${seed}: exit code ${code}: ${stderr.trim()}`);
    return;
  }
  const {
    agents,
    arrived,
    collisions,
    meanSpeed,
    minimumClearance,
    scenario,
    time,
    unmetExpectations,
    unreachable,
  } = JSON.parse(stdout);
  const cells = [
    scenario.padEnd(16),
    (values.planner ?? 'its own').padEnd(8),
    String(seed).padStart(4),
    `${arrived}/${agents}`.padStart(8),
    `${time.toFixed(1)} s`.padStart(8),
    String(collisions.serious).padStart(7),
    `${(minimumClearance ?? 1).toFixed(3)} m`.padStart(10),
    (meanSpeed ?? 0).toFixed(2).padStart(6),
    String(unreachable ?? 0).padStart(11),
    unmetExpectations.length === 0 ? 'holds' : unmetExpectations.join('; '),
  ];
  console.log(cells.join('  '));
}

function run(parameters) {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...parameters], { maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : (error.code ?? 1), stdout, stderr });
    });
  });
}
