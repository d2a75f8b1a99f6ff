import type { AgentMesh } from './agents.ts';
import { MOST_ANSWERED } from './disc-kernel.ts';
import { type Stars, WIDENED, WIDER } from './stars.ts';

/**
 * The nearest few found in advance. Vertices are numbered along a curve, so those of a run of numbers are near one
 * another: where most agents are asked for, the first of a run to be asked for has the kernel answer for all of it, while
 * what that looks at is in fast memory. Whoever asks in any order then finds the answers ready.
 */
export type Answers = {
  /** What they are for: the mesh's version, the rows' revision and how many are wanted. */
  version: number;
  revision: number;
  wanted: number;
  /** Questions so far. */
  asked: number;
  /** Whether runs are answered: most agents were asked for in the version before, so most will be now. */
  isInAdvance: boolean;
  /** For each run of vertices whether it has been answered: then it is `round`. */
  answered: Int32Array;
  round: number;
  /** The rows of the nearest, `wanted` for each vertex; −1 in place of the first: they have to be looked for. */
  rows: Int32Array;
};

/** How much farther than the last time the nearest few are looked for at first, as a factor of squared distances. */
export const GUESS = 1.2;

/** Vertices in a run, as a power of two. */
const RUN_BITS = 7;
const RUN = 1 << RUN_BITS;

export function createAnswers(): Answers {
  return {
    version: -1,
    revision: -1,
    wanted: 0,
    asked: 0,
    isInAdvance: false,
    answered: new Int32Array(0),
    round: 0,
    rows: new Int32Array(0),
  };
}

/** Whether the `wanted` nearest of a vertex are in answers.rows; the stars are up to date. */
export function hasAnswer(
  answers: Answers,
  agents: AgentMesh,
  stars: Stars,
  v: number,
  wanted: number,
): boolean {
  if (
    answers.version !== agents.version ||
    answers.revision !== agents.revision ||
    answers.wanted !== wanted
  ) {
    beginAnswers(answers, agents, stars, wanted);
  }
  answers.asked++;
  if (!answers.isInAdvance) return false;
  if (answers.answered[v >> RUN_BITS] !== answers.round) answerRun(answers, agents, stars, v >> RUN_BITS);
  return answers.rows[wanted * v] >= 0;
}

function beginAnswers(answers: Answers, agents: AgentMesh, stars: Stars, wanted: number): void {
  answers.isInAdvance =
    stars.kernel !== undefined &&
    answers.wanted === wanted &&
    2 * answers.asked > agents.count &&
    RUN * wanted <= MOST_ANSWERED &&
    agents.mesh.twinCount === 0;
  answers.version = agents.version;
  answers.revision = agents.revision;
  answers.wanted = wanted;
  answers.asked = 0;
  answers.round++;
  if (!answers.isInAdvance) return;
  const capacity = stars.visited.length;
  if (answers.rows.length < wanted * capacity) answers.rows = new Int32Array(wanted * capacity);
  const runs = (capacity >> RUN_BITS) + 1;
  if (answers.answered.length < runs) answers.answered = new Int32Array(runs);
}

function answerRun(answers: Answers, { mesh, rowOf }: AgentMesh, stars: Stars, run: number): void {
  const { rows, wanted } = answers;
  const first = run << RUN_BITS;
  const end = Math.min(first + RUN, mesh.vertexCount);
  stars.search = stars.kernel!.nearest(first, end, wanted, GUESS, WIDER, WIDENED, stars.search + 1);
  const found = stars.answers;
  const count = (end - first) * wanted;
  const start = first * wanted;
  for (let k = 0; k < count; k++) {
    const w = found[k];
    rows[start + k] = w < 0 ? -1 : rowOf[w];
  }
  answers.answered[run] = answers.round;
}
