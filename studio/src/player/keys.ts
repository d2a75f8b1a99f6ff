import type { Controls } from './main.ts';
import type { Player } from './state.ts';

/** Seconds that the arrows jump with Shift. */
const JUMP = 5;

/** The shortcuts that the help sheet lists. */
export function listenToKeys(player: Player, controls: Controls): void {
  const step = player.playback.head.period;
  const actions: Record<string, (event: KeyboardEvent) => void> = {
    ' ': () => controls.setPlaying(!player.isPlaying),
    ArrowLeft: ({ shiftKey }) => move(shiftKey ? -JUMP : -step),
    ArrowRight: ({ shiftKey }) => move(shiftKey ? JUMP : step),
    Home: () => controls.seek(0),
    End: () => controls.seek(player.duration),
    '<': () => controls.changeRate(-1, false),
    '>': () => controls.changeRate(1, false),
    '+': () => controls.zoom(1.25),
    '=': () => controls.zoom(1.25),
    '-': () => controls.zoom(0.8),
    '0': () => controls.showAll(),
    '[': () => controls.selectNext(-1),
    ']': () => controls.selectNext(1),
    f: () => controls.setFollowing(!player.isFollowing),
    t: () => controls.changeTrail(1, true),
    c: () => controls.changeColour(1, true),
    d: () => controls.setDark(!player.isDark),
    s: () => controls.save(),
    '?': () => controls.help(),
    Escape: () => controls.select(-1),
  };
  const move = (seconds: number) => {
    controls.setPlaying(false);
    controls.seek(player.time + seconds);
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    // Lists and buttons keep the keys that they use themselves; so does an open help sheet.
    if (target.closest('dialog') || (target.closest('select') && event.key !== 'Escape')) return;
    if (event.key === ' ' && target.closest('button, input[type=checkbox]')) return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action(event);
  });
}
