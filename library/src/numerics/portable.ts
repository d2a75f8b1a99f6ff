/** Functions that give the same bits on every machine, which `Math.sin` and `Math.random` do not. */
export { atan2 } from './arctangent.ts';
export { Purpose, uniform } from './random.ts';
export { cos, sin } from './trigonometry.ts';
