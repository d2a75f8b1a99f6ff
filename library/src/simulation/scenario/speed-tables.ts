/** Walking speeds on level ground that guidelines publish, m/s. */

/**
 * RiMEA, Guideline for microscopic evacuation analysis, test 7: mean and standard deviation by age, after Weidmann (1993). The
 * deviations are read off its printed figure, within about 0.02 m/s.
 */
export const rimeaAges = [
  { age: 10, mean: 1.18, deviation: 0.225 },
  { age: 20, mean: 1.61, deviation: 0.315 },
  { age: 30, mean: 1.54, deviation: 0.3 },
  { age: 40, mean: 1.48, deviation: 0.285 },
  { age: 50, mean: 1.41, deviation: 0.275 },
  { age: 60, mean: 1.27, deviation: 0.245 },
  { age: 70, mean: 1.07, deviation: 0.2 },
  { age: 80, mean: 0.68, deviation: 0.14 },
] as const;

type People = { share: number; speed: readonly [number, number] };

/**
 * IMO MSC.1/Circ.1533, tables 3.1 and 3.4: passengers by sex, age and impairment; each speed is uniform in its range. The
 * shares were compared with a published text of the guidelines, the ranges with another program's copy of table 3.4: the
 * circular itself was not at hand.
 */
export const imoPassengers: readonly People[] = [
  { share: 7, speed: [0.93, 1.55] },
  { share: 7, speed: [0.71, 1.19] },
  { share: 16, speed: [0.56, 0.94] },
  { share: 10, speed: [0.43, 0.71] },
  { share: 10, speed: [0.37, 0.61] },
  { share: 7, speed: [1.11, 1.85] },
  { share: 7, speed: [0.97, 1.62] },
  { share: 16, speed: [0.84, 1.4] },
  { share: 10, speed: [0.64, 1.06] },
  { share: 10, speed: [0.55, 0.91] },
];

/** The same of the crew: women and men. */
export const imoCrew: readonly People[] = [
  { share: 50, speed: [0.93, 1.55] },
  { share: 50, speed: [1.11, 1.85] },
];
