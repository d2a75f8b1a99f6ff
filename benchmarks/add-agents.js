// The cost of adding 1,000 agents between two steps, here and in another build: node benchmarks/add-agents.js [ROOT] [rounds]
// ROOT is another checkout with library/dist. Processes of both builds take turns; processor time in milliseconds. `first` is
// the first thousand of a process, before anything is optimised; `best` is the fastest of thirty. After the import, other
// threads still compile functions of the loader for a while, which is no cost of adding: the measurement begins later.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [, script, first, second] = process.argv;
if (first === '--measure') await measure(second);
else compare(first, Number(second ?? 5));

async function measure(folder) {
  const open = (path) => import(pathToFileURL(`${folder}/library/dist/${path}`).href);
  const { addAgent, createWorld } = await open('index.js');
  const create = existsSync(`${folder}/library/dist/scenario.js`)
    ? (await open('scenario.js')).createScenarioWorld
    : createWorld;
  const times = [];
  await new Promise((resolve) => setTimeout(resolve, 300));
  for (let round = 0; round < 30; round++) {
    const world = create({ version: 1, name: 'yard', bounds: { min: [0, 0], max: [100, 60] }, duration: 10 });
    const begin = process.cpuUsage();
    for (let k = 0; k < 1000; k++) {
      addAgent(world, { at: [2 + (k % 40) * 1.5, 2 + Math.floor(k / 40) * 1.5], goal: [50, 30] });
    }
    const { system, user } = process.cpuUsage(begin);
    times.push((user + system) / 1000);
  }
  process.stdout.write(JSON.stringify({ first: times[0], best: Math.min(...times) }));
}

function compare(other, rounds) {
  const folders = other === undefined ? [root] : [root, other];
  const found = folders.map(() => ({ first: [], best: [] }));
  for (let round = 0; round < rounds; round++) {
    folders.forEach((folder, k) => {
      const result = JSON.parse(
        execFileSync(process.execPath, [script, '--measure', folder], { encoding: 'utf8' }),
      );
      found[k].first.push(result.first);
      found[k].best.push(result.best);
    });
  }
  for (const key of ['first', 'best']) {
    const values = found.map((one) => Math.min(...one[key]));
    const ratio = values.length > 1 ? `, ${(values[0] / values[1]).toFixed(3)} of the other` : '';
    console.log(`${key}: ${values.map((value) => value.toFixed(2)).join(' and ')} ms${ratio}`);
  }
}
