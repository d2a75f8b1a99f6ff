/**
 * A script for Slurm: an array of tasks, each of which does a part of the runs, and the command that makes the tables.
 * `given` are the words of the command line after `wend sweep`.
 */
export function slurmScript(given: readonly string[], out: string, tasks: number): string {
  const words = withoutOptions(given, ['--export', '--tasks', '--jobs']).map(quoted).join(' ');
  return `#!/bin/bash
#SBATCH --job-name=wend-sweep
#SBATCH --array=1-${tasks}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --time=04:00:00
#SBATCH --output=wend-sweep-%A-%a.log
#
# Each task does a part of the runs and leaves its rows in ${out.replace(/\s+/g, ' ')}. When all are done, make the tables:
#
#   sbatch --dependency=afterany:JOB --wrap "$(tail -n 1 THIS_SCRIPT | cut -c 3-)"
#
# The last line also does the runs that a task left undone. All tasks must see the same folder.
set -euo pipefail
wend sweep ${words} --part "$SLURM_ARRAY_TASK_ID/${tasks}" --jobs "\${SLURM_CPUS_PER_TASK:-1}" --quiet
# wend sweep ${words} --resume
`;
}

/** Options that take a value, and their values, left out. */
function withoutOptions(words: readonly string[], options: readonly string[]): string[] {
  const kept: string[] = [];
  for (let k = 0; k < words.length; k++) {
    if (options.includes(words[k])) k++;
    else if (!options.some((option) => words[k].startsWith(`${option}=`))) kept.push(words[k]);
  }
  return kept;
}

/** A word as a shell reads it back. */
function quoted(word: string): string {
  return /^[\w./:=,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
