// Measures the processor time that commands need to start, compared with another build of wend.
//
//   node benchmarks/start-up.js FOLDER [rounds]
//
// FOLDER is a built clone of wend, such as one of an earlier version. Both commands run in turn, so that a busy
// machine disturbs them equally. The figure is user and system time of the least disturbed run. Exits with 1 when a command
// takes more than a third of the other build's time.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const LIMIT = 1 / 3;

const [base, rounds = '15'] = process.argv.slice(2);
if (base === undefined) {
  console.error('usage: node benchmarks/start-up.js FOLDER [rounds]');
  process.exit(2);
}
const programs = [
  resolve(base, 'cli/bin/wend.js'),
  fileURLToPath(new URL('../cli/bin/wend.js', import.meta.url)),
];
const folder = mkdtempSync(join(tmpdir(), 'wend-start-up-'));
const tiny = join(folder, 'tiny.json');
const scenario = { version: 1, name: 'tiny', bounds: { min: [0, 0], max: [10, 10] }, duration: 0.1 };
writeFileSync(tiny, JSON.stringify({ ...scenario, agents: [{ at: [2, 2], goal: [8, 8] }] }));

try {
  console.log('command     before   now     share   (seconds of processor time)');
  for (const command of [['--version'], ['list'], ['validate', tiny], ['run', tiny, '--quiet']]) {
    const times = programs.map(() => []);
    for (let round = 0; round < Number(rounds); round++) {
      for (const [k, program] of programs.entries()) times[k].push(processorTimeOf([program, ...command]));
    }
    const [before, now] = times.map((list) => Math.min(...list));
    const share = now / before;
    console.log(
      `${command[0].padEnd(10)}  ${before.toFixed(3)}   ${now.toFixed(3)}   ${share.toFixed(2)}${share > LIMIT ? '   above a third' : ''}`,
    );
    if (share > LIMIT) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** User and system time of a process, seconds. The shell asks the system for it. */
function processorTimeOf(parameters) {
  const script = 'TIMEFORMAT="%U %S"; time "$@" > /dev/null 2> /dev/null';
  const { stderr } = spawnSync('bash', ['-c', script, 'time', process.execPath, ...parameters], {
    encoding: 'utf8',
  });
  return stderr
    .trim()
    .split(/\s+/)
    .reduce((sum, part) => sum + Number(part), 0);
}
