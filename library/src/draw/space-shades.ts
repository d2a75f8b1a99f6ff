/** Gradients that make discs look like balls, one for each colour that is used. */
export type Shades = Map<string, string>;

/** The fill of a ball of a colour. */
export function shadeOf(shades: Shades, colour: string): string {
  const id = shades.get(colour) ?? `ball${shades.size}`;
  shades.set(colour, id);
  return `url(#${id})`;
}

/** Light from the upper left, as on the flat faces. */
export function drawShades(shades: Shades): string {
  return [...shades]
    .map(
      ([colour, id]) =>
        `<radialGradient id="${id}" cx=".5" cy=".5" r=".52" fx=".34" fy=".3"><stop offset="0" stop-color="${mix(colour, '#ffffff', 0.5)}"/><stop offset=".45" stop-color="${colour}"/><stop offset="1" stop-color="${mix(colour, '#000000', 0.32)}"/></radialGradient>`,
    )
    .join('\n');
}

/** The colour with a share of another. */
export function mix(colour: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [colour, other].map((text) => Number.parseInt(text.slice(at, at + 2), 16));
    return Math.round(a + share * (b - a))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}
