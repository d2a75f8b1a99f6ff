import { hasAgent, stepWorld, timeOf, type World } from 'wend';
import { createScenarioWorld, type Scenario } from 'wend/scenario';
import { BadInput } from './failure.ts';

/** An agent at a time, as given on the command line. */
export type Moment = { agent: string; time: string };

/** Steps a scenario to a time and finds an agent there; `check` may refuse the scenario before it runs. */
export function worldAt(
  scenario: Scenario,
  given: Moment,
  check: () => void,
): { world: World; agent: number; time: number } {
  const time = Number(given.time);
  const agent = given.agent.trim() === '' ? Number.NaN : Number(given.agent);
  if (given.time.trim() === '' || !(time >= 0 && time <= scenario.duration)) {
    throw new BadInput(`--time ${given.time}: expected seconds from 0 to ${scenario.duration}`);
  }
  check();
  const world = createScenarioWorld(scenario);
  const last = Math.round(time / scenario.dt);
  let leftAt: number | undefined;
  let isThere = hasAgent(world.crowd, agent);
  while (world.step < last) {
    stepWorld(world);
    const wasThere = isThere;
    isThere = hasAgent(world.crowd, agent);
    if (wasThere && !isThere) leftAt = timeOf(world);
  }
  if (!isThere) {
    const left = `it left at ${Number((leftAt ?? 0).toFixed(3))} s`;
    const hint = Number.isNaN(agent) ? 'ids are whole numbers' : leftAt === undefined ? '' : left;
    throw new BadInput(
      `--agent ${given.agent}: no agent of that id in the world at ${time} s${hint === '' ? '' : `: ${hint}`}`,
    );
  }
  return { world, agent, time };
}
