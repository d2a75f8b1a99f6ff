#!/usr/bin/env node
// The command `wend`. The version is printed by this file alone; anything else loads the bundle of the command line,
// which `npm run build` makes of cli/ (docs/decisions/0016-one-package.md).
import { readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [option, ...others] = process.argv.slice(2);
if (others.length === 0 && (option === '--version' || option === '-V')) {
  process.stdout.on('error', ({ code, message }) => {
    // The reader closed the pipe, which is no failure.
    if (code === 'EPIPE') return;
    process.stderr.write(`wend: standard output cannot be written: ${message}\n`);
    process.exitCode = 3;
  });
  process.stdout.write(`${version}\n`);
} else {
  // From Node 22.1 on, compiled code is kept between runs.
  nodeModule.enableCompileCache?.();
  try {
    const { main } = await import('../command/main.js');
    await main(process.argv, version);
  } catch (error) {
    process.stderr.write(`wend: the installation is not complete: ${error.message}\n`);
    process.exitCode = 3;
  }
}
