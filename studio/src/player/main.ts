import { decodePlayback, type Playback } from '@wend/formats/playback';
import { fit, zoomAt } from '../stage/camera.ts';
import { listenToPointers } from '../stage/gestures.ts';
import { gridStep } from '../stage/scene.ts';
import { element, prepareCanvas, write } from './elements.ts';
import { listenToKeys } from './keys.ts';
import { agentAt, paint } from './painter.ts';
import { countsOf, groupName, paintLegend, paintStrip, preparePanel, showFigures } from './panel.ts';
import { createPlayer, type Player, setDark } from './state.ts';
import { sampleAgents } from './tracks.ts';

/** Below this width the panel is at the bottom. */
const NARROW = 760;

const PLAY = 'M8 5v14l11-7z';
const PAUSE = 'M7 5h4v14H7zM14 5h4v14h-4z';

start().catch((error: Error) => {
  const message = document.createElement('p');
  message.className = 'failure';
  message.setAttribute('role', 'alert');
  message.textContent = `The run cannot be played: ${error.message}`;
  document.body.append(message);
});

async function start(): Promise<void> {
  if (!('DecompressionStream' in globalThis)) throw new Error('it needs a browser of 2023 or later');
  play(await readRun(element('run').textContent ?? ''));
}

/** The run is in the page: compressed, as base64. */
async function readRun(text: string): Promise<Playback> {
  const compressed = Uint8Array.from(atob(text.trim()), (sign) => sign.charCodeAt(0));
  const stream = new Blob([compressed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return decodePlayback(new Uint8Array(await new Response(stream).arrayBuffer()));
}

function play(playback: Playback): void {
  const player = createPlayer(playback);
  const stage = element<HTMLCanvasElement>('stage');
  const counts = countsOf(player);
  let isDirty = true;
  const changed = () => {
    isDirty = true;
  };
  const chooseGroup = (group: number) => {
    player.group = player.group === group ? -1 : group;
    paintLegend(player);
    changed();
  };
  const controls = createControls(player, changed);
  setDark(player, player.isDark);
  preparePanel(player, chooseGroup);
  listenToPointers(stage, {
    camera: player.camera,
    dimension: playback.head.dimension,
    agentAt: (pixelX, pixelY) => agentAt(player.camera, playback, player.frame, pixelX, pixelY),
    select: controls.select,
    stopFollowing: () => {
      player.isFollowing = false;
    },
    cameraMoved: () => {
      player.isFitted = false;
      changed();
    },
  });
  listenToKeys(player, controls);
  const slider = element<HTMLInputElement>('time');
  slider.max = String(player.duration);
  slider.step = String(playback.head.period / 10);
  new ResizeObserver(changed).observe(stage);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    controls.setDark(matches);
  });
  const linked = readLink(playback);
  if (linked) {
    controls.seek(linked.time);
    controls.select(linked.agent);
  }
  // Motion that no user asked for begins only where motion is welcome.
  else if (!player.prefersStill) controls.setPlaying(true);
  let before = performance.now();
  const show = (now: number) => {
    const elapsed = Math.min(0.25, (now - before) / 1000);
    before = now;
    if (player.isPlaying) {
      player.time += elapsed * player.rate;
      if (player.time >= player.duration) {
        player.time = player.duration;
        controls.setPlaying(false);
      }
      isDirty = true;
    }
    if (isDirty) {
      isDirty = false;
      sampleAgents(playback, player.time, player.frame);
      // Figures first: the panel's height decides how much room the stage has.
      showFigures(player);
      draw(player, stage);
      paintStrip(player, counts);
    }
    requestAnimationFrame(show);
  };
  requestAnimationFrame(show);
}

/** A link may name a moment and an agent: `#t=12.5&agent=3`. */
function readLink({ agents }: Playback): { time: number; agent: number } | undefined {
  const values = new URLSearchParams(location.hash.slice(1));
  const time = Number(values.get('t') ?? Number.NaN);
  if (!Number.isFinite(time)) return undefined;
  return { time, agent: agents.findIndex(({ id }) => String(id) === values.get('agent')) };
}

function draw(player: Player, stage: HTMLCanvasElement): void {
  const { camera, frame, playback, time } = player;
  const { context, width, height } = prepareCanvas(stage);
  const isNarrow = width <= NARROW;
  camera.width = width;
  camera.height = height;
  camera.insetRight = isNarrow ? 0 : 292;
  camera.insetBottom = isNarrow ? element('panel').offsetHeight + 112 : 84;
  camera.insetTop = isNarrow ? element('title').offsetHeight : 0;
  if (player.isFitted) fit(camera, playback.head.min, playback.head.max);
  if (player.isFollowing) {
    const row = frame.agent.subarray(0, frame.count).indexOf(player.selected);
    if (row >= 0) {
      camera.x = frame.x[row];
      camera.y = frame.y[row];
      camera.z = frame.z[row];
    }
  }
  paint(context, camera, player.theme, playback, time, frame, player);
  const step = gridStep(camera);
  const bar = element('metre').querySelector('i')!;
  bar.style.width = `${step * camera.scale}px`;
  const text = step >= 1 ? `${step} m` : `${Math.round(step * 100)} cm`;
  element('metre').querySelector('span')!.textContent = text;
}

/** What buttons and keys do. */
export type Controls = ReturnType<typeof createControls>;

function createControls(player: Player, changed: () => void) {
  const { playback, camera } = player;
  const say = (text: string) => write('status', text);
  const setPlaying = (isPlaying: boolean) => {
    if (isPlaying && player.time >= player.duration) player.time = 0;
    player.isPlaying = isPlaying && player.duration > 0;
    element('play-icon').setAttribute('d', player.isPlaying ? PAUSE : PLAY);
    element('play').setAttribute('aria-label', player.isPlaying ? 'Pause' : 'Play');
    changed();
  };
  const seek = (time: number) => {
    player.time = Math.max(0, Math.min(player.duration, time));
    changed();
  };
  const setFollowing = (isFollowing: boolean) => {
    player.isFollowing = isFollowing && player.selected >= 0;
    element<HTMLInputElement>('follow').checked = player.isFollowing;
    if (player.isFollowing && player.isFitted) {
      player.isFitted = false;
      // Near enough to see the heading.
      camera.scale = Math.max(camera.scale, 5 / Math.max(0.05, playback.agents[player.selected].radius));
    }
    changed();
  };
  const select = (agent: number) => {
    player.selected = agent;
    if (agent < 0) setFollowing(false);
    else {
      const { id, group } = playback.agents[agent];
      say(`Agent ${id} of ${groupName(player, group)} selected`);
    }
    changed();
  };
  /** The next agent that is in the scene, in the order of the list. */
  const selectNext = (direction: 1 | -1) => {
    const here = [...player.frame.agent.subarray(0, player.frame.count)];
    if (here.length === 0) return;
    const place = here.indexOf(player.selected);
    select(here.at(place < 0 ? (direction > 0 ? 0 : -1) : (place + direction) % here.length) ?? here[0]);
  };
  const setTheme = (isDark: boolean) => {
    setDark(player, isDark);
    paintLegend(player);
    changed();
  };
  const showAll = () => {
    player.isFitted = true;
    setFollowing(false);
  };
  const zoom = (factor: number) => {
    player.isFitted = false;
    zoomAt(camera, factor, (camera.width - camera.insetRight) / 2, (camera.height - camera.insetBottom) / 2);
    changed();
  };
  /** The stage as it is now, without panels. The name keeps only signs that every disk accepts. */
  const save = () => {
    const name = playback.head.name.replace(/[^\p{L}\p{N}-]+/gu, '-').slice(0, 60) || 'run';
    element<HTMLCanvasElement>('stage').toBlob((picture) => {
      if (!picture) return say('The picture cannot be saved');
      const link = document.createElement('a');
      link.href = URL.createObjectURL(picture);
      link.download = `${name}-${player.time.toFixed(1)}s.png`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    });
  };
  const help = () => {
    const dialog = element<HTMLDialogElement>('keys');
    if (dialog.open) dialog.close();
    else dialog.showModal();
  };
  const choice = (id: string, take: (value: string) => void) => {
    const list = element<HTMLSelectElement>(id);
    list.addEventListener('change', () => {
      take(list.value);
      changed();
    });
    /** Chooses an option some places on; a cyclic choice begins again at its end. */
    return (places: number, isCyclic: boolean) => {
      const { length } = list.options;
      const next = list.selectedIndex + places;
      list.selectedIndex = isCyclic ? (next + length) % length : Math.max(0, Math.min(length - 1, next));
      list.dispatchEvent(new Event('change'));
    };
  };
  const changeRate = choice('rate', (value) => {
    player.rate = Number(value);
  });
  const changeTrail = choice('trail', (value) => {
    player.trail = Number(value);
  });
  const changeColour = choice('colour', (value) => {
    player.colour = value === 'speed' ? 'speed' : 'group';
    paintLegend(player);
  });
  element('play').addEventListener('click', () => setPlaying(!player.isPlaying));
  element('time').addEventListener('input', (event) => {
    seek(Number((event.target as HTMLInputElement).value));
  });
  element('follow').addEventListener('change', (event) => {
    setFollowing((event.target as HTMLInputElement).checked);
  });
  element('fit').addEventListener('click', showAll);
  element('theme').addEventListener('click', () => setTheme(!player.isDark));
  element('help').addEventListener('click', help);
  element('save').addEventListener('click', save);
  element('deselect').addEventListener('click', () => select(-1));
  return {
    ...{ setPlaying, seek, select, selectNext, setFollowing, setDark: setTheme, showAll, zoom, help, save },
    ...{ changeRate, changeTrail, changeColour },
  };
}
