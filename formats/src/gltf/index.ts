export { type GlbOptions, writeGlb } from './write.ts';
