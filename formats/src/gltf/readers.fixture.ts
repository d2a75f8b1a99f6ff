// The programs that read what was written: the validator of Khronos and the loader of three.js.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

type Report = {
  issues: { numErrors: number; numWarnings: number; messages: unknown[] };
  info: { totalVertexCount: number; animationCount: number };
};

/** What the validator of Khronos says of a file. */
export function validateGlb(bytes: Uint8Array): Promise<Report> {
  return require('gltf-validator').validateBytes(bytes);
}

/** A node at the present time of the animation; `forward` is its x axis. */
export type Placed = { position: number[]; forward: number[]; scale: number };
/** A scene that three.js plays. */
export type Stage = {
  setTime(seconds: number): void;
  find(name: string): Placed;
  all(name: string): Placed[];
};

type Vector = { toArray(): number[]; set(x: number, y: number, z: number): Vector; length(): number };
type Three = {
  Vector3: new () => Vector & { applyQuaternion(rotation: unknown): Vector };
  LoopOnce: number;
  AnimationMixer: new (
    root: unknown,
  ) => {
    clipAction(clip: unknown): Action;
    setTime(seconds: number): void;
  };
};
type Action = {
  play(): void;
  reset(): Action;
  setLoop(mode: number, times: number): void;
  clampWhenFinished: boolean;
};
type Thing = {
  name: string;
  userData: { name?: string };
  position: Vector;
  scale: Vector;
  quaternion: unknown;
};
type Loaded = { scene: { traverse(visit: (thing: Thing) => void): void }; animations: unknown[] };

/** Loads a file as a page would with three.js. */
export async function loadGlb(bytes: Uint8Array): Promise<Stage> {
  const three = (await import('three' as string)) as Three;
  const { GLTFLoader } = (await import('three/addons/loaders/GLTFLoader.js' as string)) as {
    GLTFLoader: new () => { parseAsync(data: ArrayBuffer, path: string): Promise<Loaded> };
  };
  const { animations, scene } = await new GLTFLoader().parseAsync(bytes.slice().buffer as ArrayBuffer, '');
  const mixer = new three.AnimationMixer(scene);
  const actions = animations.map((clip) => mixer.clipAction(clip));
  for (const action of actions) {
    // Else the last frame is the first one again.
    action.setLoop(three.LoopOnce, 1);
    action.clampWhenFinished = true;
  }
  const all = (name: string): Placed[] => {
    const found: Placed[] = [];
    scene.traverse((thing) => {
      // three.js numbers the second node of a name.
      if (thing.name !== name && thing.userData.name?.replaceAll(' ', '_') !== name) return;
      const forward = new three.Vector3();
      forward.set(1, 0, 0);
      forward.applyQuaternion(thing.quaternion);
      found.push({
        position: thing.position.toArray(),
        forward: forward.toArray(),
        scale: thing.scale.length(),
      });
    });
    return found;
  };
  return {
    setTime(seconds) {
      for (const action of actions) action.reset().play();
      mixer.setTime(seconds);
    },
    find: (name) => all(name)[0],
    all,
  };
}
