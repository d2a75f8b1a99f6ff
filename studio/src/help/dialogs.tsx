import { type ReactNode, useEffect, useRef, useState } from 'react';
import { studio, useStudio } from '../state/studio.ts';
import { shortcuts } from './keys.ts';

const SEEN = 'wend-studio-tour';

/** The dialogs of the page: shortcuts, and a tour for the first visit. */
export function Dialogs() {
  const dialog = useStudio((value) => value.dialog);
  const phase = useStudio((value) => value.phase);
  useEffect(() => {
    if (phase === 'ready' && isFirstVisit()) studio.set({ dialog: 'tour' });
  }, [phase]);
  if (dialog === 'help') return <Help />;
  if (dialog === 'tour') return <Tour />;
  return null;
}

function close(): void {
  studio.set({ dialog: '' });
}

function Dialog({ label, children }: { label: string; children: ReactNode }) {
  const reference = useRef<HTMLDialogElement>(null);
  useEffect(() => reference.current?.showModal(), []);
  return (
    <dialog ref={reference} aria-label={label} onClose={close}>
      {children}
    </dialog>
  );
}

function Help() {
  return (
    <Dialog label="Shortcuts">
      <h2>Shortcuts</h2>
      <dl className="keys">
        {shortcuts.map(({ shown, text }) => (
          <div key={shown}>
            <dt>
              {shown.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog" className="buttons">
        <button type="button" onClick={() => studio.set({ dialog: 'tour' })}>
          Tour
        </button>
        <button type="submit" className="primary">
          Close
        </button>
      </form>
    </Dialog>
  );
}

const STEPS: readonly { title: string; text: string }[] = [
  {
    title: 'This is the stage',
    text: 'A crowd walks here, simulated in your browser. Drag to move the picture, turn the wheel to zoom, press 0 to see all.',
  },
  {
    title: 'Time is yours',
    text: 'Space plays and pauses. Drag the slider to go back: every step is made again exactly as it was. Blue marks are arrivals, orange ones contacts.',
  },
  {
    title: 'Ask an agent why',
    text: 'Click an agent. The panel says what it wants, what it chooses and what binds its choice. Its traits are sliders that act at once.',
  },
  {
    title: 'Measure',
    text: 'The charts follow the run: arrivals, flow, speed, density, contacts. Compare two seeds or two steering models side by side.',
  },
  {
    title: 'Find more',
    text: 'The four squares at the top lead to all scenarios. Press ? for the shortcuts.',
  },
];

function Tour() {
  const [at, setAt] = useState(0);
  const { title, text } = STEPS[at];
  const isLast = at === STEPS.length - 1;
  useEffect(rememberVisit, []);
  return (
    <Dialog label="Tour">
      <p className="hint">
        {at + 1} of {STEPS.length}
      </p>
      <h2>{title}</h2>
      <p>{text}</p>
      <div className="buttons">
        <button type="button" onClick={close}>
          Skip
        </button>
        {at > 0 && (
          <button type="button" onClick={() => setAt(at - 1)}>
            Back
          </button>
        )}
        <button type="button" className="primary" onClick={() => (isLast ? close() : setAt(at + 1))}>
          {isLast ? 'Begin' : 'Next'}
        </button>
      </div>
    </Dialog>
  );
}

function isFirstVisit(): boolean {
  try {
    return localStorage.getItem(SEEN) === null;
  } catch {
    return false;
  }
}

function rememberVisit(): void {
  try {
    localStorage.setItem(SEEN, 'seen');
  } catch {}
}
