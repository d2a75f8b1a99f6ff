/** What changes a world during a run, and sources and ground: one file of a page, as they need the same of the engine. */
export { registerCloseAgents } from '../environment/register-close.ts';
export { additionParts } from './additions.ts';
export { registerObstacleChanges } from './obstacle-part.ts';
export { passageParts } from './passage-parts.ts';
export { registerGround } from './register-ground.ts';
export { registerGroundChecks } from './scenario/check-ground.ts';
export { registerScriptChecks } from './scenario/check-script.ts';
export { sourceParts } from './sources.ts';
