/** The small cases of SteerBench, in the order of the report. */
export const originalCases = [
  'squeeze',
  '3-squeeze',
  'double-squeeze',
  'wall-squeeze',
  'doorway-one-way',
  'doorway-two-way',
  'surprise-1',
  'surprise-2',
  '3-way-confusion',
  '4-way-confusion',
  '4-way-confusion-obstacle',
  'crossing-1',
  'crossing-2',
  'crossing-3',
  'crossing-obstacle',
  'oncoming-1',
  'oncoming-2',
  'oncoming-obstacle',
  'oncoming-groups',
  'frogger',
] as const;

/** Our own variants of small cases: where two had room to pass, only one fits. */
export const tightCases = [
  'squeeze-tight',
  '3-squeeze-tight',
  'double-squeeze-tight',
  'wall-squeeze-tight',
  'doorway-one-way-tight',
  'doorway-two-way-tight',
  'surprise-1-tight',
] as const;

export const smallCases = [...originalCases, ...tightCases] as const;

export const largeCases = [
  'hallway-two-way',
  'hallway-four-way',
  'bottleneck-evacuation',
  'bottleneck-squeeze',
  'forest',
  'random-4000',
] as const;

const known: readonly string[] = [...smallCases, ...largeCases];

/** The argument that loads a case: the name of a built-in scenario, or else a file. */
export function sourceOf(nameOrFile: string): string {
  const name = nameOrFile.replace(/^steerbench\//, '');
  return known.includes(name) ? `steerbench/${name}` : nameOrFile;
}

/** Whether a word can only be meant as the name of a case. */
export function isUnknownCase(nameOrFile: string): boolean {
  return sourceOf(nameOrFile) === nameOrFile && !/^steerbench\/|[.\\/]/.test(nameOrFile);
}
