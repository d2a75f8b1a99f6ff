import { Session } from '../engine/session.ts';
import { createCamera, fit } from '../stage/camera.ts';
import { dark, light } from '../stage/theme.ts';
import { studio } from '../state/studio.ts';
import { createLiveFrame, readFrame } from '../view/frame.ts';
import { paintStage } from '../view/painter.ts';
import type { Order } from './order.ts';
import { type VideoChunk, type VideoHead, writeWebm } from './webm.ts';

export type VideoOrder = Pick<Order, 'scenario' | 'seed' | 'steps' | 'commands'> & {
  width: number;
  height: number;
  /** Simulated seconds in a second of the video. */
  speed: number;
};

/** Pictures per second at most. */
const RATE = 30;
/** Pictures from one key picture to the next: players can jump to them. */
const KEY = 60;
const CODECS = [
  ['V_VP9', 'vp09.00.40.08'],
  ['V_VP8', 'vp8'],
] as const;

/** Films a run from its beginning, in a session of its own: each picture is drawn as the stage draws it. */
export async function filmRun(
  order: VideoOrder,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const worker = new Worker(new URL('../engine/worker.ts', import.meta.url), {
    type: 'module',
    name: 'film',
  });
  const session = await Session.open(worker, order.scenario as never, order.seed);
  try {
    const { dt } = session.head;
    const stepsPerPicture = Math.max(1, Math.round(order.speed / RATE / dt));
    const period = (stepsPerPicture * dt * 1000) / order.speed;
    const pictures = Math.floor(order.steps / stepsPerPicture) + 1;
    const draw = painterFor(session, order);
    const film = (await encoderFor(order, period)) ?? recorderFor(draw.canvas, period);
    for (let picture = 0; picture < pictures && !session.isAtEnd; picture++) {
      if (signal.aborted) throw new DOMException('ended', 'AbortError');
      if (picture > 0) await advance(session, stepsPerPicture, order);
      draw.paint();
      await film.add(draw.canvas, picture);
      onProgress(picture / pictures);
    }
    return await film.finish();
  } finally {
    session.close();
  }
}

async function advance(session: Session, steps: number, { commands }: VideoOrder): Promise<void> {
  for (let k = 0; k < steps; k++) {
    for (const { command, step } of commands) if (step === session.step) session.send(command);
    await session.stepBy(1);
  }
}

/** A canvas of the video's size, and how the present state is drawn on it. */
function painterFor(session: Session, { height, width }: VideoOrder) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { alpha: false })!;
  const camera = createCamera(session.head.dimension);
  Object.assign(camera, { width, height });
  fit(camera, session.head.min, session.head.max);
  const frame = createLiveFrame();
  const paint = () => {
    readFrame(frame, session);
    const state = { ...studio.get(), selected: -1, isFollowing: false };
    const theme = state.look.isDark ? dark : light;
    paintStage({ canvas: context, camera, theme, session, frame, studio: state });
  };
  return { canvas, paint };
}

type Film = { add(canvas: HTMLCanvasElement, picture: number): Promise<void>; finish(): Promise<Blob> };

/** Encodes as fast as the machine can; undefined where the browser cannot. */
async function encoderFor({ height, width }: VideoOrder, period: number): Promise<Film | undefined> {
  if (!('VideoEncoder' in globalThis)) return undefined;
  const bitrate = Math.min(8e6, Math.max(1e6, width * height * 3));
  for (const [codec, name] of CODECS) {
    const settings = { codec: name, width, height, bitrate, framerate: 1000 / period };
    const { supported } = await VideoEncoder.isConfigSupported(settings).catch(() => ({ supported: false }));
    if (supported) return encodedFilm(codec, settings, period);
  }
  return undefined;
}

function encodedFilm(codec: VideoHead['codec'], settings: VideoEncoderConfig, period: number): Film {
  const chunks: VideoChunk[] = [];
  let fault: Error | undefined;
  const encoder = new VideoEncoder({
    output(chunk) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      chunks.push({ data, time: chunk.timestamp / 1000, isKey: chunk.type === 'key' });
    },
    error(error) {
      fault = error;
    },
  });
  encoder.configure(settings);
  return {
    async add(canvas, picture) {
      if (fault) throw fault;
      const frame = new VideoFrame(canvas, {
        timestamp: Math.round(picture * period * 1000),
        duration: period * 1000,
      });
      encoder.encode(frame, { keyFrame: picture % KEY === 0 });
      frame.close();
      // The encoder's memory stays small.
      while (encoder.encodeQueueSize > 4) await new Promise((done) => setTimeout(done, 4));
    },
    async finish() {
      await encoder.flush();
      encoder.close();
      if (fault) throw fault;
      const duration = chunks.length * period;
      const head = { codec, width: settings.width, height: settings.height, duration };
      return new Blob([writeWebm(head, chunks)], { type: 'video/webm' });
    },
  };
}

/** Browsers without an encoder record what a canvas shows, in the time that the video lasts. */
function recorderFor(canvas: HTMLCanvasElement, period: number): Film {
  const stream = canvas.captureStream(0);
  const [track] = stream.getVideoTracks() as (MediaStreamTrack & { requestFrame?(): void })[];
  const recorder = new MediaRecorder(stream, { mimeType: 'video/webm' });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.start();
  const begin = performance.now();
  return {
    async add(_, picture) {
      track.requestFrame?.();
      const wait = begin + (picture + 1) * period - performance.now();
      await new Promise((done) => setTimeout(done, Math.max(0, wait)));
    },
    async finish() {
      const stopped = new Promise((done) => {
        recorder.onstop = done;
      });
      recorder.stop();
      await stopped;
      return new Blob(parts, { type: 'video/webm' });
    },
  };
}
