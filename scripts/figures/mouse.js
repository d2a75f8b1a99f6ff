// The scenarios of the hybrid automata after Aaron et al. (2002): the path of the mouse, coloured by mode, with its comfort, the
// rate of its comfort and its mode over time; name → SVG. Written to docs/models/ by scripts/draw-model-figures.js.
import { readFileSync } from 'node:fs';
import { palette } from '../../library/dist/draw/index.js';
import { attributes, decimal, ink, textAt, widthOf, wrapSvg } from '../../library/dist/draw/svg.js';
import { stepWorld, timeOf } from '../../library/dist/index.js';
import { createScenarioWorld, parseScenario } from '../../library/dist/scenario.js';

const WIDTH = 900;
const LEFT = 78;
const INNER = WIDTH - LEFT - 30;

function loadScenario(name) {
  const file = new URL(`../../scenarios/${name}.json`, import.meta.url);
  return parseScenario(readFileSync(file, 'utf8'), name);
}

/** The innermost mode that entering a mode leads to. */
function leafOf(modes, path) {
  const [name, ...rest] = path.split('.');
  const mode = modes[name];
  if (rest.length > 0) return `${name}.${leafOf(mode.modes, rest.join('.'))}`;
  return mode.modes ? `${name}.${leafOf(mode.modes, mode.start)}` : name;
}

/** Runs a scenario and follows its first agent. `level` is the variable that is plotted. */
function follow(scenario, level, seed) {
  const world = createScenarioWorld(scenario, { seed });
  const [model] = scenario.automata;
  const walkers = scenario.agents.filter(({ journey, targets }) => journey || targets).length;
  const run = { time: [], x: [], y: [], mode: [], level: [], rate: [], weights: [], obstacles: [] };
  let mode = model ? leafOf(model.modes, model.start) : '';
  let before = model?.variables[level]?.start ?? 0;
  while (timeOf(world) < scenario.duration && (scenario.agents[0].journey?.loop || world.arrived < walkers)) {
    stepWorld(world);
    const { crowd, obstacles } = world;
    for (const jump of world.automaton.jumps?.() ?? []) {
      if (jump.agent === 0) mode = leafOf(model.modes, jump.to);
    }
    const now = model ? crowd.memory[`${model.name}/${level}`][0] : 0;
    run.time.push(timeOf(world));
    run.x.push([...crowd.motion.x.subarray(0, walkers)]);
    run.y.push([...crowd.motion.y.subarray(0, walkers)]);
    run.mode.push(mode);
    run.level.push(now);
    run.rate.push((now - before) / world.dt);
    before = now;
    const { weight0, weight1 } = crowd.steer;
    run.weights.push([...Array(walkers).keys()].map((row) => [weight0[row], weight1[row]]));
    run.obstacles.push(placesOfMoving(obstacles));
  }
  return run;
}

function placesOfMoving({ count, endX, endY, firstMoving, startX, startY }) {
  const places = [];
  for (let k = firstMoving; k < count; k++) places.push([startX[k], startY[k], endX[k], endY[k]]);
  return places;
}

/** The entry at which the agent is nearest to what moves. */
function nearestApproach({ obstacles, x, y }) {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  obstacles.forEach((places, k) => {
    for (const [startX, startY] of places) {
      const distance = (x[k][0] - startX) ** 2 + (y[k][0] - startY) ** 2;
      if (distance < least) [least, nearest] = [distance, k];
    }
  });
  return nearest;
}

/** Lengths of consecutive entries that are equal: [value, first, end]. */
function stretches(values) {
  const found = [];
  values.forEach((value, k) => {
    if (found.at(-1)?.[0] === value) found.at(-1)[2] = k + 1;
    else found.push([value, k, k + 1]);
  });
  return found;
}

/** The scene from above; `span` is the part of the world that is shown. */
function drawScene(scenario, run, colours, span, top) {
  const [[minX, minY], [maxX, maxY]] = span;
  const scale = Math.min(INNER / (maxX - minX), 430 / (maxY - minY));
  const across = (x) => LEFT + (x - minX) * scale;
  const down = (y) => top + (maxY - y) * scale;
  const height = (maxY - minY) * scale;
  const parts = [
    `<rect${attributes({ x: LEFT, y: top, width: (maxX - minX) * scale, height, fill: 'none', stroke: ink.faint ?? '#ccc' })}/>`,
  ];
  const label = (x, y, text) =>
    textAt(across(x) - widthOf(text, 12) / 2, down(y), text, { size: 12, colour: ink.quiet });
  for (const { center, name, radius, shape } of scenario.obstacles) {
    if (shape !== 'circle') continue;
    parts.push(
      `<circle${attributes({ cx: decimal(across(center[0])), cy: decimal(down(center[1])), r: decimal(radius * scale), fill: '#d9dee5', stroke: ink.quiet })}/>`,
    );
    const fits = widthOf(name, 12) < 1.9 * radius * scale;
    if (!/^(post|toy) \d/.test(name))
      parts.push(label(center[0], fits ? center[1] - 4 / scale : center[1] - radius - 14 / scale, name));
  }
  // Moving obstacles before, when and after the agent is nearest to them.
  const nearest = nearestApproach(run);
  for (const [share, seconds] of run.obstacles[0].length > 0
    ? [
        [0.2, -8],
        [0.6, 0],
        [0.4, 8],
      ]
    : []) {
    const lines = run.obstacles[Math.max(0, Math.min(run.time.length - 1, nearest + 20 * seconds))];
    const points = lines.map(([x, y]) => `${decimal(across(x))},${decimal(down(y))}`).join(' ');
    parts.push(
      `<polygon points="${points}" fill="#d9dee5" stroke="${ink.quiet}" fill-opacity="${decimal(share)}"/>`,
    );
    const [x, y] = lines[0];
    if (seconds === 0)
      parts.push(label(x + 0.6, y - 14 / scale, scenario.obstacles.find(({ course }) => course).name));
  }
  for (const { at, name, radius } of scenario.targets) {
    parts.push(
      `<circle${attributes({ cx: decimal(across(at[0])), cy: decimal(down(at[1])), r: decimal(radius * scale), fill: '#fff3c4', stroke: '#b7950b' })}/>`,
    );
    parts.push(label(at[0], at[1] + radius + 5 / scale, name));
  }
  scenario.agents.forEach(({ at, journey, name, radius, targets }) => {
    if (journey || targets) return;
    parts.push(
      `<circle${attributes({ cx: decimal(across(at[0])), cy: decimal(down(at[1])), r: decimal(radius * scale), fill: '#cfe8d5', stroke: ink.quiet })}/>`,
    );
    parts.push(label(at[0], at[1] - radius - 14 / scale, name));
  });
  for (let agent = 0; agent < run.x[0].length; agent++) {
    const place = (k) => `${decimal(across(run.x[k][agent]))},${decimal(down(run.y[k][agent]))}`;
    const pieces = agent === 0 ? stretches(run.mode) : [[run.mode[0], 0, run.time.length]];
    for (const [mode, first, end] of pieces) {
      const points = [];
      for (let k = Math.max(0, first - 1); k < end; k += 4) points.push(place(k));
      points.push(place(end - 1));
      parts.push(
        `<polyline points="${points.join(' ')}" fill="none" stroke="${colours.get(mode)}" stroke-width="3"/>`,
      );
      if (first > 0) {
        const [cx, cy] = place(first).split(',');
        parts.push(
          `<circle cx="${cx}" cy="${cy}" r="5" fill="white" stroke="${colours.get(mode)}" stroke-width="2.5"/>`,
        );
      }
    }
    const [cx, cy] = place(0).split(',');
    parts.push(`<circle cx="${cx}" cy="${cy}" r="4" fill="${ink.quiet}"/>`);
  }
  return { svg: parts.join('\n'), bottom: top + height };
}

/** A strip of curves over time. */
function drawStrip(title, curves, end, top, height = 110) {
  const values = curves.flatMap(({ points }) => points.map(([, value]) => value));
  const [least, most] = [Math.min(0, ...values), Math.max(...values, 0.01)];
  const across = (time) => LEFT + (time / end) * INNER;
  const down = (value) => top + height - ((value - least) / (most - least)) * height;
  const parts = [
    textAt(LEFT, top - 8, title, { size: 13, weight: 600 }),
    `<path d="M${LEFT} ${top}V${top + height}H${LEFT + INNER}" fill="none" stroke="${ink.quiet}"/>`,
  ];
  for (const value of [least, most]) {
    const text = value.toFixed(most - least < 2 ? 2 : 1);
    parts.push(textAt(LEFT - 8 - widthOf(text, 12), down(value) + 4, text, { size: 12, colour: ink.quiet }));
  }
  for (const { colour, points, width = 1.6 } of curves) {
    const list = points.map(([time, value]) => `${decimal(across(time))},${decimal(down(value))}`);
    parts.push(
      `<polyline points="${list.join(' ')}" fill="none" stroke="${colour}" stroke-width="${width}"/>`,
    );
  }
  return parts.join('\n');
}

function drawTimes(end, y) {
  const step = end > 150 ? 50 : end > 60 ? 20 : 10;
  const parts = [];
  for (let time = 0; time <= end; time += step) {
    const text = `${time} s`;
    parts.push(
      textAt(LEFT + (time / end) * INNER - widthOf(text, 12) / 2, y, text, { size: 12, colour: ink.quiet }),
    );
  }
  return parts.join('\n');
}

/** Every this many values: a curve needs no more points than there are pixels. */
function thin(times, values) {
  const every = Math.max(1, Math.floor(times.length / 400));
  return times.flatMap((time, k) => (k % every === 0 || k === times.length - 1 ? [[time, values[k]]] : []));
}

function drawRun(name, { level = 'comfort', seed = 1, span } = {}) {
  const scenario = loadScenario(name);
  const run = follow(scenario, level, seed);
  const end = run.time.at(-1);
  const names = [...new Set(run.mode)];
  const colours = new Map(names.map((mode, k) => [mode, palette[k % palette.length]]));
  const { bounds } = scenario;
  const scene = drawScene(scenario, run, colours, span ?? [bounds.min, bounds.max], 76);
  let top = scene.bottom + 44;
  const body = [textAt(LEFT, 36, name, { size: 19, weight: 600 })];
  let x = LEFT;
  for (const mode of names[0] === '' ? [] : names) {
    body.push(`<rect${attributes({ x, y: 50, width: 14, height: 14, fill: colours.get(mode) })}/>`);
    body.push(textAt(x + 20, 62, mode, { size: 13 }));
    x += 38 + widthOf(mode, 13);
  }
  body.push(scene.svg);
  if (scenario.automata.length > 0) {
    const pieces = stretches(run.mode);
    const coloured = (values) =>
      pieces.map(([mode, first, last]) => ({
        colour: colours.get(mode),
        points: thin(
          run.time.slice(Math.max(0, first - 1), last),
          values.slice(Math.max(0, first - 1), last),
        ),
      }));
    body.push(drawStrip(`${level} c(t)`, coloured(run.level), end, top));
    top += 150;
    body.push(drawStrip('its rate ċ(t), 1/s', coloured(run.rate), end, top));
    top += 150;
    const order = run.mode.map((mode) => names.indexOf(mode));
    body.push(textAt(LEFT, top - 8, 'mode(t)', { size: 13, weight: 600 }));
    for (const [mode, first, last] of pieces) {
      const from = LEFT + ((first === 0 ? 0 : run.time[first]) / end) * INNER;
      const until = LEFT + (run.time[last - 1] / end) * INNER;
      const y = top + 4 + 16 * (names.length - 1 - order[first]);
      body.push(
        `<rect${attributes({ x: decimal(from), y, width: decimal(Math.max(1, until - from)), height: 12, fill: colours.get(mode) })}/>`,
      );
    }
    top += 16 * names.length + 22;
  } else {
    scenario.agents.forEach((agent, k) => {
      const curves = [0, 1].map((which) => ({
        colour: palette[which],
        points: thin(
          run.time,
          run.weights.map((pair) => pair[k][which]),
        ),
      }));
      body.push(
        drawStrip(`${agent.name}: weights of the target (blue) and of the obstacles`, curves, end, top),
      );
      top += 150;
    });
    top -= 18;
  }
  body.push(drawTimes(end, top));
  return wrapSvg(WIDTH, top + 20, name, scenario.description, body.join('\n'));
}

export const figures = {
  'mouse-weights': drawRun('mouse-weights'),
  'mouse-row': drawRun('mouse-row', {
    span: [
      [0, 0],
      [24, 5],
    ],
  }),
  'mouse-friendship': drawRun('mouse-friendship', {
    level: 'trust',
    span: [
      [0, -1],
      [16, 4],
    ],
  }),
  'mouse-lead-in': drawRun('mouse-lead-in', {
    span: [
      [0, 0],
      [23, 6],
    ],
  }),
  'mouse-straight': drawRun('mouse-straight', {
    span: [
      [0, 2],
      [19, 14],
    ],
  }),
  'mouse-selective': drawRun('mouse-selective', {
    span: [
      [0, 2],
      [19, 14],
    ],
  }),
  'mouse-detour': drawRun('mouse-detour', {
    span: [
      [0, 2],
      [19, 14],
    ],
  }),
  'mouse-journey': drawRun('mouse-journey', {
    span: [
      [-16, 1],
      [19, 14],
    ],
  }),
};
