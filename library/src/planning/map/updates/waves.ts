import type { GridMap } from '../cells/grid.ts';
import type { Solids } from '../cells/solids.ts';
import { createWave, runWave, type Wave } from '../narrow/wave.ts';
import type { Zone } from '../narrow/zones.ts';

/** Waves of narrow places that were run before, by what they depend on, for one size of bodies; of a map that may be gone. */
type Kept = { waves: Map<string, Wave>; points: number };

const ofMaps = new WeakMap<GridMap, Map<string, Kept>>();

/** A map that is a copy of another has the same narrow places. */
export function copyWaves(from: GridMap, to: GridMap): void {
  ofMaps.set(to, new Map(ofMaps.get(from)));
}

/** Points of one wave, and of all of one size, that are kept. */
const MOST_OF_ONE = 50_000;
const MOST_OF_ALL = 1_000_000;

/** The waves of all zones, each run to its end; those of zones that are as before are those of before. */
export function wavesOf(
  map: GridMap,
  solids: Solids,
  zones: readonly Zone[],
  open: Uint8Array,
  body: number,
  room: number,
): Wave[] {
  const sizes = ofMaps.get(map) ?? new Map<string, Kept>();
  ofMaps.set(map, sizes);
  const before = sizes.get(`${body} ${room}`)?.waves;
  const kept: Kept = { waves: new Map(), points: 0 };
  sizes.set(`${body} ${room}`, kept);
  return zones.map((zone) => {
    const key = keyOf(map, solids, zone, open);
    let wave = before?.get(key);
    if (!wave) {
      wave = createWave(map, solids, zone, body, room);
      runWave(wave, open);
    }
    const points = wave.label.length;
    if (points <= MOST_OF_ONE && kept.points + points <= MOST_OF_ALL) {
      kept.points += points;
      kept.waves.set(key, wave);
    }
    return wave;
  });
}

/** All that a wave depends on: the cells, what is open and what is solid near them. */
function keyOf(
  { clearance }: GridMap,
  { ax, ay, bx, by, radius }: Solids,
  zone: Zone,
  open: Uint8Array,
): string {
  const near = new Set<string>();
  const lists = zone.near.map((solids) =>
    solids.map((k) => {
      const text = `${ax[k]},${ay[k]},${bx[k]},${by[k]},${radius[k]}`;
      near.add(text);
      return text;
    }),
  );
  const numbers = new Map([...near].sort((a, b) => (a < b ? -1 : 1)).map((text, k) => [text, k]));
  const cells = zone.cells.map(
    (k, index) =>
      `${k}:${open[k]}${clearance[k] === 0 ? 'x' : ''}${zone.isInGap[index] ? 'g' : ''}${lists[index].map((text) => numbers.get(text)!).sort((a, b) => a - b)}`,
  );
  return `${zone.spare};${[...numbers.keys()].join(';')};${cells.join(' ')}`;
}
