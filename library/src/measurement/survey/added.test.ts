import { describe, expect, test } from 'vitest';
import {
  createRecorder,
  recordEnd,
  recordStart,
  recordStep,
  replayRecording,
} from '../../recording/index.ts';
import { sendCommand } from '../../simulation/commands.ts';
import type { ScenarioInput } from '../../simulation/scenario/index.ts';
import { createWorld } from '../../simulation/scenario-world.ts';
import { loadWorld, saveWorld } from '../../simulation/snapshot.ts';
import { stepWorld } from '../../simulation/step.ts';
import { stateHashOf, type World } from '../../simulation/world.ts';
import { createSurvey, type Survey, summarizeSurvey, surveyStep } from './survey.ts';

const hall: ScenarioInput = {
  version: 1,
  name: 'hall',
  bounds: { min: [0, 0], max: [30, 10], walls: true },
  dt: 0.1,
  duration: 40,
  arrival: 'vanish',
  targets: [{ name: 'east', region: { box: { min: [28, 0], max: [30, 10] } } }],
  groups: [{ name: 'people', count: 30, region: { box: { min: [1, 1], max: [14, 9] } }, targets: ['east'] }],
};

const line = { name: 'middle', from: [15, 0] as [number, number], to: [15, 10] as [number, number] };
const area = { name: 'field', box: { min: [14, 2] as [number, number], max: [18, 8] as [number, number] } };

function observe(world: World, survey: Survey, seconds: number): void {
  for (let step = 0; step < Math.round(seconds / world.dt); step++) {
    stepWorld(world);
    surveyStep(survey, world);
  }
}

const rowsOf = (survey: Survey) => ({
  crossings: survey.lines.map(({ crossings: { columns, count } }) =>
    Array.from({ length: count }, (_, k) => [columns.time[k], columns.id[k], columns.direction[k]]),
  ),
  samples: survey.areas.map(({ samples: { columns, count } }) =>
    Array.from({ length: count }, (_, k) => [columns.time[k], columns.count[k], columns.voronoiDensity[k]]),
  ),
});

describe('a line and an area that are added during a run', () => {
  test('measure from then on what they would have measured from the beginning', () => {
    const whole = createWorld({ ...hall, measurements: { lines: [line], areas: [area] } });
    const all = createSurvey(whole);
    observe(whole, all, 20);
    const world = createWorld(hall);
    const survey = createSurvey(world);
    observe(world, survey, 6);
    sendCommand(world, { kind: 'add-measurement', line });
    sendCommand(world, { kind: 'add-measurement', area });
    observe(world, survey, 14);
    const after = (rows: number[][][]) => rows.map((list) => list.filter(([time]) => time > 6));
    const expected = rowsOf(all);
    expect(rowsOf(survey)).toEqual({
      crossings: after(expected.crossings),
      samples: after(expected.samples),
    });
    expect(rowsOf(survey).crossings[0].length).toBeGreaterThan(5);
    expect(summarizeSurvey(survey).areas[0].size).toBeCloseTo(24);
  });

  test('a script does the same, and criteria speak of them', () => {
    const script: ScenarioInput['script'] = [
      { at: 6, kind: 'add-measurement', line },
      { at: 6, kind: 'add-measurement', area },
    ];
    const expected = { measured: [{ of: 'middle', figure: 'crossings' as const, atLeast: 1 }] };
    const scripted = createWorld({ ...hall, script, expect: expected });
    const survey = createSurvey(scripted);
    observe(scripted, survey, 20);
    const world = createWorld(hall);
    const other = createSurvey(world);
    observe(world, other, 6);
    sendCommand(world, { kind: 'add-measurement', line });
    sendCommand(world, { kind: 'add-measurement', area });
    observe(world, other, 14);
    expect(rowsOf(survey)).toEqual(rowsOf(other));
  });

  test('groups that are added are measured, too', () => {
    const world = createWorld({ ...hall, measurements: { lines: [line], areas: [area] } });
    const survey = createSurvey(world);
    sendCommand(world, {
      kind: 'add-group',
      group: {
        name: 'late',
        count: 4,
        region: { circle: { center: [12, 5], radius: 1.5 } },
        targets: ['east'],
      },
    });
    observe(world, survey, 38);
    const { areas, lines, travel } = summarizeSurvey(survey);
    expect(lines[0].groups).toEqual([
      { name: 'people', forward: 30, backward: 0 },
      { name: 'late', forward: 4, backward: 0 },
    ]);
    expect(areas[0].groups[1].density).toBeGreaterThan(0);
    expect(travel.groups[1]).toMatchObject({ name: 'late', arrived: 4 });
  });

  test('are saved and replayed, and change no state', () => {
    const plain = createWorld(hall);
    const world = createWorld(hall);
    const recorder = createRecorder();
    const lines = [recordStart(recorder, world)];
    for (let step = 0; step < 30; step++) {
      if (step === 10) sendCommand(world, { kind: 'add-measurement', line });
      stepWorld(plain);
      stepWorld(world);
      lines.push(recordStep(recorder, world));
    }
    lines.push(recordEnd(recorder, world));
    expect(stateHashOf(world)).toBe(stateHashOf(plain));
    expect(replayRecording(lines.map((one) => one.trimEnd()))).toEqual({ kind: 'same', steps: 30 });
    const loaded = loadWorld(saveWorld(world));
    expect(loaded.scenario.measurements.lines).toEqual([line]);
    const survey = createSurvey(world);
    const other = createSurvey(loaded);
    observe(world, survey, 15);
    observe(loaded, other, 15);
    expect(rowsOf(other)).toEqual(rowsOf(survey));
    expect(rowsOf(other).crossings[0].length).toBeGreaterThan(0);
  });
});

describe('refusals, at the same place in a script and as a command', () => {
  test.each([
    [{}, 'expected a line or an area, got neither'],
    [{ line, area }, 'expected a line or an area, got both'],
    [{ line: { ...line, to: line.from } }, 'line.to: expected another point than from'],
    [
      { line: { ...line, name: 'gate' } },
      'line.name: expected a name of its own: there is a line or an area "gate"',
    ],
    [
      { area: { ...area, name: 'gate' } },
      'area.name: expected a name of its own: there is a line or an area "gate"',
    ],
    [{ area: { name: 'field' } }, 'area: expected a box or a polygon, got neither'],
    [
      { area: { ...area, box: { min: [25, 2], max: [40, 8] } } },
      'area.box: expected an area inside the bounds',
    ],
  ])('%j', (given, message) => {
    const gate = { name: 'gate', from: [20, 0] as [number, number], to: [20, 10] as [number, number] };
    const input: ScenarioInput = { ...hall, measurements: { lines: [gate] } };
    const world = createWorld(input);
    const command = { kind: 'add-measurement', ...given } as never;
    expect(() => sendCommand(world, command)).toThrow(`command: ${message}`);
    expect(world.commands).toHaveLength(0);
    const script = [{ at: 1, ...(command as object) }] as never;
    const at = message.startsWith('expected') ? `script[0]: ${message}` : `script[0].${message}`;
    expect(() => createWorld({ ...input, script })).toThrow(at);
  });
});
