import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { encodePlayback, type Playback } from '@wend/formats/playback';
import { escapeText } from 'wend/draw';
import { Unavailable } from './failure.ts';

export { createPlayback, finishPlayback, recordPlayback } from '@wend/formats/playback';

/** A page that plays a run: the template beside the command, with the run inside. */
export function playerPage(playback: Playback, template = readTemplate()): string {
  const run = deflateRawSync(encodePlayback(playback), { level: 9 }).toString('base64');
  const parts: Record<string, string> = {
    '<!--title-->': `<title>${escapeText(playback.head.name)} · wend</title>`,
    '<!--run-->': `<script id="run" type="text/plain">${run}</script>`,
  };
  return template.replace(/<!--(?:title|run)-->/g, (place) => parts[place]);
}

/** The template is beside the bundled command; in a clone, compiled files find it there as well. */
export function readTemplate(): string {
  for (const place of ['player.html', '../../library/command/player.html']) {
    try {
      return readFileSync(fileURLToPath(new URL(place, import.meta.url)), 'utf8');
    } catch {}
  }
  throw new Unavailable('--player: the page is not built: run npm run build');
}
