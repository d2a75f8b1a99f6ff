// Another build of wend, such as one of an earlier version, for benchmarks that compare the two in one run.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The exports of a built clone; before version 0.2 there was one door. */
export async function openBuild(folder) {
  const load = (file) => import(pathToFileURL(join(resolve(folder), 'library/dist', file)).href);
  const core = await load('index.js');
  return { ...core, ...(await load('scenario.js').catch(() => ({}))) };
}

/** A world in a build; before version 0.2 the default model was called wend. */
export function createIn(build, scenario, options) {
  const create = build.createScenarioWorld ?? build.createWorld;
  try {
    return create(scenario, options);
  } catch (error) {
    if (scenario.steering.name !== 'walker') throw error;
    return create({ ...scenario, steering: { name: 'wend' } }, options);
  }
}
