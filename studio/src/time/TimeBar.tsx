import type { Session } from '../engine/session.ts';
import { playOrPause } from '../help/keys.ts';
import { Choice, Tool } from '../parts/buttons.tsx';
import { Icon } from '../parts/icons.tsx';
import { restart } from '../state/studio.ts';
import { useStatus } from '../state/use-status.ts';
import { Timeline } from './Timeline.tsx';

const RATES = [
  [0.25, '¼×'],
  [0.5, '½×'],
  [1, '1×'],
  [2, '2×'],
  [4, '4×'],
  [8, '8×'],
  [16, '16×'],
] as const;

/** Plays the run, stops it, and goes to any moment of what has been simulated. */
export function TimeBar({ session }: { session: Session }) {
  const { hasEnded, isPlaying, rate, time, step, fault } = useStatus(session);
  return (
    <section className="time-bar" aria-label="Time">
      <button
        type="button"
        className="play"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        title={`${isPlaying ? 'Pause' : 'Play'} (Space)`}
        disabled={fault !== undefined}
        onClick={() => playOrPause(session)}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <div className="tools">
        <Tool
          icon="back"
          label="One step back"
          shortcut="←"
          isDisabled={step === 0}
          onPress={() => void session.stepBy(-1)}
        />
        <Tool
          icon="on"
          label="One step on"
          shortcut="→"
          isDisabled={hasEnded}
          onPress={() => void session.stepBy(1)}
        />
      </div>
      <output className="clock" aria-label="Simulated time">
        <b>{time.toFixed(1)}</b> of {roundly(session.head.steps * session.head.dt)} s
      </output>
      <Timeline session={session} />
      <Choice label="Speed" value={rate} options={RATES} onChoose={(value) => session.setRate(value)} />
      <div className="tools">
        <Tool icon="restart" label="Restart with the same seed" shortcut="R" onPress={() => void restart()} />
        <Tool
          icon="dice"
          label="Restart with another seed"
          shortcut="N"
          onPress={() => void restart(session.head.seed + 1)}
        />
      </div>
    </section>
  );
}

/** At most one digit after the point. */
function roundly(seconds: number): number {
  return Math.round(10 * seconds) / 10;
}
