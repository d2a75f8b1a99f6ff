import { useRef, useState } from 'react';
import type { Session } from '../engine/session.ts';
import { studio } from '../state/studio.ts';
import { download, fileName } from './download.ts';
import { type Order, writeRun } from './order.ts';
import { filmRun } from './video.ts';

type Work = { title: string; part: number; message: string };

/** What of a run can be taken away, and how it is written. */
const OFFERS: readonly {
  title: string;
  sentence: string;
  write(session: Session, onProgress: (part: number) => void, signal: AbortSignal): Promise<void>;
}[] = [
  {
    title: 'Picture (PNG)',
    sentence: 'What the stage shows now.',
    async write(session) {
      const canvas = document.querySelector<HTMLCanvasElement>('canvas.stage');
      const blob = await new Promise<Blob | null>((done) => canvas?.toBlob(done));
      if (!blob) throw new Error('the browser cannot make a picture of the stage');
      download(`${fileName(session.head.name)}.png`, blob);
    },
  },
  {
    title: 'Drawing (SVG)',
    sentence: 'The shown moment with all trails, for documents and printing.',
    write: (session, onProgress, signal) => writeFile(session, 'svg', 'image/svg+xml', onProgress, signal),
  },
  {
    title: 'Video (WebM)',
    sentence: 'The run from its beginning to the last step that was made.',
    async write(session, onProgress, signal) {
      const { head, rate } = session;
      const [wide, high] = [head.max[0] - head.min[0], head.max[1] - head.min[1]];
      const shape = Math.max(0.4, Math.min(2.4, high > 0 ? wide / high : 1));
      const width = even(Math.min(1280, 960 * shape));
      const size = { width, height: even(width / shape) };
      const order = { ...orderOf(session, session.remote.lastStep), ...size, speed: Math.max(1, rate) };
      download(`${fileName(head.name)}.webm`, await filmRun(order, onProgress, signal));
    },
  },
  {
    title: 'Trajectory (CSV)',
    sentence: 'Time, id, place and heading, ten times a second, for spreadsheets and data frames.',
    write: (session, onProgress, signal) => writeFile(session, 'csv', 'text/csv', onProgress, signal),
  },
  {
    title: 'Trajectory (SQLite)',
    sentence: 'With the walkable area, for PedPy and JuPedSim.',
    write: (session, onProgress, signal) =>
      writeFile(session, 'sqlite', 'application/vnd.sqlite3', onProgress, signal),
  },
  {
    title: 'Animated scene (glTF)',
    sentence: 'For Blender, three.js and game engines.',
    write: (session, onProgress, signal) =>
      writeFile(session, 'gltf', 'model/gltf-binary', onProgress, signal),
  },
  {
    title: 'Metrics (JSON)',
    sentence: 'Arrivals, contacts, scores, and what lines and areas have measured.',
    write: (session, onProgress, signal) =>
      writeFile(session, 'metrics', 'application/json', onProgress, signal),
  },
  {
    title: 'Scenario (JSON)',
    sentence: 'To run it again, here or with wend run.',
    async write({ head }) {
      const { scenario } = studio.get();
      const text = typeof scenario === 'string' ? scenario : `${JSON.stringify(scenario, null, 2)}\n`;
      download(`${fileName(head.name)}.json`, new Blob([text], { type: 'application/json' }));
    },
  },
];

const ENDS = { svg: 'svg', gltf: 'glb', csv: 'csv', sqlite: 'sqlite', metrics: 'metrics.json' } as const;

/** Encoders want even sizes. */
function even(pixels: number): number {
  return 2 * Math.round(pixels / 2);
}

function orderOf(session: Session, steps: number): Omit<Order, 'kind'> {
  const { head, commands, scenario } = session;
  return { scenario, seed: head.seed, steps, commands, framesPerSecond: 10 };
}

/** Writes a file of the run up to the shown step. A drawing of another run is not the user's run: that is refused. */
async function writeFile(
  session: Session,
  kind: Order['kind'],
  type: string,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const steps = kind === 'svg' ? session.step : session.remote.lastStep;
  const { content, hash, step } = await writeRun({ ...orderOf(session, steps), kind }, onProgress, signal);
  if (step === session.remote.step && hash !== (await session.stateHash())) {
    throw new Error('the run could not be simulated again as it was shown');
  }
  const part = typeof content === 'string' ? content : (content as Uint8Array<ArrayBuffer>);
  download(`${fileName(session.head.name)}.${ENDS[kind]}`, new Blob([part], { type }));
}

/** Files of the run, to take away. */
export function TakePanel({ session }: { session: Session }) {
  const [work, setWork] = useState<Work>();
  const ending = useRef<AbortController>(undefined);
  const begin = async ({ title, write }: (typeof OFFERS)[number]) => {
    session.pause();
    const stop = new AbortController();
    ending.current = stop;
    setWork({ title, part: 0, message: '' });
    try {
      await write(session, (part) => setWork({ title, part, message: '' }), stop.signal);
      setWork({ title, part: 1, message: 'is saved.' });
    } catch (error) {
      const { message, name } = error as Error;
      setWork({
        title,
        part: 1,
        message: name === 'AbortError' ? 'was stopped.' : `was not written: ${message}`,
      });
    }
  };
  const isBusy = work !== undefined && work.message === '';
  return (
    <>
      <ul className="offers">
        {OFFERS.map((offer) => (
          <li key={offer.title}>
            <button type="button" disabled={isBusy} onClick={() => void begin(offer)}>
              <b>{offer.title}</b>
              <span>{offer.sentence}</span>
            </button>
          </li>
        ))}
      </ul>
      <div role="status" className="work">
        {work &&
          (isBusy ? `${work.title}: ${Math.round(100 * work.part)} %` : `${work.title} ${work.message}`)}
        {isBusy && (
          <button type="button" onClick={() => ending.current?.abort()}>
            Stop
          </button>
        )}
      </div>
    </>
  );
}
