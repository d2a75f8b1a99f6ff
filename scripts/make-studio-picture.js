// Takes the moving picture of the studio, docs/gallery/studio-run.png: people leave a hall, the view from above.
// It plays the scenario once, goes back to one moment after the other, and joins the screenshots to an animated PNG.
// Usage: node scripts/make-studio-picture.js [FILE.png]; after npm run build, with Chromium at /usr/bin/chromium or in CHROMIUM.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const SCENARIO = 'crowded-exits';
const STEPS_PER_SECOND = 20;
/** Simulated seconds at the first and the last picture, and between two of them. */
const FIRST = 2;
const LAST = 20;
const APART = 1.5;
/** Milliseconds that each picture is shown. */
const SHOWN = 300;
const SIZE = { width: 860, height: 540 };

const root = fileURLToPath(new URL('..', import.meta.url));
const file = process.argv[2] ?? `${root}docs/gallery/studio-run.png`;
const server = spawn(
  process.execPath,
  [`${root}cli/bin/wend.js`, 'studio', '--no-open', '--port', '0', SCENARIO],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const pictures = await takePictures(await addressOf(server));
  writeFileSync(file, joinPictures(pictures));
  process.stdout.write(`${file}\n`);
} finally {
  await browser.close();
  server.kill('SIGINT');
}

/** The address that `wend studio` prints. */
function addressOf({ stdout }) {
  return new Promise((done) => {
    let said = '';
    stdout.on('data', (text) => {
      said += text;
      const found = /(http:\S+)\n/.exec(said);
      if (found) done(found[1]);
    });
  });
}

async function takePictures(address) {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light', reducedMotion: 'reduce' });
  await context.addInitScript(() => localStorage.setItem('wend-studio-tour', 'seen'));
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('canvas.stage').waitFor();
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('4');
  await page.getByRole('button', { name: 'Play' }).click();
  const slider = page.getByRole('slider', { name: 'Moment of the run' });
  await page.waitForFunction(
    (last) => Number(document.querySelector('input[aria-label="Moment of the run"]')?.value) >= last,
    LAST * STEPS_PER_SECOND,
    { timeout: 600_000 },
  );
  await page.getByRole('button', { name: 'Pause' }).click();
  const pictures = [];
  for (let time = FIRST; time <= LAST; time += APART) {
    const step = Math.round(time * STEPS_PER_SECOND);
    await slider.fill(String(step));
    await page.locator(`.state[data-step="${step}"]`).waitFor({ state: 'attached' });
    // The trails of the moment are drawn a picture later.
    await page.waitForTimeout(200);
    pictures.push(await page.screenshot());
  }
  return keepChanges(await context.newPage(), pictures);
}

/** The same pictures, transparent where a picture has the pixels of the one before. */
async function keepChanges(page, pictures) {
  const sources = pictures.map((png) => `data:image/png;base64,${png.toString('base64')}`);
  const changes = await page.evaluate(async (list) => {
    const changed = [];
    let before;
    for (const source of list) {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const now = context.getImageData(0, 0, canvas.width, canvas.height);
      // Fewer shades: the file is half as large, and the eye sees no difference.
      for (let k = 0; k < now.data.length; k++) now.data[k] = Math.min(255, (now.data[k] + 3) & ~7);
      for (let k = 3; k < now.data.length; k += 4) now.data[k] = 255;
      const pixels = new Uint32Array(now.data.buffer);
      const own = pixels.slice();
      if (before) for (let k = 0; k < pixels.length; k++) if (pixels[k] === before[k]) pixels[k] = 0;
      before = own;
      context.putImageData(now, 0, 0);
      changed.push(canvas.toDataURL('image/png').split(',')[1]);
    }
    return changed;
  }, sources);
  return changes.map((text) => Buffer.from(text, 'base64'));
}

/** The chunks of a PNG file: their kinds and contents. */
function* chunksOf(png) {
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    yield { kind: png.toString('latin1', at + 4, at + 8), content: png.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

function chunk(kind, content) {
  const name = Buffer.from(kind, 'latin1');
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(Buffer.concat([name, content])));
  return Buffer.concat([frame, name, content, sum]);
}

/** The pixels of a PNG file, compressed more than a browser does. */
function pixelsOf(png) {
  const data = [...chunksOf(png)].filter(({ kind }) => kind === 'IDAT').map(({ content }) => content);
  return deflateSync(inflateSync(Buffer.concat(data)), { level: 9, memLevel: 9 });
}

/** An animated PNG of pictures of one size and kind. */
function joinPictures(pictures) {
  const [header] = [...chunksOf(pictures[0])];
  const signature = pictures[0].subarray(0, 8);
  const count = Buffer.alloc(8);
  count.writeUInt32BE(pictures.length, 0);
  const parts = [signature, chunk('IHDR', header.content), chunk('acTL', count)];
  let sequence = 0;
  const numbered = (content) => {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(sequence++);
    return Buffer.concat([number, content]);
  };
  for (const [k, picture] of pictures.entries()) {
    const control = Buffer.alloc(22);
    control.writeUInt32BE(header.content.readUInt32BE(0), 0);
    control.writeUInt32BE(header.content.readUInt32BE(4), 4);
    // The last picture stays for a while before the first one comes again.
    control.writeUInt16BE(k === pictures.length - 1 ? 10 * SHOWN : SHOWN, 16);
    control.writeUInt16BE(1000, 18);
    // Over the picture before: what is transparent stays.
    control.writeUInt8(1, 21);
    parts.push(chunk('fcTL', numbered(control)));
    const pixels = pixelsOf(picture);
    parts.push(k === 0 ? chunk('IDAT', pixels) : chunk('fdAT', numbered(pixels)));
  }
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))]);
}
