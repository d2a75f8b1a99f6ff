export { createRecorder, type Recorder, recordEnd, recordStart, recordStep } from './recording.ts';
export { type ReplayOutcome, replayRecording } from './replay.ts';
