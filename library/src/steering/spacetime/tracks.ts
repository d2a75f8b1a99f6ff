/**
 * The expected positions of others: one point for each layer of time, with uniform motion between two.
 * Other `k` is at layer `t` at index `k * (layers + 1) + t`.
 */
export type Tracks = {
  count: number;
  /** The number of layers known ahead: the horizon of a search. */
  layers: number;
  x: Float64Array;
  y: Float64Array;
  /** One for each other. */
  radius: Float64Array;
};

export function createTracks(): Tracks {
  return {
    count: 0,
    layers: 0,
    x: new Float64Array(0),
    y: new Float64Array(0),
    radius: new Float64Array(0),
  };
}

/** Removes all tracks and sets the horizon. */
export function beginTracks(tracks: Tracks, layers: number): void {
  tracks.count = 0;
  tracks.layers = layers;
}

/** Adds an agent that goes straight on at one speed; `layer` is the length of a layer in seconds. */
export function addStraightTrack(
  tracks: Tracks,
  x: number,
  y: number,
  velocityX: number,
  velocityY: number,
  radius: number,
  layer: number,
): void {
  const first = addRow(tracks, radius);
  for (let t = 0; t <= tracks.layers; t++) {
    tracks.x[first + t] = x + velocityX * layer * t;
    tracks.y[first + t] = y + velocityY * layer * t;
  }
}

/**
 * Adds an agent that follows a plan of the same layers, with its points at `first` … `first + planLayers` of the arrays, and
 * is now `offset` layers into it. After its end it continues as in the last layer.
 */
export function addPlannedTrack(
  tracks: Tracks,
  planX: Float64Array,
  planY: Float64Array,
  first: number,
  planLayers: number,
  offset: number,
  radius: number,
): void {
  const row = addRow(tracks, radius);
  for (let t = 0; t <= tracks.layers; t++) {
    const time = offset + t;
    const before = Math.max(0, Math.min(planLayers - 1, Math.floor(time)));
    const a = first + before;
    const b = first + Math.min(planLayers, before + 1);
    tracks.x[row + t] = planX[a] + (time - before) * (planX[b] - planX[a]);
    tracks.y[row + t] = planY[a] + (time - before) * (planY[b] - planY[a]);
  }
}

/** Makes room for one more; returns the index of its first point. */
function addRow(tracks: Tracks, radius: number): number {
  const points = tracks.layers + 1;
  const first = tracks.count * points;
  if (first + points > tracks.x.length) {
    tracks.x = doubled(tracks.x, first + points);
    tracks.y = doubled(tracks.y, first + points);
  }
  if (tracks.count === tracks.radius.length) tracks.radius = doubled(tracks.radius, tracks.count + 1);
  tracks.radius[tracks.count++] = radius;
  return first;
}

/** A copy with room for at least `needed` numbers. */
export function doubled(values: Float64Array, needed: number): Float64Array {
  const larger = new Float64Array(Math.max(needed, 2 * values.length, 16));
  larger.set(values);
  return larger;
}
