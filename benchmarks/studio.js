// What the studio costs its page: main-thread script per picture, from the browser's own tracing.
//
//   node benchmarks/studio.js [--agents 10000] [--seconds 8] [--view flat|solid]     after npm run build; needs a Chromium
//
// A square full of agents runs in the studio while the browser traces. The script of a picture is the time of all
// callbacks of animation frames, messages, timers and events on the page's main thread, in processor time of that thread,
// divided by the pictures. The simulation has a thread of its own and does not count. Also printed: pictures per second, and
// simulated seconds per second of the clock, at the speed 1×. Nothing is drawn by a graphics card.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';

const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '8' },
    view: { type: 'string', default: 'flat' },
  },
});
const agents = Number(values.agents);
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'wend-studio-'));
const side = Math.sqrt(agents / 0.15);
const file = join(folder, 'square.json');
writeFileSync(
  file,
  JSON.stringify({
    version: 1,
    name: 'square',
    bounds: { min: [0, 0], max: [side, side] },
    duration: 600,
    dt: 0.1,
    groups: [1, 2, 3].map((number) => ({
      name: `group ${number}`,
      count: Math.round(agents / 3),
      region: { box: { min: [1, 1], max: [side - 1, side - 1] } },
      goal: { mirror: [side / 2, side / 2] },
    })),
  }),
);
const server = spawn(
  process.execPath,
  [join(root, 'cli/bin/wend.js'), 'studio', file, '--no-open', '--port', '0'],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const address = await new Promise((done) =>
  server.stdout.on('data', (text) => done(/http:\S+/.exec(String(text))[0])),
);
const browser = await chromium.launch({
  executablePath: process.env.WEND_CHROMIUM || '/usr/bin/chromium',
  // Three dimensions need WebGL, here without a graphics card.
  args: [
    '--no-sandbox',
    ...(values.view === 'solid'
      ? ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']
      : ['--disable-gpu']),
  ],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(300_000);
  await page.addInitScript(() => localStorage.setItem('wend-studio-tour', 'seen'));
  await page.goto(address);
  await page.locator('canvas.stage[data-step]').waitFor();
  if (values.view === 'solid') await page.getByRole('button', { name: 'Three dimensions' }).click();
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1');
  await page.waitForFunction(() => Number(document.querySelector('.clock b')?.textContent) > 0.5);
  // The first pictures compile scripts and shaders.
  await page.evaluate(async () => {
    for (let k = 0; k < 30; k++) await new Promise(requestAnimationFrame);
  });
  const clock = () =>
    page.evaluate(() => ({
      real: performance.now() / 1000,
      simulated: Number(document.querySelector('.clock b').textContent),
    }));
  await browser.startTracing(page, { categories: ['devtools.timeline', '__metadata'] });
  const before = await clock();
  await page.waitForTimeout(1000 * Number(values.seconds));
  const after = await clock();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  console.log(report(traceEvents, (after.simulated - before.simulated) / (after.real - before.real)));
} finally {
  await browser.close();
  server.kill('SIGINT');
  rmSync(folder, { recursive: true });
}

/** Pictures per second from the first to the last of a thread. */
function rateOf(frames, thread) {
  const times = frames.filter(({ pid, tid }) => `${pid} ${tid}` === thread).map(({ ts }) => ts);
  return ((times.length - 1) / (Math.max(...times) - Math.min(...times))) * 1e6;
}

/** Script of the main thread of the page that drew the most pictures. */
function report(events, rate) {
  const callbacks = new Set([
    'FunctionCall',
    'EvaluateScript',
    'TimerFire',
    'EventDispatch',
    'FireAnimationFrame',
  ]);
  const frames = events.filter(({ name }) => name === 'FireAnimationFrame');
  const counts = new Map();
  for (const { pid, tid } of frames) counts.set(`${pid} ${tid}`, (counts.get(`${pid} ${tid}`) ?? 0) + 1);
  const [thread, pictures] = [...counts].sort(([, a], [, b]) => b - a)[0];
  const own = events
    .filter(({ name, ph, pid, tid }) => ph === 'X' && callbacks.has(name) && `${pid} ${tid}` === thread)
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  // Callbacks contain each other: only the outermost count.
  let end = 0;
  let sum = 0;
  const each = [];
  for (const { name, ts, dur, tdur = dur } of own) {
    if (ts < end) continue;
    end = ts + dur;
    sum += tdur;
    if (name === 'FireAnimationFrame') each.push(tdur);
  }
  each.sort((a, b) => a - b);
  const milliseconds = (value) => (value / 1000).toFixed(2);
  return [
    `agents, view                   ${agents}, ${values.view === 'solid' ? 'three dimensions' : 'from above'}`,
    `pictures                       ${pictures}, ${rateOf(frames, thread).toFixed(1)} per second`,
    `script per picture             ${milliseconds(sum / pictures)} ms`,
    `of it, drawing: median, 95 %   ${milliseconds(each[each.length >> 1])} ms, ${milliseconds(each[Math.floor(0.95 * each.length)])} ms`,
    `simulated seconds per second   ${rate.toFixed(2)}`,
  ].join('\n');
}
