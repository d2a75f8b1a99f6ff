// What the studio gives away of a run: files that other programs open, made in a browser.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTrajectoryFile } from '@wend/formats/jupedsim';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeStudio } from './studio.fixture.ts';
import { lawn, root, temporaryFolder, wend, writeTo } from './wend.fixture.ts';

const folder = temporaryFolder();
const lawnFile = writeTo(folder, 'lawn.json', lawn);

/** Names, extras and channels in the JSON part of a binary glTF file; numbers that are computed are left out. */
function sceneIn(bytes: Buffer): { nodes: unknown[]; animations: unknown[] } {
  const { nodes, animations } = JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12)));
  return {
    nodes: nodes.map(({ name, extras, mesh }: Record<string, unknown>) => ({ name, extras, mesh })),
    animations: animations.map(({ channels }: { channels: unknown[] }) => channels),
  };
}

/** All that a reader finds in a trajectory file. */
function trajectoryIn(path: string): unknown[] {
  const reader = readTrajectoryFile(path);
  try {
    const frames = [...reader.frames()];
    return [reader.framesPerSecond, reader.bounds, reader.wkt, frames];
  } finally {
    reader.close();
  }
}

await describeStudio('files of the studio in a browser', { scenario: lawnFile }, (studio) => {
  /** The lawn after twenty steps, with the panel of files. */
  const openLawn = async (): Promise<Page> => {
    const page = await studio.open(studio.address);
    await page.locator('canvas.stage[data-step]').waitFor();
    for (let step = 1; step <= 20; step++) {
      await page.getByRole('button', { name: 'One step on' }).click();
      await page.locator(`canvas.stage[data-step="${step}"]`).waitFor();
    }
    await page.getByRole('tab', { name: 'Save' }).click();
    return page;
  };

  const take = async (page: Page, name: string): Promise<Buffer> => {
    const waiting = page.waitForEvent('download');
    await page.locator('.offers').getByRole('button', { name }).click();
    const file = await waiting;
    await page.getByText('is saved.').waitFor();
    return readFileSync(await file.path());
  };

  test('picture, drawing, trajectory, scene, metrics and scenario are those of the run', async () => {
    const page = await openLawn();
    expect((await take(page, 'Picture')).subarray(1, 4).toString('latin1')).toBe('PNG');
    const drawing = (await take(page, 'Drawing')).toString('utf8');
    expect(drawing).toMatch(/<svg[\s\S]*<\/svg>\s*$/);
    expect(JSON.parse((await take(page, 'Scenario')).toString('utf8'))).toMatchObject({
      ...{ name: lawn.name, duration: lawn.duration },
      groups: [{ name: 'people', count: 20 }],
    });

    // The command line writes the same trajectory, to the byte, and the same scene.
    const [csv, glb, sqlite] = ['csv', 'glb', 'sqlite'].map((end) => join(folder, `run.${end}`));
    const seconds = String(20 * 0.05);
    const { code } = await wend(
      'export',
      lawnFile,
      '--duration',
      seconds,
      '--csv',
      csv,
      '--gltf',
      glb,
      '--sqlite',
      sqlite,
      '--quiet',
    );
    expect(code).toBe(0);
    expect((await take(page, 'Trajectory (CSV)')).toString('utf8')).toBe(readFileSync(csv, 'utf8'));
    const database = join(folder, 'page.sqlite');
    writeFileSync(database, await take(page, 'Trajectory (SQLite)'));
    expect(trajectoryIn(database)).toEqual(trajectoryIn(sqlite));
    // Sines and cosines may differ in their last bit from machine to machine, so that files are equal but for a few bits.
    const [mine, other] = [await take(page, 'Animated scene'), readFileSync(glb)].map(sceneIn);
    expect(mine.nodes).toEqual(other.nodes);
    expect(mine.animations).toEqual(other.animations);
    const metrics = JSON.parse((await take(page, 'Metrics')).toString('utf8'));
    const shown = execFileSync(
      process.execPath,
      [join(root, 'cli/bin/wend.js'), 'run', lawnFile, '--duration', seconds, '--json', '--quiet'],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    );
    expect(metrics).toMatchObject({ steps: 20, stateHash: JSON.parse(shown).stateHash });
  });

  test('a video plays for as long as the run has lasted, and has a picture at its end', async () => {
    const page = await openLawn();
    const film = await take(page, 'Video');
    expect(film.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
    const seen = await page.evaluate(
      async (bytes) => {
        const video = document.createElement('video');
        video.muted = true;
        video.src = URL.createObjectURL(new Blob([Uint8Array.from(bytes)], { type: 'video/webm' }));
        await new Promise((done, fail) => {
          video.onloadedmetadata = done;
          video.onerror = () => fail(new Error(video.error?.message));
        });
        const ended = new Promise((done) => {
          video.onseeked = done;
        });
        video.currentTime = video.duration - 0.02;
        await ended;
        return { duration: video.duration, width: video.videoWidth, height: video.videoHeight };
      },
      [...film],
    );
    // Twenty-one pictures, each for a step of 0.05 s.
    expect(seen.duration).toBeCloseTo(21 * 0.05, 1);
    expect(seen.width % 2).toBe(0);
    expect(seen.height).toBeGreaterThan(200);
  });
});
