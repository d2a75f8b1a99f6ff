import * as THREE from 'three';

/** What agents look like. */
export type BodyKind = 'person' | 'critter' | 'bird';

/** Parts of a body; the shader moves limbs. Odd ones are on the left. */
const Part = {
  trunk: 0,
  leftLeg: 1,
  rightLeg: 2,
  leftArm: 3,
  rightArm: 4,
  leftWing: 5,
  rightWing: 6,
} as const;

/** Where colours come from: the group's colour times a shade; above 1, a neutral skin. */
const Shade = { plain: 1, dark: 0.55, skin: 2 } as const;

// biome-ignore lint/suspicious/noExplicitAny: three comes without types
type Geometry = any;
type Piece = { geometry: Geometry; part: number; shade: number };

/** Metres of a person of radius 0.25 m: hips and shoulders, about which limbs swing. The shader has them, too. */
export const HIP = 0.86;
export const SHOULDER = 1.38;

/** Levels of detail, from near to far. Bodies stand on the ground and face along x; birds and critters have the radius 1. */
export function createBodyLevels(kind: BodyKind): Geometry[] {
  const make = kind === 'person' ? person : kind === 'critter' ? critter : bird;
  return [3, 2, 1, 0].map((detail) => merge(make(detail)));
}

/** From the middle of the hips up to the neck: [radius, height]. */
const TRUNK = [
  [0, 0.8],
  [0.16, 0.84],
  [0.145, 1],
  [0.2, 1.28],
  [0.19, 1.4],
  [0.07, 1.46],
  [0.055, 1.5],
] as const;
/** A person that is a few pixels high: nothing closes what is not seen. */
const FAR_TRUNK = [
  [0.15, 0.82],
  [0.2, 1.3],
  [0.06, 1.5],
] as const;

function person(detail: number): Piece[] {
  const trunk = lathe(detail < 2 ? FAR_TRUNK : TRUNK, [3, 4, 7, 14][detail]).scale(0.68, 1, 1.12);
  const round =
    detail < 2
      ? new THREE.OctahedronGeometry(0.125, 0)
      : new THREE.SphereGeometry(0.115, [6, 14][detail - 2], [4, 10][detail - 2]);
  const head = round.scale(0.95, 1.15, 0.9).translate(0.01, 1.61, 0);
  const pieces: Piece[] = [
    { geometry: trunk, part: Part.trunk, shade: Shade.plain },
    { geometry: head, part: Part.trunk, shade: Shade.skin },
  ];
  for (const [side, leg, arm] of [
    [-1, Part.leftLeg, Part.leftArm],
    [1, Part.rightLeg, Part.rightArm],
  ] as const) {
    const sides = [3, 3, 4, 8][detail];
    const shin = limb(0.085, 0.055, HIP, 0.05, sides, detail < 2).translate(0, 0, 0.095 * side);
    pieces.push({ geometry: shin, part: leg, shade: Shade.dark });
    if (detail < 2) continue;
    const foot = new THREE.BoxGeometry(0.25, 0.07, 0.095).translate(0.06, 0.035, 0.095 * side);
    pieces.push({ geometry: foot, part: leg, shade: Shade.dark });
    const sleeve = limb(0.055, 0.038, SHOULDER, 0.84, sides).translate(0, 0, 0.255 * side);
    pieces.push({ geometry: sleeve, part: arm, shade: Shade.plain });
    if (detail < 3) continue;
    const hand = new THREE.SphereGeometry(0.045, 6, 5).translate(0, 0.81, 0.255 * side);
    pieces.push({ geometry: hand, part: arm, shade: Shade.skin });
  }
  return pieces;
}

/** A bug: a low shell, a head, and six legs in two tripods. */
function critter(detail: number): Piece[] {
  const [wide, high] = [
    [4, 2],
    [5, 4],
    [8, 5],
    [16, 10],
  ][detail];
  const shell = new THREE.SphereGeometry(0.72, wide, high).scale(1.05, 0.62, 0.85).translate(-0.12, 0.55, 0);
  const head = new THREE.SphereGeometry(0.32, wide, high).translate(0.68, 0.45, 0);
  const pieces: Piece[] = [
    { geometry: shell, part: Part.trunk, shade: Shade.plain },
    { geometry: head, part: Part.trunk, shade: Shade.dark },
  ];
  if (detail < 2) return pieces;
  for (const [k, x] of [-0.55, 0, 0.5].entries()) {
    for (const side of [-1, 1]) {
      const leg = new THREE.BoxGeometry(0.09, 0.08, 0.62).rotateX(side * 0.5).translate(x, 0.26, side * 0.78);
      // The middle leg of a side moves with the outer legs of the other.
      const isLeft = side < 0 !== (k === 1);
      pieces.push({ geometry: leg, part: isLeft ? Part.leftLeg : Part.rightLeg, shade: Shade.dark });
    }
  }
  return pieces;
}

/** A bird: body, tail, beak, and two wings that flap. */
function bird(detail: number): Piece[] {
  const [wide, high] = [
    [4, 2],
    [5, 3],
    [7, 5],
    [14, 10],
  ][detail];
  const body = new THREE.SphereGeometry(0.5, wide, high).scale(1.9, 0.75, 0.75);
  const pieces: Piece[] = [{ geometry: body, part: Part.trunk, shade: Shade.plain }];
  for (const [side, part] of [
    [-1, Part.leftWing],
    [1, Part.rightWing],
  ] as const) {
    const outline = [
      [0.55, 0, 0.2 * side],
      [-0.45, 0, 0.2 * side],
      [-0.55, 0, 1.55 * side],
      [0.55, 0, 0.2 * side],
      [-0.55, 0, 1.55 * side],
      [0.1, 0, 1.25 * side],
    ];
    const wing = new THREE.BufferGeometry();
    wing.setAttribute('position', new THREE.BufferAttribute(Float32Array.from(outline.flat()), 3));
    wing.setAttribute(
      'normal',
      new THREE.BufferAttribute(Float32Array.from(outline.flatMap(() => [0, 1, 0])), 3),
    );
    pieces.push({ geometry: wing, part, shade: 0.8 });
  }
  if (detail < 2) return pieces;
  const tail = new THREE.ConeGeometry(0.34, 0.8, wide)
    .scale(1, 1, 0.35)
    .rotateX(Math.PI / 2)
    .rotateY(Math.PI / 2)
    .translate(-1.15, 0.05, 0);
  const beak = new THREE.ConeGeometry(0.12, 0.35, wide).rotateZ(-Math.PI / 2).translate(1.05, 0, 0);
  pieces.push(
    { geometry: tail, part: Part.trunk, shade: Shade.plain },
    { geometry: beak, part: Part.trunk, shade: Shade.dark },
  );
  return pieces;
}

function lathe(profile: readonly (readonly [radius: number, height: number])[], around: number): Geometry {
  return new THREE.LatheGeometry(
    profile.map(([radius, height]) => new THREE.Vector2(radius, height)),
    around,
  );
}

/** A tapered cylinder from one height down to another. */
function limb(
  top: number,
  bottom: number,
  from: number,
  to: number,
  sides: number,
  isOpen = false,
): Geometry {
  return new THREE.CylinderGeometry(top, bottom, from - to, sides, 1, isOpen).translate(
    0,
    (from + to) / 2,
    0,
  );
}

/** One geometry of all pieces, with the part and the shade of each corner. Triangles share corners: each is computed once. */
function merge(pieces: readonly Piece[]): Geometry {
  const columns = {
    position: [] as number[],
    normal: [] as number[],
    part: [] as number[],
    shade: [] as number[],
  };
  const corners: number[] = [];
  for (const { geometry, part, shade } of pieces) {
    const { index } = geometry;
    const { normal, position } = geometry.attributes;
    const first = columns.part.length;
    for (let k = 0; k < (index ?? position).count; k++) corners.push(first + (index ? index.array[k] : k));
    for (const value of position.array) columns.position.push(value);
    for (const value of normal.array) columns.normal.push(value);
    for (let k = 0; k < position.count; k++) {
      columns.part.push(part);
      columns.shade.push(shade);
    }
    geometry.dispose();
  }
  const whole = new THREE.InstancedBufferGeometry();
  whole.setIndex(corners);
  for (const [name, size] of [
    ['position', 3],
    ['normal', 3],
    ['part', 1],
    ['shade', 1],
  ] as const) {
    whole.setAttribute(name, new THREE.BufferAttribute(Float32Array.from(columns[name]), size));
  }
  return whole;
}
