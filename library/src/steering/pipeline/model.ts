import type { Crowd } from '../../crowd/index.ts';
import type { SteeringInput, SteeringModel } from '../contract.ts';
import { type PipelineTable, pipelineColumns } from './columns.ts';
import { decide } from './decide.ts';
import { createDetours, goRound } from './detours.ts';
import { explainCommands } from './explain.ts';
import { reachOfFeelers } from './feelers.ts';
import { bindFrame } from './frame.ts';
import { moveBodies } from './locomotion.ts';
import { createPairs, storeBodies } from './pairs.ts';
import type { PipelineParameters } from './parameters.ts';
import { loadPlans, savePlans } from './plans.ts';
import { predictThreats } from './prediction.ts';
import { feelAround } from './reaction.ts';
import { compileRules, rules } from './rules.ts';
import { createSpaceTime, planAhead } from './space-time.ts';
import { createTechniqueBatches } from './states.ts';

function prepare(parameters: PipelineParameters) {
  return {
    parameters,
    rules: compileRules(rules),
    batches: createTechniqueBatches(),
    detours: createDetours(),
    pairs: createPairs(0),
    spaceTime: createSpaceTime(parameters),
    phases: {
      names: ['prediction', 'reaction', 'space-time planning', 'locomotion'],
      times: new Float64Array(4),
      runs: new Float64Array(4),
    },
  };
}

type Model = ReturnType<typeof prepare>;

/**
 * The pipeline of Singh et al. (2011): prediction, reaction by rules, space-time planning and locomotion, each of them a
 * loop over the agents that are due. docs/models/pipeline.md.
 */
export function createPipelineModel(parameters: PipelineParameters): SteeringModel {
  const model = prepare(parameters);
  return {
    name: 'pipeline',
    columns: pipelineColumns,
    predicts: true,
    closeReach: (largestRadius) => reachOfFeelers(parameters, largestRadius),
    // A slow agent may reach its top speed a step later; the pace of a plan may change.
    bounds: { speedGain: () => parameters.maximumSpeed },
    begin,
    computeControls: (input) => computeControls(model, input),
    explain: (input, row) => {
      computeControls(model, input);
      return explainCommands(model, input, row);
    },
    save: () => savePlans(model.spaceTime.store),
    load: (bytes) => loadPlans(model.spaceTime.store, bytes),
    phases: model.phases,
  };
}

function begin({ steer }: Crowd, row: number): void {
  const columns = steer as PipelineTable;
  columns.threat[row] = -1;
  columns.felt[row] = -1;
}

function computeControls(model: Model, input: SteeringInput): void {
  const { pairs, parameters, phases } = model;
  const { clock } = input;
  const start = clock ? clock() : 0;
  const frame = bindFrame(input);
  storeBodies(pairs, frame);
  if (parameters.prediction) phases.runs[0] += predictThreats(frame, parameters, pairs);
  const predicted = clock ? clock() : 0;
  phases.runs[1] += feelAround(frame, parameters, pairs);
  const felt = clock ? clock() : 0;
  if (parameters.spaceTime) phases.runs[2] += planAhead(frame, parameters, model.spaceTime);
  const planned = clock ? clock() : 0;
  goRound(frame, parameters, model.detours);
  decide(frame, parameters, model.rules, model.spaceTime.store, model.batches);
  const decided = clock ? clock() : 0;
  phases.times[0] += predicted - start;
  phases.times[1] += felt - predicted + (decided - planned);
  phases.times[2] += planned - felt;
  moveBodies(frame, input.crowd.next, parameters);
  if (clock) phases.times[3] += clock() - decided;
  phases.runs[3] += input.crowd.count;
}
