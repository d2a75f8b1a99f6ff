/**
 * Scores to compare with, by case. Provenance in docs/guide/steerbench.md: `published` is the lowest score of the case in
 * Table 2 of Singh et al., "A modular framework for adaptive agent-based steering", I3D 2011; `measured` are scores of
 * the authors' public code on the original files, each with its collisions and the agents that never arrived.
 */
type Measured = { score: number; collisions: number; missing: number };
type Figures = { published?: number; measured: readonly Measured[] };

/** `588/2†1`: score 588, two collisions, one agent that never arrived. */
function measuredIn(text: string): Measured[] {
  return text.split(' ').map((entry) => {
    const [, score, collisions, missing] = /^(\d+)\/(\d+)(?:†(\d+))?$/.exec(entry)!;
    return { score: Number(score), collisions: Number(collisions), missing: Number(missing ?? 0) };
  });
}

/** Measured in the order: every frame, 4 Hz, static, adaptive, and the social force model of the same code. */
const figures: Record<string, Figures> = {
  '3-squeeze': { measured: measuredIn('588/2 499/0 497/0 596/2 572/0') },
  '3-way-confusion': { published: 350, measured: measuredIn('370/0 420/0 421/0 406/0 411/0') },
  '4-way-confusion': { published: 332, measured: measuredIn('411/0 416/0 422/0 435/0 431/0') },
  'crossing-1': { measured: measuredIn('435/0 445/0 447/0 463/0 319/0') },
  'doorway-one-way': { measured: measuredIn('2413/7 1884/3 1476/0 1626/0 711/0†1') },
  'double-squeeze': { published: 411, measured: measuredIn('667/4 625/2 647/2 700/4 702/0') },
  frogger: { published: 274, measured: measuredIn('274/0 291/0 273/0 274/0 357/0') },
  'oncoming-1': { measured: measuredIn('395/0 398/0 409/0 420/0 410/0') },
  'oncoming-groups': { published: 856, measured: measuredIn('915/0 997/2 931/0 1094/4 837/0') },
  squeeze: { published: 432, measured: measuredIn('470/0 487/0 477/0 523/0 336/0†2') },
  'surprise-1': { measured: measuredIn('1253/4 1174/4 1134/4 1029/3 580/0') },
  'surprise-2': { measured: measuredIn('575/0 584/0 573/0 601/0 529/0†1') },
  'wall-squeeze': { measured: measuredIn('537/0 565/0 565/0 710/1 698/0') },
};

/** Null where there is none. */
export type FiguresOfCase = { published: number | null; measured: number | null; toBeat: number | null };

/** The figures of a case. `measured` is the lowest score at which all agents arrived without a collision. */
export function figuresOf(name: string): FiguresOfCase {
  // The original file of that case has a number in its name.
  const { published, measured = [] } = figures[name === '3-way-confusion-1' ? '3-way-confusion' : name] ?? {};
  const whole = measured.filter(({ collisions, missing }) => collisions === 0 && missing === 0);
  const best = lowest(whole.map(({ score }) => score));
  return {
    published: published ?? null,
    measured: best,
    toBeat: lowest([published, best].filter((figure) => typeof figure === 'number')),
  };
}

function lowest(scores: readonly number[]): number | null {
  return scores.length > 0 ? Math.min(...scores) : null;
}
