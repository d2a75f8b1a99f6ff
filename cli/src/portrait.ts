import { createWorld, hasAgent, portraitOf, readAgent, stepWorld } from 'wend';
import { BadInput, ExitCode } from './failure.ts';
import { drawPortrait } from './pictures/index.ts';
import { writeWhole } from './results.ts';
import { type Changes, loadScenario } from './scenarios.ts';

export type PortraitOptions = Changes & { agent: string; time: string; svg?: string };

/** Steps a scenario to a time and shows how an agent would turn, whatever its heading. */
export function portrait(nameOrFile: string, options: PortraitOptions): number {
  const scenario = loadScenario(nameOrFile, options);
  const time = Number(options.time);
  const agent = options.agent.trim() === '' ? Number.NaN : Number(options.agent);
  if (options.time.trim() === '' || !(time >= 0 && time <= scenario.duration)) {
    throw new BadInput(`--time ${options.time}: expected seconds from 0 to ${scenario.duration}`);
  }
  const world = createWorld(scenario);
  const last = Math.round(time / scenario.dt);
  while (world.step < last) stepWorld(world);
  if (!hasAgent(world.crowd, agent)) {
    throw new BadInput(`--agent ${options.agent}: no agent of that id in the world at ${time} s`);
  }
  const shown = portraitOf(world, agent);
  if (options.svg !== undefined) {
    const { headingX, headingY } = readAgent(world, agent);
    const title = `${scenario.name}, agent ${agent} at ${time} s`;
    writeWhole(options.svg, drawPortrait(shown, title, { heading: Math.atan2(headingY, headingX) }));
  }
  process.stdout.write(`${JSON.stringify(shown)}\n`);
  return ExitCode.done;
}
