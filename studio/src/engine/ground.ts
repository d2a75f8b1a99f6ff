import type { Point2 } from '@wend/formats/playback';
import { outlineOf, type Shape, type World } from 'wend';

/** A part of the ground that changes walking, as the stage draws it. */
export type GroundShape = {
  name: string;
  kind: 'speed' | 'stairs' | 'belt' | 'smoke' | 'gate' | 'door' | 'queue';
  /** Corners of a region; of a gate or a door its two ends; of a queue the places of its line. Metres. */
  at: Point2[];
  /** Of a round region, whose middle is the only corner. */
  radius?: number;
  /** A unit vector: up the stairs, along the belt, through the gate. */
  direction?: Point2;
  /** Of a door. */
  isOpen?: boolean;
};

/** The ground as it is now. */
export function groundIn({ patches }: World): GroundShape[] {
  let doors = 0;
  return (patches?.list ?? []).map((patch): GroundShape => {
    const { kind, name } = patch;
    if (kind === 'door') {
      return {
        name,
        kind,
        at: [plain(patch.from), plain(patch.to)],
        isOpen: patches!.doorOpen[doors++] === 1,
      };
    }
    if (kind === 'gate') {
      return { name, kind, at: [plain(patch.from), plain(patch.to)], direction: unit(patch.direction) };
    }
    if (kind === 'queue') return { name, kind, at: patch.line.map(plain) };
    const [[shape, fields]] = Object.entries(patch.region);
    const outline = outlineOf({ shape, ...(fields as object) } as Shape);
    const place =
      outline.kind === 'disc'
        ? { at: [plain(outline.center)], radius: outline.radius }
        : {
            at:
              outline.kind === 'ring' ? outline.points.map(plain) : [plain(outline.from), plain(outline.to)],
          };
    const along = kind === 'stairs' ? patch.up : kind === 'belt' ? patch.velocity : undefined;
    return { name, kind, ...place, ...(along ? { direction: unit(along) } : {}) };
  });
}

function plain([x, y]: readonly number[]): Point2 {
  return [x, y];
}

function unit([x, y]: readonly number[]): Point2 {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}
