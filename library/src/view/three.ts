import { readView, type View, type ViewArrays } from './view.ts';

/**
 * The part of three.js that a crowd needs: pass the module itself (`import * as THREE from 'three'`). wend does not
 * import it, so a page has one copy, of the version and build that it chose.
 */
export type Three<Mesh, Geometry, Material> = {
  InstancedMesh: new (geometry: Geometry, material: Material, count: number) => Mesh;
  LatheGeometry: new (
    points: never[],
    segments: number,
  ) => Geometry & { scale(x: number, y: number, z: number): unknown };
  Vector2: new (x: number, y: number) => object;
  Color: new (colour: string) => object;
  MeshStandardMaterial: new (options: never) => Material;
};

type Attribute = { array: ArrayLike<number>; needsUpdate: boolean };

type CrowdLike = {
  count: number;
  frustumCulled: boolean;
  instanceMatrix: Attribute;
  instanceColor: Attribute | null;
  setColorAt(row: number, colour: never): void;
};

/** How a crowd looks. */
export type CrowdMeshOptions<Geometry, Material> = {
  /** Agents at most. Default: 1.5 times the rows of the view, and at least 64. */
  capacity?: number;
  /** A colour for each group, as CSS writes it. Default: a palette that is safe for all colour vision. */
  colours?: readonly string[];
  /** Metres. Default: 1.75. */
  height?: number;
  /** A shape of your own: radius 1, standing on the ground, facing along x. */
  geometry?: Geometry;
  material?: Material;
};

/** A crowd as one instanced mesh. */
export type CrowdMesh<Mesh> = {
  /** Add it to a scene. */
  mesh: Mesh;
  /** Moves the bodies to where the agents are at a time; see `readView`. */
  update(view: View, time: number): void;
};

/** Okabe and Ito's palette, as the pictures of wend have it. */
const PALETTE = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'];

/** A person in profile, from the ground up: distance from the axis in radii, height in parts of the whole. */
const PROFILE: readonly (readonly [number, number])[] = [
  [0, 0],
  [0.52, 0],
  [0.62, 0.3],
  [0.72, 0.5],
  [1, 0.74],
  [0.34, 0.835],
  [0.46, 0.885],
  [0.5, 0.925],
  [0.42, 0.97],
  [0.2, 0.995],
  [0, 1],
];

/**
 * Makes an instanced mesh for the agents of a view. three.js has y up: wend's (x, y, z) is at (x, z, −y). Bodies are
 * wider than deep, so that their facing is seen, and have the radii of their agents.
 */
export function createCrowdMesh<Mesh, Geometry, Material>(
  three: Three<Mesh, Geometry, Material>,
  view: View,
  options: CrowdMeshOptions<Geometry, Material> = {},
): CrowdMesh<Mesh> {
  const { colours = PALETTE, height = 1.75 } = options;
  const capacity = options.capacity ?? Math.max(64, Math.ceil(1.5 * view.count));
  const geometry = options.geometry ?? createBody(three, height);
  const material = options.material ?? new three.MeshStandardMaterial({ roughness: 0.8 } as never);
  const mesh = new three.InstancedMesh(geometry, material, capacity);
  const crowd = mesh as unknown as CrowdLike;
  // The bounds of an instanced mesh do not follow its instances.
  crowd.frustumCulled = false;
  const paints = colours.map((colour) => new three.Color(colour));
  const column = () => new Float32Array(capacity);
  const places = { x: column(), y: column(), z: column(), headingX: column(), headingY: column() };
  const painted = new Float64Array(capacity).fill(-1);
  const update = (shown: View, time: number): void => {
    if (shown.count > capacity) {
      throw new RangeError(`the mesh has room for ${capacity} agents, and the view has ${shown.count}`);
    }
    readView(shown, time, places);
    placeBodies(shown, places, crowd.instanceMatrix.array as Float32Array);
    crowd.count = shown.count;
    crowd.instanceMatrix.needsUpdate = true;
    for (let row = 0; row < shown.count; row++) {
      if (painted[row] === shown.ids[row] || shown.ids[row] < 0) continue;
      painted[row] = shown.ids[row];
      crowd.setColorAt(row, paints[Math.max(0, shown.group[row]) % paints.length] as never);
      if (crowd.instanceColor) crowd.instanceColor.needsUpdate = true;
    }
  };
  update(view, view.time);
  return { mesh, update };
}

function createBody<Mesh, Geometry, Material>(
  { LatheGeometry, Vector2 }: Three<Mesh, Geometry, Material>,
  height: number,
): Geometry {
  const points = PROFILE.map(([radius, part]) => new Vector2(radius, part * height));
  const geometry = new LatheGeometry(points as never[], 8);
  geometry.scale(0.62, 1, 1);
  return geometry;
}

/** A 4×4 matrix for each row, in the column order of WebGL; that of an empty row shrinks its body to nothing. */
function placeBodies(
  { count, ids, radius }: View,
  places: Required<Pick<ViewArrays, 'x' | 'y' | 'z' | 'headingX' | 'headingY'>>,
  matrices: Float32Array,
): void {
  const { x, y, z, headingX, headingY } = places;
  for (let row = 0; row < count; row++) {
    const at = 16 * row;
    matrices.fill(0, at, at + 16);
    if (ids[row] < 0) continue;
    const cos = headingX[row] * radius[row];
    const sin = headingY[row] * radius[row];
    matrices[at] = cos;
    matrices[at + 2] = -sin;
    matrices[at + 5] = 1;
    matrices[at + 8] = sin;
    matrices[at + 10] = cos;
    matrices[at + 12] = x[row];
    matrices[at + 13] = z[row];
    matrices[at + 14] = -y[row];
    matrices[at + 15] = 1;
  }
}
