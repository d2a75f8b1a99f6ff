import type { Point3, SceneShape } from '@wend/formats/playback';
import * as THREE from 'three';
import type { Head, LiveScene } from '../engine/answers.ts';
import type { Theme } from '../stage/theme.ts';

/** Metres: how high walls and blocks of a plane world are drawn at most; in a small world, a part of its size. */
const WALL_HEIGHT = 1.2;
const WALL_SHARE = 0.04;
const WALL_WIDTH = 0.1;

/** Light, and in space the ground and the frame of the world. Places (x, y, z) of wend are (x, z, −y) in three.js. */
export function createSurroundings(head: Head, theme: Theme): unknown {
  const group = new THREE.Group();
  const [x0, y0, z] = head.min;
  const [x1, y1] = head.max;
  const sun = new THREE.DirectionalLight('#ffffff', 1.2);
  sun.position.set(x0 - 20, z + 60, -y0 + 20);
  group.add(sun, new THREE.HemisphereLight('#ffffff', theme.paper, 1.7));
  // The floor of a plane world is a picture of its own.
  if (head.dimension === 2) return group;
  const ground = new THREE.Mesh(
    new THREE.PlaneGeometry(x1 - x0, y1 - y0),
    new THREE.MeshBasicMaterial({ color: theme.ground }),
  );
  ground.rotation.x = -Math.PI / 2;
  ground.position.set((x0 + x1) / 2, z - 0.02, -(y0 + y1) / 2);
  const corners = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
    [x0, y0],
  ].map(([x, y]) => new THREE.Vector3(x, z, -y));
  const frame = new THREE.Line(
    new THREE.BufferGeometry().setFromPoints(corners),
    new THREE.LineBasicMaterial({ color: theme.line }),
  );
  group.add(ground, frame);
  return group;
}

/** What stands in the world: walls, blocks, columns, balls and faces, and in space targets. */
export function createThings({ obstacles, targets }: LiveScene, head: Head, theme: Theme): unknown {
  const group = new THREE.Group();
  const [wide, high] = [head.max[0] - head.min[0], head.max[1] - head.min[1]];
  const height = Math.min(WALL_HEIGHT, WALL_SHARE * Math.hypot(wide, high));
  const solid = new THREE.MeshLambertMaterial({ color: theme.solid, side: THREE.DoubleSide });
  for (const shape of obstacles) {
    const geometry = geometryOf(shape, head.dimension, height);
    if (geometry) group.add(new THREE.Mesh(geometry, solid));
  }
  const faint = new THREE.MeshBasicMaterial({ color: theme.quiet, transparent: true, opacity: 0.35 });
  for (const { kind, radius = 0.5, at = [] } of head.dimension === 3 ? targets : []) {
    if (kind !== 'disc' || at.length === 0) continue;
    const [[x, y, z]] = at;
    const ring = new THREE.Mesh(new THREE.RingGeometry(0.82 * radius, radius, 40), faint);
    ring.rotation.x = -Math.PI / 2;
    ring.position.set(x, z + 0.01, -y);
    group.add(ring);
  }
  return group;
}

function geometryOf({ kind, radius = 0, at = [] }: SceneShape, dimension: 2 | 3, height: number): unknown {
  const [[x, y, z] = [0, 0, 0]] = at;
  if (kind === 'disc' && dimension === 3) return new THREE.SphereGeometry(radius, 24, 16).translate(x, z, -y);
  if (kind === 'disc') {
    return new THREE.CylinderGeometry(radius, radius, height, 24).translate(x, height / 2, -y);
  }
  if (kind === 'wall') return wallBetween(at[0], at[1], height);
  if (kind === 'face') return faceOf(at);
  const outline = new THREE.Shape(at.map(([cornerX, cornerY]) => new THREE.Vector2(cornerX, cornerY)));
  return new THREE.ExtrudeGeometry(outline, { depth: height, bevelEnabled: false }).rotateX(-Math.PI / 2);
}

function wallBetween([x0, y0]: Point3, [x1, y1]: Point3, height: number): unknown {
  const width = Math.min(WALL_WIDTH, height / 8);
  const length = Math.hypot(x1 - x0, y1 - y0) + width;
  return new THREE.BoxGeometry(length, height, width)
    .rotateY(Math.atan2(y1 - y0, x1 - x0))
    .translate((x0 + x1) / 2, height / 2, -(y0 + y1) / 2);
}

/** Triangles around the first corner. */
function faceOf(at: readonly Point3[]): unknown {
  const places = at
    .slice(2)
    .flatMap((_, k) => [at[0], at[k + 1], at[k + 2]].flatMap(([x, y, z]) => [x, z, -y]));
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(Float32Array.from(places), 3));
  geometry.computeVertexNormals();
  return geometry;
}
