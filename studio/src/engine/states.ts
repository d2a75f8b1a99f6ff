import { createView, type Snapshot, updateView, type View, type ViewColumns } from 'wend/view';

/** A state of a view as a snapshot of its own: the view goes on, the snapshot stays. */
export function snapshotOf(view: View, columns: ViewColumns, time: number): Snapshot {
  const rows: number[] = [];
  for (let row = 0; row < view.count; row++) if (view.ids[row] >= 0) rows.push(row);
  const pick = (column: Float64Array) => Float32Array.from(rows, (row) => column[row]);
  return {
    buffer: new ArrayBuffer(0),
    ...{ step: 0, time, count: rows.length, arrived: 0 },
    ids: Float64Array.from(rows, (row) => view.ids[row]),
    x: pick(columns.x),
    y: pick(columns.y),
    z: pick(columns.z),
    headingX: pick(columns.headingX),
    headingY: pick(columns.headingY),
    headingZ: pick(columns.headingZ),
    radius: Float32Array.from(rows, (row) => view.radius[row]),
    group: Int32Array.from(rows, (row) => view.group[row]),
  };
}

/** A view of its own with the same two states. */
export function copyView(view: View): View {
  const copy = createView(snapshotOf(view, view.previous, view.previousTime));
  updateView(copy, snapshotOf(view, view.current, view.time));
  return copy;
}
