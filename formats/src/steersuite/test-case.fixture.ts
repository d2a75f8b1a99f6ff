/** Pieces of test cases, written for the tests. */

export const tuple = (name: string, x: number | string, z: number | string) =>
  `<${name}><x>${x}</x><y>0</y><z>${z}</z></${name}>`;

export const chance = (name: string) => `<${name}><random>true</random></${name}>`;

export const bounds = (name: string, minX: number, maxX: number, minZ: number, maxZ: number, top = 1) =>
  `<${name}><xmin>${minX}</xmin><xmax>${maxX}</xmax><ymin>0</ymin><ymax>${top}</ymax><zmin>${minZ}</zmin><zmax>${maxZ}</zmax></${name}>`;

export const conditions = ({
  at = tuple('position', 0, 0),
  facing = tuple('direction', 1, 0),
  radius = 0.5,
} = {}) => `<initialConditions>${at}${facing}<radius>${radius}</radius><speed>0</speed></initialConditions>`;

export const goal = (kind: string, inside = '', speed: number | string = 1.3, time: number | string = 1000) =>
  `<${kind}>${inside}<desiredSpeed>${speed}</desiredSpeed><timeDuration>${time}</timeDuration></${kind}>`;

export const seek = (x: number, z: number, speed?: number, time?: number) =>
  goal('seekStaticTarget', tuple('targetLocation', x, z), speed, time);

export const agent = (x: number, z: number, goals: string, name?: string) =>
  `<agent>${name === undefined ? '' : `<name>${name}</name>`}${conditions({ at: tuple('position', x, z) })}<goalSequence>${goals}</goalSequence></agent>`;

export const region = (count: number | string, goals: string, facing?: string) =>
  `<agentRegion><numAgents>${count}</numAgents>${bounds('regionBounds', -20, 20, -20, 20)}${conditions({ at: '', ...(facing === undefined ? {} : { facing }) })}<goalSequence>${goals}</goalSequence></agentRegion>`;

export const header = (inside = '', world = bounds('worldBounds', -50, 50, -40, 40)) =>
  `<header><version>1.0</version><name>a case</name>${world}${inside}</header>`;

/** A whole test case; a line for each part, so that the first part is in line 2. */
export const testCase = (...parts: string[]) =>
  `<SteerBenchTestCase xmlns="http://www.magix.ucla.edu/steerbench">${header()}\n${parts.join('\n')}\n</SteerBenchTestCase>`;

export function squares(count: number, size: number): string {
  return `<obstacleRegion><numObstacles>${count}</numObstacles>${bounds('regionBounds', -10, 10, -10, 10)}<obstacleSize>${size}</obstacleSize></obstacleRegion>`;
}
