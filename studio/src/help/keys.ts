import type { Session } from '../engine/session.ts';
import { zoomAt } from '../stage/camera.ts';
import { changeLook, restart, select, showGallery, studio } from '../state/studio.ts';
import { flatStage } from '../view/flat.tsx';
import { solidStage } from '../view/solid-stage.ts';

/** A shortcut: the keys as the help sheet shows them, and what they do. */
type Shortcut = {
  keys: string[];
  shown: string;
  text: string;
  act(session: Session, event: KeyboardEvent): void;
};

const TRAILS = [0, 3, 10, 1e9];

/** All shortcuts, in the order of the help sheet. */
export const shortcuts: readonly Shortcut[] = [
  {
    keys: [' '],
    shown: 'Space',
    text: 'play or pause',
    act: playOrPause,
  },
  {
    keys: ['ArrowLeft', 'ArrowRight'],
    shown: '← →',
    text: 'one step back or on; with Shift, a second',
    act: (session, { key, shiftKey }) => {
      const steps = shiftKey ? Math.round(1 / session.head.dt) : 1;
      void session.stepBy(key === 'ArrowLeft' ? -steps : steps);
    },
  },
  {
    keys: ['Home', 'End'],
    shown: 'Home End',
    text: 'to the beginning, or to the last step that was made',
    act: (session, { key }) => void session.seek(key === 'Home' ? 0 : session.remote.lastStep),
  },
  {
    keys: ['<', '>'],
    shown: '< >',
    text: 'slower or faster',
    act: (session, { key }) =>
      session.setRate(Math.max(0.25, Math.min(16, session.rate * (key === '<' ? 0.5 : 2)))),
  },
  { keys: ['r'], shown: 'R', text: 'restart with the same seed', act: () => void restart() },
  {
    keys: ['n'],
    shown: 'N',
    text: 'restart with another seed',
    act: ({ head }) => void restart(head.seed + 1),
  },
  {
    keys: ['+', '=', '-'],
    shown: '+ −',
    text: 'zoom; the wheel zooms, too, and dragging moves the picture',
    act: (_, { key }) => zoomBy(key === '-' ? 0.8 : 1.25),
  },
  { keys: ['0'], shown: '0', text: 'show all', act: showAll },
  {
    keys: ['[', ']'],
    shown: '[ ]',
    text: 'select the previous or the next agent',
    act: ({ shown }, { key }) => {
      const ids = [...shown.ids.subarray(0, shown.count)].filter((id) => id >= 0);
      const at = ids.indexOf(studio.get().selected);
      const next = at < 0 ? 0 : at + (key === '[' ? -1 : 1);
      if (ids.length > 0) select(ids[(next + ids.length) % ids.length]);
    },
  },
  {
    keys: ['f'],
    shown: 'F',
    text: 'follow the selected agent',
    act: () => studio.set({ isFollowing: !studio.get().isFollowing && studio.get().selected >= 0 }),
  },
  { keys: ['Escape'], shown: 'Esc', text: 'deselect', act: () => select(-1) },
  {
    keys: ['t'],
    shown: 'T',
    text: 'trails: off, 3 s, 10 s, all',
    act: () => {
      const at = TRAILS.indexOf(studio.get().look.trail);
      changeLook({ trail: TRAILS[(at + 1) % TRAILS.length] });
    },
  },
  {
    keys: ['c'],
    shown: 'C',
    text: 'colour by group or by speed',
    act: () => changeLook({ colour: studio.get().look.colour === 'group' ? 'speed' : 'group' }),
  },
  {
    keys: ['v'],
    shown: 'V',
    text: 'from above, or in three dimensions',
    act: () => changeLook({ view: studio.get().look.view === 'flat' ? 'solid' : 'flat' }),
  },
  {
    keys: ['d'],
    shown: 'D',
    text: 'light or dark',
    act: () => changeLook({ isDark: !studio.get().look.isDark }),
  },
  { keys: ['g'], shown: 'G', text: 'all scenarios', act: showGallery },
  { keys: ['?'], shown: '?', text: 'this sheet', act: () => studio.set({ dialog: 'help' }) },
];

/** Plays, or stops; at its end, a run plays again. */
export function playOrPause(session: Session): void {
  if (session.isPlaying) session.pause();
  else if (session.isAtEnd) void session.seek(0).then(() => session.play());
  else session.play();
}

/** Shows the whole world. */
export function showAll(): void {
  solidStage()?.fit();
  const stage = flatStage();
  if (!stage) return;
  stage.isFitted = true;
  stage.refresh();
}

function zoomBy(factor: number): void {
  solidStage()?.zoom(factor);
  const stage = flatStage();
  if (!stage) return;
  stage.isFitted = false;
  zoomAt(stage.camera, factor, stage.camera.width / 2, stage.camera.height / 2);
  stage.refresh();
}

/** Listens for shortcuts on the whole page; fields, lists and dialogs keep the keys that they use themselves. */
export function listenToKeys(): () => void {
  const listener = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    const isField = target.closest(
      'input:not([type=range]):not([type=checkbox]), textarea, [contenteditable]',
    );
    if (target.closest('dialog, select') || isField) return;
    if (event.key === ' ' && target.closest('button, input')) return;
    if (event.key.startsWith('Arrow') && target.closest('input, [role=tab]')) return;
    const { session, page } = studio.get();
    if (page !== 'stage' || !session) {
      if (event.key === '?') studio.set({ dialog: 'help' });
      return;
    }
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const found = shortcuts.find(({ keys }) => keys.includes(key));
    if (!found) return;
    event.preventDefault();
    found.act(session, event);
  };
  document.addEventListener('keydown', listener);
  return () => document.removeEventListener('keydown', listener);
}
