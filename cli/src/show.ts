import { existsSync } from 'node:fs';
import { drawWorld } from 'wend/draw';
import { createParsedWorld, obstaclesOf } from 'wend/scenario';
import { agentsIn } from './built-in.ts';
import { BadInput, ExitCode } from './failure.ts';
import { requireEnding, requireWritable, writeWhole } from './files.ts';
import type { Changes } from './scenario-files.ts';
import { loadScenario } from './scenarios.ts';

export type ShowOptions = Changes & {
  svg?: string;
  /** Whether an existing picture may be replaced. */
  force?: boolean;
  view?: 'axonometric' | 'top' | 'side';
  json?: boolean;
};

/** Draws a scenario as it is at time 0, and says what is in it. */
export function show(nameOrFile: string, options: ShowOptions): number {
  if (options.svg !== undefined) requireEnding('--svg', options.svg, '.svg');
  const scenario = loadScenario(nameOrFile, options);
  const picture = options.svg ?? `${scenario.name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.svg`;
  if (!options.force && existsSync(picture))
    throw new BadInput(`${picture}: this file exists; --force replaces it, --svg names another`);
  const world = createParsedWorld(scenario);
  requireWritable(picture);
  writeWhole(picture, drawWorld(world, { view: options.view ?? 'axonometric' }));
  const content = {
    name: scenario.name,
    description: scenario.description ?? '',
    duration: scenario.duration,
    dt: scenario.dt,
    agentsAtStart: world.crowd.count,
    agentsToCome: agentsIn(scenario) - world.crowd.count,
    groups: scenario.groups.map(({ name }) => name),
    obstacles: obstaclesOf(scenario).length,
    targets: scenario.targets.map(({ name }) => name),
    steering: scenario.steering.name,
    planner: scenario.planner.name,
    picture,
  };
  process.stdout.write(options.json ? `${JSON.stringify(content)}\n` : describe(content));
  return ExitCode.done;
}

type Content = {
  name: string;
  description: string;
  duration: number;
  dt: number;
  agentsAtStart: number;
  agentsToCome: number;
  groups: string[];
  obstacles: number;
  targets: string[];
  steering: string;
  planner: string;
  picture: string;
};

function describe(content: Content): string {
  const { agentsAtStart, agentsToCome, description, groups, targets } = content;
  const later = agentsToCome > 0 ? `, about ${agentsToCome} come later` : '';
  const lines = [
    content.name,
    ...(description === '' ? [] : [`  ${description}`]),
    `  agents      ${agentsAtStart} at time 0${later}`,
    ...(groups.length === 0 ? [] : [`  groups      ${namesInWords(groups)}`]),
    `  obstacles   ${content.obstacles}`,
    ...(targets.length === 0 ? [] : [`  targets     ${namesInWords(targets)}`]),
    `  time        ${content.duration} s in steps of ${content.dt} s`,
    `  steering    ${content.steering}`,
    `  planner     ${content.planner}`,
    `  picture     ${content.picture}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The most names in a line. */
const MOST_NAMES = 8;

function namesInWords(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
