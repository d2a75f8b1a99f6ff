import { heightOf } from '../../geometry/index.ts';
import { classNumbers } from './classes.ts';
import { drawFrom, Quantity } from './distributions.ts';
import { createFindings, type Findings, throwIfAny } from './error.ts';
import { assignGoals } from './goals.ts';
import { delayRange, radiusRange, speedRange, traitRange } from './limits.ts';
import { createScenarioIndex } from './obstacle-index.ts';
import { placeGroups } from './place-groups.ts';
import { countAgents, createPopulation, type Population } from './population.ts';
import type { Group, Scenario } from './schema.ts';

/**
 * The agents of a checked scenario at time 0: a pure function of scenario and seed. Every number of an agent is
 * drawn from streams of its own row: sizes and traits do not depend on where and in what order bodies find room.
 * Throws a ScenarioError when groups do not find room.
 */
export function populate(scenario: Scenario, seed = scenario.seed, source = 'scenario'): Population {
  const findings = createFindings(source);
  const population = findPlaces(scenario, seed, findings);
  throwIfAny(findings);
  return population;
}

/** The same; groups that do not find room are reported, and the agents are void then. */
export function findPlaces(scenario: Scenario, seed: number, findings: Findings): Population {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new RangeError(`expected a seed from 0 to ${Number.MAX_SAFE_INTEGER}, got ${seed}`);
  }
  const population = createPopulation(countAgents(scenario));
  copyAgents(scenario, population);
  drawMembers(scenario, seed, population);
  const obstacles = createScenarioIndex(scenario);
  placeGroups(scenario, seed, population, obstacles, findings);
  if (findings.problems.length === 0) assignGoals(scenario, seed, population, obstacles, findings);
  return population;
}

function copyAgents(scenario: Scenario, population: Population): void {
  const { obstacleClassOf } = classNumbers(scenario);
  scenario.agents.forEach(({ at, premovement, radius, speed, personality, class: name }, body) => {
    population.x[body] = at[0];
    population.y[body] = at[1];
    population.z[body] = heightOf(at);
    population.class[body] = obstacleClassOf(name);
    population.radius[body] = radius;
    population.speed[body] = speed;
    population.premovement[body] = premovement;
    population.agility[body] = personality.agility;
    population.mass[body] = personality.mass;
    population.aggressiveness[body] = personality.aggressiveness;
  });
}

function drawMembers(scenario: Scenario, seed: number, population: Population): void {
  const { obstacleClassOf } = classNumbers(scenario);
  let body = scenario.agents.length;
  scenario.groups.forEach((group, number) => {
    for (const end = body + group.count; body < end; body++) {
      population.group[body] = number;
      population.class[body] = obstacleClassOf(group.class);
      drawMember(group, seed, population, body, body);
    }
  });
}

/** Fills in the size and traits of a member of a group with the numbers of a stream. */
export function drawMember(
  { personality, premovement, radius, speed }: Group,
  seed: number,
  population: Population,
  body: number,
  stream: number,
): void {
  const { agility, mass, aggressiveness } = personality;
  population.radius[body] = drawFrom(radius, radiusRange, seed, stream, Quantity.radius);
  population.speed[body] = drawFrom(speed, speedRange, seed, stream, Quantity.speed);
  population.premovement[body] = drawFrom(premovement, delayRange, seed, stream, Quantity.premovement);
  population.agility[body] = drawFrom(agility, traitRange, seed, stream, Quantity.agility);
  population.mass[body] = drawFrom(mass, traitRange, seed, stream, Quantity.mass);
  population.aggressiveness[body] = drawFrom(
    aggressiveness,
    traitRange,
    seed,
    stream,
    Quantity.aggressiveness,
  );
}
