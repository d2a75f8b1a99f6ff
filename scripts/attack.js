// Attacks the built packages: files that are mutated, forged or none, kills of runs and sweeps, folders, full disks, the
// server of the studio, and random crowds against a checker of its own.
//
//   node scripts/attack.js --minutes N --seed S     as long as the clock says
//   node scripts/attack.js --rounds N --seed S      a fixed amount of work; the tests do this
//   … --only mutations,physics                      some of the attacks
//
// Prints what was tried and how often, and each finding with what repeats it; exits with 1 if there is one.
// scripts/attack/limits.js says what the physics attack accepts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createCommands } from './attack/commands.js';
import { createFiles } from './attack/files.js';
import { createForgeries } from './attack/forgeries.js';
import { createMutations } from './attack/mutations.js';
import { createPhysics } from './attack/physics.js';
import { createRandom } from './attack/random.js';
import { createRuns } from './attack/runs.js';
import { createServerAttack } from './attack/server.js';
import { createSweeps } from './attack/sweeps.js';

/** Attacks of each kind in a round. */
const ROUND = {
  mutations: 400,
  forgeries: 100,
  kills: 1,
  folder: 1,
  sweeps: 1,
  files: 2,
  disk: 2,
  server: 20,
  physics: 8,
};

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    rounds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: Object.keys(ROUND).join(',') },
  },
});
const seed = Number(values.seed);
const only = values.only.split(',');
const rounds = values.rounds === undefined ? Number.POSITIVE_INFINITY : Number(values.rounds);
const minutes = values.rounds === undefined ? Number(values.minutes) : Number.POSITIVE_INFINITY;
if (!Number.isSafeInteger(seed) || !(rounds > 0) || !(minutes > 0) || only.some((kind) => !(kind in ROUND))) {
  console.error(
    `expected --minutes or --rounds above 0, a whole --seed, and --only of ${Object.keys(ROUND)}`,
  );
  process.exit(2);
}

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'wend-attack-'));
const commands = createCommands(root);
const mutations = createMutations(root);
const runs = createRuns(commands, folder);
const files = createFiles(commands, folder);
const server = createServerAttack(commands);
const physics = createPhysics();
const attacks = {
  mutations: mutations.attack,
  forgeries: createForgeries(root),
  kills: runs.kill,
  folder: runs.folder,
  sweeps: createSweeps(commands, folder),
  files: files.read,
  disk: files.write,
  server: server.attack,
  physics: physics.attack,
};
const counts = Object.fromEntries(only.map((kind) => [kind, 0]));
/** How often each variant of a kind was tried. */
const variants = Object.fromEntries(only.map((kind) => [kind, new Map()]));
const findings = [];
const end = performance.now() + 60_000 * minutes;
try {
  for (let round = 0; round < rounds && performance.now() < end; round++) {
    for (const kind of only) {
      for (let k = 0; k < ROUND[kind] && performance.now() < end; k++) {
        // Each attack has a seed of its own, so that it can be repeated alone.
        const own = seed * 1_000_003 + counts[kind];
        const tried = (variant) => variants[kind].set(variant, (variants[kind].get(variant) ?? 0) + 1);
        const found = await attacks[kind](createRandom(own), tried);
        counts[kind]++;
        if (found !== undefined) findings.push(`${kind} ${own}: ${found}`);
      }
    }
  }
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
for (const finding of findings.slice(0, 20)) console.log(`FOUND ${finding}`);
for (const [kind, found] of Object.entries(variants)) {
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  if (sorted.length > 0)
    console.log(`  ${kind}: ${sorted.map(([variant, count]) => `${count} ${variant}`).join(', ')}`);
}
const list = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
console.log(`${list.join(', ')}: ${findings.length} findings (seed ${seed})`);
process.exitCode = findings.length > 0 ? 1 : 0;
