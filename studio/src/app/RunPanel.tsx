import { useEffect, useState } from 'react';
import type { Session } from '../engine/session.ts';
import { Choice } from '../parts/buttons.tsx';
import { dark, light, paintOf } from '../stage/theme.ts';
import { changeLook, studio, useStudio } from '../state/studio.ts';
import { useStatus } from '../state/use-status.ts';
import { layers } from '../view/layers.ts';
import { StageTimes } from './StageTimes.tsx';

const TRAILS = [
  [0, 'off'],
  [3, '3 s'],
  [10, '10 s'],
  [1e9, 'all'],
] as const;

const COLOURS = [
  ['group', 'group'],
  ['speed', 'speed'],
] as const;

/** Figures of the run, its groups, and how the stage shows them. */
export function RunPanel({ session }: { session: Session }) {
  const { arrived, meanSpeed, present } = useStatus(session);
  const { head } = session;
  const look = useStudio((value) => value.look);
  const toggle = (name: string, isOn: boolean) =>
    changeLook({ overlays: isOn ? [...look.overlays, name] : look.overlays.filter((one) => one !== name) });
  return (
    <>
      <dl className="figures">
        <Figure label="present" value={present.toLocaleString('en')} />
        <Figure label="arrived" value={arrived.toLocaleString('en')} />
        <Figure label="m/s on average" value={meanSpeed.toFixed(2)} />
      </dl>
      {head.description !== '' && <p className="description">{head.description}</p>}
      {head.groups.length > 0 && <Groups session={session} />}
      <section aria-label="Look">
        <h2>Look</h2>
        <div className="row">
          <Choice
            label="Trails"
            value={look.trail}
            options={TRAILS}
            onChoose={(trail) => changeLook({ trail })}
          />
          <Choice
            label="Colour"
            value={look.colour}
            options={COLOURS}
            onChoose={(colour) => changeLook({ colour })}
          />
        </div>
        {layers.map(({ name, title, hint }) => (
          <label key={name} className="check" title={hint}>
            <input
              type="checkbox"
              checked={look.overlays.includes(name)}
              onChange={(event) => toggle(name, event.target.checked)}
            />
            {title}
          </label>
        ))}
      </section>
      <section aria-label="Facts">
        <h2>Facts</h2>
        <dl className="facts">
          <Fact label="steering" value={head.steering} />
          <Fact label="planner" value={head.planner} />
          <Fact label="step" value={`${head.dt} s`} />
          <Fact label="seed" value={String(head.seed)} />
          <StateHash session={session} />
        </dl>
      </section>
      <StageTimes session={session} />
    </>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The hash of the state that is shown, while nothing plays: the same whenever one comes back to this step. */
function StateHash({ session }: { session: Session }) {
  const { isPlaying, isSeeking, step } = useStatus(session);
  const [found, setFound] = useState({ step: -1, hash: '' });
  useEffect(() => {
    let isStale = isPlaying || isSeeking || step < 0;
    if (isStale) return;
    session.stateHash().then(
      (hash) => isStale || setFound({ step, hash }),
      () => {},
    );
    return () => {
      isStale = true;
    };
  }, [session, isPlaying, isSeeking, step]);
  const isKnown = !isPlaying && found.step === step;
  return (
    <div title="The same state has the same hash, on every machine.">
      <dt>state</dt>
      <dd className="state" data-step={isKnown ? step : undefined}>
        {isKnown ? found.hash : '…'}
      </dd>
    </div>
  );
}

/** The groups with their colours; a click lets one stand out. */
function Groups({ session }: { session: Session }) {
  const theme = useStudio(({ look }) => (look.isDark ? dark : light));
  const chosen = useStudio(({ group }) => group);
  return (
    <section aria-label="Groups">
      <h2>Groups</h2>
      <ul className="groups">
        {session.head.groups.map((name) => {
          const number = session.head.groups.indexOf(name);
          const { colour, ring } = paintOf(theme, number);
          return (
            <li key={name}>
              <button
                type="button"
                aria-pressed={chosen === number}
                onClick={() => studio.set({ group: chosen === number ? -1 : number })}
              >
                <svg viewBox="0 0 12 12" aria-hidden="true" className="swatch">
                  <circle
                    cx="6"
                    cy="6"
                    r="4.5"
                    fill={ring ? 'none' : colour}
                    stroke={colour}
                    strokeWidth="2"
                  />
                </svg>
                <span>{name}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
