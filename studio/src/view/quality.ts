/** How finely the view in three dimensions is drawn, from the best on: part of the pixels, and how much smaller bodies count. */
const LEVELS = [
  { pixels: 1, coarseness: 1 },
  { pixels: 1, coarseness: 2.5 },
  { pixels: 0.7, coarseness: 4 },
] as const;

/** Seconds from picture to picture above which the view becomes coarser, and below which it becomes finer. */
const SLOW = 1 / 15;
const FAST = 1 / 45;
/** Pictures in a row that decide. */
const FEW = 6;
const MANY = 90;
const MOST = 3000;

/** What the time between pictures has said so far. */
export type Quality = {
  level: number;
  /** Pictures in a row that were slow, and fast. */
  slow: number;
  fast: number;
  /** Fast pictures that a finer view needs. It doubles when a finer view has been too slow, so that the view does not flicker. */
  needed: number;
  /** Whether the last change made the view finer. */
  wasRaised: boolean;
};

export function createQuality(): Quality {
  return { level: 0, slow: 0, fast: 0, needed: MANY, wasRaised: false };
}

/** Takes the time since the picture before into account, seconds. */
export function recordPicture(quality: Quality, seconds: number): void {
  quality.slow = seconds > SLOW ? quality.slow + 1 : 0;
  quality.fast = seconds < FAST ? quality.fast + 1 : 0;
  if (quality.slow >= FEW && quality.level < LEVELS.length - 1) {
    if (quality.wasRaised) quality.needed = Math.min(MOST, 2 * quality.needed);
    change(quality, 1);
  } else if (quality.fast >= quality.needed && quality.level > 0) change(quality, -1);
}

function change(quality: Quality, by: number): void {
  quality.level += by;
  quality.wasRaised = by < 0;
  quality.slow = 0;
  quality.fast = 0;
}

/** What to draw with: the best while nothing moves. */
export function finenessOf({ level }: Quality, isMoving: boolean): (typeof LEVELS)[number] {
  return LEVELS[isMoving ? level : 0];
}
