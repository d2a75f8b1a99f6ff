import { escapeText, ink, palette } from 'wend/draw';

/** A self-contained page: it opens from the disk and loads nothing. `styles` is CSS, `body` is HTML below the heading. */
export function pageOf(title: string, styles: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
<style>
${styles}
</style>
</head>
<body>
<main>
<h1>${escapeText(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

/** The k-th plot of a page. Plots on one page must not share the names of their clip paths. */
export function plotFigure(svg: string, k: number, caption = ''): string {
  const own = svg
    .replace(/^<\?xml[^>]*>\n?/, '')
    .replaceAll('id="plot"', `id="plot-${k}"`)
    .replaceAll('url(#plot)', `url(#plot-${k})`);
  return `<figure>${themed(own)}${caption === '' ? '' : `<figcaption>${escapeText(caption)}</figcaption>`}</figure>`;
}

/** Colours of pictures, and the page's own names for them, which have other values on dark ground. */
const themes: readonly (readonly [colour: string, name: string])[] = [
  [ink.paper, '--card'],
  [ink.text, '--text'],
  [ink.line, '--text'],
  [ink.quiet, '--quiet'],
  [ink.faint, '--rule'],
  ...palette.map((colour, k) => [colour, `--a${k}`] as const),
];

/** A picture whose colours follow the page's: a white plot on a dark page dazzles. */
function themed(svg: string): string {
  return themes.reduce((text, [colour, name]) => text.replaceAll(`"${colour}"`, `"var(${name})"`), svg);
}
