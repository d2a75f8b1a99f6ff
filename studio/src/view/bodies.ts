import * as THREE from 'three';
import type { Theme } from '../stage/theme.ts';
import type { Studio } from '../state/studio.ts';
import { type BodyKind, createBodyLevels, HIP, SHOULDER } from './body-shapes.ts';
import type { LiveFrame } from './frame.ts';

/** Metres: the radius and the height of a person as it is modelled. */
const PERSON_RADIUS = 0.25;
const PERSON_HEIGHT = 1.75;
/** Pixels of height from which a body has all its detail, from which it has arms and feet, and from which it has rounded limbs. */
const NEAR = 60;
const MIDDLE = 26;
const FAR = 11;
/** This many of the near levels have shadows: a shadow of a few pixels is not seen. */
const SHADED = 3;
/** Numbers of an instance: x, y, z, size; cosine and sine of the heading, sine of the limbs' angle, lift of the feet. */
const NUMBERS = 8;

const vertexShader = `
attribute float part;
attribute float shade;
attribute vec4 place;
attribute vec4 pose;
attribute vec3 paint;
uniform float isPerson;
varying vec3 vNormal;
varying vec3 vColour;
// Limbs turn by an angle whose sine is given: a sine for each corner would cost more than all the rest.
void turn(inout vec2 p, inout vec2 n, float s) {
  float c = sqrt(1.0 - s * s);
  mat2 m = mat2(c, s, -s, c);
  p = m * p;
  n = m * n;
}
void main() {
  vec3 p = position;
  vec3 n = normal;
  float side = mod(part, 2.0) > 0.5 ? -1.0 : 1.0;
  if (part > 4.5) {
    turn(p.yz, n.yz, -side * pose.z);
  } else if (part > 0.5) {
    float isArm = step(2.5, part);
    float pivot = isPerson > 0.5 ? mix(${HIP.toFixed(2)}, ${SHOULDER.toFixed(2)}, isArm) : 0.5;
    p.y -= pivot;
    turn(p.xy, n.xy, side * pose.z * (isArm > 0.5 ? -0.7 : 1.0));
    // The leg that swings ahead is lifted a little.
    p.y += pivot + (1.0 - isArm) * max(0.0, side * pose.w);
  }
  p *= vec3(place.w, isPerson > 0.5 ? clamp(place.w, 0.75, 1.15) : place.w, place.w);
  vec3 world = vec3(pose.x * p.x + pose.y * p.z, p.y, -pose.y * p.x + pose.x * p.z) + place.xyz;
  vNormal = vec3(pose.x * n.x + pose.y * n.z, n.y, -pose.y * n.x + pose.x * n.z);
  vColour = shade > 1.5 ? mix(paint, vec3(0.62, 0.44, 0.33), 0.88) : paint * shade;
  gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
}`;

const fragmentShader = `
uniform vec3 sky;
uniform vec3 earth;
varying vec3 vNormal;
varying vec3 vColour;
void main() {
  vec3 n = normalize(gl_FrontFacing ? vNormal : -vNormal);
  float sun = max(0.0, dot(n, vec3(-0.42, 0.84, 0.34)));
  gl_FragColor = vec4(vColour * (mix(earth, sky, 0.5 + 0.5 * n.y) + 0.75 * sun), 1.0);
  #include <colorspace_fragment>
}`;

/** A soft shadow at the feet: a square on the ground that darkens towards its middle. */
const shadowVertexShader = `
attribute vec4 place;
uniform float reach;
varying vec2 vSpot;
void main() {
  vSpot = position.xz;
  vec3 world = place.xyz + vec3(reach * place.w * position.x, 0.01 * place.w, reach * place.w * position.z);
  gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
}`;

const shadowFragmentShader = `
varying vec2 vSpot;
void main() {
  float away = 1.0 - dot(vSpot, vSpot);
  if (away <= 0.0) discard;
  gl_FragColor = vec4(0.0, 0.0, 0.0, 0.34 * away);
}`;

/** Bodies of a crowd: an instanced mesh for each level of detail. */
export type Bodies = {
  group: unknown;
  capacity: number;
  /** Places every body that the camera sees at its level. `pixels` is the height of the picture, smaller for less detail. */
  update(frame: LiveFrame, studio: Studio, camera: unknown, pixels: number): void;
  dispose(): void;
};

export function createBodies(kind: BodyKind, capacity: number, fastest: number, theme: Theme): Bodies {
  const material = createMaterial(kind, theme);
  const group = new THREE.Group();
  const shade = createShade(kind);
  const levels = createBodyLevels(kind).map((geometry, number) =>
    createLevel(geometry, material, number < SHADED && shade, capacity),
  );
  for (const { mesh, shadow } of levels) group.add(mesh, ...(shadow ? [shadow] : []));
  const walk = createWalk(capacity);
  const palettes = [paletteOf(theme, false), paletteOf(theme, true)];
  const height = kind === 'person' ? PERSON_HEIGHT : 2;
  return {
    group,
    capacity,
    update(frame, { group: chosen, look }, camera, pixels) {
      advanceWalk(walk, frame, kind);
      for (const level of levels) level.count = 0;
      const view = viewOf(camera, pixels, height);
      const isBySpeed = look.colour === 'speed';
      const palette = palettes[isBySpeed ? 1 : 0];
      const back = palette.length / 3 - 1;
      for (let row = 0; row < frame.count; row++) {
        if (frame.ids[row] < 0) continue;
        const size = kind === 'person' ? frame.radius[row] / PERSON_RADIUS : frame.radius[row];
        const number = levelOf(view, frame.x[row], frame.z[row], -frame.y[row], size);
        if (number < 0) continue;
        const level = levels[number];
        const at = NUMBERS * level.count;
        const { colours, numbers } = level;
        numbers[at] = frame.x[row];
        numbers[at + 1] = frame.z[row];
        numbers[at + 2] = -frame.y[row];
        numbers[at + 3] = size;
        // In space a heading has a part upwards, too.
        const flat = kind === 'bird' ? Math.hypot(frame.headingX[row], frame.headingY[row]) || 1 : 1;
        numbers[at + 4] = frame.headingX[row] / flat;
        numbers[at + 5] = frame.headingY[row] / flat;
        // Wings beat; the sine of a limb's angle is close to the angle.
        numbers[at + 6] = walk.swing[row] * Math.sin(walk.phase[row]);
        numbers[at + 7] = LIFT * walk.swing[row] * Math.cos(walk.phase[row]);
        const isBack = chosen >= 0 && frame.group[row] !== chosen;
        const paint = 3 * (isBack ? back : paintIn(frame, row, isBySpeed, back, fastest));
        const to = 3 * level.count;
        colours[to] = palette[paint];
        colours[to + 1] = palette[paint + 1];
        colours[to + 2] = palette[paint + 2];
        level.count++;
      }
      for (const level of levels) showLevel(level);
    },
    dispose() {
      for (const { mesh, shadow } of levels) {
        mesh.geometry.dispose();
        shadow?.geometry.dispose();
      }
      material.dispose();
      shade?.dispose();
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: three comes without types
type Three = any;

function createMaterial(kind: BodyKind, theme: Theme): Three {
  const isDark = theme.heading !== '#ffffff';
  return new THREE.ShaderMaterial({
    vertexShader,
    fragmentShader,
    side: kind === 'bird' ? THREE.DoubleSide : THREE.FrontSide,
    uniforms: {
      isPerson: { value: kind === 'person' ? 1 : 0 },
      sky: { value: new THREE.Vector3(0.75, 0.77, 0.8).multiplyScalar(isDark ? 0.85 : 1) },
      earth: { value: new THREE.Vector3(0.4, 0.38, 0.36).multiplyScalar(isDark ? 0.7 : 1) },
    },
  });
}

/** What lies at the feet; birds have nothing below them. */
function createShade(kind: BodyKind): Three | undefined {
  if (kind === 'bird') return undefined;
  return new THREE.ShaderMaterial({
    vertexShader: shadowVertexShader,
    fragmentShader: shadowFragmentShader,
    uniforms: { reach: { value: kind === 'person' ? 0.42 : 1.3 } },
    transparent: true,
    depthWrite: false,
  });
}

type Level = {
  mesh: Three;
  shadow: Three | undefined;
  buffer: Three;
  paint: Three;
  numbers: Float32Array;
  colours: Uint8Array;
  count: number;
};

/** The shadow of a level shares the places of its bodies. */
function createLevel(geometry: Three, material: Three, shade: Three | false, capacity: number): Level {
  const numbers = new Float32Array(NUMBERS * capacity);
  const colours = new Uint8Array(3 * capacity);
  const buffer = new THREE.InstancedInterleavedBuffer(numbers, NUMBERS).setUsage(THREE.DynamicDrawUsage);
  const paint = new THREE.InstancedBufferAttribute(colours, 3, true).setUsage(THREE.DynamicDrawUsage);
  geometry.setAttribute('place', new THREE.InterleavedBufferAttribute(buffer, 4, 0));
  geometry.setAttribute('pose', new THREE.InterleavedBufferAttribute(buffer, 4, 4));
  geometry.setAttribute('paint', paint);
  const mesh = new THREE.Mesh(geometry, material);
  // Bodies are culled one by one.
  mesh.frustumCulled = false;
  const shadow = shade ? new THREE.Mesh(new THREE.InstancedBufferGeometry(), shade) : undefined;
  if (shadow) {
    const corners = Float32Array.from([-1, 0, -1, -1, 0, 1, 1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0, -1]);
    shadow.geometry.setAttribute('position', new THREE.BufferAttribute(corners, 3));
    shadow.geometry.setAttribute('place', geometry.attributes.place);
    shadow.frustumCulled = false;
  }
  return { mesh, shadow, buffer, paint, numbers, colours, count: 0 };
}

/** Sends only the instances in use. */
function showLevel({ buffer, count, mesh, paint, shadow }: Level): void {
  for (const shown of shadow ? [mesh, shadow] : [mesh]) {
    shown.geometry.instanceCount = count;
    shown.visible = count > 0;
  }
  if (count === 0) return;
  buffer.clearUpdateRanges();
  buffer.addUpdateRange(0, NUMBERS * count);
  buffer.needsUpdate = true;
  paint.clearUpdateRanges();
  paint.addUpdateRange(0, 3 * count);
  paint.needsUpdate = true;
}

/** The camera as numbers: four planes at its sides, and squared distances at which levels end. */
type ViewNumbers = { planes: Float64Array; eye: Float64Array; ends: Float64Array };

const frustum = new THREE.Frustum();
const product = new THREE.Matrix4();

function viewOf(given: unknown, pixels: number, height: number): ViewNumbers {
  const camera = given as Three;
  camera.updateMatrixWorld();
  product.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  frustum.setFromProjectionMatrix(product);
  const planes = new Float64Array(16);
  for (let k = 0; k < 4; k++) {
    const { normal, constant } = frustum.planes[k];
    planes.set([normal.x, normal.y, normal.z, constant], 4 * k);
  }
  const scale = (pixels * height) / (2 * Math.tan((camera.fov * Math.PI) / 360));
  const { x, y, z } = camera.position;
  const ends = Float64Array.from([NEAR, MIDDLE, FAR], (least) => (scale / least) ** 2);
  return { planes, eye: Float64Array.of(x, y, z), ends };
}

/** The level of a body, or −1 where the camera does not see it. */
function levelOf({ ends, eye, planes }: ViewNumbers, x: number, y: number, z: number, size: number): number {
  for (let k = 0; k < 16; k += 4) {
    if (planes[k] * x + planes[k + 1] * y + planes[k + 2] * z + planes[k + 3] < -2 * size) return -1;
  }
  const dx = x - eye[0];
  const dy = y - eye[1];
  const dz = z - eye[2];
  const squared = (dx * dx + dy * dy + dz * dz) / (size * size);
  return squared < ends[0] ? 0 : squared < ends[1] ? 1 : squared < ends[2] ? 2 : 3;
}

/** How each agent moves its limbs: where it was drawn last, the phase of its step, and how far its legs swing. */
type Walk = {
  ids: Float64Array;
  x: Float32Array;
  y: Float32Array;
  z: Float32Array;
  phase: Float32Array;
  swing: Float32Array;
};

function createWalk(capacity: number): Walk {
  const column = () => new Float32Array(capacity);
  return {
    ids: new Float64Array(capacity).fill(-1),
    ...{ x: column(), y: column(), z: column(), phase: column(), swing: column() },
  };
}

/** Metres for each radian: how far a foot is lifted. */
const LIFT = 0.08;
/** Metres: a leg of a person, and a jump that is no walking, such as going to another moment. */
const LEG = 0.82;
const JUMP = 1.5;

/**
 * Moves limbs on by the distance since the last picture. Two steps are a whole turn of the phase, and legs swing as far as the
 * step is long, so that feet do not slide: a person at 1.3 m/s takes steps of 0.7 m.
 */
function advanceWalk(walk: Walk, { count, ids, radius, speed, x, y, z }: LiveFrame, kind: BodyKind): void {
  for (let row = 0; row < count; row++) {
    const dx = x[row] - walk.x[row];
    const dy = y[row] - walk.y[row];
    const dz = z[row] - walk.z[row];
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const isSame = walk.ids[row] === ids[row] && distance < JUMP;
    walk.ids[row] = ids[row];
    walk.x[row] = x[row];
    walk.y[row] = y[row];
    walk.z[row] = z[row];
    if (!isSame) {
      // Neighbours do not march in step.
      walk.phase[row] = (ids[row] * 2.4) % (2 * Math.PI);
      continue;
    }
    const { [row]: pace } = speed;
    const stride =
      kind === 'person' ? 0.3 + 0.3 * Math.min(2.5, pace) : (kind === 'critter' ? 0.8 : 3) * radius[row];
    const rest = kind === 'bird' ? 0.15 : 0;
    const wanted = kind === 'person' ? Math.asin(Math.min(0.75, stride / (2 * LEG))) : 0.5;
    const target = pace > 0.05 ? wanted : rest;
    if (distance > 0) walk.swing[row] += 0.2 * (target - walk.swing[row]);
    else if (walk.swing[row] === 0) walk.swing[row] = target;
    walk.phase[row] = (walk.phase[row] + (Math.PI * distance) / stride) % (2 * Math.PI);
  }
}

/** The colours of groups or speeds, three bytes for each, in the working colour space; the last one is that of agents that stand back. */
function paletteOf(theme: Theme, isBySpeed: boolean): Uint8Array {
  const names = isBySpeed ? theme.speeds : [theme.lone, ...theme.groups];
  return Uint8Array.from(
    [...names, theme.body].flatMap((name) => {
      const { b, g, r } = new THREE.Color(name);
      return [255 * r, 255 * g, 255 * b];
    }),
  );
}

/** The place of an agent's colour in the palette. */
function paintIn(frame: LiveFrame, row: number, isBySpeed: boolean, count: number, fastest: number): number {
  if (!isBySpeed) return frame.group[row] < 0 ? 0 : 1 + (frame.group[row] % (count - 1));
  return Math.max(0, Math.min(count - 1, Math.floor((frame.speed[row] / fastest) * count)));
}
