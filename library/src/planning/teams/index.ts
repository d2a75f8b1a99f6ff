/** Teams: agents with a common task, organised before the planner finds their directions. */
export { createCollectors } from './collect.ts';
export { createFile } from './follow.ts';
export { hasPlace, joinTeam, makeRoom } from './join.ts';
export { createFlock } from './keep-together.ts';
export { organiseTeams, stateOfTeam, type Team } from './teams.ts';
export { createCompanions } from './together.ts';
