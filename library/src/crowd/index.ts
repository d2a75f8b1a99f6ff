export * from './columns.ts';
export * from './crowd.ts';
export * from './perception.ts';
export * from './course.ts';
export * from './obstacles.ts';
export * from './targets.ts';
export * from './events.ts';
