import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stepWorld } from 'wend';
import { checkScenario, createScenarioWorld, type ScenarioInput } from 'wend/scenario';
import { readSteerSuite } from './index.ts';

/** The test cases that came with SteerSuite; read in place, never copied. */
const folder = resolve(import.meta.dirname, '../../../../shared/data/steerbench');
const isHere = existsSync(folder);
if (!isHere) console.warn(`SKIPPED: published SteerSuite files are not read; ${folder} is absent`);
const files = isHere
  ? readdirSync(folder)
      .filter((file) => file.endsWith('.xml'))
      .sort()
  : [];

const withoutComments = (file: string) => textOf(file).replace(/<!--[\s\S]*?-->/g, '');
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');

/** The file whose agents have random places and run after each other: it has a test of its own. */
const EXAMPLE = 'EXAMPLE.xml';

/** Counts by looking at the text alone. */
function countsOf(text: string): { agents: number; obstacles: number } {
  const count = (name: string) => text.split(`<${name}>`).length - 1;
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`<${name}>\\s*(\\d+)\\s*</${name}>`, 'g'))].reduce(
      (all, [, n]) => all + Number(n),
      0,
    );
  return {
    agents: count('agent') + sum('numAgents'),
    obstacles:
      count('obstacle') + count('circleObstacle') + count('orientedBoxObstacle') + sum('numObstacles'),
  };
}

/** The x and z of each tuple of a name in a text. */
function tuplesOf(text: string, name: string): number[][] {
  const blocks = [...text.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, block]) => block,
  );
  return blocks.map((block) =>
    ['x', 'z'].map((axis) => Number(block.match(`<${axis}>(.*?)</${axis}>`)?.[1]) + 0),
  );
}

function pointsOf({ goal, journey }: NonNullable<ScenarioInput['agents']>[number]): unknown[] {
  return goal ? [goal] : (journey?.stages.map((stage) => 'point' in stage && stage.point) ?? []);
}

describe.runIf(isHere)('the published test cases', () => {
  test('are all there', () => {
    expect(files.length).toBe(39);
  });

  test.each(files.filter((file) => file !== EXAMPLE))('%s', (file) => {
    const input = readSteerSuite(textOf(file), file);
    const scenario = checkScenario(input, file);
    const world = createScenarioWorld(scenario);
    const text = withoutComments(file);
    const counts = countsOf(text);
    expect(world.crowd.count).toBe(counts.agents);
    expect(scenario.obstacles.length).toBe(counts.obstacles);
    expect(scenario.planner.name).toBe(counts.obstacles > 0 ? 'path' : 'direct');
    expect(scenario.steering).toEqual(checkScenario({ ...input, agents: [], groups: [] }).steering);
    // Places and goals of single agents, in the order of the file.
    const blocks = [...text.matchAll(/<agent>([\s\S]*?)<\/agent>/g)].map(([, block]) => block);
    blocks.forEach((block, k) => {
      const agent = input.agents![k];
      expect([agent.at]).toEqual(tuplesOf(block, 'position'));
      expect(pointsOf(agent)).toEqual(tuplesOf(block, 'targetLocation'));
    });
  });

  test('in EXAMPLE.xml one agent flees from another, which pursues a third', () => {
    const warnings: string[] = [];
    const input = readSteerSuite(textOf(EXAMPLE), EXAMPLE, { warn: (line) => warnings.push(line) });
    const [first, second] = input.agents!;
    expect(first.journey!.stages).toEqual([
      { kind: 'seek', point: [10, -0.5], radius: 0.5 },
      { kind: 'flee', agent: 'Agent B', distance: expect.any(Number) },
    ]);
    expect(second.journey!.stages).toEqual([{ kind: 'pursue', group: 'region 1', distance: 1.5 }]);
    const world = createScenarioWorld(checkScenario(input, EXAMPLE));
    const counts = countsOf(withoutComments(EXAMPLE));
    expect([world.crowd.count, input.obstacles!.length]).toEqual([counts.agents, counts.obstacles]);
    for (let k = 0; k < 20; k++) stepWorld(world);
  });

  test('the file with the reversed world is whole but for that', () => {
    const mended = textOf('circle-20.xml').replaceAll('-200.000000', '200.000000');
    const scenario = checkScenario(readSteerSuite(mended, 'circle-20.xml'));
    expect(scenario.agents.length).toBe(20);
    expect(scenario.agents[1].speed).toBe(2.390268);
  });
});
