import { BadInput } from '../failure.ts';
import type { Plan } from './plan.ts';
import type { SweepProgress } from './progress.ts';
import type { Pool } from './runs/pool.ts';

/** As many settings as a message explains. */
const MOST_PROBLEMS = 10;
const MOST_NOTES = 20;

/** Checks the scenario of every setting before a run begins, in all threads; refuses the sweep if one is wrong. */
export async function checkSettings(
  plan: Plan,
  pool: Pool,
  sweep: string,
  isInterrupted: () => boolean,
  progress?: SweepProgress,
): Promise<void> {
  const { count } = plan.settings;
  const problems = new Map<number, string>();
  const notes = new Set<string>();
  let [next, wrong] = [0, 0];
  const lane = async () => {
    while (next < count && !isInterrupted()) {
      const setting = next++;
      const found = await pool.check(sweep, plan.textsOf(setting), plan.seeds[0]);
      progress?.say(`${setting} of ${count} settings checked`);
      if (notes.size < MOST_NOTES) for (const note of found.notes) notes.add(note);
      if (found.problem === undefined) continue;
      wrong++;
      if (problems.size < MOST_PROBLEMS) problems.set(setting, found.problem);
    }
  };
  await Promise.all(Array.from({ length: Math.min(pool.size, count) }, lane));
  progress?.end();
  if (wrong === 0) {
    for (const note of notes) process.stderr.write(`${note}\n`);
    return;
  }
  const lines = [...problems].sort(([a], [b]) => a - b).map(([, problem]) => problem);
  if (wrong > lines.length) lines.push(`and ${wrong - lines.length} more settings`);
  throw new BadInput(`${lines.join('\n')}\n${wrong} of ${count} settings are not valid; no run has begun`);
}
