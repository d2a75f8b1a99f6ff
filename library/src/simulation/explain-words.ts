import type { Constraint, ConstraintSource, Vector } from '../steering/index.ts';
import { type AgentExplanation, RESTS } from './explain-agent.ts';
import { jumpsInWords } from './explain-automata.ts';

/** An explanation in sentences, the most important first. */
export function explanationInWords(explanation: AgentExplanation): string[] {
  const { agent, automata, desired, model, moved, chosen, status, time } = explanation;
  const goal = status === 'walking' ? `, ${metres(desired.goalDistance)} from its goal` : '';
  return [
    `Agent ${agent} at ${decimals(time)} s: ${status}, steered by ${model}${goal}.`,
    `It wants ${velocity(desired.velocity)}.`,
    ...stagesInWords(explanation),
    ...constraintsInWords(explanation),
    ...plansInWords(explanation),
    ...factsInWords(explanation),
    ...(isFar(moved, chosen) ? [`Contacts leave ${velocity(moved)} of it.`] : []),
    ...jumpsInWords(automata),
  ];
}

function stagesInWords({ decides, stages }: AgentExplanation): string[] {
  if (stages.at(-1)?.name === RESTS) return ['It rests, since others stand where it wants to go.'];
  if (!decides) return ['It keeps its velocity in this step.'];
  return stages
    .slice(1)
    .map(({ name, velocity: found }) =>
      name === 'chosen' ? `It chooses ${velocity(found)}.` : `${capital(name)}: ${velocity(found)}.`,
    );
}

/** What binds; and what the influences show, for a model that names no constraints. */
function constraintsInWords({ constraints, decides, influences }: AgentExplanation): string[] {
  if (!decides) return [];
  const binding = constraints.filter(({ binds }) => binds);
  if (constraints.length === 0) {
    const felt = influences.filter(({ binds }) => binds);
    return felt.map(
      ({ change, from, gap }) =>
        `${capital(sourceName(from))}, ${metres(gap)} away, changes it by ${velocity(change)}.`,
    );
  }
  if (binding.length === 0) return [`None of ${constraints.length} constraints binds.`];
  const strongest = binding.sort((a, b) => strengthOf(b) - strengthOf(a)).slice(0, MOST_IN_WORDS);
  const more = binding.length - strongest.length;
  return [
    `${binding.length} of ${constraints.length} constraints bind:`,
    ...strongest.map((one) => `- ${constraintInWords(one)}`),
    ...(more > 0 ? [`- and ${more} weaker ones`] : []),
  ];
}

/** The most constraints that are told; the data have all. */
const MOST_IN_WORDS = 8;

/** Limits and half-planes first; then the largest turn or acceleration. */
function strengthOf({ acceleration, turnRate }: Constraint): number {
  if (turnRate !== undefined) return Math.abs(turnRate);
  return acceleration ? sizeOf(acceleration) : Number.MAX_VALUE;
}

function constraintInWords(constraint: Constraint): string {
  const { acceleration, from, gap, interval, kind, limit, share, turnRate } = constraint;
  const details = [
    `${metres(gap)} away`,
    ...(share === undefined ? [] : [`it takes ${decimals(100 * share)} % of the avoidance`]),
    ...(limit === undefined ? [] : [`at most ${decimals(limit)} m/s`]),
    ...(interval
      ? [`bodies would touch from ${decimals(interval.begin)} to ${decimals(interval.end)} s`]
      : []),
    ...(turnRate === undefined ? [] : [`turns it by ${decimals(turnRate)} rad/s`]),
    ...(acceleration === undefined ? [] : [`accelerates it by ${decimals(sizeOf(acceleration))} m/s²`]),
  ];
  return `${kind} of ${sourceName(from)}: ${details.join(', ')}`;
}

function plansInWords({ headway, plan, rightOfWay }: AgentExplanation): string[] {
  const list = (ids: readonly number[]) => ids.map((id) => `agent ${id}`).join(', ');
  const { over = [], yieldsTo = [] } = rightOfWay ?? {};
  return [
    ...(headway?.freeDistance === undefined || !headway.from
      ? []
      : [
          `Headway: ${metres(headway.freeDistance)} free up to ${sourceName(headway.from)}, to last ${decimals(headway.time)} s.`,
        ]),
    ...(plan
      ? [
          plan.interval === 0
            ? 'It gives way: it goes to a place where others can pass.'
            : `It follows a plan for the next ${decimals((plan.points.length - 1) * plan.interval)} s.`,
        ]
      : []),
    ...(over.length > 0 ? [`It has the right of way over ${list(over)}.`] : []),
    ...(yieldsTo.length > 0 ? [`It gives way to ${list(yieldsTo)}.`] : []),
  ];
}

function factsInWords({ facts, units = {} }: AgentExplanation): string[] {
  const list = Object.entries(facts).map(([name, value]) => {
    const unit = name in units ? ` ${units[name]}` : '';
    return `${inWords(name)}: ${typeof value === 'number' ? decimals(value) : value}${unit}`;
  });
  return list.length > 0 ? [`${capital(list.join('; '))}.`] : [];
}

/** `turnRate` is read as "turn rate". */
function inWords(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function sourceName(from: ConstraintSource): string {
  if (from.kind === 'goal') return 'the goal';
  const known = from.heard ? ', as it heard' : '';
  if (from.kind === 'agent') return `agent ${from.id}${known}`;
  return `${from.obstacle < 0 ? 'the border' : `obstacle ${from.obstacle}`}${known}`;
}

function velocity({ x, y, z }: Vector): string {
  const components = z === 0 ? [x, y] : [x, y, z];
  return `${decimals(sizeOf({ x, y, z }))} m/s (${components.map(decimals).join(', ')})`;
}

function sizeOf({ x, y, z }: Vector): number {
  return Math.sqrt(x * x + y * y + z * z);
}

function isFar(a: Vector, b: Vector): boolean {
  return sizeOf({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z }) > 1e-6;
}

function metres(value: number): string {
  return `${decimals(value)} m`;
}

function decimals(value: number): string {
  return String(Math.round(100 * value) / 100 + 0);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
