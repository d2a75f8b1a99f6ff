import type { AgentDetails, Traits, Why } from '../engine/agents.ts';
import type { Session } from '../engine/session.ts';
import { select, studio, useStudio } from '../state/studio.ts';
import { DynamicsPanel } from './Dynamics.tsx';
import { useInquiry } from './inquiry.ts';
import { Modes } from './Modes.tsx';

/** The selected agent: what it does, why, and what it is like. */
export function AgentPanel({ session }: { session: Session }) {
  const agent = useStudio((value) => value.selected);
  const isFollowing = useStudio((value) => value.isFollowing);
  const inquiry = useInquiry(session, agent);
  if (agent < 0) {
    return (
      <div className="empty-panel">
        <p>Click an agent on the stage to see what it does and why.</p>
        <button type="button" className="primary" onClick={() => selectSome(session)}>
          Select one
        </button>
      </div>
    );
  }
  const details = inquiry?.details;
  return (
    <>
      <h2 className="agent-title">
        Agent {agent}
        <button
          type="button"
          className="tool"
          aria-label="Deselect"
          title="Deselect (Esc)"
          onClick={() => select(-1)}
        >
          ×
        </button>
      </h2>
      {inquiry && !details && <p className="description">It has left the world.</p>}
      {details && <Facts details={details} />}
      <label className="check">
        <input
          type="checkbox"
          checked={isFollowing}
          onChange={(event) => studio.set({ isFollowing: event.target.checked })}
        />
        Follow <kbd>F</kbd>
      </label>
      {details && details.automata.length > 0 && <Modes automata={details.automata} />}
      {inquiry?.dynamics && <DynamicsPanel dynamics={inquiry.dynamics} />}
      {details && <Reasons words={wordsOf(inquiry?.why)} />}
      {details && <Sliders session={session} details={details} />}
    </>
  );
}

/** The sentences after the first, which the facts have, and before those about automata, which have a section. */
function wordsOf(why: Why | undefined): string[] | undefined {
  return why?.words.slice(1, why.words.length - why.explanation.automata.length);
}

function selectSome({ shown }: Session): void {
  const ids = shown.ids.subarray(0, shown.count).filter((id) => id >= 0);
  if (ids.length > 0) select(ids[Math.floor(ids.length / 2)]);
}

const PATHS = { route: 'a searched route', field: 'down a field', line: 'a straight line' } as const;

function Facts({ details }: { details: AgentDetails }) {
  const { group, status, speed, pace, goalDistance, near, path, perceived, steering, visible } = details;
  const facts: [string, string][] = [
    ['does', status],
    ['speed', `${speed.toFixed(2)} m/s`],
    ['wants', `${pace.toFixed(2)} m/s`],
    ['to its goal', `${goalDistance.toFixed(1)} m`],
    ['follows', PATHS[path.kind]],
    ['near', `${near.length}, ${visible.length} in sight`],
    ['perceives', `${perceived} ${perceived === 1 ? 'agent' : 'agents'}`],
    ['steered by', steering],
  ];
  return (
    <>
      {group !== '' && <p className="description">of {group}</p>}
      <dl className="facts two">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The explanation in sentences; while a large crowd plays there is none. */
function Reasons({ words }: { words: string[] | undefined }) {
  return (
    <section aria-label="Why">
      <h2>Why</h2>
      {words ? (
        <ol className="reasons">
          {words.map((sentence) => (
            <li key={sentence}>{sentence.replace(/^- /, '')}</li>
          ))}
        </ol>
      ) : (
        <p className="description">Pause to see why it moves as it does.</p>
      )}
    </section>
  );
}

const SLIDERS: readonly { name: keyof Traits; label: string; unit: string; most: number; step: number }[] = [
  { name: 'speed', label: 'desired speed', unit: ' m/s', most: 4, step: 0.05 },
  { name: 'viewRadius', label: 'view radius', unit: ' m', most: 30, step: 0.5 },
  { name: 'aggressiveness', label: 'aggressiveness', unit: '', most: 5, step: 0.05 },
  { name: 'agility', label: 'agility', unit: '', most: 5, step: 0.05 },
];

/** Traits that a command changes from the next step on. */
function Sliders({ session, details }: { session: Session; details: AgentDetails }) {
  const change = (name: keyof Traits, value: number) =>
    session.send({ kind: 'change-traits', id: details.id, traits: { [name]: value } });
  return (
    <section aria-label="Traits">
      <h2>Traits</h2>
      {SLIDERS.map(({ name, label, unit, most, step }) => (
        <label key={name} className="slider">
          <span>{label}</span>
          <output>
            {details.traits[name].toFixed(2)}
            {unit}
          </output>
          <input
            type="range"
            aria-label={label}
            min={step}
            max={Math.max(most, details.traits[name])}
            step={step}
            // Uncontrolled: the world answers a step later, and the thumb must not jump back meanwhile.
            defaultValue={details.traits[name]}
            key={`${details.id} ${name}`}
            onChange={(event) => change(name, Number(event.target.value))}
          />
        </label>
      ))}
      <p className="hint">Changes act from the next step on and are part of the run.</p>
    </section>
  );
}
