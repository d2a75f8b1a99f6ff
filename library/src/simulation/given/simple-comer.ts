import type { Comer } from '../scenario/schema.ts';
import { readSimpleAgent } from './simple-agent.ts';

/**
 * A checked copy of an agent that has only what simple agents have, names of targets and the name of a group, each as it should
 * be: what the full readers make of it. undefined: the full readers decide, and say what is wrong.
 */
export function readSimpleComer(given: unknown, dimension: 2 | 3): Comer | undefined {
  if (typeof given !== 'object' || !given || Object.getPrototypeOf(given) !== Object.prototype)
    return undefined;
  // Each value is read once, since a getter may answer differently the next time.
  const { group, targets, ...simple } = given as Record<string, unknown>;
  const agent = readSimpleAgent(simple, dimension);
  if (!agent) return undefined;
  let known = Object.keys(simple).length;
  // Only what it says itself: the rest is its group's. The keys have the order of the schema.
  const comer: Comer = { at: agent.at };
  if (simple.heading !== undefined) comer.heading = agent.heading!;
  if (simple.radius !== undefined) comer.radius = agent.radius;
  if (simple.speed !== undefined) comer.speed = agent.speed;
  if (targets !== undefined) {
    known++;
    const names = readNames(targets);
    if (!names) return undefined;
    comer.targets = names;
  }
  if (agent.goal) comer.goal = agent.goal;
  if (simple.goalRadius !== undefined) comer.goalRadius = agent.goalRadius;
  if (group !== undefined) {
    known++;
    if (!isName(group)) return undefined;
    comer.group = group;
  }
  return Object.keys(given).length === known ? comer : undefined;
}

function readNames(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > 1000) return undefined;
  const names: string[] = [];
  for (let k = 0; k < value.length; k++) {
    const name: unknown = value[k];
    if (!isName(name)) return undefined;
    names.push(name);
  }
  return names;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 100;
}
