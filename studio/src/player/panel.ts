import { paintOf, speedColour } from '../stage/theme.ts';
import { element, prepareCanvas, write } from './elements.ts';
import type { Player } from './state.ts';
import { distanceWalked, frameAt, speedAt } from './tracks.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Writes what does not change: names, groups and the origin of the run. Names are texts, never markup. */
export function preparePanel(player: Player, chooseGroup: (group: number) => void): void {
  const { head, agents } = player.playback;
  write('name', head.name);
  write('description', head.description);
  document.title = `${head.name} · wend`;
  const stateHash = head.stateHash === '' ? '' : `, state hash ${head.stateHash}`;
  write('origin', `Simulated with wend from the scenario ${head.name}, seed ${head.seed}${stateHash}.`);
  element('orbit-hint').hidden = head.dimension === 2;
  const counts = new Map<number, number>();
  for (const { group } of agents) counts.set(group, (counts.get(group) ?? 0) + 1);
  const list = element('groups');
  for (const [group, count] of [...counts].sort(([a], [b]) => (a < 0 ? 1 : b < 0 ? -1 : a - b))) {
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.group = String(group);
    button.title = 'Let this group stand out';
    button.setAttribute('aria-pressed', 'false');
    const label = document.createElement('span');
    label.textContent = groupName(player, group);
    const number = document.createElement('b');
    number.textContent = String(count);
    button.append(swatch(), label, number);
    button.addEventListener('click', () => chooseGroup(group));
    list.append(Object.assign(document.createElement('li')));
    list.lastElementChild!.append(button);
  }
  paintLegend(player);
}

/** A round mark, filled or as a ring. */
function swatch(): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'swatch');
  svg.setAttribute('viewBox', '0 0 12 12');
  svg.setAttribute('aria-hidden', 'true');
  const circle = document.createElementNS(SVG, 'circle');
  for (const name of ['cx', 'cy']) circle.setAttribute(name, '6');
  svg.append(circle);
  return svg;
}

/** The colours of the legend, which differ between light and dark, and the scale of speeds. */
export function paintLegend(player: Player): void {
  const { theme, colour, fastest } = player;
  for (const button of element('groups').querySelectorAll('button')) {
    const group = Number(button.dataset.group);
    const paint = colour === 'speed' ? { colour: theme.quiet, ring: true } : paintOf(theme, group);
    const circle = button.querySelector('circle')!;
    circle.setAttribute('fill', paint.ring ? 'none' : paint.colour);
    circle.setAttribute('stroke', paint.colour);
    circle.setAttribute('stroke-width', paint.ring ? '2.5' : '0');
    circle.setAttribute('r', paint.ring ? '4.5' : '5.5');
    button.setAttribute('aria-pressed', String(player.group === group));
  }
  element('scale').hidden = colour !== 'speed';
  write('scale-end', `${fastest.toFixed(1)} m/s`);
  const ramp = element<HTMLCanvasElement>('ramp');
  const context = ramp.getContext('2d')!;
  for (let x = 0; x < ramp.width; x++) {
    context.fillStyle = speedColour(theme, x, ramp.width);
    context.fillRect(x, 0, 1, ramp.height);
  }
}

export function groupName({ playback }: Player, group: number): string {
  return group < 0 ? 'single agents' : (playback.head.groups[group] ?? `group ${group}`);
}

/** The figures of the present moment. */
export function showFigures(player: Player): void {
  const { frame, playback, time, duration } = player;
  const at = frameAt(playback, time);
  let sum = 0;
  for (let row = 0; row < frame.count; row++) sum += frame.speed[row];
  write('present', String(frame.count));
  write('arrived', String(playback.head.arrived[Math.floor(at + 1e-9)] ?? 0));
  write('mean', frame.count === 0 ? '–' : (sum / frame.count).toFixed(2));
  const clock = element('clock');
  if (clock.childElementCount === 0)
    clock.append(document.createElement('b'), document.createElement('span'));
  const [now, whole] = clock.children;
  const digits = duration < 10 ? 2 : 1;
  if (now.textContent !== time.toFixed(digits)) now.textContent = time.toFixed(digits);
  whole.textContent = ` / ${duration.toFixed(digits)} s`;
  const slider = element<HTMLInputElement>('time');
  if (document.activeElement !== slider || player.isPlaying) slider.value = String(time);
  slider.setAttribute('aria-valuetext', `${time.toFixed(1)} of ${duration.toFixed(1)} seconds`);
  showAgent(player);
}

function showAgent(player: Player): void {
  const { selected, playback, frame, time } = player;
  element('agent').hidden = selected < 0;
  element('hint').hidden = selected >= 0 || playback.agents.length === 0;
  if (selected < 0) return;
  const track = playback.agents[selected];
  const row = frame.agent.subarray(0, frame.count).indexOf(selected);
  const local = frameAt(playback, time) - track.first;
  const isHere = row >= 0;
  const number = (value: number, digits: number) => (isHere ? value.toFixed(digits) : '–');
  write('agent-name', `Agent ${track.id}`);
  write(
    'agent-group',
    `${groupName(player, track.group)}${isHere ? '' : local < 0 ? ' · not yet here' : ' · has left'}`,
  );
  element('agent-swatch').style.cssText =
    `border-radius:50%;background:${paintOf(player.theme, track.group).colour}`;
  write('agent-speed', number(frame.speed[row], 2));
  write('agent-wanted', track.desiredSpeed.toFixed(2));
  write('agent-walked', distanceWalked(playback, track, Math.max(0, local)).toFixed(1));
  const present = Math.max(0, Math.min(local, track.x.length - 1)) * playback.head.period;
  write('agent-time', present.toFixed(1));
  const place = [frame.x[row], frame.y[row], ...(playback.head.dimension === 3 ? [frame.z[row]] : [])];
  write('agent-place', isHere ? place.map((value) => value.toFixed(1).replace('-', '−')).join(', ') : '–');
  const degrees = Math.round((frame.angle[row] * 180) / Math.PI + 360) % 360;
  write('agent-heading', isHere ? `${degrees}°` : '–');
  paintChart(player);
}

/** The selected agent's speed over the whole run, with the present moment. */
function paintChart({ playback, selected, theme, time, fastest, duration }: Player): void {
  const { context, width, height } = prepareCanvas(element<HTMLCanvasElement>('agent-chart'));
  const track = playback.agents[selected];
  const { period } = playback.head;
  context.clearRect(0, 0, width, height);
  const highest = Math.max(fastest, track.desiredSpeed) * 1.1;
  const across = (seconds: number) => 1 + (seconds / (duration || 1)) * (width - 2);
  const down = (speed: number) => height - 1 - (Math.min(speed, highest) / highest) * (height - 3);
  context.strokeStyle = theme.quiet;
  context.globalAlpha = 0.5;
  context.setLineDash([2, 3]);
  context.beginPath();
  context.moveTo(0, down(track.desiredSpeed));
  context.lineTo(width, down(track.desiredSpeed));
  context.moveTo(across(time), 0);
  context.lineTo(across(time), height);
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
  context.beginPath();
  for (let local = 0; local < track.x.length; local++) {
    context.lineTo(across((track.first + local) * period), down(speedAt(playback, track, local)));
  }
  context.strokeStyle = paintOf(theme, track.group).colour;
  context.lineWidth = 1.5;
  context.stroke();
}

/**
 * How many agents are in the scene over time, below the slider; what has been played is darker. Marks above it are
 * arrivals.
 */
export function paintStrip({ playback, theme, time, duration }: Player, counts: readonly number[]): void {
  const { context, width, height } = prepareCanvas(element<HTMLCanvasElement>('strip'));
  const highest = counts.reduce((most, count) => Math.max(most, count), 1);
  const down = (count: number) => height - 7 - (count / highest) * (height - 14);
  context.clearRect(0, 0, width, height);
  const area = new Path2D();
  area.moveTo(0, height - 6);
  for (const [k, count] of counts.entries()) {
    area.lineTo(((k * playback.head.period) / (duration || 1)) * width, down(count));
  }
  area.lineTo(width, height - 6);
  area.closePath();
  context.fillStyle = theme.quiet;
  context.globalAlpha = 0.22;
  context.fill(area);
  context.save();
  context.beginPath();
  context.rect(0, 0, (time / (duration || 1)) * width, height);
  context.clip();
  context.globalAlpha = 0.4;
  context.fill(area);
  context.restore();
  context.globalAlpha = 0.6;
  context.fillRect(0, height - 6, width, 1.5);
  const { arrived } = playback.head;
  const across = (frame: number) => ((frame * playback.head.period) / (duration || 1)) * width;
  for (let frame = 1; frame < arrived.length; frame++) {
    if (arrived[frame] > arrived[frame - 1]) context.fillRect(across(frame) - 0.5, 1, 1, 4);
  }
  context.globalAlpha = 1;
}

/** Agents in the scene, for each frame. */
export function countsOf({ playback }: Player): number[] {
  const changes = new Float64Array(playback.head.frames + 1);
  for (const { first, x } of playback.agents) {
    changes[first]++;
    changes[Math.min(playback.head.frames, first + x.length)]--;
  }
  let sum = 0;
  return Array.from(changes.subarray(0, playback.head.frames), (change) => {
    sum += change;
    return sum;
  });
}
