import { type Snapshot, updateView, type View } from 'wend/view';
import { connectWorld, type RemoteWorld } from 'wend/worker';
import { emptySeries, type Head, type LiveScene, type Series, seriesNames } from './answers.ts';
import { copyView, snapshotOf } from './states.ts';
import { createTrails, forgetTrails, recordTrails, TRAIL_PERIOD, type Trails } from './trails.ts';

type Command = Parameters<RemoteWorld['send']>[0];
type Opened = Parameters<typeof connectWorld>[1];
/** A state that waits until the shown time reaches it. */
type Ahead = { state: Snapshot; scene: LiveScene | undefined; isOver: boolean; step: number };

/** What panels show; replaced when something changes, a few times a second. */
export type Status = {
  isPlaying: boolean;
  isSeeking: boolean;
  hasEnded: boolean;
  rate: number;
  /** Seconds. */
  time: number;
  step: number;
  lastStep: number;
  present: number;
  arrived: number;
  meanSpeed: number;
  /** Why the run cannot continue. */
  fault: string | undefined;
};

/** Seconds by which one of two runs may be ahead. */
const PATIENCE = 0.1;

/** Milliseconds between two statuses while playing. */
const STATUS_PERIOD = 120;

/** Seconds between two pictures beyond which time stands: the page was hidden. */
const LONGEST_PICTURE = 2;

/** How far the thread works ahead, in pictures, and how much of that one answer may hold. */
const PICTURES_AHEAD = 2;
const PICTURES_PER_ANSWER = 1.2;

/**
 * A run in its own thread, and the clock that shows it. The thread works ahead by at least one state and by as much as the
 * next pictures will show: motion is even, and simulated time keeps its pace however seldom pictures come.
 */
export class Session {
  readonly head: Head;
  /** As it was opened: a JSON text or an object. */
  readonly scenario: unknown;
  readonly remote: RemoteWorld;
  /** The two states that are shown, and the scenes of both. */
  shown: View;
  scene: LiveScene;
  previousScene: LiveScene;
  /** Seconds: what is shown, between the two states. */
  time = 0;
  /** The step of the later of the two states. */
  step = 0;
  rate = 1;
  isPlaying = false;
  hasEnded = false;
  fault: string | undefined;
  /** A run beside this one, which does what this one does, and the run that this one follows. */
  follower: Session | undefined;
  leader: Session | undefined;
  /** What a second run has changed in the scenario, in words. */
  difference = '';
  readonly trails: Trails = createTrails();
  series: Series = emptySeries();
  /** The commands so far, with the steps after which they were sent. */
  commands: readonly { step: number; command: Command }[] = [];
  status: Status;
  readonly #worker: Worker;
  readonly #ahead: Ahead[] = [];
  /** Seconds between two pictures, lately. */
  #interval = 1 / 60;
  #isBusy = false;
  #isStopping = false;
  /** Answers to what was asked before a seek are dropped. */
  #epoch = 0;
  #seekTo: number | undefined;
  #isSeeking = false;
  #lastTick = 0;
  #lastStatus = 0;
  #listeners = new Set<() => void>();

  private constructor(worker: Worker, remote: RemoteWorld, scenario: unknown, head: Head, scene: LiveScene) {
    this.scenario = scenario;
    this.#worker = worker;
    this.remote = remote;
    this.head = head;
    this.scene = scene;
    this.previousScene = scene;
    this.shown = copyView(remote.view);
    recordTrails(this.trails, this.shown);
    this.status = this.#statusNow();
  }

  /** Opens a scenario in a new thread. Rejects with the messages of its mistakes. */
  static async open(worker: Worker, scenario: Opened, seed?: number): Promise<Session> {
    try {
      const remote = await connectWorld(worker, scenario, {
        history: true,
        ...(seed === undefined ? {} : { seed }),
      });
      const head = (await remote.ask('head')) as Head;
      const session = new Session(worker, remote, scenario, head, (await remote.ask('scene')) as LiveScene);
      await session.#updateSeries();
      return session;
    } catch (error) {
      worker.terminate();
      throw error;
    }
  }

  close(): void {
    this.follower?.close();
    this.#epoch++;
    this.#worker.terminate();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  play(): void {
    this.follower?.play();
    if (this.isPlaying || this.fault || this.isAtEnd) return;
    this.isPlaying = true;
    this.#isStopping = false;
    this.#lastTick = 0;
    this.#changed();
  }

  /** Stops at the state that is being computed, so that what is shown is where the world is. */
  pause(): void {
    this.follower?.pause();
    if (!this.isPlaying) return;
    this.#isStopping = true;
    this.#changed();
  }

  get isAtEnd(): boolean {
    return this.step >= this.head.steps || (this.hasEnded && this.step >= this.remote.lastStep);
  }

  setRate(rate: number): void {
    this.rate = rate;
    this.follower?.setRate(rate);
    this.#changed();
  }

  /** One step on, or back. */
  stepBy(steps: number): Promise<void> {
    const step = this.step + steps;
    void this.follower?.goTo(Math.max(0, step));
    if (step <= this.remote.lastStep) return this.seek(Math.max(0, step));
    return this.#stepOn();
  }

  /** Goes to a step that was made before. */
  async seek(step: number): Promise<void> {
    void this.follower?.goTo(step);
    this.#seekTo = Math.max(0, Math.min(step, this.remote.lastStep));
    if (this.#isSeeking) return;
    this.#isSeeking = true;
    this.#stopNow();
    while (this.#seekTo !== undefined) {
      const to = this.#seekTo;
      this.#seekTo = undefined;
      await this.#guard(async () => {
        await this.remote.seek(to);
        await this.#adopt();
      });
    }
    this.#isSeeking = false;
    this.#changed();
  }

  /** Goes to a step that may not have been made yet. */
  async goTo(step: number): Promise<void> {
    if (step <= this.remote.lastStep) return this.seek(step);
    this.#stopNow();
    await this.#guard(async () => {
      await this.remote.advance(Math.max(1, Math.min(step, this.head.steps) - this.remote.step));
      await this.#updateSeries();
      await this.#adopt();
    });
  }

  /** Sends a command for the next step; in the past, another future begins. */
  send(command: Command): void {
    const { step } = this.remote;
    this.remote.send(command);
    this.commands = [...this.commands.filter((one) => one.step <= step), { step, command }];
    const time = this.remote.step * this.head.dt;
    forgetTrails(this.trails, time);
    for (const name of seriesNames)
      this.series[name].length = Math.min(this.series[name].length, this.remote.step + 1);
    this.hasEnded = false;
    this.#changed();
  }

  /** Has what shows the run drawn again: something that overlays draw has come. */
  touch(): void {
    this.#changed();
  }

  /** The hash of the state that the thread has: while paused, the one that is shown. */
  stateHash(): Promise<string> {
    return this.remote.stateHash();
  }

  /** Moves the shown time on; call it before each picture. */
  tick(now: number): void {
    const elapsed = this.#lastTick === 0 ? 0 : Math.min(LONGEST_PICTURE, (now - this.#lastTick) / 1000);
    this.#lastTick = now;
    if (!this.isPlaying) return;
    if (elapsed > 0) this.#interval += 0.3 * (elapsed - this.#interval);
    if (!this.#isAheadOf(this.follower ?? this.leader)) this.time += elapsed * this.rate;
    // What is ahead is shown at once: a pause does not wait for it.
    if (this.#isStopping) this.time = this.#ahead.at(-1)?.state.time ?? this.shown.time;
    while (this.#ahead.length > 0 && this.time >= this.shown.time) this.#show(this.#ahead.shift()!);
    this.time = Math.min(this.time, this.shown.time);
    const isThere = this.time >= this.shown.time && this.#ahead.length === 0 && !this.#isBusy;
    if (this.#isStopping || this.isAtEnd) {
      if (isThere) {
        this.#stopNow();
        void this.follower?.goTo(this.step);
      }
    } else this.#workAhead();
    if (now - this.#lastStatus > STATUS_PERIOD) {
      this.#lastStatus = now;
      this.#changed();
    }
  }

  /** Runs side by side wait for each other. */
  #isAheadOf(other: Session | undefined): boolean {
    return other?.isPlaying === true && !other.isAtEnd && this.time > other.time + PATIENCE;
  }

  #show({ state, scene, isOver, step }: Ahead): void {
    updateView(this.shown, state);
    this.previousScene = this.scene;
    if (scene) this.scene = scene;
    this.step = step;
    this.hasEnded = isOver;
    recordTrails(this.trails, this.shown);
  }

  /** Asks for the next state, unless enough of them wait. An answer asks for the next one: it does not wait for a picture. */
  #workAhead(): void {
    const { dt, steps } = this.head;
    const left = steps - this.remote.step;
    if (!this.isPlaying || this.#isStopping || this.#isBusy || this.isAtEnd || left <= 0) return;
    const newest = this.#ahead.at(-1);
    const span = this.rate * this.#interval;
    if (newest && (newest.isOver || newest.state.time - this.time > PICTURES_AHEAD * span)) return;
    // At high speeds, or where pictures are slow, one may show several steps; trails need a state in each of their periods.
    const wanted = Math.round(Math.min(PICTURES_PER_ANSWER * span, TRAIL_PERIOD) / dt);
    const epoch = this.#epoch;
    this.#isBusy = true;
    this.#guard(async () => {
      const ahead = await this.#advance(Math.max(1, Math.min(wanted, left)));
      if (epoch === this.#epoch) this.#ahead.push(ahead);
      await this.#updateSeries();
    }).finally(() => {
      this.#isBusy = false;
      if (epoch === this.#epoch && !this.fault) this.#workAhead();
    });
  }

  async #advance(steps: number): Promise<Ahead> {
    const { remote, head } = this;
    await remote.advance(steps);
    const state = snapshotOf(remote.view, remote.view.current, remote.view.time);
    const { isOver, step } = remote;
    const scene = head.moves ? ((await remote.ask('scene')) as LiveScene) : undefined;
    return { state, scene, isOver, step };
  }

  async #stepOn(): Promise<void> {
    if (this.isAtEnd || this.#isBusy || this.fault) return;
    this.#stopNow();
    this.#isBusy = true;
    await this.#guard(async () => {
      this.#show(await this.#advance(1));
      this.time = this.shown.time;
      await this.#updateSeries();
    });
    this.#isBusy = false;
    this.#changed();
  }

  /** Shows where the world is now. */
  async #adopt(): Promise<void> {
    const { remote } = this;
    this.shown = copyView(remote.view);
    this.time = this.shown.time;
    this.step = remote.step;
    this.hasEnded = remote.isOver;
    this.scene = (await remote.ask('scene')) as LiveScene;
    this.previousScene = this.scene;
    this.#changed();
  }

  async #updateSeries(): Promise<void> {
    const from = this.series.present.length;
    if (from > this.remote.lastStep) return;
    const more = (await this.remote.ask('series', from)) as Series;
    for (const name of seriesNames) for (const value of more[name]) this.series[name].push(value);
  }

  /** What the thread refuses or cannot do ends the run with its message. */
  async #guard(work: () => Promise<void>): Promise<void> {
    const epoch = this.#epoch;
    try {
      await work();
    } catch (error) {
      if (epoch !== this.#epoch) return;
      this.fault = (error as Error).message;
      this.#stopNow();
    }
  }

  #stopNow(): void {
    this.isPlaying = false;
    this.#isStopping = false;
    this.#ahead.length = 0;
    this.#epoch++;
    this.#changed();
  }

  #statusNow(): Status {
    const { series, step } = this;
    return {
      isPlaying: this.isPlaying && !this.#isStopping,
      isSeeking: this.#isSeeking,
      hasEnded: this.isAtEnd,
      rate: this.rate,
      time: this.time,
      step,
      lastStep: this.remote.lastStep,
      present: series.present[step] ?? 0,
      arrived: series.arrived[step] ?? 0,
      meanSpeed: series.meanSpeed[step] ?? 0,
      fault: this.fault,
    };
  }

  #changed(): void {
    this.status = this.#statusNow();
    for (const listener of this.#listeners) listener();
  }
}
