import type { Axis, Plot } from 'wend/draw';
import type { Outcome } from './contract.ts';

type Shown = { ids: string[]; plot: Plot };

/**
 * Plots with one title are one picture: tests of several standards share a run, and tests of one family differ by a setting.
 * Curves and bands with one label are references, which are the same in all; clouds with one label are put together.
 */
export function mergePlots(outcomes: readonly Pick<Outcome, 'id' | 'plot'>[]): Shown[] {
  const shown = new Map<string, Shown>();
  for (const { id, plot } of outcomes) {
    if (plot === undefined) continue;
    const before = shown.get(plot.title);
    if (before === undefined) shown.set(plot.title, { ids: [id], plot });
    else shown.set(plot.title, { ids: [...before.ids, id], plot: joined(before.plot, plot) });
  }
  return [...shown.values()];
}

function joined(one: Plot, other: Plot): Plot {
  const labels = new Set(one.clouds?.map(({ label }) => label));
  return {
    ...one,
    x: wider(one.x, other.x),
    y: wider(one.y, other.y),
    curves: withNew(one.curves, other.curves),
    bands: withNew(one.bands ?? [], other.bands ?? []),
    clouds: [
      ...(one.clouds ?? []).map((cloud) => {
        const more = other.clouds?.find(({ label }) => label === cloud.label)?.points ?? [];
        const known = new Set(cloud.points.map(String));
        return { ...cloud, points: [...cloud.points, ...more.filter((point) => !known.has(String(point)))] };
      }),
      ...(other.clouds ?? []).filter(({ label }) => !labels.has(label)),
    ],
  };
}

const wider = (one: Axis, other: Axis): Axis => ({
  ...one,
  min: Math.min(one.min, other.min),
  max: Math.max(one.max, other.max),
});

function withNew<Part extends { label: string }>(parts: readonly Part[], others: readonly Part[]): Part[] {
  return [...parts, ...others.filter(({ label }) => parts.every((part) => part.label !== label))];
}
