import { hasAgent, readAgent, rowOf, Status, type World } from 'wend';
import { chooseField } from 'wend/draw';
import { type AgentExplanation, explainAgent, explainJumps, explanationInWords } from 'wend/scenario';

/** What the panel and the overlays show of an agent. */
export type AgentDetails = {
  id: number;
  group: string;
  status: string;
  /** Metres, and metres per second. */
  x: number;
  y: number;
  z: number;
  speed: number;
  pace: number;
  goalDistance: number;
  /** What it heads for now. */
  localX: number;
  localY: number;
  steering: string;
  traits: Traits;
  /** The agents that it perceives. */
  near: number[];
  /** Its automata, with the modes that they are in. */
  automata: { name: string; modes: string[]; values: Record<string, number>; reason: string }[];
};

/** Traits that a command can change. */
export type Traits = {
  speed: number;
  agility: number;
  mass: number;
  aggressiveness: number;
  viewRadius: number;
};

/** Why an agent moves as it does, as data and in words. */
export type Why = { explanation: AgentExplanation; words: string[] };

/** An agent as it is now; undefined where it is not in the world. */
export function agentDetails(world: World, id: number): AgentDetails | undefined {
  const { crowd, environment, models, scenario } = world;
  if (!hasAgent(crowd, id)) return undefined;
  const row = rowOf(crowd, id);
  const { plan, traits } = crowd;
  const { x, y, z, speed } = readAgent(world, id);
  const { starts, counts, items } = environment.perception.agents;
  const found = counts[row] > 0 ? items.subarray(starts[row], starts[row] + counts[row]) : [];
  const far = plan.localDistance[row] > 0 ? plan.localDistance[row] : plan.goalDistance[row];
  return {
    ...{ id, x, y, z, speed },
    group: scenario.groups[traits.group[row]]?.name ?? '',
    status: Object.entries(Status).find(([, value]) => value === plan.status[row])?.[0] ?? '',
    pace: plan.pace[row],
    goalDistance: plan.goalDistance[row],
    localX: x + far * plan.directionX[row],
    localY: y + far * plan.directionY[row],
    steering: models[traits.steering[row]].model.name,
    traits: {
      speed: traits.desiredSpeed[row],
      agility: traits.agility[row],
      mass: traits.mass[row],
      aggressiveness: traits.aggressiveness[row],
      viewRadius: traits.viewRadius[row],
    },
    near: Array.from(found, (other) => crowd.ids[other]),
    automata: explainJumps(world, id).map(({ automaton, latest, modes, values }) => ({
      name: automaton,
      modes: modes.map(({ mode, part }) => (part === '' ? mode : `${part}: ${mode}`)),
      values: { ...values },
      reason: latest ? `since ${latest.time.toFixed(1)} s, when ${latest.when} held in ${latest.from}` : '',
    })),
  };
}

/** Why an agent moves as it does in the next step; undefined where it is not there then. */
export function explanationOf(world: World, id: number): Why | undefined {
  if (!hasAgent(world.crowd, id)) return undefined;
  try {
    const explanation = explainAgent(world, id);
    return { explanation, words: explanationInWords(explanation) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Directions on a grid of places, for arrows: x, y and a unit vector for each; or why there are none. */
export type FieldArrows = { label: string; spacing: number; arrows: Float32Array } | { why: string };

/** Arrows along the longer side of the world. */
const MOST_ARROWS = 56;

/** The field that the first group follows. */
export function fieldOf(world: World): FieldArrows {
  const field = chooseField(world, true);
  if (typeof field === 'string') return { why: field };
  const { min, max } = world.scenario.bounds;
  const spacing = Math.max(max[0] - min[0], max[1] - min[1]) / MOST_ARROWS;
  const found: number[] = [];
  const out = new Float64Array(2);
  for (let x = min[0] + spacing / 2; x < max[0]; x += spacing) {
    for (let y = min[1] + spacing / 2; y < max[1]; y += spacing) {
      if (!field.direction(x, y, out)) continue;
      const length = Math.hypot(out[0], out[1]);
      if (length > 0) found.push(x, y, out[0] / length, out[1] / length);
    }
  }
  return { label: field.label, spacing, arrows: Float32Array.from(found) };
}
