import type { Playback } from '@wend/formats/playback';
import { type Camera, createCamera } from '../stage/camera.ts';
import { createFrame, type Frame } from '../stage/frame.ts';
import { dark, light, type Theme } from '../stage/theme.ts';
import { durationOf, speedAt } from './tracks.ts';

/** Everything that the player shows and that a user changes. */
export type Player = {
  playback: Playback;
  camera: Camera;
  frame: Frame;
  /** Seconds. */
  time: number;
  duration: number;
  isPlaying: boolean;
  /** Simulated seconds per second. */
  rate: number;
  trail: number;
  colour: 'group' | 'speed';
  /** The end of the scale of speeds, metres per second. */
  fastest: number;
  isDark: boolean;
  theme: Theme;
  /** Numbers among the agents and the groups, or −1. */
  selected: number;
  group: number;
  isFollowing: boolean;
  /** Whether the whole scene is shown until the user moves the picture. */
  isFitted: boolean;
  prefersStill: boolean;
};

/** A player at the beginning of a run. */
export function createPlayer(playback: Playback): Player {
  const prefers = (what: string) => matchMedia(`(prefers-${what})`).matches;
  const isDark = prefers('color-scheme: dark');
  return {
    playback,
    camera: createCamera(playback.head.dimension),
    frame: createFrame(playback.agents.length),
    time: 0,
    duration: durationOf(playback),
    isPlaying: false,
    rate: 2,
    trail: 3,
    colour: 'group',
    fastest: fastestOf(playback),
    isDark,
    theme: isDark ? dark : light,
    selected: -1,
    group: -1,
    isFollowing: false,
    isFitted: true,
    prefersStill: prefers('reduced-motion: reduce'),
  };
}

/** Changes between light and dark. */
export function setDark(player: Player, isDark: boolean): void {
  player.isDark = isDark;
  player.theme = isDark ? dark : light;
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}

/** A round speed that nearly all agents stay below, metres per second. */
function fastestOf(playback: Playback): number {
  const speeds: number[] = [];
  const step = Math.max(1, Math.floor(playback.agents.length / 200));
  for (let k = 0; k < playback.agents.length; k += step) {
    const track = playback.agents[k];
    for (let local = 0; local < track.x.length; local += 10) speeds.push(speedAt(playback, track, local));
  }
  speeds.sort((a, b) => a - b);
  const high = speeds[Math.floor(0.99 * (speeds.length - 1))] ?? 1;
  return Math.max(0.1, Math.ceil(high * 5) / 5);
}
