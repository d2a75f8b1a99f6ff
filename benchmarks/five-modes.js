const names = ['a', 'b', 'c', 'd', 'e'];

/** An automaton that benchmarks run: comfort, fatigue and hunger; about two agents of a hundred jump in a step. */
export const fiveModes = {
  name: 'five',
  integrator: 'euler',
  noise: { weather: [-0.2, 0.2] },
  variables: { comfort: {}, fatigue: {}, hunger: { start: 1 } },
  start: 'a',
  modes: Object.fromEntries(
    names.map((name, k) => [
      name,
      {
        flow: {
          comfort: '1 + weather',
          fatigue: `0.1 * comfort - ${0.01 * (k + 1)} * fatigue`,
          hunger: '-0.2 * hunger',
        },
        set: { speed: `${1 + 0.1 * k} - 0.01 * fatigue` },
      },
    ]),
  ),
  transitions: names.flatMap((name, k) => [
    {
      from: name,
      to: names[(k + 1) % 5],
      when: 'comfort > 2.5 or comfort > 2.4 and rate(comfort) > 0',
      do: { comfort: 0 },
    },
    { from: name, to: names[(k + 4) % 5], when: 'hunger < 0.01', do: { hunger: 1 } },
  ]),
};
