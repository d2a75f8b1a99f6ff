import { registerUneven } from '../planning/uneven/index.ts';
import { registerGroundReaders } from './given/ground.ts';
import { ground } from './ground-part.ts';
import { groundParts } from './patches.ts';
import { registerGroundChecks } from './scenario/check-ground.ts';

/**
 * Makes ground possible that changes walking: `ground` of `createWorld`, and the commands that change it. Scenarios do so
 * themselves; a program calls it before `createWorld`.
 */
export function registerGround(): void {
  registerUneven();
  registerGroundChecks();
  registerGroundReaders();
  ground.registered = groundParts;
}
