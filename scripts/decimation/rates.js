// The rates that the study compares. Steps of 0.05 s.

const FRAMES_PER_SECOND = 20;
/** The longest interval that a scenario may ask for, 50 s; planning also runs when a local target is reached. */
const LONGEST = 1000;

const steps = (hertz) => (hertz === 0 ? LONGEST : Math.round(FRAMES_PER_SECOND / hertz));

/** Rates in Hz; phases that are not given run at 4 Hz. 0: as rarely as possible. */
function rates({ planning = 4, perception = 4, prediction = 4 }) {
  return {
    planning: steps(planning),
    perception: steps(perception),
    prediction: steps(prediction),
    reaction: 1,
    steering: 1,
  };
}

const alone = { spaceTime: false };

export const reference = { label: '4 Hz', cadence: rates({}), steering: alone };

/** Figure 8: each phase alone, then together. Space-time planning is off, as in the paper. */
export const staticPanels = [
  {
    title: 'Prediction alone',
    settings: [
      ...[10, 2, 1].map((hertz) => ({
        label: `${hertz} Hz`,
        cadence: rates({ prediction: hertz }),
        steering: alone,
      })),
      { label: 'off', cadence: rates({}), steering: { ...alone, prediction: false } },
    ],
  },
  {
    title: 'Perception alone',
    settings: [
      ...[1, 0.67, 0.33].map((hertz) => ({
        label: `${hertz} Hz`,
        cadence: rates({ perception: hertz }),
        steering: alone,
      })),
      { label: '0.02 Hz', cadence: rates({ perception: 0 }), steering: alone },
    ],
  },
  {
    title: 'Short-term planning alone',
    settings: [
      ...[1, 0.25, 0.2].map((hertz) => ({
        label: `${hertz} Hz`,
        cadence: rates({ planning: hertz }),
        steering: alone,
      })),
      { label: 'on demand', cadence: rates({ planning: 0 }), steering: alone },
    ],
  },
  {
    title: 'Prediction, perception and short-term planning together',
    settings: [
      [4, 1, 0.5],
      [3.33, 0.67, 0.2],
      [2, 0.33, 0.1],
      [1, 0.2, 0],
    ].map(([prediction, perception, planning]) => ({
      label: `${prediction} / ${perception} / ${planning === 0 ? 'on demand' : `${planning} Hz`}`,
      cadence: rates({ prediction, perception, planning }),
      steering: alone,
    })),
  },
];

/** Figure 9: with space-time planning. */
export const schemes = [
  { label: '4 Hz reference', cadence: rates({}) },
  { label: 'adaptive', cadence: 'adaptive' },
  { label: 'static', cadence: 'static' },
  { label: 'matched', cadence: 'matched' },
];
