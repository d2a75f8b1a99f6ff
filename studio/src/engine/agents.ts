import {
  beginLists,
  createNearLists,
  createNeighbourIndex,
  hasAgent,
  neighbourIndexes,
  readAgent,
  rowOf,
  Status,
  type World,
} from 'wend';
import { type PathAhead, pathAhead } from 'wend/draw';
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
  steering: string;
  traits: Traits;
  /** The agents within its view radius, and those of them that nothing hides. */
  near: number[];
  visible: number[];
  /** How many agents its steering takes into account. */
  perceived: number;
  path: PathAhead;
  automata: AutomatonShown[];
};

/** An automaton of the agent: all its modes, nested, and why it is where it is. */
export type AutomatonShown = {
  name: string;
  modes: { name: string; depth: number; isPresent: boolean }[];
  values: Record<string, number>;
  transitions: { to: string; when: string; holds: boolean }[];
  reason: string;
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
  return {
    ...{ id, x, y, z, speed },
    group: scenario.groups[traits.group[row]]?.name ?? '',
    status: Object.entries(Status).find(([, value]) => value === plan.status[row])?.[0] ?? '',
    pace: plan.pace[row],
    goalDistance: plan.goalDistance[row],
    steering: models[traits.steering[row]].model.name,
    traits: {
      speed: traits.desiredSpeed[row],
      agility: traits.agility[row],
      mass: traits.mass[row],
      aggressiveness: traits.aggressiveness[row],
      viewRadius: traits.viewRadius[row],
    },
    ...neighboursOf(world, row),
    perceived: environment.perception.agents.counts[row],
    path: pathAhead(world, id),
    automata: automataOf(world, id),
  };
}

/** All indexes give the same answers, so the default one is asked, whatever the world has. */
function neighboursOf(
  { crowd, obstacles, solids }: World,
  row: number,
): Pick<AgentDetails, 'near' | 'visible'> {
  const index = createNeighbourIndex(neighbourIndexes.definitions[0].name, true);
  index.update({ crowd, obstacles, solids });
  const ask = (kind: 'near' | 'visible') => {
    const lists = createNearLists();
    beginLists(lists, crowd.capacity);
    index[kind](row, crowd.traits.viewRadius[row], lists);
    const { counts, items, starts } = lists;
    return Array.from(items.subarray(starts[row], starts[row] + counts[row]), (other) => crowd.ids[other]);
  };
  return { near: ask('near'), visible: ask('visible') };
}

type Modes = { modes?: Readonly<Record<string, Modes>> };

function automataOf(world: World, id: number): AutomatonShown[] {
  return explainJumps(world, id).map(({ automaton, latest, modes, transitions, values }) => {
    const model = world.scenario.automata.find(({ name }) => name === automaton);
    const parts = Object.entries((model?.parts ?? { '': model }) as Record<string, Modes>);
    const shown = parts.flatMap(([part, within]) => {
      const present = modes.find((one) => one.part === part)?.mode ?? '';
      return modesIn(within, part, '', present, 0);
    });
    return {
      name: automaton,
      modes: shown,
      values: { ...values },
      transitions: [...transitions],
      reason: latest ? `Since ${latest.time.toFixed(1)} s, when ${latest.when} held in ${latest.from}.` : '',
    };
  });
}

/** The modes of a part, each before those inside of it. A mode is present while one inside of it is. */
function modesIn(
  { modes = {} }: Modes,
  part: string,
  outer: string,
  present: string,
  depth: number,
): AutomatonShown['modes'] {
  return Object.entries(modes).flatMap(([own, inside]) => {
    const name = outer === '' ? own : `${outer}.${own}`;
    const isPresent = present === name || present.startsWith(`${name}.`);
    const label = part !== '' && depth === 0 ? `${part}: ${own}` : own;
    return [{ name: label, depth, isPresent }, ...modesIn(inside, part, name, present, depth + 1)];
  });
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
