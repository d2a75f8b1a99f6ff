import { hasAgent, stepWorld } from 'wend';
import { drawExplanation } from 'wend/draw';
import { createScenarioWorld, explainAgent, explanationInWords } from 'wend/scenario';
import { BadInput, ExitCode } from './failure.ts';
import { writeWhole } from './files.ts';
import { type Changes, loadScenario } from './scenarios.ts';

export type ExplainOptions = Changes & { agent: string; time: string; svg?: string; json?: boolean };

/** Steps a scenario to a time and says why an agent moves as it does. */
export function explain(nameOrFile: string, options: ExplainOptions): number {
  const scenario = loadScenario(nameOrFile, options);
  const time = Number(options.time);
  const agent = options.agent.trim() === '' ? Number.NaN : Number(options.agent);
  if (options.time.trim() === '' || !(time >= 0 && time <= scenario.duration)) {
    throw new BadInput(`--time ${options.time}: expected seconds from 0 to ${scenario.duration}`);
  }
  if (options.svg !== undefined && scenario.dimension === 3) {
    throw new BadInput(`${scenario.name}: it has three dimensions; --svg draws explanations of the plane`);
  }
  const world = createScenarioWorld(scenario);
  const last = Math.round(time / scenario.dt);
  while (world.step < last) stepWorld(world);
  if (!hasAgent(world.crowd, agent)) {
    throw new BadInput(`--agent ${options.agent}: no agent of that id in the world at ${time} s`);
  }
  const explanation = explainAgent(world, agent);
  if (options.svg !== undefined) writeWhole(options.svg, drawExplanation(world, explanation));
  const text = options.json ? JSON.stringify(explanation) : explanationInWords(explanation).join('\n');
  process.stdout.write(`${text}\n`);
  return ExitCode.done;
}
