import type { World } from 'wend';
import { drawExplanation } from 'wend/draw';
import { explainAgent, explanationInWords } from 'wend/scenario';
import { BadInput, ExitCode } from './failure.ts';
import { requireEnding, requireWritable, writeWhole } from './files.ts';
import type { Changes } from './scenario-files.ts';
import { loadScenario } from './scenarios.ts';
import { type Moment, worldAt } from './world-at.ts';

export type ExplainOptions = Changes & Moment & { svg?: string; json?: boolean };

/** Steps a scenario to a time and says why an agent moves as it does. */
export function explain(nameOrFile: string, options: ExplainOptions): number {
  if (options.svg !== undefined) requireEnding('--svg', options.svg, '.svg');
  const scenario = loadScenario(nameOrFile, options);
  const { world, agent } = worldAt(scenario, options, () => {
    if (options.svg === undefined) return;
    if (scenario.dimension === 3)
      throw new BadInput(`${scenario.name}: it has three dimensions; --svg draws explanations of the plane`);
    requireWritable(options.svg);
  });
  const explanation = explanationOf(world, agent);
  if (options.svg !== undefined) writeWhole(options.svg, drawExplanation(world, explanation));
  const text = options.json ? JSON.stringify(explanation) : explanationInWords(explanation).join('\n');
  process.stdout.write(`${text}\n`);
  return ExitCode.done;
}

/** In the step in which it leaves, an agent decides nothing. */
function explanationOf(world: World, agent: number): ReturnType<typeof explainAgent> {
  try {
    return explainAgent(world, agent);
  } catch (error) {
    if (error instanceof RangeError) throw new BadInput(`--agent ${agent}: ${error.message}`);
    throw error;
  }
}
