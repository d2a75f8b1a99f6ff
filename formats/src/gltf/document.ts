import {
  type Animation,
  type AnimationChannel,
  type Buffer,
  Document,
  type Material,
  type Mesh as MeshNode,
  type Node,
  type Scene,
} from '@gltf-transform/core';
import type { Keys } from './keys.ts';
import type { Mesh } from './meshes.ts';

/** A glTF document that is being filled: one scene, one animation, one buffer. */
export type Draft = {
  document: Document;
  buffer: Buffer;
  scene: Scene;
  animation: Animation;
};

/** Frames, counted from 0, in which a thing is there: from the first one on, and before the second one. */
export type Interval = readonly [from: number, to: number];

/** Begins a document with an empty scene. */
export function createDraft(name: string): Draft {
  const document = new Document();
  document.getRoot().getAsset().generator = 'wend';
  const scene = document.createScene(name);
  document.getRoot().setDefaultScene(scene);
  return { document, buffer: document.createBuffer(), scene, animation: document.createAnimation(name) };
}

/** A material without shine, in a colour that CSS writes as #rrggbb. */
export function addMaterial({ document }: Draft, name: string, colour: string, opacity = 1): Material {
  const channels = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255));
  const material = document.createMaterial(name);
  material.setBaseColorFactor([channels[0], channels[1], channels[2], opacity]);
  material.setMetallicFactor(0).setRoughnessFactor(0.9);
  if (opacity < 1) material.setAlphaMode('BLEND');
  return material;
}

/** Colours of CSS are in sRGB; those of glTF are linear. */
function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** A shape in several materials: its numbers are stored once. */
export function addMeshes(
  draft: Draft,
  name: string,
  mesh: Mesh,
  materials: readonly Material[],
): MeshNode[] {
  const { document } = draft;
  const positions = addNumbers(draft, 'VEC3', new Float32Array(mesh.positions));
  const normals = addNumbers(draft, 'VEC3', new Float32Array(mesh.normals));
  const isShort = mesh.positions.length / 3 < 65_535;
  const indices = addNumbers(
    draft,
    'SCALAR',
    isShort ? new Uint16Array(mesh.indices) : new Uint32Array(mesh.indices),
  );
  return materials.map((material) =>
    document
      .createMesh(name)
      .addPrimitive(
        document
          .createPrimitive()
          .setAttribute('POSITION', positions)
          .setAttribute('NORMAL', normals)
          .setIndices(indices)
          .setMaterial(material),
      ),
  );
}

/** Puts a thing into the scene. */
export function addNode({ document, scene }: Draft, name: string, mesh: MeshNode): Node {
  const node = document.createNode(name).setMesh(mesh);
  scene.addChild(node);
  return node;
}

/** Moves a property of a node through the keys; a single key sets it. */
export function animate(
  draft: Draft,
  node: Node,
  path: 'translation' | 'rotation' | 'scale',
  { times, rows }: Keys,
  interpolation: 'LINEAR' | 'STEP' = 'LINEAR',
): void {
  if (path === 'rotation') node.setRotation(rows[0] as [number, number, number, number]);
  else if (path === 'translation') node.setTranslation(rows[0] as [number, number, number]);
  if (rows.length < 2) return;
  const { animation, document } = draft;
  const sampler = document
    .createAnimationSampler()
    .setInput(addNumbers(draft, 'SCALAR', new Float32Array(times)))
    .setOutput(addNumbers(draft, path === 'rotation' ? 'VEC4' : 'VEC3', new Float32Array(rows.flat())))
    .setInterpolation(interpolation);
  const channel: AnimationChannel = document.createAnimationChannel();
  channel.setTargetNode(node).setTargetPath(path).setSampler(sampler);
  animation.addSampler(sampler).addChannel(channel);
}

/** Shrinks a node to nothing outside the intervals: every program that plays animations honours a scale. */
export function showDuring(
  draft: Draft,
  node: Node,
  intervals: readonly Interval[],
  period: number,
  frames: number,
): void {
  const isAlways = intervals.length === 1 && intervals[0][0] <= 0 && intervals[0][1] >= frames;
  if (isAlways) return;
  const size = node.getScale();
  const keys: Keys = { times: [], rows: [] };
  const add = (frame: number, row: number[]) => {
    keys.times.push(frame * period);
    keys.rows.push(row);
  };
  if (intervals[0][0] > 0) add(0, [0, 0, 0]);
  for (const [from, to] of intervals) {
    add(from, size);
    if (to < frames) add(to, [0, 0, 0]);
  }
  animate(draft, node, 'scale', keys, 'STEP');
}

/** A rotation about the vertical axis as a quaternion. */
export function turnBy(angle: number): number[] {
  return [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
}

function addNumbers(
  { buffer, document }: Draft,
  type: 'SCALAR' | 'VEC3' | 'VEC4',
  array: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
) {
  return document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
}
