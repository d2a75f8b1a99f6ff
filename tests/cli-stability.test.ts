// wend stability, as a user runs it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { requireBuild, temporaryFolder, wend } from './wend.fixture.ts';

const folder = temporaryFolder();

beforeAll(requireBuild);

const stability = (...parameters: string[]) => wend('stability', ...parameters);

describe('wend stability', () => {
  test('prints every fixed point and what stays on', async () => {
    const { code, stdout, stderr } = await stability('--alpha', '0.4,0.2', '--gamma', '0.1,0.05');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`on    w1        w2        eigenvalues
none  0         0         0.4  0.2              unstable
1     1         0         0.15  -0.8            saddle
2     0         1         0.3  -0.4             saddle
1,2   0.894427  0.894427  -0.284041  -0.675959  stable

What stays on: classes 1 and 2.
`);
  });

  test('says of each regime what follows', async () => {
    const follows = async (alpha: string, gamma: string) =>
      (await stability('--alpha', alpha, '--gamma', gamma)).stdout.trimEnd().split('\n').at(-1);
    expect(await follows('0.4,0.04', '0.1,0.05')).toBe('What stays on: class 1 alone.');
    expect(await follows('0.1,0.75', '0.4,0.05')).toBe('What stays on: class 2 alone.');
    expect(await follows('0.3,0.2', '0.5,0.4')).toBe(
      'What stays on depends on the start: class 1 alone, or class 2 alone.',
    );
    expect(await follows('1,1,1', '-,0.8,1.6; 1.6,-,0.8; 0.8,1.6,-')).toBe(
      'Nothing is stable: the weights never come to rest.',
    );
    expect(await follows('0.4,0.2', '0.4,0.05')).toBe(
      'Nothing is stable. A marginal point is on the edge: any change of the rates decides.',
    );
  });

  test('reads γ without its diagonal or in rows; one class needs none', async () => {
    const short = await stability('--alpha', '1,2,3', '--gamma', '0.1,0.2,0.3,0.4,0.5,0.6', '--json');
    const rows = await stability('--alpha', '1,2,3', '--gamma', '9,0.1,0.2;0.3,-,0.4;0.5,0.6,-', '--json');
    expect(short.code).toBe(0);
    expect(rows.stdout).toBe(short.stdout);
    const found = JSON.parse(short.stdout);
    expect(found).toMatchObject({
      alpha: [1, 2, 3],
      gamma: [
        [0, 0.1, 0.2],
        [0.3, 0, 0.4],
        [0.5, 0.6, 0],
      ],
      classes: 3,
      stable: [[0, 1, 2]],
    });
    expect(found.fixedPoints).toHaveLength(8);
    expect(found.fixedPoints[0]).toEqual({
      support: [],
      exists: true,
      reason: null,
      weights: [0, 0, 0],
      eigenvalues: [
        { re: 3, im: 0 },
        { re: 2, im: 0 },
        { re: 1, im: 0 },
      ],
      stable: false,
      kind: 'unstable',
    });
    expect((await stability('--alpha', '0.5')).stdout).toContain('What stays on: class 1 alone.');
  });

  test('of many classes lists only the points that exist', async () => {
    const gamma = Array.from({ length: 30 }, () => 2).join();
    const { stdout } = await stability('--alpha', '1,1,1,1,1,1', '--gamma', gamma);
    // Every set of equal classes has a fixed point; with 2 > 1 only those of single classes are stable.
    expect(stdout.split('\n').filter((line) => line.endsWith(' stable'))).toHaveLength(6);
    const one = Array.from({ length: 30 }, (_, i) => (i < 5 ? 2 : 0.1)).join();
    expect((await stability('--alpha', '1,1,1,1,1,1', '--gamma', one)).stdout).toMatch(
      /\nand \d+ sets of classes without a fixed point\n/,
    );
  });

  test('--svg draws the plane of two classes', async () => {
    const file = join(folder, 'plane.svg');
    const { code } = await stability('--alpha', '0.3,0.2', '--gamma', '0.5,0.4', '--svg', file);
    expect(code).toBe(0);
    expect(readFileSync(file, 'utf8')).toMatch(/^<\?xml[\s\S]*separatrix[\s\S]*<\/svg>\n$/);
    expect(readdirSync(folder)).toEqual(['plane.svg']);
  });

  test('names the option and the entry of bad input, exits with 2 and writes nothing', async () => {
    const file = join(folder, 'none.svg');
    const refused: [string[], string][] = [
      [
        ['--alpha', '0.4,0', '--gamma', '0.1,0.05'],
        '--alpha: entry 2 is 0: with α ≤ 0 the state (0, 0) can be stable, and everything would be switched off',
      ],
      [['--alpha', '0.4,-1', '--gamma', '0.1,0.05'], '--alpha: entry 2 is -1: with α ≤ 0'],
      [['--alpha', '0.4,much', '--gamma', '0.1,0.05'], '--alpha: entry 2 is "much": expected a number'],
      [['--alpha', '', '--gamma', '0.1'], '--alpha: entry 1 is "": expected a number'],
      [['--alpha', '1,1', '--gamma', '0.1,Infinity'], '--gamma: entry 2 is "Infinity": expected a number'],
      [['--alpha', '1,1', '--gamma', '0.1'], '--gamma has 1 entries: expected the 2 numbers'],
      [['--alpha', '1,1', '--gamma', '0.1,1e200'], '--gamma: row 2, entry 1 is 1e+200'],
      [['--alpha', '1,1', '--gamma', '-,1;-,-'], '--gamma: row 2, entry 1 is "-": expected a number'],
      [
        ['--alpha', '1,2', '--gamma', '1,2;3,a'],
        '--gamma: row 2, entry 2 is "a": on the diagonal expected "-" or a number',
      ],
      [['--alpha', '1,2', '--gamma', ',2;3,-'], '--gamma: row 1, entry 1 is "": on the diagonal expected'],
      [['--alpha', '1,1', '--gamma', '-,1;1'], '--gamma: row 2 has 1 entries'],
      [['--alpha', '1,1', '--gamma', '-,1;1,-;1,1'], '--gamma has 3 rows'],
      [['--alpha', '1,1'], '--gamma is missing: expected the 2 numbers'],
      [['--alpha', '1,1,1,1,1,1,1,1,1,1,1', '--gamma', Array(110).fill(1).join()], '--alpha has 11 entries'],
      [
        ['--alpha', '1,1,1', '--gamma', '1,1,1,1,1,1', '--svg', file],
        '--svg: the phase plane is drawn for 2 classes, --alpha has 3',
      ],
      [['--alpha', '1,0', '--gamma', '1,1', '--svg', file], '--alpha: entry 2 is 0'],
      [['--alpha', '1,1', '--gamma', '0,0', '--svg', join(folder, 'absent', 'a.svg')], 'cannot be written'],
      [['--gamma', '1,1'], "required option '--alpha <list>' not specified"],
    ];
    const ended = await Promise.all(refused.map(([parameters]) => stability(...parameters)));
    for (const [i, { code, stdout, stderr }] of ended.entries()) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(refused[i][1]);
    }
    expect(existsSync(file)).toBe(false);
  });
});
