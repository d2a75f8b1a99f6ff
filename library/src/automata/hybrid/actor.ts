import type { AutomatonModel, ModeModel, PartModel, Variable } from './model.ts';

/**
 * An actor that navigates, as five parts that share variables: Position, Velocity, Angle, Sensor and Objective. They are the
 * sub-agents of figure 2 of Aaron et al. (2002). Each may be replaced by one of your own that keeps to the same variables, and
 * all may be embedded in a larger model. Run it with `simulateAutomaton`; in a crowd the engine is Position, Velocity and Sensor,
 * and a steering model is Angle.
 */

/** What the actor meets, and where it begins. Lengths in metres. */
export type ActorScene = {
  start: { x: number; y: number; heading: number; comfort: number };
  /** Radius of the actor. */
  radius: number;
  /** The actor seeks them one after the other. */
  targets: readonly { x: number; y: number }[];
  /** `selective`: d0 towards it in the mode `selective`. */
  obstacles: readonly { x: number; y: number; radius: number; selective: number }[];
};

export type ActorParts = {
  Position: PartModel;
  Velocity: PartModel;
  Angle: PartModel;
  Sensor: PartModel;
  Objective: PartModel;
};

/** Metres from a target within which it is reached. */
const REACHED = 0.3;
/** δ of the repellers' windows, radians: docs/models/heading.md. */
const MARGIN = 0.8;
/** d0 of standard avoidance. */
const STANDARD = 2.5;

/** The shared variables: the border between the parts. */
export function actorVariables({ obstacles, start }: ActorScene): Record<string, Variable> {
  return {
    x: { start: start.x, unit: 'm' },
    y: { start: start.y, unit: 'm' },
    heading: { start: start.heading },
    comfort: { start: start.comfort },
    speed: { kind: 'real', start: 0.3, unit: 'm/s' },
    objective: { kind: 'integer' },
    targetX: { kind: 'algebraic', unit: 'm' },
    targetY: { kind: 'algebraic', unit: 'm' },
    reach: { kind: 'algebraic', unit: 'm' },
    approach: { kind: 'algebraic' },
    avoid: { kind: 'algebraic' },
    ...Object.fromEntries(obstacles.map((_, k) => [`d0_${k}`, { kind: 'algebraic' as const, unit: 'm' }])),
  };
}

/** The parts as the paper has them. */
export function actorParts(scene: ActorScene): ActorParts {
  return {
    Position: {
      start: 'moving',
      modes: { moving: { flow: { x: 'speed * cos(heading)', y: 'speed * sin(heading)' } } },
    },
    Velocity: {
      start: 'slow',
      modes: {
        slow: { entry: { speed: 0.3 } },
        quick: { entry: { speed: 0.5 } },
        still: { entry: { speed: 0 } },
      },
      transitions: [
        { from: ['slow', 'quick'], to: 'still', when: 'in(Objective.done)', priority: 1 },
        { from: 'slow', to: 'quick', when: 'in(Angle.linear)' },
        { from: 'quick', to: 'slow', when: 'not in(Angle.linear)' },
      ],
    },
    Angle: navigationModes(scene),
    Sensor: { start: 'watching', modes: { watching: { algebra: senses(scene) } } },
    Objective: inOrder(
      scene.targets.map((_, k) => k),
      scene,
    ),
  };
}

/** An Objective that seeks the targets of these numbers one after the other. */
export function inOrder(order: readonly number[], { targets }: ActorScene): PartModel {
  const choose = (coordinate: 'x' | 'y') =>
    order.reduceRight<string>(
      (rest, target, k) =>
        k === order.length - 1
          ? String(targets[target][coordinate])
          : `if objective == ${k} then ${targets[target][coordinate]} else ${rest}`,
      '0',
    );
  const last = order.length - 1;
  return {
    start: 'seek',
    modes: {
      seek: { algebra: { targetX: choose('x'), targetY: choose('y') } },
      done: { algebra: { targetX: choose('x'), targetY: choose('y') } },
    },
    transitions: [
      { from: 'seek', to: 'done', when: `reach < ${REACHED} and objective == ${last}` },
      {
        from: 'seek',
        to: 'seek',
        when: `reach < ${REACHED} and objective < ${last}`,
        do: { objective: 'objective + 1' },
      },
    ],
  };
}

/** Figure 3: standard avoidance up to the first target; then a straight line, or selective response. */
function navigationModes({ obstacles }: ActorScene): PartModel {
  const distances = (of: (k: number) => number) =>
    Object.fromEntries(obstacles.map((_, k) => [`d0_${k}`, of(k)]));
  const steer = { heading: 'approach + avoid' };
  const mode = (flow: Record<string, string | number>, d0: (k: number) => number): ModeModel => ({
    flow,
    algebra: distances(d0),
  });
  return {
    start: 'standard',
    modes: {
      standard: mode({ ...steer, comfort: '0.075 + environment' }, () => STANDARD),
      linear: {
        ...mode({ comfort: '0.02 + environment' }, () => STANDARD),
        entry: { heading: 'atan2(targetY - y, targetX - x)' },
      },
      selective: mode({ ...steer, comfort: '0.02 + environment' }, (k) => obstacles[k].selective),
    },
    transitions: [
      {
        from: 'standard',
        to: 'linear',
        when: 'objective >= 1 and (comfort > 8 or comfort > 6 and rate(comfort) > 0)',
      },
      { from: 'standard', to: 'selective', when: 'objective >= 1' },
      { from: ['linear', 'selective'], to: 'standard', when: 'comfort < 2' },
    ],
  };
}

/** Two atomic behaviours: to approach the target, and to avoid the obstacles. docs/models/heading.md has the equations. */
function senses({ obstacles, radius }: ActorScene): Record<string, string> {
  const turn = 'cos(heading) * (targetY - y) - sin(heading) * (targetX - x)';
  const push = obstacles.map(({ radius: size, x, y }, k) => {
    const [dx, dy] = [`(${x} - x)`, `(${y} - y)`];
    const bodies = size + radius;
    const squared = `(${dx} * ${dx} + ${dy} * ${dy})`;
    const angle = `atan2(sin(heading) * ${dx} - cos(heading) * ${dy}, cos(heading) * ${dx} + sin(heading) * ${dy})`;
    const half = `min(atan2(${bodies}, sqrt(max(${squared} - ${bodies * bodies}, 0))), ${(Math.PI - MARGIN) / 2 - 0.01})`;
    const ratio = `(${angle}) / (${half})`;
    const edge = `cos(2 * (${half}) + ${MARGIN})`;
    const window = `1 / (1 + exp(min(60, 8 * (${edge} - cos(${angle})) / (cos(2 * (${half})) - ${edge}))))`;
    const decay = `exp(-max(0, sqrt(${squared}) - ${bodies}) / d0_${k})`;
    return `(${ratio}) * exp(1 - abs(${ratio})) * (${window}) * (${decay})`;
  });
  return {
    reach: 'sqrt((targetX - x) * (targetX - x) + (targetY - y) * (targetY - y))',
    approach: `(${turn}) / max(reach, 0.001)`,
    avoid: push.length === 0 ? '0' : push.join(' + '),
  };
}

/** The actor as one model; `parts` replaces or adds parts, and `more` the variables that these share. */
export function composeActor(
  name: string,
  scene: ActorScene,
  parts: Readonly<Record<string, PartModel>> = {},
  more: Readonly<Record<string, Variable>> = {},
): AutomatonModel {
  return {
    name,
    noise: { environment: [-0.05, 0.05] },
    variables: { ...actorVariables(scene), ...more },
    parts: { ...actorParts(scene), ...parts },
  };
}
