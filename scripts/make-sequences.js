// Writes docs/gallery/sequences/: the papers' figures that are sequences of snapshots, each by one command of the command
// line. Usage: node scripts/make-sequences.js [NAME …]; after npm run build. It takes some minutes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sections } from './gallery/sequences.js';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const folder = 'docs/gallery/sequences';
const wanted = process.argv.slice(2);

mkdirSync(at(folder), { recursive: true });
for (const { pictures } of sections) {
  for (const { command, name } of pictures) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const options = [...command.split(' '), '--quiet', '--picture', at(`${folder}/${name}.svg`)];
    try {
      execFileSync(process.execPath, [at('cli/bin/wend.js'), ...options]);
    } catch (error) {
      // A scenario whose expectation another planner does not meet is drawn, too.
      if (error.status !== 1) throw error;
    }
    process.stderr.write(`${name}\n`);
  }
}
writeFileSync(at(`${folder}/README.md`), page());

function page() {
  const parts = [
    '# Figures in sequence',
    'The figures of the papers that show a run at several moments, drawn with `--snapshots`. Lines are the trails so far; where hundreds lie on each other, cells are as dark as many agents have passed. `node scripts/make-sequences.js` draws them again and writes this page.',
  ];
  for (const { pictures, title, text } of sections) {
    parts.push(`## ${title}`, ...(text ? [text] : []));
    for (const picture of pictures) {
      parts.push(`### ${picture.title}`, picture.text);
      parts.push(`\`\`\`\nwend ${picture.command} --picture ${picture.name}.svg\n\`\`\``);
      parts.push(`![${picture.title}](${picture.name}.svg)`);
    }
  }
  return `${parts.join('\n\n')}\n`;
}
