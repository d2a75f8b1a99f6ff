import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { messageOf } from './messages.ts';
import { run } from './run.ts';
import { loadScenario } from './scenarios.ts';
import { validate } from './validate.ts';

const folder = mkdtempSync(join(tmpdir(), 'wend-steersuite-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

const world = (minX: number) =>
  `<worldBounds><xmin>${minX}</xmin><xmax>20</xmax><ymin>0</ymin><ymax>0</ymax><zmin>-20</zmin><zmax>20</zmax></worldBounds>`;

function write(name: string, minX = -20): string {
  const file = join(folder, name);
  writeFileSync(
    file,
    `<SteerBenchTestCase><header><version>1.0</version><name>two</name>${world(minX)}</header>
<agentRegion><numAgents>2</numAgents>
<regionBounds><xmin>-9</xmin><xmax>-5</xmax><ymin>0</ymin><ymax>0</ymax><zmin>-5</zmin><zmax>5</zmax></regionBounds>
<initialConditions><direction><random>true</random></direction><radius>0.5</radius><speed>0</speed></initialConditions>
<goalSequence><seekStaticTarget><targetLocation><x>9</x><y>0</y><z>0</z></targetLocation>
<desiredSpeed>1.3</desiredSpeed><timeDuration>1000</timeDuration></seekStaticTarget></goalSequence></agentRegion>
<obstacleRegion><numObstacles>5</numObstacles>
<regionBounds><xmin>-3</xmin><xmax>5</xmax><ymin>0</ymin><ymax>0</ymax><zmin>-9</zmin><zmax>9</zmax></regionBounds>
<obstacleSize>1</obstacleSize><obstacleHeight>1</obstacleHeight></obstacleRegion></SteerBenchTestCase>`,
  );
  return file;
}

describe('files of SteerSuite on the command line', () => {
  test('run', async () => {
    const file = write('two.xml');
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const code = await run(file, { duration: '1', json: true, quiet: true, fps: '10', colour: 'group' });
    expect(code).toBe(0);
    const metrics = JSON.parse(String(out.mock.calls[0][0]));
    expect(metrics).toMatchObject({ scenario: 'two', agents: 2, steps: 20, planner: 'path' });
  });

  test('validate', async () => {
    const good = write('good.XML');
    const bad = write('bad.xml', 20);
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const failure = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await validate([good, bad])).toBe(2);
    expect(out.mock.calls).toEqual([[`${good}: valid: 2 agents, 5 obstacles, 0 targets\n`]]);
    expect(failure.mock.calls).toEqual([
      [`${bad}: line 1, header/worldBounds: expected <xmin> less than <xmax>, got 20 and 20\n`],
    ]);
  });

  test('the seed draws what the file leaves to chance, and the other changes are made to what it says', () => {
    const file = write('changed.xml');
    const first = loadScenario(file);
    const second = loadScenario(file, { seed: '2' });
    expect(second.seed).toBe(2);
    expect(second.obstacles).not.toEqual(first.obstacles);
    expect(loadScenario(file, { set: ['seed=2'] })).toEqual(second);
    const changed = loadScenario(file, { planner: 'direct', set: ['groups[0].count=1', 'dt=0.1'] });
    expect(changed.groups[0].count).toBe(1);
    expect(changed).toMatchObject({ dt: 0.1, planner: { name: 'direct' } });
    expect(changed.obstacles).toEqual(first.obstacles);
  });

  test('a file that is not there, and a seed that is none', () => {
    const messageFor = (file: string, seed?: string) => {
      try {
        loadScenario(file, seed === undefined ? {} : { seed });
      } catch (error) {
        return messageOf(error);
      }
      return 'accepted';
    };
    expect(messageFor(join(folder, 'nowhere.xml'))).toContain('nowhere.xml: no such file');
    expect(messageFor(write('seed.xml'), 'x')).toContain('seed: expected a whole number');
  });
});
