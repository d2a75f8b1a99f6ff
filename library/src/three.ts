/**
 * wend/three: a crowd for three.js, as one instanced mesh.
 *
 * @module
 */

export { type CrowdMesh, type CrowdMeshOptions, createCrowdMesh, type Three } from './view/three.ts';
