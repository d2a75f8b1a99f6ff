// What wend measures, beside PedPy on the same trajectories. PedPy is an independent implementation in Python.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { door } from './measuring.fixture.ts';
import { requireBuild, temporaryFolder, wend, writeTo } from './wend.fixture.ts';

/** A Python that has PedPy: the one that WEND_PYTHON names, or python3. */
const python = process.env.WEND_PYTHON || 'python3';

/** Why there is no comparison; undefined where there is one. */
function missing(): string | undefined {
  try {
    execFileSync(python, ['-c', 'import pedpy'], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    const last = stderr?.toString().trim().split('\n').at(-1) ?? String(error);
    return `${python} has no PedPy (${last}); pip install pedpy, or name a Python that has it in WEND_PYTHON`;
  }
}

beforeAll(requireBuild);

/** Reads the areas.csv and lines.csv of a run and prints the largest differences from PedPy as JSON. */
const program = `
import csv, json, pathlib, sys
import pedpy
folder = pathlib.Path(sys.argv[1])
scenario = json.loads(sys.argv[2])
file = folder / "trajectory.sqlite"
trajectory = pedpy.load_trajectory_from_jupedsim_sqlite(trajectory_file=file)
walkable = pedpy.load_walkable_area_from_jupedsim_sqlite(trajectory_file=file)
rows = list(csv.DictReader(open(folder / "areas.csv")))
found = {}
for area in scenario["measurements"]["areas"]:
    if "box" in area:
        (a, b), (c, d) = area["box"]["min"], area["box"]["max"]
        corners = [(a, b), (c, b), (c, d), (a, d)]
    else:
        corners = area["polygon"]
    region = pedpy.MeasurementArea(corners)
    classic = pedpy.compute_classic_density(traj_data=trajectory, measurement_area=region)
    cut = pedpy.Cutoff(radius=area["cutOff"], quad_segments=3) if "cutOff" in area else None
    cells = pedpy.compute_individual_voronoi_polygons(traj_data=trajectory, walkable_area=walkable, cut_off=cut)
    voronoi, _ = pedpy.compute_voronoi_density(individual_voronoi_data=cells, measurement_area=region)
    worst = {"density": 0, "voronoi": 0, "samples": 0}
    for row in rows:
        frame = round(float(row["time"]) * trajectory.frame_rate)
        if row["area"] != area["name"] or frame not in voronoi.index:
            continue
        worst["samples"] += 1
        # The part of the wedge in the wall is not walkable: PedPy divides by the whole area.
        share = float(sys.argv[3]) / region.area if area["name"] == "wedge" else 1
        worst["density"] = max(worst["density"], abs(classic.loc[frame, "density"] / share - float(row["density"])))
        worst["voronoi"] = max(worst["voronoi"], abs(voronoi.loc[frame, "density"] / share - float(row["voronoi_density"])))
    found[area["name"]] = worst
line = scenario["measurements"]["lines"][0]
n_t, crossings = pedpy.compute_n_t(traj_data=trajectory,
    measurement_line=pedpy.MeasurementLine([line["from"], line["to"]]))
mine = {}
for row in csv.DictReader(open(folder / "lines.csv")):
    mine.setdefault(int(row["agent"]), float(row["time"]))
found["line"] = {
    "count": len(crossings),
    "onlyInWend": [time for agent, time in mine.items() if agent not in set(crossings.id)],
    "seconds": max(abs(mine[int(c.id)] - c.frame / trajectory.frame_rate) for c in crossings.itertuples()),
}
print(json.dumps(found))
`;

test('densities, Voronoi densities and crossings are those of PedPy on the same trajectories', async ({
  skip,
}) => {
  const why = missing();
  if (why !== undefined) return skip(why);
  const folder = temporaryFolder();
  const file = writeTo(folder, 'door.json', door);
  const out = join(folder, 'results');
  const { code, stdout } = await wend('run', file, '--out', out, '--json', '--fps', '10');
  expect(code).toBe(0);
  const sizes = JSON.parse(stdout).measurements.areas as { name: string; size: number }[];
  const wedge = sizes.find(({ name }) => name === 'wedge')!.size;
  const printed = execFileSync(python, ['-c', program, out, JSON.stringify(door), String(wedge)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { line, ...areas } = JSON.parse(printed.trim().split('\n').at(-1)!);
  expect(Object.keys(areas)).toEqual(['before', 'wedge', 'near']);
  for (const worst of Object.values(areas) as { density: number; voronoi: number; samples: number }[]) {
    expect(worst.samples).toBeGreaterThan(20);
    // The file has six decimals.
    expect(worst.density).toBeLessThan(1e-5);
    expect(worst.voronoi).toBeLessThan(1e-4);
  }
  expect(line.count).toBeGreaterThan(15);
  // After the last frame but one, PedPy cannot see a crossing.
  for (const time of line.onlyInWend) expect(time).toBeGreaterThan(12 - 0.2);
  // PedPy says in which frame, of a tenth of a second.
  expect(line.seconds).toBeLessThanOrEqual(0.1 + 1e-6);
}, 300_000);
