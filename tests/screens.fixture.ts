import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { root } from './wend.fixture.ts';

/**
 * Screenshots are compared by the mean colours of blocks of 20 × 20 pixels. Chromium's versions and the fonts of a machine change
 * single pixels: how edges are smoothed, how wide a letter is, where a line breaks. A letter covers a small part of a block.
 */
const BLOCK = 20;
const COLUMNS = 72;
const ROWS = 45;

/** What fonts and smoothing change on average over all blocks, of 255; another theme or an empty stage changes 20 and more. */
const MEAN = 3;
/** How much a block may change before it counts: text in another font or a line farther down fills a fifth of it. */
const LOUD = 48;
/** This many blocks may change more: the width of a column of text by the fonts. A missing panel or button row changes more. */
const LOUD_BLOCKS = 0.03 * COLUMNS * ROWS;

const folder = join(root, 'tests/screens');

/** The means of the blocks of what a page shows, three numbers for each. */
export async function blocksOf(page: Page): Promise<number[]> {
  const picture = (await page.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64');
  return page.evaluate(
    async ([data, block, columns, rows]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d', { willReadFrequently: true })!;
      context.drawImage(image, 0, 0);
      const means: number[] = [];
      for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
          const { data: pixels } = context.getImageData(column * block, row * block, block, block);
          for (let channel = 0; channel < 3; channel++) {
            let sum = 0;
            for (let k = channel; k < pixels.length; k += 4) sum += pixels[k];
            means.push(Math.round(sum / (block * block)));
          }
        }
      }
      return means;
    },
    [picture, BLOCK, COLUMNS, ROWS] as const,
  );
}

/** How two pictures differ: on average, and the number of blocks that differ much. */
export function differenceOf(a: readonly number[], b: readonly number[]): { mean: number; loud: number } {
  let [sum, loud] = [0, 0];
  for (let k = 0; k < a.length; k += 3) {
    const parts = [0, 1, 2].map((channel) => Math.abs(a[k + channel] - b[k + channel]));
    sum += parts[0] + parts[1] + parts[2];
    if (Math.max(...parts) > LOUD) loud++;
  }
  return { mean: sum / a.length, loud };
}

export function isAlike({ mean, loud }: ReturnType<typeof differenceOf>): boolean {
  return mean <= MEAN && loud <= LOUD_BLOCKS;
}

/** Expects a page to look as it did; with WEND_SCREENS=write in the environment, its look is written down instead. */
export async function expectScreen(page: Page, name: string): Promise<number[]> {
  const blocks = await blocksOf(page);
  const file = join(folder, `${name}.txt`);
  if (process.env.WEND_SCREENS === 'write') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `${linesOf(blocks).join('\n')}\n`);
  }
  expect(existsSync(file), `${file}: WEND_SCREENS=write makes it`).toBe(true);
  const known = readFileSync(file, 'utf8')
    .match(/[0-9a-f]{2}/g)!
    .map((byte) => Number.parseInt(byte, 16));
  expect(known).toHaveLength(blocks.length);
  const difference = differenceOf(known, blocks);
  expect(isAlike(difference), `${name} looks otherwise: ${JSON.stringify(difference)}`).toBe(true);
  return blocks;
}

/** A line of hexadecimal colours for each row of blocks. */
function linesOf(blocks: readonly number[]): string[] {
  const hex = blocks.map((value) => value.toString(16).padStart(2, '0'));
  return Array.from({ length: ROWS }, (_, row) =>
    hex.slice(3 * COLUMNS * row, 3 * COLUMNS * (row + 1)).join(''),
  );
}
