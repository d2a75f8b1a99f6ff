// Attacks on sweeps: kills and Ctrl-C at random moments. With --resume the table becomes that of a sweep that nothing disturbed.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const room = {
  version: 1,
  name: 'room',
  bounds: { min: [0, 0], max: [30, 30] },
  duration: 15,
  groups: [
    {
      name: 'crowd',
      count: 20,
      region: { box: { min: [1, 1], max: [20, 20] } },
      goal: { point: [29, 29] },
      speed: { uniform: [0.01, 0.1] },
    },
  ],
};
const FILES = ['design.json', 'report.html', 'runs.jsonl', 'summary.json', 'table.csv', 'table.parquet'];
/** What a run cost differs; the last columns say it. */
const COSTS = 3;
const RUNS = 6;

export function createSweeps({ start }, folder) {
  const scenario = join(folder, 'room.json');
  writeFileSync(scenario, JSON.stringify(room));
  const sweep = (out, ...parameters) =>
    start('sweep', scenario, '--out', out, '--seeds', String(RUNS), '--jobs', '2', '--quiet', ...parameters);
  const tableOf = (out) =>
    readFileSync(join(out, 'table.csv'), 'utf8').replace(/^.*$/gm, (line) =>
      line.split(',').slice(0, -COSTS).join(),
    );
  let number = 0;
  let expected;
  return async (random, tried) => {
    if (expected === undefined) {
      const out = join(folder, 'undisturbed');
      await sweep(out).ended;
      expected = tableOf(out);
    }
    const out = join(folder, `sweep-${number++}`);
    const keep = random.pick([[], ['--keep', 'recordings'], ['--keep', 'trajectories']]);
    for (let times = 1 + random.below(2); times > 0; times--) {
      const { child, ended } = sweep(out, '--resume', ...keep);
      await setTimeout(random.between(300, 2500));
      const signal = random.pick(['SIGKILL', 'SIGINT']);
      tried(child.exitCode === null ? signal : 'too late');
      child.kill(signal);
      const { code, stderr } = await ended;
      if (signal === 'SIGINT' && ![0, 130].includes(code) && code !== null)
        return `${out}: Ctrl-C ended with ${code}: ${stderr}`;
    }
    const { code, stderr } = await sweep(out, '--resume', ...keep).ended;
    if (code !== 0) return `${out}: --resume ended with ${code}: ${stderr}`;
    if (tableOf(out) !== expected) return `${out}: another table`;
    const left = readdirSync(out).filter((name) => !FILES.includes(name) && name !== 'runs');
    if (left.length > 0) return `${out}: left over: ${left.join(', ')}`;
    const runs = existsSync(join(out, 'runs')) ? readdirSync(join(out, 'runs')) : [];
    const wanted = keep.length === 0 ? 0 : RUNS;
    if (runs.length !== wanted || runs.some((name) => !/^run-\d+$/.test(name)))
      return `${out}: runs: ${runs.join(', ')}`;
    if (wanted === 0) return undefined;
    const replay = await start('replay', join(out, 'runs', random.pick(runs)), '--check').ended;
    return replay.code === 0 ? undefined : `${out}: replay ended with ${replay.code}: ${replay.stderr}`;
  };
}
