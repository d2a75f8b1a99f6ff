import { useEffect, useState } from 'react';
import type { Session } from '../engine/session.ts';

/** Milliseconds between two questions. */
const PERIOD = 1000;

/** What the stages of a step take, as shares of all steps so far. */
export function StageTimes({ session }: { session: Session }) {
  const [times, setTimes] = useState<Record<string, number>>({});
  useEffect(() => {
    const ask = () =>
      session.remote.ask('stageTimes').then(
        (found) => setTimes(found as Record<string, number>),
        () => {},
      );
    void ask();
    const timer = setInterval(ask, PERIOD);
    return () => clearInterval(timer);
  }, [session]);
  const all = Object.values(times).reduce((sum, time) => sum + time, 0);
  if (all === 0) return null;
  return (
    <section aria-label="Stages of a step">
      <h2>Stages of a step</h2>
      <ul className="stage-times">
        {Object.entries(times).map(([name, time]) => (
          <li key={name}>
            <span>{name}</span>
            <meter min={0} max={1} value={time / all} aria-label={name} />
            <span>{Math.round((100 * time) / all)} %</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
