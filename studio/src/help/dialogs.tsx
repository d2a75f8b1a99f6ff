import { type ReactNode, useEffect, useRef, useState } from 'react';
import { editorShortcuts } from '../editor/page/tools.tsx';
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

function Dialog({ label, about, children }: { label: string; about?: string; children: ReactNode }) {
  const reference = useRef<HTMLDialogElement>(null);
  useEffect(() => reference.current?.showModal(), []);
  return (
    <dialog ref={reference} aria-label={label} data-about={about} onClose={close}>
      {children}
    </dialog>
  );
}

function Help() {
  const isEditing = useStudio(({ page }) => page === 'edit');
  return (
    <Dialog label="Shortcuts">
      <h2>{isEditing ? 'Shortcuts of the editor' : 'Shortcuts'}</h2>
      <dl className={isEditing ? 'keys dense' : 'keys'}>
        {(isEditing ? editorShortcuts : shortcuts).map(({ shown, text }) => (
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

/** The tour: what is said, and the part of the page that it is about. */
const STEPS: readonly { title: string; text: string; about: string }[] = [
  {
    title: 'This is the stage',
    about: '.place',
    text: 'A crowd walks here, simulated in your browser. Drag to move the picture, turn the wheel to zoom, press 0 to see all.',
  },
  {
    title: 'Time is yours',
    about: '.time-bar',
    text: 'Space plays and pauses. Drag the slider to go back: every step is made again exactly as it was. Blue marks are arrivals, orange ones contacts.',
  },
  {
    title: 'Ask an agent why',
    about: '.side',
    text: 'Click an agent. The panel says what it wants, what it chooses and what binds its choice. Its traits are sliders that act at once.',
  },
  {
    title: 'Measure',
    about: '.side',
    text: 'The charts follow the run: arrivals, flow, speed, density, contacts. Compare two seeds or two steering models side by side.',
  },
  {
    title: 'Find more',
    about: '.head',
    text: 'At the top are all scenarios, the view in three dimensions and the editor. Press ? for the shortcuts.',
  },
];

function Tour() {
  const [at, setAt] = useState(0);
  const { title, text, about } = STEPS[at];
  const isLast = at === STEPS.length - 1;
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    next.current?.focus();
    rememberVisit();
  }, []);
  // The part that a step is about stands out.
  useEffect(() => {
    const part = document.querySelector(about);
    part?.classList.add('shown-by-tour');
    return () => part?.classList.remove('shown-by-tour');
  }, [about]);
  return (
    <Dialog label="Tour" about={about.slice(1)}>
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
        <button
          type="button"
          className="primary"
          ref={next}
          onClick={() => (isLast ? close() : setAt(at + 1))}
        >
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
