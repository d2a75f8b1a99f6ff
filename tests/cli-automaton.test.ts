// wend automaton, as a user runs it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { requireBuild, temporaryFolder, wend } from './wend.fixture.ts';

const folder = temporaryFolder();

beforeAll(requireBuild);

const model = {
  name: 'mood',
  variables: { comfort: { range: [0, 10] } },
  start: 'shy',
  modes: {
    shy: { flow: { comfort: 1 } },
    bold: { start: 'near', modes: { near: { set: { speed: '1 + comfort / 10' } } } },
  },
  transitions: [{ from: 'shy', to: 'bold', when: 'comfort > 4 and comfort < 8' }],
};

function write(name: string, content: object): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test('draws nested modes, equations and guards, and prints the structure', async () => {
  const picture = join(folder, 'mood.svg');
  const { code, stdout, stderr } = await wend(
    'automaton',
    write('mood.json', model),
    '--draw',
    picture,
    '--check',
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(`mood: sound
  mode shy (start)
  mode bold
    mode near (start)
  shy → bold when comfort > 4 and comfort < 8
`);
  const svg = readFileSync(picture, 'utf8');
  for (const text of ['comfort′ = 1', 'speed ← 1 + comfort / 10', 'when comfort &gt; 4 and comfort &lt; 8']) {
    expect(svg).toContain(text);
  }
  // The submode is inside its mode: three boxes, of which the last lies within the second.
  const boxes = [
    ...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" rx/g),
  ].map((box) => box.slice(1).map(Number));
  expect(boxes).toHaveLength(3);
  const [, outer, inner] = boxes;
  expect(inner[0]).toBeGreaterThan(outer[0]);
  expect(inner[1] + inner[3]).toBeLessThan(outer[1] + outer[3]);
});

test('a guard that can never hold ends with 1, a mistake with 2 and its place', async () => {
  const never = { ...model, transitions: [{ from: 'shy', to: 'bold', when: 'comfort > 11' }] };
  const doubtful = await wend('automaton', write('never.json', never), '--check');
  expect(doubtful.code).toBe(1);
  expect(doubtful.stdout).toContain('transitions.0.when: the guard "comfort > 11" can never hold');
  const wrong = { ...model, transitions: [{ from: 'shy', to: 'bold', when: 'comfrt > 1' }] };
  const refused = await wend('automaton', write('wrong.json', wrong));
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('transitions[0].when: unknown name "comfrt"');
  const none = await wend('automaton', 'corridor');
  expect({ code: none.code, stderr: none.stderr }).toEqual({
    code: 2,
    stderr: 'corridor: expected a scenario with automata, this one has none\n',
  });
});

test('an invariant that fails during a run ends it with 2, naming agent, mode and expression', async () => {
  const scenario = {
    version: 1,
    name: 'doomed',
    bounds: { min: [0, 0], max: [10, 10] },
    duration: 5,
    agents: [{ at: [1, 1], goal: [9, 9] }],
    automata: [
      {
        name: 'mood',
        variables: { c: {} },
        start: 'only',
        modes: { only: { flow: { c: 1 }, invariant: 'c <= 0.7' } },
      },
    ],
  };
  const { code, stderr } = await wend('run', write('doomed.json', scenario), '--quiet');
  expect(code).toBe(2);
  expect(stderr).toMatch(/automaton "mood", agent 0, mode only: the invariant "c <= 0.7" fails at 0\.7\d* s/);
});
