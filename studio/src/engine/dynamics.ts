import { hasAgent, rowOf, type World } from 'wend';
import { analyseStability } from 'wend/models';
import { type HeadingPortrait, portraitOf } from 'wend/scenario';

/** The heading dynamics of an agent, and the fixed points of its weights. */
export type Dynamics = {
  portrait: HeadingPortrait;
  /** Radians. */
  heading: number;
  /** Weights of the target and of the obstacles that do not change, and whether they are stable. */
  weights: { target: number; obstacles: number; isStable: boolean }[];
};

/** How fast an agent would turn at each heading; undefined of a model without heading dynamics, and in space. */
export function dynamicsOf(world: World, id: number): Dynamics | undefined {
  const { crowd, models } = world;
  if (!hasAgent(crowd, id) || crowd.dimension === 3) return undefined;
  const row = rowOf(crowd, id);
  if (!models[crowd.traits.steering[row]].model.portray) return undefined;
  let portrait: HeadingPortrait;
  try {
    portrait = portraitOf(world, id, { samples: 180 });
  } catch (error) {
    // With classes of its own the model has more than two weights, and no portrait.
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
  const { alpha1, alpha2, gamma12, gamma21 } = portrait;
  const points =
    alpha1 > 0 && alpha2 > 0
      ? analyseStability(
          [alpha1, alpha2],
          [
            [0, gamma12],
            [gamma21, 0],
          ],
        ).fixedPoints
      : [];
  return {
    portrait,
    heading: Math.atan2(crowd.motion.headingY[row], crowd.motion.headingX[row]),
    weights: points.flatMap(({ stable, weights }) =>
      weights ? [{ target: weights[0], obstacles: weights[1], isStable: stable }] : [],
    ),
  };
}
