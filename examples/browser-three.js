// 2,000 people in three.js, simulated in a worker. A click sends them elsewhere; with the shift key it drops a crate, and
// their paths lead around it. A bundler makes bundle.js of this file.
import * as THREE from 'three';
import { createCrowdMesh } from 'wend/three';
import { connectWorld } from 'wend/worker';

const worker = new Worker(new URL('browser-three-worker.js', import.meta.url), { type: 'module' });
const world = await connectWorld(worker, {
  version: 1,
  name: 'plaza',
  bounds: { min: [-45, -45], max: [45, 45] },
  duration: 3600,
  planner: { name: 'path' },
  groups: ['west', 'east'].map((name, k) => ({
    name,
    count: 1000,
    region: { box: { min: [k ? 2 : -42, -42], max: [k ? 42 : -2, 42] } },
    goal: { mirror: [0, 0] },
  })),
});
const crowd = createCrowdMesh(THREE, world.view);

const scene = new THREE.Scene();
scene.background = new THREE.Color('#e9e7e1');
const ground = new THREE.Mesh(
  new THREE.PlaneGeometry(90, 90).rotateX(-Math.PI / 2),
  new THREE.MeshStandardMaterial({ color: '#faf9f6' }),
);
const sun = new THREE.DirectionalLight('#ffffff', 2);
sun.position.set(20, 40, 10);
scene.add(ground, sun, new THREE.HemisphereLight('#ffffff', '#b0a890', 2), crowd.mesh);
const camera = new THREE.PerspectiveCamera(40, innerWidth / innerHeight, 1, 300);
camera.position.set(0, 60, 75);
camera.lookAt(0, 0, 4);
const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);

let goal = '';
let crates = 0;
renderer.domElement.addEventListener('click', ({ offsetX, offsetY, shiftKey }) => {
  const pointer = new THREE.Vector2((2 * offsetX) / innerWidth - 1, 1 - (2 * offsetY) / innerHeight);
  const ray = new THREE.Raycaster();
  ray.setFromCamera(pointer, camera);
  const [hit] = ray.intersectObject(ground);
  if (!hit) return;
  if (shiftKey) {
    dropCrate(hit.point.x, -hit.point.z);
    return;
  }
  for (const id of world.view.ids.subarray(0, world.view.count)) {
    if (id >= 0) world.send({ kind: 'retarget', id, goal: [hit.point.x, -hit.point.z] });
  }
  goal = ` · to ${hit.point.x.toFixed(1)}, ${(-hit.point.z).toFixed(1)}`;
});

/** A crate of 6 × 3 m; people below it are pushed out. */
function dropCrate(x, y) {
  const obstacle = { shape: 'box', min: [x - 3, y - 1.5], max: [x + 3, y + 1.5] };
  world.send({ kind: 'add-obstacle', obstacle, push: true });
  const crate = new THREE.Mesh(
    new THREE.BoxGeometry(6, 2, 3),
    new THREE.MeshStandardMaterial({ color: '#b9814a' }),
  );
  crate.position.set(x, 1, -y);
  scene.add(crate);
  crates++;
}

// The page draws one step behind the worker, which is at work on the next: it never waits.
let time = 0;
let before = performance.now();
let isBusy = false;
renderer.setAnimationLoop((now) => {
  time = Math.min(time + (now - before) / 1000, world.view.time);
  before = now;
  if (!isBusy && time >= world.view.previousTime) {
    isBusy = true;
    world.advance().then(() => {
      isBusy = false;
    });
  }
  crowd.update(world.view, time);
  renderer.render(scene, camera);
  document.querySelector('#status').textContent =
    `${world.view.count} people · ${crates} crates · ${time.toFixed(1)} s${goal}`;
});
