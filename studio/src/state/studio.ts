import { type Json, withValue } from '../editor/tree.ts';
import { Session } from '../engine/session.ts';
import { createStore, useStore } from './store.ts';

/** How the stage looks; kept from visit to visit. */
export type Look = {
  isDark: boolean;
  /** Seconds of trails; 0: none. */
  trail: number;
  colour: 'group' | 'speed';
  view: 'flat' | 'solid';
  /** Names of the overlays that are on. */
  overlays: readonly string[];
};

/** Everything that the parts of the studio share. */
export type Studio = {
  page: 'gallery' | 'stage' | 'edit' | 'standards';
  phase: 'empty' | 'loading' | 'ready' | 'failed';
  /** Why the scenario cannot be opened. */
  message: string;
  /** The scenario as it was opened: a JSON text or an object. */
  scenario: unknown;
  /** Where it came from, such as the name of a built-in one or of a file. */
  origin: string;
  session: Session | undefined;
  /** A second run of the scenario, to compare. */
  beside: Session | undefined;
  /** The id of the selected agent, or −1. */
  selected: number;
  isFollowing: boolean;
  /** The number of the group that stands out, or −1. */
  group: number;
  panel: string;
  /** The dialog that is open: 'help', 'tour' or none. */
  dialog: string;
  look: Look;
  prefersStill: boolean;
};

const prefers = (what: string) => matchMedia(`(prefers-${what})`).matches;

const LOOK = 'wend-studio-look';

export const studio = createStore<Studio>({
  page: 'gallery',
  phase: 'empty',
  message: '',
  scenario: undefined,
  origin: '',
  session: undefined,
  beside: undefined,
  selected: -1,
  isFollowing: false,
  group: -1,
  panel: 'run',
  dialog: '',
  look: readLook(),
  prefersStill: prefers('reduced-motion: reduce'),
});

/** A part of the shared state in a component. */
export function useStudio<Part>(select: (value: Studio) => Part): Part {
  return useStore(studio, select);
}

/** Opens a scenario, an object or a JSON text, and plays it. The thread checks it: mistakes become a message. @public */
export async function openScenario(scenario: unknown, origin: string, seed?: number): Promise<void> {
  studio.get().session?.close();
  const opening = {
    scenario,
    origin,
    page: 'stage',
    phase: 'loading',
    session: undefined,
    beside: undefined,
  } as const;
  studio.set({ ...opening, message: '', selected: -1, group: -1, isFollowing: false });
  const isLatest = () => studio.get().scenario === scenario && studio.get().phase === 'loading';
  try {
    const session = await Session.open(startWorker(), scenario as never, seed);
    if (!isLatest()) return session.close();
    session.setRate(rateFor(session));
    studio.set({ session, phase: 'ready' });
    document.title = `${session.head.name} · wend studio`;
    if (!studio.get().prefersStill) session.play();
  } catch (error) {
    if (isLatest()) studio.set({ phase: 'failed', message: (error as Error).message });
  }
}

function startWorker(): Worker {
  return new Worker(new URL('../engine/worker.ts', import.meta.url), { type: 'module', name: 'simulation' });
}

/** Long runs begin faster, so that a newcomer does not wait. */
function rateFor({ head }: Session): number {
  return head.steps * head.dt > 60 ? 2 : 1;
}

/** Fetches a scenario that comes with wend, and opens it. */
export async function openBuiltIn(name: string): Promise<void> {
  history.replaceState(null, '', `#scenario=${name}`);
  await openFile(`scenarios/${name}.json`, name);
}

/** Fetches a file beside the page, and opens it. */
export async function openFile(path: string, origin: string): Promise<void> {
  studio.set({ page: 'stage', phase: 'loading', origin, message: '' });
  try {
    const response = await fetch(path);
    if (!response.ok) throw new Error('There is no scenario of this name here. The gallery lists all.');
    await openScenario(await response.text(), origin);
  } catch (error) {
    studio.set({ phase: 'failed', message: (error as Error).message });
  }
}

/** Runs the scenario a second time beside the first, from the beginning, with another seed, steering model or setting. */
export async function openBeside(seed: number, steering: string, setting = ''): Promise<void> {
  const { session, scenario } = studio.get();
  if (!session) return;
  session.pause();
  let written = scenario;
  if (steering !== '' || setting.trim() !== '') {
    written = { ...((await plainScenario(session, scenario)) as object) };
    if (steering !== '') written = { ...(written as object), steering: { name: steering } };
    if (setting.trim() !== '') written = withSetting(written as Json, setting);
  }
  const beside = await Session.open(startWorker(), written as never, seed);
  if (studio.get().session !== session) return beside.close();
  beside.difference = setting.trim();
  beside.leader = session;
  beside.setRate(session.rate);
  session.follower = beside;
  studio.set({ beside });
  await session.seek(0);
}

/** `groups.0.speed = 1.6`: the scenario with another value at a path. */
function withSetting(scenario: Json, setting: string): Json {
  const [, path, text] = /^\s*([\w.-]+)\s*=\s*(.+?)\s*$/.exec(setting) ?? [];
  if (path === undefined) throw new Error('the setting is no “key = value”, such as groups.0.speed = 1.6');
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    value = text;
  }
  return withValue(
    scenario,
    path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
    value,
  );
}

/** The scenario as it was written, or, where that is no plain JSON, as it was read. */
async function plainScenario(session: Session, scenario: unknown): Promise<unknown> {
  try {
    return typeof scenario === 'string' ? JSON.parse(scenario) : scenario;
  } catch {
    return session.remote.ask('scenario');
  }
}

export function closeBeside(): void {
  const { session, beside } = studio.get();
  beside?.close();
  if (session) session.follower = undefined;
  studio.set({ beside: undefined });
}

/** The same scenario from the beginning, with the same seed or another. */
export function restart(seed = studio.get().session?.head.seed): Promise<void> {
  const { origin, scenario } = studio.get();
  return openScenario(scenario, origin, seed);
}

/** The address of the run that waits behind the gallery. */
let runAddress = '';

/** Shows the gallery. Its address names nothing, so that a reload shows it again. */
export function showGallery(): void {
  const { page, session } = studio.get();
  if (page === 'stage') runAddress = location.hash;
  session?.pause();
  history.replaceState(null, '', '#');
  studio.set({ page: 'gallery' });
}

/** Returns to the run from the gallery or the editor. */
export function showRun(): void {
  if (studio.get().page !== 'edit') history.replaceState(null, '', runAddress || '#');
  studio.set({ page: 'stage' });
}

export function changeLook(change: Partial<Look>): void {
  const look = { ...studio.get().look, ...change };
  studio.set({ look });
  document.documentElement.dataset.theme = look.isDark ? 'dark' : 'light';
  try {
    localStorage.setItem(LOOK, JSON.stringify(look));
  } catch {}
}

export function select(agent: number): void {
  const isNew = agent !== studio.get().selected;
  studio.set({ selected: agent, ...(agent < 0 ? { isFollowing: false } : {}) });
  if (isNew && agent >= 0) studio.set({ panel: 'agent' });
}

function readLook(): Look {
  const look: Look = {
    isDark: prefers('color-scheme: dark'),
    trail: 3,
    colour: 'group',
    view: 'flat',
    overlays: ['why'],
  };
  try {
    const kept = JSON.parse(localStorage.getItem(LOOK) ?? '{}');
    for (const name of ['isDark', 'trail', 'colour', 'view'] as const) {
      if (typeof kept[name] === typeof look[name]) Object.assign(look, { [name]: kept[name] });
    }
  } catch {}
  document.documentElement.dataset.theme = look.isDark ? 'dark' : 'light';
  return look;
}
