// A run that ends only by force: node endless.mjs <file> <agents>. Prints the committed frames after each commit.
import { writeSync } from 'node:fs';
import { walkerFrames, walkerOptions } from './walkers.fixture.ts';
import { createTrajectoryFile } from './writer.ts';

const [path, agents] = process.argv.slice(2) as [string, string];
const file = createTrajectoryFile(path, walkerOptions);
const writeNext = walkerFrames(Number(agents));
let reported = -1;
try {
  for (;;) {
    if (file.committedFrames !== reported) {
      reported = file.committedFrames;
      writeSync(1, `${reported}\n`);
    }
    writeNext(file);
  }
} catch (error) {
  const { name, reason, message } = error as Error & { reason?: string };
  writeSync(1, `${JSON.stringify({ name, reason, message })}\n`);
  file.close();
  process.exitCode = 7;
}
