/** What a scenario file may ask for at most. The limits keep a bad file from filling the memory. */

/** Longest scenario text, in bytes of the file and in characters of the string. */
export const maximumScenarioBytes = 256 * 1024 * 1024;

/** Deepest nesting of objects and arrays; the schema itself needs seven. */
export const maximumNesting = 32;

/** Longest list anywhere. */
export const maximumItems = 1_000_000;

/** Objects and lists in all; a million agents with everything given have five million. */
export const maximumContainers = 20_000_000;

/** Single agents and group members together. */
export const maximumAgents = 1_000_000;

/** The most groups of a scenario. */
export const maximumGroups = 100_000;

/** Hybrid automata, and modes or transitions in one list. */
export const maximumAutomata = 64;
export const maximumModes = 255;

export const maximumTargets = 100_000;

/** Vertices of all obstacles together: a circle, sphere or plane counts one, a segment two, a box four, a face one. */
export const maximumObstacleVertices = 1_000_000;

/** Points of all rings and walls of the walkable area together. */
export const maximumAreaPoints = 200_000;

/** Points of all courses together. */
export const maximumCoursePoints = 1_000_000;

/** Names in all the lists of targets together. */
export const maximumTargetMentions = 10_000_000;

/** Stages of one journey, and of all journeys together. */
export const maximumStages = 1000;
export const maximumStagesInAll = 1_000_000;

/** Sources: agents per second, agents that come at one time, and pairs of a schedule. */
export const maximumRate = 1000;
export const maximumBatch = 10_000;
export const maximumSchedule = 100_000;

/** Values of a distribution that is a list. */
export const maximumListedValues = 100_000;

/** Commands of the script. */
export const maximumScriptEntries = 10_000;

/** Largest absolute coordinate, m. */
export { largestCoordinate as maximumCoordinate } from '../../geometry/index.ts';

/** Fastest course of an obstacle or target, m/s. */
export const maximumCourseSpeed = 50;

/** Changes of traits, and points of each. */
export const maximumChanges = 1000;
export const maximumChangePoints = 1000;

/** Most steps of one run. */
export const maximumSteps = 1e9;

/** Radius of an agent's body, m. The lower end bounds how many bodies a square metre can hold. */
export const radiusRange = { min: 0.001, max: 10 } as const;

/** The speed an agent wants, m/s. */
export const speedRange = { min: 0, max: 50 } as const;

/** Times that people take, s. */
export const delayRange = { min: 0, max: 1e6, unit: 's' } as const;

/** How far an agent sees where something changes it, m. */
export const viewRange = { min: 0, max: 100 } as const;

/** Each trait of a personality. */
export const traitRange = { min: 0, max: 1 } as const;

/** Velocity fields: how many, cells of all of them, cells in a row, fields in a sum, and the fastest vector, m/s. */
export const maximumVelocityFields = 1000;
export const maximumFieldCells = 4_000_000;
export const maximumFieldColumns = 1_000_000;
export const maximumFieldTerms = 100;
export const maximumFieldSpeed = 1000;

/** Elementary steps of making all velocity fields, about: cells times what is done at each. */
export const maximumFieldWork = 200_000_000;

/** Teams, members of one, and of one that collects: its work grows with members squared times items. */
export const maximumTeams = 1000;
export const maximumTeamMembers = 1000;
const maximumCollectors = 100;
/** Members that a team may have at a time. */
export const mostMembers = (kind: string): number =>
  kind === 'collect' ? maximumCollectors : maximumTeamMembers;
export const maximumCollectedItems = 500;

/** Rules of one agent's personal distances. */
export const maximumDistanceRules = 1000;

/** Planners with different settings in one world. */
export const maximumPlanners = 64;

/** Bytes of all fields of planners together; each planner has this limit while a world runs. */
export { mostFieldBytes as maximumPlannerBytes } from '../../planning/base/contract.ts';

/** Lines and areas that are measured, samples of all areas, corners of one, and vertices of obstacles beside areas. */
export const maximumMeasured = 100;
export const maximumSamples = 10_000_000;
export const maximumMeasuredCorners = 100;
export const maximumMeasuredVertices = 2000;

/** Parts of the ground that change walking, and corners of one: each is compared with all others. */
export const maximumGround = 200;
/** Corners of the line of a queue, places in it, and its servers. */
export const maximumQueueCorners = 100;
export const maximumQueuePlaces = 10_000;
export const maximumServers = 100;
export const maximumGroundCorners = 1000;
