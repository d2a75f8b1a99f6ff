// Starts the built command as a user does.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

export function createCommands(root) {
  const program = join(root, 'cli/bin/wend.js');
  const spawned = (command, parameters) => {
    const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    let stdout = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    const ended = new Promise((done) =>
      child.on('close', (code, signal) => done({ code, signal, stderr, stdout })),
    );
    return { child, ended };
  };
  return {
    start: (...parameters) => spawned(process.execPath, [program, ...parameters]),
    /** Under a limit of bash, such as `ulimit -f 100`, and with little memory. */
    startLimited: (limit, ...parameters) =>
      spawned('bash', [
        '-c',
        `${limit}; exec "$0" "$@"`,
        process.execPath,
        '--max-old-space-size=300',
        program,
        ...parameters,
      ]),
  };
}
