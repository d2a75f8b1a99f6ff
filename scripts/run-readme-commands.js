// Runs the commands that the README shows for the command line, as a reader would: node scripts/run-readme-commands.js
// An argument runs only the commands that contain it. npm's own commands are steps of .github/workflows/ci.yml.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'results/readme');
const only = process.argv[2] ?? '';

/** Every line that calls the command line, without its comment. */
const commands = readFileSync(join(root, 'README.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('npx wend '))
  .map((line) => line.replace(/\s+#.*$/, ''))
  .filter((command) => command.includes(only));
if (commands.length === 0) throw new Error(`the README shows no command with "${only}"`);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
// The scenario file that the README assumes.
copyFileSync(join(root, 'scenarios/corridor.json'), join(folder, 'my-scenario.json'));

const failed = [];
for (const command of commands) {
  console.log(`\n$ ${command}`);
  const { status } = spawnSync(command, { cwd: folder, shell: true, stdio: 'inherit' });
  if (status !== 0) failed.push(`${command} (exit code ${status})`);
}
console.log(`\n${commands.length - failed.length} of ${commands.length} commands of the README ran`);
for (const command of failed) console.error(`failed: ${command}`);
process.exitCode = failed.length > 0 ? 1 : 0;
