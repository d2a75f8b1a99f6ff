// A run that ends only when it is killed: node endless.mjs <file> <agents> [heights]. Prints the committed frames after each commit.
import { writeSync } from 'node:fs';
import { flyerFrames, flyerOptions, walkerFrames, walkerOptions } from './walkers.fixture.ts';
import { createTrajectoryFile } from './writer.ts';

const [path, agents, heights] = process.argv.slice(2) as [string, string, string | undefined];
const file = createTrajectoryFile(path, heights ? flyerOptions : walkerOptions);
const writeNext = heights ? flyerFrames(Number(agents)) : walkerFrames(Number(agents));
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
