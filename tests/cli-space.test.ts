import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTrajectoryFile } from '@wend/formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { requireBuild, temporaryFolder, wend } from './wend.fixture.ts';

const folder = temporaryFolder();
beforeAll(requireBuild);

const shoal = {
  version: 1,
  name: 'shoal',
  dimension: 3,
  bounds: { min: [0, 0, 0], max: [20, 10, 8], walls: true },
  duration: 6,
  obstacles: [
    { shape: 'sphere', center: [10, 5, 4], radius: 1.5 },
    {
      shape: 'triangles',
      points: [
        [0, 0, 0.5],
        [20, 0, 0.2],
        [10, 10, 1],
      ],
      faces: [[0, 1, 2]],
    },
  ],
  groups: [
    {
      name: 'fish',
      count: 12,
      region: { ball: { center: [3, 5, 4], radius: 2 } },
      goal: { offset: [14, 0, 1] },
    },
  ],
  steering: { climbNoise: 0.05 },
};

function write(name: string, scenario: object): string {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(scenario));
  return file;
}

describe('wend in three dimensions', () => {
  const file = write('shoal', shoal);
  const out = join(folder, 'results');

  test('run writes heights, a picture and a recording that replays', async () => {
    const picture = join(folder, 'shoal.svg');
    const { code, stdout } = await wend('run', file, '--out', out, '--picture', picture, '--json', '--quiet');
    expect(code).toBe(0);
    const metrics = JSON.parse(stdout);
    expect(metrics).toMatchObject({ scenario: 'shoal', agents: 12, outside: 0 });
    expect(readdirSync(out).sort()).toEqual(['metrics.json', 'recording.jsonl', 'trajectory.sqlite']);
    expect(readFileSync(picture, 'utf8')).toMatch(/<svg .*<\/svg>\s*$/s);
    const trajectory = readTrajectoryFile(join(out, 'trajectory.sqlite'));
    try {
      expect(trajectory.hasHeights).toBe(true);
      const frame = trajectory.readFrame(0);
      expect(frame.z).toHaveLength(12);
      for (const z of frame.z!) expect(z).toBeGreaterThan(1);
    } finally {
      trajectory.close();
    }
    const replayed = await wend('replay', out, '--check');
    expect(replayed.code).toBe(0);
    expect(replayed.stdout).toContain('bit by bit');
  });

  test('a scene may be drawn from above and from the side', async () => {
    for (const view of ['top', 'side']) {
      const picture = join(folder, `${view}.svg`);
      const { code } = await wend(
        'run',
        file,
        '--duration',
        '1',
        '--picture',
        picture,
        '--view',
        view,
        '--quiet',
      );
      expect(code).toBe(0);
      expect(readFileSync(picture, 'utf8')).toContain('<svg');
    }
  });

  const bad: [string, object, string][] = [
    ['a shape of the plane', { obstacles: [{ shape: 'circle', center: [1, 1], radius: 1 }] }, 'obstacles[0]'],
    [
      'a face without area',
      {
        obstacles: [
          {
            shape: 'triangles',
            points: [
              [0, 0, 0],
              [1, 1, 1],
              [2, 2, 2],
            ],
            faces: [[0, 1, 2]],
          },
        ],
      },
      'obstacles[0].faces[0]',
    ],
    ['an unknown class', { groups: [{ ...shoal.groups[0], class: 'sharks' }] }, 'groups[0].class'],
    [
      'agility above 1',
      { groups: [{ ...shoal.groups[0], personality: { agility: 1.5 } }] },
      'groups[0].personality.agility',
    ],
    [
      'an advantage of 0',
      {
        steering: {
          name: 'nonlinear',
          classes: [
            { name: 'target', kind: 'target', advantage: { constant: 0 } },
            { name: 'rest', kind: 'obstacle' },
          ],
        },
      },
      'steering.classes[0].advantage.constant',
    ],
  ];
  test.each(bad)('%s is refused with a message that names the place', async (name, change, place) => {
    const broken = write(name.replaceAll(' ', '-'), { ...shoal, ...change });
    const { code, stdout, stderr } = await wend('run', broken);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(place);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
