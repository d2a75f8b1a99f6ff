// Attacks on whole runs of the command: kills, and folders that are in use, replaced or full of traps.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readTrajectoryFile } from '@wend/formats/jupedsim';

const march = {
  version: 1,
  name: 'march',
  bounds: { min: [0, 0], max: [100_000, 100] },
  duration: 90_000,
  groups: [
    {
      name: 'marchers',
      count: 30,
      region: { box: { min: [1, 1], max: [20, 20] } },
      goal: { point: [99_999, 50] },
    },
  ],
  steering: { name: 'straight' },
};
const RESULTS = ['metrics.json', 'recording.jsonl', 'trajectory.sqlite'];

export function createRuns({ start }, folder) {
  const scenario = join(folder, 'march.json');
  writeFileSync(scenario, JSON.stringify(march));
  let number = 0;
  const run = (...parameters) => start('run', scenario, '--quiet', '--fps', '20', ...parameters);

  return {
    /** Kills a run at a random moment: what is on disk must be readable and replay. */
    async kill(random) {
      const out = join(folder, `kill-${number++}`);
      const { child, ended } = run('--out', out);
      await waitForResults(child, out);
      await setTimeout(random.between(0, 300));
      child.kill('SIGKILL');
      await ended;
      const reader = readTrajectoryFile(join(out, 'trajectory.sqlite'));
      let frames = 0;
      for (const { count, frame } of reader.frames()) {
        if (frame !== frames++ || count !== 30) return `${out}: frame ${frame} has ${count} agents`;
      }
      reader.close();
      const replay = await start('replay', out, '--check', '--partial').ended;
      if (replay.code !== 0) return `${out}: replay ended with ${replay.code}: ${replay.stderr}`;
      const next = await run('--out', out, '--force', '--duration', '1').ended;
      if (next.code !== 0) return `${out}: the next run ended with ${next.code}: ${next.stderr}`;
      return undefined;
    },

    /** A folder that another run uses, that has results, or that has traps in it. */
    async folder(random, tried) {
      const out = join(folder, `folder-${number++}`);
      const victim = join(folder, `victim-${number}`);
      writeFileSync(victim, 'precious');
      switch (random.below(3)) {
        case 0: {
          tried('in use');
          const first = run('--out', out);
          await waitForResults(first.child, out);
          const second = await run('--out', out, '--duration', '1', '--force').ended;
          first.child.kill('SIGINT');
          const { code } = await first.ended;
          if (second.code !== 2) return `${out}: the second run ended with ${second.code}: ${second.stderr}`;
          if (code !== 130) return `${out}: the first run ended with ${code}`;
          break;
        }
        case 1: {
          tried('with results');
          await run('--out', out, '--duration', '1').ended;
          const before = readFileSync(join(out, 'recording.jsonl'), 'latin1');
          const { code } = await run('--out', out, '--duration', '2').ended;
          if (code !== 0 || !existsSync(`${out}-2`)) return `${out}: no new folder, code ${code}`;
          if (readFileSync(join(out, 'recording.jsonl'), 'latin1') !== before)
            return `${out}: results were replaced`;
          break;
        }
        default: {
          mkdirSync(out);
          const trap = random.pick([...RESULTS, 'trajectory.sqlite.new', 'trajectory.sqlite-journal']);
          tried('with a link');
          symlinkSync(victim, join(out, trap));
          const { code, stderr } = await run('--out', out, '--force', '--duration', '1').ended;
          if (readFileSync(victim, 'utf8') !== 'precious') return `${out}: the link ${trap} was followed`;
          if (code !== 0 && code !== 2) return `${out}: ended with ${code}: ${stderr}`;
          if (code === 2) return undefined;
        }
      }
      const left = readdirSync(out).filter((name) => !RESULTS.includes(name));
      if (left.length > 0) return `${out}: left over: ${left.join(', ')}`;
      const replay = await start('replay', out, '--check').ended;
      return replay.code === 0 ? undefined : `${out}: replay ended with ${replay.code}: ${replay.stderr}`;
    },
  };
}

async function waitForResults(child, out) {
  while (
    !(existsSync(join(out, 'recording.jsonl')) && readFileSync(join(out, 'recording.jsonl')).length > 20_000)
  ) {
    if (child.exitCode !== null) throw new Error(`${out}: the run ended by itself with ${child.exitCode}`);
    await setTimeout(10);
  }
}
