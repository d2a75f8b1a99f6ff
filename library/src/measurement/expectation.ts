import type { MeasuredCriterion, Scenario } from '../simulation/index.ts';
import type { Summary } from './measurements.ts';
import type { SurveySummary } from './survey/index.ts';

/**
 * The criteria of a scenario's `expect` that a run did not meet, as sentences; none when it met them all. Those about
 * measured figures need the summary of a survey.
 */
export function unmetExpectations(
  expect: Scenario['expect'],
  summary: Summary,
  survey?: SurveySummary,
): string[] {
  const unmet: string[] = [];
  if (!expect) return unmet;
  const { arrivedAtLeast, arrivedAtMost, stayWithinBounds } = expect;
  const { seriousCollisionsAtMost, minimumClearanceAtLeast, meanSpeedAtLeast } = expect;
  const share = ((100 * summary.arrived) / summary.agents).toFixed(1);
  if (arrivedAtLeast !== undefined && summary.arrived < arrivedAtLeast * summary.agents) {
    unmet.push(`${share} % of the agents arrived, expected at least ${100 * arrivedAtLeast} %`);
  }
  if (arrivedAtMost !== undefined && summary.arrived > arrivedAtMost * summary.agents) {
    unmet.push(`${share} % of the agents arrived, expected at most ${100 * arrivedAtMost} %`);
  }
  if (stayWithinBounds && summary.outside > 0) {
    unmet.push(`${summary.outside} of ${summary.agents} agents have been outside the bounds, expected none`);
  }
  if (seriousCollisionsAtMost !== undefined && summary.collisions.serious > seriousCollisionsAtMost) {
    unmet.push(
      `${summary.collisions.serious} serious collisions, expected at most ${seriousCollisionsAtMost}`,
    );
  }
  const { unreachableAtMost } = expect;
  if (unreachableAtMost !== undefined && summary.unreachable > unreachableAtMost) {
    unmet.push(
      `${summary.unreachable} agents found no path to a goal, expected at most ${unreachableAtMost}`,
    );
  }
  const clearance = summary.minimumClearance;
  if (minimumClearanceAtLeast !== undefined && clearance !== null && clearance < minimumClearanceAtLeast) {
    unmet.push(`smallest gap ${clearance.toFixed(3)} m, expected at least ${minimumClearanceAtLeast} m`);
  }
  const speed = summary.meanSpeed;
  if (meanSpeedAtLeast !== undefined && speed !== null && speed < meanSpeedAtLeast) {
    unmet.push(`mean speed ${speed.toFixed(3)} of the desired speed, expected at least ${meanSpeedAtLeast}`);
  }
  return [...unmet, ...(expect.measured ?? []).flatMap((criterion) => unmetFigure(criterion, survey))];
}

function unmetFigure(criterion: MeasuredCriterion, survey: SurveySummary | undefined): string[] {
  const { atLeast, atMost, figure, of } = criterion;
  const value = survey ? figureIn(survey, criterion) : null;
  const what = of === undefined ? figure : `${of}: ${figure}`;
  const wanted = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ].join(' and ');
  if (value === null) return [`${what} was not measured, expected ${wanted}`];
  if (value >= (atLeast ?? value) && value <= (atMost ?? value)) return [];
  return [`${what} ${Number(value.toPrecision(4))}, expected ${wanted}`];
}

function figureIn({ areas, lines, travel }: SurveySummary, { figure, of }: MeasuredCriterion): number | null {
  const run = {
    evacuationTime: travel.evacuationTime,
    meanTravelTime: travel.mean,
    longestTravelTime: travel.longest,
  };
  const owner = of === undefined ? run : [...lines, ...areas].find(({ name }) => name === of);
  const value = (owner as Record<string, unknown> | undefined)?.[figure];
  return typeof value === 'number' ? value : null;
}
