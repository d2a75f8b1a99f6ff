import { addSteerTable, clearSteerRow, needPart } from '../crowd/index.ts';
import { neighbourEvents } from '../environment/index.ts';
import { defaultsOf } from '../settings/index.ts';
import {
  type AnySteeringDefinition,
  type SteeringModel,
  type SteeringSettings,
  steeringNamed,
} from '../steering/index.ts';
import { scenarioDefaults } from './scenario/defaults.ts';
import type { Scenario } from './scenario/schema.ts';
import type { World } from './world.ts';

/** A steering model of a world. */
export type ModelInUse = {
  readonly model: SteeringModel;
  /** What it was made from; undefined for a model that a program passed. */
  readonly settings: SteeringSettings | undefined;
  /** What its agents perceive: how far, metres, and whether only what nothing hides. */
  readonly radius: number;
  readonly sight: boolean;
  readonly crowd?: { radius: number; enough: number } | undefined;
  /** The share of the radius that other bodies never enter, and the largest depth of the rest, metres. */
  readonly hardCore: number;
  readonly softDepth: number;
};

/** More models than this do not fit in traits.steering. */
const MOST_MODELS = 255;

/** The model of the scenario: the one that a program passes, or else the one that the scenario names. */
export function createModel(scenario: Scenario, own?: SteeringModel | AnySteeringDefinition): ModelInUse {
  const { radius, sight } = scenario.neighbours;
  if (scenario.neighbours.events) needPart(neighbourEvents);
  if (!own) return { ...createNamed(scenario, scenario.steering), radius, sight };
  const model = 'create' in own ? own.create(defaultsOf(own.parameters) as never, scenario as never) : own;
  const crowd = 'create' in own ? own.perception.crowd : undefined;
  return { model, settings: undefined, radius, sight, crowd, ...softnessOf(model) };
}

function softnessOf({ bounds, name }: SteeringModel): { hardCore: number; softDepth: number } {
  const { hardCore = 1, softDepth = Infinity } = bounds ?? {};
  const fault = !(hardCore > 0 && hardCore <= 1)
    ? `hardCore is ${hardCore}; expected a share of the radius, above 0 and at most 1`
    : !(softDepth > 0) && `softDepth is ${softDepth}; expected metres above 0`;
  if (fault) throw new RangeError(`steering model ${JSON.stringify(name)}: bounds.${fault}`);
  return { hardCore, softDepth };
}

/** The radius of the hard core of a body, metres. */
export function coreOf({ hardCore, softDepth }: ModelInUse, radius: number): number {
  return Math.max(hardCore * radius, radius - softDepth);
}

function createNamed(scenario: Scenario, settings: SteeringSettings): ModelInUse {
  const { name, ...parameters } = settings;
  const definition = steeringNamed(name);
  if (!definition) throw new RangeError(`no steering model ${JSON.stringify(name)} is registered`);
  const model = definition.create(parameters as never, scenario as never);
  return { model, settings, ...definition.perception, ...softnessOf(model) };
}

/** What agents perceive whose model says nothing: a model that is passed without a definition. */
export const engineNeeds = { radius: scenarioDefaults.neighbourRadius, sight: scenarioDefaults.sight };

/** The place of a model with the given settings among the world's models, which is added if it is not there. */
export function modelNumber(world: World, settings: SteeringSettings | undefined): number {
  if (settings === undefined) return 0;
  const key = JSON.stringify(settings);
  const known = world.models.findIndex((one) => JSON.stringify(one.settings) === key);
  if (known >= 0) return known;
  if (world.models.length === MOST_MODELS) {
    throw new RangeError(`a world has at most ${MOST_MODELS} steering models with different settings`);
  }
  const added = createNamed(world.scenario, settings);
  // The scenario has the obstacles of the beginning.
  added.model.obstaclesChanged?.(world.shapes);
  world.models.push(added);
  addSteerTable(world.crowd, added.model.columns ?? {});
  return world.models.length - 1;
}

/** Lets a model take over an agent: it begins as for an agent that has just come, with the perception of the model. */
export function beginSteering(world: World, row: number, number: number): void {
  const { crowd, models } = world;
  crowd.traits.steering[row] = number;
  crowd.traits.viewRadius[row] = models[number].radius;
  clearSteerRow(crowd, number, row);
  crowd.steer = crowd.steers[number];
  models[number].model.begin?.(crowd, row);
  crowd.steer = crowd.steers[0];
}

/** Switches an agent to a model with the given settings. */
export function switchSteering(world: World, row: number, settings: SteeringSettings): void {
  const number = modelNumber(world, settings);
  if (world.crowd.traits.steering[row] !== number) beginSteering(world, row, number);
}

/**
 * Runs `act` once for each model, with its own columns at crowd.steer. `members` marks its rows; it is undefined where
 * there is one model.
 */
export function forEachModel(
  world: World,
  act: (model: SteeringModel, members: Uint8Array | undefined, number: number) => void,
): void {
  const { crowd, models } = world;
  if (models.length === 1) {
    act(models[0].model, undefined, 0);
    return;
  }
  if (world.members.length < crowd.capacity) world.members = new Uint8Array(crowd.capacity);
  const { members } = world;
  const { steering } = crowd.traits;
  for (let number = 0; number < models.length; number++) {
    for (let row = 0; row < crowd.count; row++) members[row] = Number(steering[row] === number);
    crowd.steer = crowd.steers[number];
    act(models[number].model, members, number);
  }
  crowd.steer = crowd.steers[0];
}
