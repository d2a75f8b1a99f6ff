// 120 people on a ring walk to the opposite side, drawn with three.js. A bundler makes bundle.js of this file.
import * as THREE from 'three';
import { createScenarioWorld } from 'wend/scenario';
import { createCrowdMesh } from 'wend/three';
import { createRealtime } from 'wend/view';

const world = createScenarioWorld({
  version: 1,
  name: 'ring',
  bounds: { min: [-20, -20], max: [20, 20] },
  duration: 60,
  obstacles: [
    { shape: 'circle', center: [-5, 0], radius: 1.5 },
    { shape: 'circle', center: [5, 0], radius: 1.5 },
  ],
  groups: [
    {
      name: 'people',
      count: 120,
      region: { ring: { center: [0, 0], radius: 17 } },
      goal: { mirror: [0, 0] },
    },
  ],
});
const clock = createRealtime(world);
const crowd = createCrowdMesh(THREE, clock.view);

const scene = new THREE.Scene();
scene.background = new THREE.Color('#e9e7e1');
scene.add(crowd.mesh, new THREE.HemisphereLight('#ffffff', '#8a8070', 3));
for (const { center, radius } of world.scenario.obstacles) {
  const column = new THREE.Mesh(
    new THREE.CylinderGeometry(radius, radius, 3),
    new THREE.MeshStandardMaterial({ color: '#5b6b85' }),
  );
  column.position.set(center[0], 1.5, -center[1]);
  scene.add(column);
}
const camera = new THREE.PerspectiveCamera(45, innerWidth / innerHeight, 0.1, 200);
camera.position.set(0, 17, 22);
camera.lookAt(0, 0, 2);
const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
renderer.setAnimationLoop((milliseconds) => {
  crowd.update(clock.view, clock.advance(milliseconds));
  renderer.render(scene, camera);
});
