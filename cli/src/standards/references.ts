/** Published figures that tests compare with. Densities in people per square metre (or per metre), speeds in m/s. */

/** U. Weidmann, Transporttechnik der Fussgänger, ETH Zürich 1993. */
export function weidmann(density: number): number {
  return Math.max(0, 1.34 * (1 - Math.exp(-1.913 * (1 / density - 1 / 5.4))));
}

/** Median speeds of the Jülich experiments (Forschungszentrum Jülich, Pedestrian Dynamics Data Archive), by density. */
export const julich = {
  oneWay: [
    [0.75, 1.41],
    [1.25, 1.2],
    [1.75, 1.05],
    [2.25, 0.52],
    [2.75, 0.37],
  ],
  twoWays: [
    [0.75, 1.31],
    [1.25, 1.1],
    [1.75, 0.79],
    [2.25, 0.55],
    [2.75, 0.46],
  ],
  /** Density per metre. */
  singleFile: [
    [0.75, 0.89],
    [1.25, 0.45],
    [1.75, 0.18],
    [2.25, 0.08],
    [2.75, 0.02],
  ],
  /** Order of lanes in a corridor of 3.6 m: density, order, order with shuffled directions. */
  lanes: [
    [0.91, 0.85, 0.4],
    [1.95, 0.8, 0.23],
    [2.31, 0.76, 0.18],
  ],
} as const;

/** Flow through an opening of a width in metres, people per second, by linear fits. */
export const openingFits = {
  Kretz: (width: number) => 1.62 * width + 0.17,
  Seyfried: (width: number) => 1.88 * width,
  Daamen: (width: number) => 2.25 * width,
  Müller: (width: number) => 2.28 * width,
} as const;

/** RiMEA 4.1.1, test 16: density per metre, and the speeds below which 10, 50 and 90 % of people walk in single file. */
export const rimea16 = [
  [0.0989, 0.9607, 1.1857, 1.483],
  [0.2989, 0.83954, 1.1595, 1.4725],
  [0.4989, 0.7083, 1.091, 1.3887],
  [0.6989, 0.5978, 0.9748, 1.3053],
  [0.8989, 0.4475, 0.7472, 1.1008],
  [1.0989, 0.3157, 0.5195, 0.8395],
  [1.2989, 0.1872, 0.3925, 0.6077],
  [1.4989, 0.112, 0.2733, 0.485],
  [1.6989, 0.0705, 0.1988, 0.3822],
  [1.8989, 0.048, 0.1577, 0.314],
  [2.0989, 0.0347, 0.1313, 0.2702],
  [2.2989, 0.0267, 0.1138, 0.239],
  [2.4989, 0.022, 0.102, 0.2202],
] as const;

/** The 10 and 90 % speeds of RiMEA 16 at a density, with straight lines between the points. */
export function bandAt(density: number): [low: number, high: number] {
  const last = rimea16.length - 1;
  const next = rimea16.findIndex(([at]) => at >= density);
  if (next <= 0) return next === 0 ? [rimea16[0][1], rimea16[0][3]] : [rimea16[last][1], rimea16[last][3]];
  const [a, b] = [rimea16[next - 1], rimea16[next]];
  const share = (density - a[0]) / (b[0] - a[0]);
  return [a[1] + share * (b[1] - a[1]), a[3] + share * (b[3] - a[3])];
}
