import { describe, expect, it } from 'vitest';
import {
  addPlannedTrack,
  addStraightTrack,
  addWall,
  beginTracks,
  createTracks,
  createWalls,
} from './index.ts';

const planX = new Float64Array([99, 0, 1, 1, 3]);
const planY = new Float64Array([99, 0, 0, 2, 2]);

/** The points of the only track. */
function planned(offset: number, layers: number): number[][] {
  const tracks = createTracks();
  beginTracks(tracks, layers);
  addPlannedTrack(tracks, planX, planY, 1, 3, offset, 0.4);
  return Array.from({ length: layers + 1 }, (_, t) => [tracks.x[t], tracks.y[t]]);
}

describe('tracks', () => {
  it('of an agent that goes straight on', () => {
    const tracks = createTracks();
    beginTracks(tracks, 2);
    addStraightTrack(tracks, 9, 9, 0, 0, 0.3, 0.5);
    addStraightTrack(tracks, 1, 2, 1, -2, 0.4, 0.5);
    expect(tracks.count).toBe(2);
    expect(Array.from(tracks.x.subarray(3, 6))).toEqual([1, 1.5, 2]);
    expect(Array.from(tracks.y.subarray(3, 6))).toEqual([2, 1, 0]);
    expect(Array.from(tracks.radius.subarray(0, 2))).toEqual([0.3, 0.4]);
  });

  it('of a plan that ends in motion', () => {
    expect(planned(0, 5)).toEqual([
      [0, 0],
      [1, 0],
      [1, 2],
      [3, 2],
      [5, 2],
      [7, 2],
    ]);
  });

  it('of a plan, from between two layers, and from after its end', () => {
    expect(planned(1.5, 3)).toEqual([
      [1, 1],
      [2, 2],
      [4, 2],
      [6, 2],
    ]);
    expect(planned(4, 1)).toEqual([
      [5, 2],
      [7, 2],
    ]);
  });

  it('of a plan of no layers: its only point', () => {
    const tracks = createTracks();
    beginTracks(tracks, 1);
    addPlannedTrack(tracks, planX, planY, 4, 0, 0.7, 0.4);
    expect([tracks.x[0], tracks.y[0], tracks.x[1], tracks.y[1]]).toEqual([3, 2, 3, 2]);
  });
});

describe('the columns of tracks and walls', () => {
  it('grow and are used again', () => {
    const tracks = createTracks();
    const walls = createWalls();
    const fill = () => {
      beginTracks(tracks, 7);
      walls.count = 0;
      for (let k = 0; k < 50; k++) {
        addStraightTrack(tracks, k, 0, 1, 0, k, 0.5);
        addWall(walls, k, 1, 2, 3, k);
      }
    };
    fill();
    const { x } = tracks;
    const { startX } = walls;
    fill();
    expect(tracks.x).toBe(x);
    expect(walls.startX).toBe(startX);
    expect([tracks.count, tracks.x[49 * 8 + 7], tracks.radius[49]]).toEqual([50, 52.5, 49]);
    expect([walls.count, walls.startX[49], walls.endY[3], walls.radius[49]]).toEqual([50, 49, 3, 49]);
  });
});
