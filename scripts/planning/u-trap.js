// The trap of Fig. 7 in Goldenstein et al. 2001: a U-shaped room that is closed towards the target.

export function uTrap() {
  return {
    version: 1,
    name: 'u-trap',
    description:
      'The straight line of ten walkers leads into a U-shaped room that is closed towards the target. Without a plan they stay inside; with a plan they walk around it.',
    bounds: { min: [0, 0], max: [24, 16], walls: true },
    duration: 90,
    obstacles: [
      {
        name: 'room',
        shape: 'polygon',
        points: [
          [6, 3.7],
          [14.3, 3.7],
          [14.3, 12.3],
          [6, 12.3],
          [6, 12],
          [14, 12],
          [14, 4],
          [6, 4],
        ],
      },
    ],
    targets: [{ name: 'food', at: [21, 8], radius: 1 }],
    groups: [
      {
        name: 'walkers',
        count: 10,
        region: { box: { min: [7, 5], max: [12, 11] } },
        radius: 0.25,
        speed: { normal: { mean: 1.33, deviation: 0.15, min: 1, max: 1.7 } },
        targets: ['food'],
        clearance: 0.3,
      },
    ],
    steering: { name: 'nonlinear', baseDistance: 1, safetyDistance: 0.1, timeToContact: 0.5, attraction: 1 },
    planner: { name: 'harmonic' },
    arrival: 'vanish',
    expect: {
      arrivedAtLeast: 1,
      stayWithinBounds: true,
      seriousCollisionsAtMost: 0,
      minimumClearanceAtLeast: -0.05,
    },
  };
}
