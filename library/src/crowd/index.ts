export * from './columns.ts';
export * from './course.ts';
export * from './crowd.ts';
export * from './events.ts';
export * from './obstacles.ts';
export * from './perception.ts';
export * from './targets.ts';
