import { createView, type Snapshot, updateView, type View, type ViewColumns } from 'wend/view';

/** A state of a view as a snapshot of its own: the view continues, the snapshot stays. */
export function snapshotOf(view: View, columns: ViewColumns, time: number): Snapshot {
  // Plain loops: this runs for each step of large crowds in the thread that draws.
  const rows = new Int32Array(view.count);
  let count = 0;
  for (let row = 0; row < view.count; row++) if (view.ids[row] >= 0) rows[count++] = row;
  const pick = <Column extends Float32Array | Float64Array | Int32Array>(
    from: ArrayLike<number>,
    to: Column,
  ) => {
    for (let k = 0; k < count; k++) to[k] = from[rows[k]];
    return to;
  };
  const short = (from: ArrayLike<number>) => pick(from, new Float32Array(count));
  return {
    buffer: new ArrayBuffer(0),
    ...{ step: 0, time, count, arrived: 0 },
    ids: pick(view.ids, new Float64Array(count)),
    x: short(columns.x),
    y: short(columns.y),
    z: short(columns.z),
    headingX: short(columns.headingX),
    headingY: short(columns.headingY),
    headingZ: short(columns.headingZ),
    radius: short(view.radius),
    group: pick(view.group, new Int32Array(count)),
  };
}

/** A view of its own with the same two states. */
export function copyView(view: View): View {
  const copy = createView(snapshotOf(view, view.previous, view.previousTime));
  updateView(copy, snapshotOf(view, view.current, view.time));
  return copy;
}
