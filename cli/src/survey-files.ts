import type { LineSummary, Survey, SurveySummary } from 'wend/measure';
import { resultFiles } from './files.ts';

/** The tables of a survey by file name; a table without a subject is left out. */
export function surveyTables({ areas, groups, lines, queues, travel }: Survey): Record<string, string> {
  const groupOf = (number: number) => (number < 0 ? '' : quoted(groups[number]));
  const tables: Record<string, string> = {};
  if (lines.length > 0) {
    tables[resultFiles.lines] = csv(
      'line,time,agent,group,direction',
      lines.flatMap(({ crossings: { columns, count }, line }) =>
        rowsOf(count, (k) => [
          quoted(line.name),
          columns.time[k].toFixed(4),
          columns.id[k],
          groupOf(columns.group[k]),
          columns.direction[k],
        ]),
      ),
    );
  }
  if (areas.length > 0) {
    tables[resultFiles.areas] = csv(
      'area,time,count,density,voronoi_density,speed,voronoi_speed,flow',
      areas.flatMap(({ area, samples: { columns, count } }) =>
        rowsOf(count, (k) => [
          quoted(area.name),
          columns.time[k].toFixed(4),
          columns.count[k],
          ...[columns.density, columns.voronoiDensity, columns.speed, columns.voronoiSpeed, columns.flow].map(
            (column) => decimals(column[k]),
          ),
        ]),
      ),
    );
  }
  if (travel.count > 0) {
    const { columns } = travel;
    tables[resultFiles.travel] = csv(
      'agent,group,entered,arrived,travel_time,distance',
      rowsOf(travel.count, (k) => [
        columns.id[k],
        groupOf(columns.group[k]),
        columns.entered[k].toFixed(4),
        columns.arrived[k].toFixed(4),
        (columns.arrived[k] - columns.entered[k]).toFixed(4),
        decimals(columns.walked[k]),
      ]),
    );
  }
  if (queues.length > 0) {
    tables[resultFiles.queues] = csv(
      'queue,time,coming,waiting,served',
      queues.flatMap(({ lengths: { columns, count }, name }) =>
        rowsOf(count, (k) => [
          quoted(name),
          columns.time[k].toFixed(4),
          columns.coming[k],
          columns.waiting[k],
          columns.served[k],
        ]),
      ),
    );
    tables[resultFiles.waits] = csv(
      'queue,agent,joined,served,wait',
      queues.flatMap(({ name, waits: { columns, count } }) =>
        rowsOf(count, (k) => [
          quoted(name),
          columns.id[k],
          columns.joined[k].toFixed(4),
          columns.served[k].toFixed(4),
          (columns.served[k] - columns.joined[k]).toFixed(4),
        ]),
      ),
    );
  }
  return tables;
}

/** What a run measured, in lines of text: what the scenario is about comes first. */
export function describeSurvey({ areas, lines, queues = [], travel }: SurveySummary): string[] {
  const fixed = (value: number | null, digits = 2) => (value === null ? '–' : value.toFixed(digits));
  return [
    ...lines.map((line) => `  ${label(line.name)}${crossingsIn(line)}`),
    ...areas.map((area) => {
      const cells = area.voronoiDensity === null ? '' : ` (Voronoi ${fixed(area.voronoiDensity)})`;
      return `  ${label(area.name)}${fixed(area.density)} agents/m²${cells}, ${fixed(area.speed)} m/s, flow ${fixed(area.flow)} /(m s)`;
    }),
    ...queues.map(
      ({ joined, longest, longestWait, meanWait, name, served, waiting }) =>
        `  ${label(name)}${joined} joined, ${served} served, ${waiting} still wait; longest line ${longest}, mean wait ${fixed(meanWait, 1)} s, longest ${fixed(longestWait, 1)} s`,
    ),
    ...(travel.arrived === 0
      ? []
      : [
          `  travel      half of the agents that arrived within ${fixed(travel.median, 1)} s, nine of ten within ${fixed(travel.ninetieth, 1)} s${
            travel.evacuationTime === null ? '' : `, the last at ${fixed(travel.evacuationTime, 1)} s`
          }`,
        ]),
  ];
}

function crossingsIn({ backward, crossings, flow, forward, longestGap, specificFlow }: LineSummary): string {
  const both = backward > 0 && forward > 0 ? ` (${forward} forward, ${backward} backward)` : '';
  if (flow === null) return `${crossings} crossings${both}`;
  return `${crossings} crossings${both}, ${flow.toFixed(2)} /s, ${specificFlow!.toFixed(2)} /(m s); longest gap ${longestGap!.toFixed(1)} s`;
}

const label = (name: string) => (name.length < 12 ? name.padEnd(12) : `${name}  `);

const decimals = (value: number) => (Number.isNaN(value) ? '' : String(Number(value.toFixed(6))));

/** RFC 4180: text with a comma, a quotation mark or a line break is quoted. */
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function csv(head: string, rows: readonly string[]): string {
  return `${[head, ...rows].join('\n')}\n`;
}

function rowsOf(count: number, row: (k: number) => (string | number)[]): string[] {
  return Array.from({ length: count }, (_, k) => row(k).join(','));
}
