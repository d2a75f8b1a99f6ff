// A hybrid automaton by itself: a ball whose bounces are located inside the steps: node examples/automaton.js
import { automata } from 'wend';

const { above, atMost, both, below, defineAutomaton, product, simulateAutomaton, value } = automata;

const [height, velocity] = [value('height'), value('velocity')];
const ball = defineAutomaton({
  name: 'ball',
  parameters: { gravity: { value: 9.81, unit: 'm/s^2' } },
  variables: { height: { start: 1, unit: 'm' }, velocity: { unit: 'm/s' } },
  start: 'flying',
  // An expression is a tree, which the functions build, or a text.
  modes: { flying: { flow: { height: velocity, velocity: '-gravity' }, invariant: above(height, -0.001) } },
  transitions: [
    {
      from: 'flying',
      to: 'flying',
      when: both(atMost(height, 0), below(velocity, 0)),
      do: { velocity: product(-0.8, velocity) },
    },
  ],
});
const { jumps } = simulateAutomaton(ball, { duration: 3, dt: 0.1 });
for (const { time, values, when } of jumps) {
  console.log(`${time.toFixed(9)} s: ${when}, at ${(-values.velocity).toFixed(3)} m/s`);
}
console.log(`in a file: ${JSON.stringify(ball.transitions?.[0])}`);
