import type { Dynamics } from '../engine/dynamics.ts';

const WIDE = 268;
const HIGH = 132;
const [LEFT, RIGHT, TOP, BOTTOM] = [34, 6, 8, 22];
const TICKS: readonly [number, string][] = [
  [-Math.PI, '−180°'],
  [-Math.PI / 2, '−90°'],
  [0, '0°'],
  [Math.PI / 2, '90°'],
  [Math.PI, '180°'],
];

/** The heading curves of an agent, as `wend portrait` draws them, and its weights among their fixed points. */
export function DynamicsPanel({ dynamics }: { dynamics: Dynamics }) {
  return (
    <section aria-label="Heading dynamics">
      <h2>Heading dynamics</h2>
      <HeadingCurves dynamics={dynamics} />
      <p className="keys-line">
        <span className="key total">turn rate</span>
        <span className="key target">target</span>
        <span className="key obstacles">obstacles</span>
      </p>
      <Weights dynamics={dynamics} />
    </section>
  );
}

function HeadingCurves({ dynamics: { heading, portrait } }: { dynamics: Dynamics }) {
  const { fixedPoints, samples } = portrait;
  const most = samples.reduce(
    (high, { obstacles, target, total }) =>
      Math.max(high, Math.abs(total), Math.abs(target), Math.abs(obstacles)),
    0.5,
  );
  const across = (angle: number) => LEFT + ((angle + Math.PI) / (2 * Math.PI)) * (WIDE - LEFT - RIGHT);
  const down = (rate: number) => TOP + ((most - rate) / (2 * most)) * (HIGH - TOP - BOTTOM);
  const path = (read: (sample: (typeof samples)[number]) => number) =>
    samples
      .map(
        (one, k) => `${k === 0 ? 'M' : 'L'}${across(one.heading).toFixed(1)} ${down(read(one)).toFixed(1)}`,
      )
      .join('');
  const count = (kind: string) => fixedPoints.filter((point) => point.kind === kind).length;
  const label = `Turn rate over heading: ${count('attractor')} attractors and ${count('repeller')} repellers`;
  return (
    <svg className="curves" viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={label}>
      {TICKS.map(([angle, text], k) => (
        <g key={text}>
          <line className="grid" x1={across(angle)} x2={across(angle)} y1={TOP} y2={HIGH - BOTTOM} />
          <text x={across(angle)} y={HIGH - 8} textAnchor={k === 0 ? 'start' : k === 4 ? 'end' : 'middle'}>
            {text}
          </text>
        </g>
      ))}
      <line className="zero" x1={LEFT} x2={WIDE - RIGHT} y1={down(0)} y2={down(0)} />
      <text x={LEFT - 4} y={TOP + 8} textAnchor="end">
        {most.toFixed(1)}
      </text>
      <text x={LEFT - 4} y={HIGH - BOTTOM} textAnchor="end">
        −{most.toFixed(1)}
      </text>
      <text x={LEFT - 4} y={down(0) + 4} textAnchor="end">
        rad/s
      </text>
      <path className="total" d={path((one) => one.total)} />
      <path className="target" d={path((one) => one.target)} />
      <path className="obstacles" d={path((one) => one.obstacles)} />
      <line className="present" x1={across(heading)} x2={across(heading)} y1={TOP} y2={HIGH - BOTTOM} />
      {fixedPoints.map(({ heading: at, kind }) => (
        <circle key={`${kind} ${at}`} className={kind} cx={across(at)} cy={down(0)} r="4">
          <title>{`${kind} at ${((at * 180) / Math.PI).toFixed(0)}°`}</title>
        </circle>
      ))}
    </svg>
  );
}

const PLANE = 118;
const EDGE = 20;

/** The weights of the target and of the obstacles, from 0 to 1, with the points where they would stay. */
function Weights({ dynamics: { portrait, weights } }: { dynamics: Dynamics }) {
  const { target, obstacles } = portrait.weights;
  const across = (value: number) => EDGE + Math.min(1.05, Math.abs(value)) * (PLANE - EDGE - 12);
  const down = (value: number) => PLANE - EDGE - Math.min(1.05, Math.abs(value)) * (PLANE - EDGE - 12);
  const stable = weights.filter(({ isStable }) => isStable);
  const label = `Weights: target ${target.toFixed(2)}, obstacles ${obstacles.toFixed(2)}; ${stable.length} stable fixed points`;
  return (
    <div className="weights">
      <svg className="curves plane" viewBox={`0 0 ${PLANE} ${PLANE}`} role="img" aria-label={label}>
        <rect
          className="frame"
          x={across(0)}
          y={down(1)}
          width={across(1) - across(0)}
          height={down(0) - down(1)}
        />
        <text x={across(0.5)} y={PLANE - 6} textAnchor="middle">
          target
        </text>
        <text x="0" y="0" textAnchor="middle" transform={`translate(11 ${down(0.5)}) rotate(-90)`}>
          obstacles
        </text>
        {weights.map((one) => (
          <circle
            key={`${one.target} ${one.obstacles}`}
            className={one.isStable ? 'attractor' : 'repeller'}
            cx={across(one.target)}
            cy={down(one.obstacles)}
            r="4"
          />
        ))}
        <path
          className="now"
          d={`M${across(target) - 6} ${down(obstacles)}h12M${across(target)} ${down(obstacles) - 6}v12`}
        />
      </svg>
      <dl className="facts">
        <div>
          <dt>target</dt>
          <dd>{target.toFixed(2)}</dd>
        </div>
        <div>
          <dt>obstacles</dt>
          <dd>{obstacles.toFixed(2)}</dd>
        </div>
        <div>
          <dt>stable at</dt>
          <dd>
            {stable.map((one) => `(${one.target.toFixed(2)}, ${one.obstacles.toFixed(2)})`).join(' ') ||
              'none'}
          </dd>
        </div>
      </dl>
    </div>
  );
}
