import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { maximumScenarioBytes } from 'wend/scenario';
import { readTrajectoryFile } from '../jupedsim/index.ts';
import { FileError, openRegularFile, readTextFile } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'wend-files-'));
afterAll(() => rmSync(folder, { recursive: true }));
const isUnix = process.platform !== 'win32';

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test('a text of every length around the first buffer is read whole', () => {
  for (const length of [0, 1, 65_535, 65_536, 65_537, 200_000]) {
    const text = 'ä'.repeat(length).slice(0, length);
    expect(readTextFile(write('text', text)) === text, String(length)).toBe(true);
  }
});

// Without the checks these calls do not return.
test.skipIf(!isUnix)('what is no regular file is refused at once, also a pipe without a writer', () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const [path, kind] of [
    ['/dev/zero', 'a device'],
    [pipe, 'a pipe'],
    [folder, 'a folder'],
  ]) {
    const message = `${path}: cannot be read: expected a regular file, this is ${kind}`;
    expect(() => openRegularFile(path)).toThrow(new FileError(path, message.slice(path.length + 2)));
    expect(() => readTextFile(path)).toThrow(message);
    expect(() => readTrajectoryFile(path)).toThrow(message);
  }
});

test('a missing file is told apart from others', () => {
  const path = join(folder, 'none');
  const failure = caught(() => readTextFile(path));
  expect(failure).toMatchObject({
    isMissing: true,
    path,
    reason: expect.stringMatching(/^cannot be read: ENOENT/),
  });
  expect(caught(() => readTextFile(folder)).isMissing).toBe(false);
});

test('a file above the limit is refused before it is read', () => {
  const path = write('long', '');
  // A file of zeros that takes no space.
  truncateSync(path, maximumScenarioBytes + 1);
  expect(() => readTextFile(path)).toThrow(`${path}: expected at most ${maximumScenarioBytes} bytes`);
});

// The size that the system gives for these files is 0; only reading tells the length.
test.skipIf(process.platform !== 'linux')('a file that says it is empty is read to its end', () => {
  expect(readTextFile('/proc/self/maps').length).toBeGreaterThan(1000);
});

test.each([
  ['with a mark, little end first', Buffer.from('\ufeff{"a": 1}', 'utf16le')],
  ['with a mark, big end first', Buffer.from('\ufeff{"a": 1}', 'utf16le').swap16()],
  ['without a mark', Buffer.from('{"a": 1}', 'utf16le')],
  ['without a mark, big end first', Buffer.from('{"a": 1}', 'utf16le').swap16()],
])('UTF-16 %s is called by its name', (_, bytes) => {
  const path = write('wide', bytes);
  expect(() => readTextFile(path)).toThrow(
    `${path}: expected text in UTF-8, this is UTF-16; save it again as UTF-8`,
  );
});

function caught(action: () => unknown): FileError {
  try {
    action();
  } catch (error) {
    if (error instanceof FileError) return error;
  }
  throw new Error('expected a FileError');
}
