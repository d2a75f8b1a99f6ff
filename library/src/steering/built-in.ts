import type { GivenSettings, SettingsOf } from '../settings/index.ts';
import { critters } from './critters/index.ts';
import { nonlinear } from './nonlinear/index.ts';
import { pipeline } from './pipeline/index.ts';
import { registerSteering } from './registry.ts';
import { straight } from './straight/index.ts';
import { walker } from './walker/index.ts';

const builtIn = [walker, nonlinear, pipeline, critters, straight] as const;

/** Registers all models that come with wend. */
export function registerBuiltInSteering(): void {
  for (const definition of builtIn) registerSteering(definition);
}

type BuiltIn = (typeof builtIn)[number];

/** The settings of a model, as in a checked scenario. */
export type SteeringSettings = {
  [Name in BuiltIn['name']]: { name: Name } & SettingsOf<Extract<BuiltIn, { name: Name }>['parameters']>;
}[BuiltIn['name']];

/** The same as a file or a program may give them. */
export type GivenSteering = {
  [Name in BuiltIn['name']]: (Name extends 'walker' | 'nonlinear' ? { name?: Name } : { name: Name }) &
    GivenSettings<Extract<BuiltIn, { name: Name }>['parameters']>;
}[BuiltIn['name']];
