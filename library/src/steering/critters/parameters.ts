/** How an object acts on critters: an acceleration of strength × distance^exponent towards it. */
export type Field = {
  /** Metres^(1 − exponent) per second²: positive attracts, negative repels; k. */
  strength: number;
  /** How the acceleration changes with the distance; e. */
  exponent: number;
};

/** Parameters of the acceleration fields; equations and how to choose them: docs/models/critters.md. SI units. */
export type CrittersParameters = {
  /** `semi-implicit`: places advance with the new velocity, our default; `euler`: with the old one, as in the notes. */
  method: 'semi-implicit' | 'euler';
  /** Viscous drag, per second; k_d. */
  drag: number;
  /** Upper bound of every critter's acceleration, metres per second². */
  maximumAcceleration: number;
  /** Longest step of the integration, seconds: a longer step of the world is divided. */
  maximumStep: number;
  /** The field of an obstacle that has none of its own, and of the border. */
  obstacles: Field;
  /** The field of an agent that has none of its own. */
  agents: Field;
  /** The field of a target that has none of its own, and of a goal that is a point. */
  targets: Field;
};

export const crittersDefaults: CrittersParameters = {
  method: 'semi-implicit',
  drag: 1,
  maximumAcceleration: 20,
  maximumStep: 0.02,
  obstacles: { strength: -0.3, exponent: -2 },
  agents: { strength: -0.2, exponent: -2 },
  targets: { strength: 0.25, exponent: 1 },
};

/** 2^-40: quotients of times that differ by less, relative, count as equal. Rounding is far below, a step far above. */
export const HAIR = 1 / 1099511627776;
