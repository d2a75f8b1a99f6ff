import * as z from 'zod/mini';
import type { AutomatonModel, Expression, ModeModel } from '../../automata/hybrid/index.ts';
import { chained, type Schema, union } from './chained.ts';
import { choice, exactly, list, number, record, text, yesOrNo } from './fields.ts';
import { maximumAutomata, maximumDistanceRules, maximumGroups, maximumModes } from './limits.ts';
import { distanceSubject } from './schema-distances.ts';
import { name } from './schema-obstacles.ts';
import { ownPlannerSchema } from './schema-planner.ts';
import { ownSteering } from './schema-steering.ts';

/**
 * Hybrid automata, docs/models/automata.md. The schema has the shape; automata/hybrid/ checks names, types and units of
 * what is in it.
 */

const expressionError = 'expected a number, true, false, a text, or a list that begins with an operator';
const expression = union([z.number(), z.boolean(), text(0, 2000), z.array(z.unknown())], {
  error: expressionError,
}).meta({
  id: 'expression',
  description: 'A number, true or false, a text such as "comfort > 6", or a list [operator, operand, …].',
}) as unknown as Schema<Expression, Expression>;

const finite = () => number({ min: -1e12, max: 1e12 });
const unit = () =>
  text(1, 40).exactOptional().describe('Unit, such as "m", "m/s" or "1/s^2"; if absent, any.');
const word = () => text(1, 100);

/** An object with names of one's own as keys. */
function named<Value extends z.ZodMiniType>(value: Value) {
  return chained(z.record(text(1, 100), value, { error: 'expected an object' }));
}

const transitionSchema = record({
  from: union([word(), list(word(), 1, maximumModes)], {
    error: 'expected the name of a mode, or a list of names',
  }).describe('Modes beside this list that it leaves; "*": all.'),
  to: word().describe('A mode beside this list, or a submode of one: "outer.inner".'),
  when: expression.describe('The guard.'),
  do: named(expression).exactOptional().describe('Assignments; all read the values before the jump.'),
  priority: finite()
    .exactOptional()
    .describe('The enabled transition with the highest priority is taken; if absent, 0.'),
});

const goalSchema = union(
  [
    exactly('none'),
    record({ targets: list(word(), 1, 1000).describe('Names of targets.') }),
    record({ direction: chained(z.tuple([expression, expression])).describe('Along this vector.') }),
    record({ point: chained(z.tuple([expression, expression])).describe('To this place, m.') }),
  ],
  { error: 'expected "none", {"targets"}, {"direction"} or {"point"}' },
).describe('Where the agent goes while the mode lasts. Expressions are evaluated when it is entered.');

const setSchema = record({
  speed: expression.exactOptional().describe('Desired speed, m/s.'),
  agility: expression.exactOptional(),
  mass: expression.exactOptional(),
  aggressiveness: expression.exactOptional(),
  viewRadius: expression.exactOptional().describe('How far the agent sees, m.'),
}).describe('Traits of the agent while the mode lasts; clipped to their ranges.');

const modeSchema: Schema<ModeModel, ModeModel> = chained(
  z.lazy(() =>
    record({
      use: word().exactOptional().describe('Name of a definition; other keys of this mode are added to it.'),
      with: named(expression).exactOptional().describe('Replaces names in the definition.'),
      flow: named(expression).exactOptional().describe('Rates of change, per second.'),
      algebra: named(expression).exactOptional().describe('Values of algebraic variables.'),
      invariant: union([list(record({ holds: expression }), 1, 100), expression], { error: expressionError })
        .exactOptional()
        .describe('Conditions that hold while the mode lasts.'),
      set: setSchema.exactOptional(),
      distances: list(record({ ...distanceSubject, distance: expression }), 1, maximumDistanceRules)
        .exactOptional()
        .describe('Gaps that the agent wants to keep while the mode lasts, m; all others stay unchanged.'),
      steering: ownSteering().describe('The steering of the agent while the mode lasts; if absent, its own.'),
      planner: ownPlannerSchema.exactOptional(),
      goal: goalSchema.exactOptional(),
      entry: named(expression).exactOptional().describe('Assignments when the mode is entered.'),
      exit: named(expression).exactOptional().describe('Assignments when the mode is left.'),
      start: word().exactOptional().describe('The submode that is entered first.'),
      modes: named(modeSchema).exactOptional().describe('Submodes.'),
      transitions: list(transitionSchema, 0, maximumModes)
        .exactOptional()
        .describe('Jumps between the modes beside it.'),
      history: yesOrNo()
        .exactOptional()
        .describe('Whether it is entered in the submode that was active when it was last left.'),
    }).meta({ id: 'mode' }),
  ),
) as unknown as Schema<ModeModel, ModeModel>;

const partShape = {
  start: word().describe('The mode of an agent that enters.'),
  modes: named(modeSchema).describe('Modes by name.'),
  transitions: list(transitionSchema, 0, maximumModes)
    .exactOptional()
    .describe('Jumps between the modes beside it.'),
};

const signature = () => union([text(1, 40), z.null()], { error: 'expected a unit or null' });

const automatonSchema = record({
  name: name().describe('Unique among the automata.'),
  groups: list(name(), 1, maximumGroups)
    .exactOptional()
    .describe('Names of the groups whose agents have it; if absent, all agents.'),
  policy: union(
    [
      choice(['urgent', 'lazy']),
      record({
        random: number({ above: 0, max: 1e6, unit: 's' }).describe('Mean time until it is taken, s.'),
      }),
    ],
    {
      error: 'expected "urgent", "lazy" or {"random": seconds}',
    },
  )
    .exactOptional()
    .describe('When an enabled transition is taken; if absent, urgent.'),
  integrator: choice(['euler', 'rk4', 'adaptive']).exactOptional().describe('If absent, rk4.'),
  tolerance: number({ above: 0, max: 1 })
    .exactOptional()
    .describe('Tolerance of the adaptive integrator; if absent, 1e-9.'),
  parameters: named(
    union([finite(), record({ value: finite(), unit: unit() })], {
      error: 'expected a number or {"value", "unit"}',
    }),
  )
    .exactOptional()
    .describe('Names for numbers.'),
  inputs: named(
    union([word(), record({ target: word() }), record({ obstacle: word() })], {
      error: 'expected the name of a quantity, {"target"} or {"obstacle"}',
    }),
  )
    .exactOptional()
    .describe('Names for quantities that the agent senses.'),
  noise: named(chained(z.tuple([finite(), finite()], { error: 'expected two numbers, [low, high]' })))
    .exactOptional()
    .describe('Names for random numbers, drawn once per step.'),
  variables: named(
    record({
      kind: choice(['flow', 'algebraic', 'real', 'integer', 'boolean']).exactOptional(),
      start: union([finite(), z.boolean()], { error: 'expected a number, true or false' }).exactOptional(),
      unit: unit(),
      range: chained(
        z.tuple([finite(), finite()], { error: 'expected two numbers, [low, high]' }),
      ).exactOptional(),
      private: word().exactOptional().describe('The only part that may use it.'),
    }),
  )
    .exactOptional()
    .describe('Variables, which flow or change in jumps.'),
  functions: named(record({ takes: list(signature(), 0, 3), gives: signature() }))
    .exactOptional()
    .describe('Functions that a program passes.'),
  definitions: named(modeSchema).exactOptional().describe('Modes that are used in several places.'),
  parts: named(record(partShape)).exactOptional().describe('State machines that run in parallel.'),
  start: partShape.start.exactOptional(),
  modes: partShape.modes.exactOptional().describe('Modes by name, if there is one part.'),
  transitions: partShape.transitions,
}).describe('A hybrid automaton, docs/models/automata.md.') as unknown as Schema<
  AutomatonModel,
  AutomatonModel
>;

export const automataSchema = list(automatonSchema, 0, maximumAutomata);
