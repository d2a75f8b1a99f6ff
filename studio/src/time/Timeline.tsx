import type { Session } from '../engine/session.ts';
import { useStatus } from '../state/use-status.ts';

/** A slider over the whole run; what has been simulated can be gone back to. */
export function Timeline({ session }: { session: Session }) {
  const { step, lastStep, time } = useStatus(session);
  const { steps, dt } = session.head;
  return (
    <div className="timeline">
      <div className="recorded" style={{ width: `${(100 * lastStep) / steps}%` }} />
      <input
        type="range"
        min={0}
        max={steps}
        step={1}
        value={Math.min(step, steps)}
        aria-label="Moment of the run"
        aria-valuetext={`${time.toFixed(1)} of ${(steps * dt).toFixed(0)} seconds`}
        onChange={(event) => void session.seek(Number(event.target.value))}
      />
    </div>
  );
}
