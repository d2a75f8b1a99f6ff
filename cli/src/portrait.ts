import { readAgent } from 'wend';
import { drawPortrait } from 'wend/draw';
import { portraitOf, type Scenario } from 'wend/scenario';
import { BadInput, ExitCode } from './failure.ts';
import { requireEnding, requireWritable, writeWhole } from './files.ts';
import type { Changes } from './scenario-files.ts';
import { loadScenario } from './scenarios.ts';
import { steeringNamed } from './switch-model.ts';
import { type Moment, worldAt } from './world-at.ts';

export type PortraitOptions = Changes & Moment & { svg?: string };

/** Steps a scenario to a time and shows the turn rate of an agent for every heading. */
export function portrait(nameOrFile: string, options: PortraitOptions): number {
  if (options.svg !== undefined) requireEnding('--svg', options.svg, '.svg');
  const scenario = loadScenario(nameOrFile, options);
  const { world, agent, time } = worldAt(scenario, options, () => {
    requirePlainDynamics(scenario);
    if (options.svg !== undefined) requireWritable(options.svg);
  });
  const shown = portraitOf(world, agent);
  if (options.svg !== undefined) {
    const { headingX, headingY } = readAgent(world, agent);
    const title = `${scenario.name}, agent ${agent} at ${time} s`;
    writeWhole(options.svg, drawPortrait(shown, title, { heading: Math.atan2(headingY, headingX) }));
  }
  process.stdout.write(`${JSON.stringify(shown)}\n`);
  return ExitCode.done;
}

/** A portrait is the turn rate over the heading in the plane, with one class of targets and one of obstacles. */
function requirePlainDynamics(scenario: Scenario): void {
  const why = reasonAgainst(scenario);
  if (why === undefined) return;
  throw new BadInput(
    `${scenario.name}: ${why}; a portrait shows a model with heading dynamics in two dimensions, without classes of its own`,
  );
}

function reasonAgainst({ dimension, steering }: Scenario): string | undefined {
  if (steeringNamed(steering.name)?.hasHeadingDynamics !== true) return `its steering is ${steering.name}`;
  if (dimension === 3) return 'it has three dimensions';
  const settings = steering as { classes?: unknown; competition?: unknown };
  if (settings.classes !== undefined) return 'it has steering.classes';
  return settings.competition === undefined ? undefined : 'it has steering.competition';
}
