import type { AutomatonModel, ModeModel, TransitionModel } from './model.ts';
import type { Application, Tree } from './trees/expression.ts';

/**
 * Builds the trees of docs/models/automata.md with their types checked by TypeScript: a comparison of conditions does not
 * compile. The result is the data that a scenario file has.
 */

/** An expression whose value is a number: a literal, or what a function below gives. */
export type NumberTree = number | (Exclude<Tree, number | boolean> & { readonly yields?: 'number' });
/** An expression that holds or does not. */
export type Condition = boolean | (Exclude<Tree, number | boolean> & { readonly yields?: 'condition' });

const tree = (operator: string, ...operands: Tree[]) => [operator, ...operands] as Application;
const numeric = (operator: string, ...operands: NumberTree[]) => tree(operator, ...operands) as NumberTree;
const logical = (operator: string, ...operands: Tree[]) => tree(operator, ...operands) as Condition;

/** The names of variables, parameters, inputs and noise that hold numbers; and those that hold truth values. */
export const value = (name: string) => name as NumberTree;
export const flag = (name: string) => name as Condition;

export const sum = (...terms: NumberTree[]) => numeric('+', ...terms);
export const difference = (a: NumberTree, b: NumberTree) => numeric('-', a, b);
export const negative = (of: NumberTree) => numeric('-', of);
export const product = (...factors: NumberTree[]) => numeric('*', ...factors);
export const quotient = (a: NumberTree, b: NumberTree) => numeric('/', a, b);
export const least = (...among: NumberTree[]) => numeric('min', ...among);
export const greatest = (...among: NumberTree[]) => numeric('max', ...among);
export const squareRoot = (of: NumberTree) => numeric('sqrt', of);
export const magnitude = (of: NumberTree) => numeric('abs', of);
/** An operator or declared function by its name. */
export const call = (name: string, ...given: NumberTree[]) => numeric(name, ...given);
/** How fast a variable flows now. */
export const rateOf = (variable: string) => tree('rate', variable) as NumberTree;

export const below = (a: NumberTree, b: NumberTree) => logical('<', a, b);
export const above = (a: NumberTree, b: NumberTree) => logical('>', a, b);
export const atMost = (a: NumberTree, b: NumberTree) => logical('<=', a, b);
export const atLeast = (a: NumberTree, b: NumberTree) => logical('>=', a, b);
export const equal = (a: NumberTree, b: NumberTree) => logical('==', a, b);
export const different = (a: NumberTree, b: NumberTree) => logical('!=', a, b);
export const both = (...conditions: Condition[]) => logical('and', ...(conditions as Tree[]));
export const either = (...conditions: Condition[]) => logical('or', ...(conditions as Tree[]));
export const not = (condition: Condition) => logical('not', condition as Tree);
/** Whether a part is in a mode: "part.mode". */
export const isIn = (mode: string) => logical('in', mode);
export const choose = (condition: Condition, yes: NumberTree, no: NumberTree) =>
  tree('if', condition as Tree, yes, no) as NumberTree;

export const chooseCondition = (condition: Condition, yes: Condition, no: Condition) =>
  logical('if', condition as Tree, yes as Tree, no as Tree);

type Transition<Mode extends string> = Omit<TransitionModel, 'from' | 'to'> & {
  from: Mode | '*' | readonly Mode[];
  to: Mode | `${Mode}.${string}`;
};

/** A model of one part, whose start and transitions name its modes: others do not compile. */
export function defineAutomaton<Mode extends string>(
  model: Omit<AutomatonModel, 'parts' | 'start' | 'modes' | 'transitions'> & {
    start: NoInfer<Mode>;
    modes: Readonly<Record<Mode, ModeModel>>;
    transitions?: readonly Transition<NoInfer<Mode>>[];
  },
): AutomatonModel {
  return model as AutomatonModel;
}
