// Records a run line by line, with changes during the run, and simulates it again from these lines alone.
import { addAgent, removeAgent, retargetAgent, stepWorld } from 'wend';
import {
  createRecorder,
  createScenarioWorld,
  recordEnd,
  recordStart,
  recordStep,
  replayRecording,
} from 'wend/scenario';

const world = createScenarioWorld({
  version: 1,
  name: 'on record',
  bounds: { min: [0, 0], max: [20, 20] },
  duration: 10,
  seed: 7,
  groups: [
    { name: 'people', count: 30, region: { box: { min: [1, 1], max: [19, 9] } }, goal: { offset: [0, 10] } },
  ],
});
const recorder = createRecorder();
let recording = recordStart(recorder, world);
for (let step = 0; step < 200; step++) {
  if (step === 50) retargetAgent(world, addAgent(world, { at: [10, 15] }), { goal: [10, 1] });
  if (step === 100) removeAgent(world, 3);
  stepWorld(world);
  recording += recordStep(recorder, world);
}
recording += recordEnd(recorder, world);

const lines = recording.trimEnd().split('\n');
console.log(`recorded ${lines.length} lines, ${recording.length} bytes`);
console.log('replayed', replayRecording(lines));
const forged = lines.with(100, lines[100].replace('"step":100', '"step":101'));
console.log('forged', replayRecording(forged));
