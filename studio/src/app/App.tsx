import { lazy, Suspense, useEffect } from 'react';
import { openEditor } from '../editor/page/entry.ts';
import type { Session } from '../engine/session.ts';
import { Gallery } from '../gallery/Gallery.tsx';
import { Dialogs } from '../help/dialogs.tsx';
import { listenToKeys, showAll } from '../help/keys.ts';
import { Tool } from '../parts/buttons.tsx';
import { StandardsPage } from '../standards/StandardsPage.tsx';
import { changeLook, showGallery, showRun, studio, useStudio } from '../state/studio.ts';
import { useStatus } from '../state/use-status.ts';
import { TimeBar } from '../time/TimeBar.tsx';
import { FlatView } from '../view/flat.tsx';
import { registerOverlays } from '../why/overlays.ts';
import { panels } from './panels.ts';

/** Three dimensions are loaded when they are asked for. */
const SolidView = lazy(() => import('../view/solid.tsx').then((part) => ({ default: part.SolidView })));

registerOverlays();

/** The editor is loaded when it is needed. */
const EditorPage = lazy(async () => ({
  default: (await import('../editor/page/EditorPage.tsx')).EditorPage,
}));

/** The whole page. */
export function App() {
  const page = useStudio((value) => value.page);
  useEffect(listenToKeys, []);
  return (
    <div className="app">
      <Header />
      {page === 'gallery' && <Gallery />}
      {page === 'standards' && <StandardsPage />}
      {page === 'stage' && <Workplace />}
      {page === 'edit' && (
        <Suspense fallback={<Loading />}>
          <EditorPage />
        </Suspense>
      )}
      <Dialogs />
    </div>
  );
}

function Header() {
  const session = useStudio((value) => value.session);
  const page = useStudio((value) => value.page);
  const isDark = useStudio(({ look }) => look.isDark);
  const view = useStudio(({ look }) => look.view);
  const isOnStage = page === 'stage' && session !== undefined;
  return (
    <header className="head">
      <button type="button" className="brand" onClick={showGallery} title="All scenarios (G)">
        <img src="icon.svg" alt="" width="24" height="24" />
        <b>wend</b> <span>studio</span>
      </button>
      {isOnStage && <h1>{session.head.name}</h1>}
      <div className="tools end">
        {isOnStage && (
          <Tool
            icon="cube"
            label="Three dimensions"
            text="Three dimensions"
            shortcut="V"
            isOn={view === 'solid'}
            onPress={() => changeLook({ view: view === 'flat' ? 'solid' : 'flat' })}
          />
        )}
        {isOnStage && <Tool icon="fit" label="Show all" shortcut="0" onPress={showAll} />}
        {isOnStage && (
          <Tool
            icon="edit"
            label="Edit this scenario"
            text="Edit"
            onPress={() => void openEditor(studio.get().scenario)}
          />
        )}
        {page === 'gallery' && (
          <Tool
            icon="standards"
            label="Standards and experiments"
            text="Standards"
            onPress={() => studio.set({ page: 'standards' })}
          />
        )}
        {page === 'gallery' && (
          <Tool icon="edit" label="New scenario" text="New scenario" onPress={() => void openEditor()} />
        )}
        {page !== 'gallery' && (
          <Tool
            icon="gallery"
            label="All scenarios"
            text="All scenarios"
            shortcut="G"
            onPress={showGallery}
          />
        )}
        {page !== 'stage' && session && (
          <Tool icon="close" label="Back to the run" text="Back to the run" onPress={showRun} />
        )}
        <Tool
          icon="theme"
          label="Light or dark"
          shortcut="D"
          onPress={() => changeLook({ isDark: !isDark })}
        />
        <Tool icon="help" label="Shortcuts" shortcut="?" onPress={() => studio.set({ dialog: 'help' })} />
      </div>
    </header>
  );
}

/** Stage, side panel and time; or what there is instead. */
function Workplace() {
  const phase = useStudio((value) => value.phase);
  const session = useStudio((value) => value.session);
  const beside = useStudio((value) => value.beside);
  const view = useStudio(({ look }) => look.view);
  if (phase === 'failed') return <Failure />;
  if (!session) return <Loading />;
  return (
    <>
      <main className={beside ? 'place two' : 'place'}>
        <Stage session={session} view={view} />
        {beside && <FlatView session={beside} isMain={false} />}
        <Fault session={session} />
        <Ending session={session} />
      </main>
      <Side session={session} />
      <TimeBar session={session} />
    </>
  );
}

function Stage({ session, view }: { session: Session; view: 'flat' | 'solid' }) {
  if (view === 'flat') return <FlatView session={session} />;
  return (
    <Suspense fallback={<Loading />}>
      <SolidView session={session} />
    </Suspense>
  );
}

function Loading() {
  const origin = useStudio((value) => value.origin);
  return (
    <main className="notice" role="status">
      <div className="spinner" aria-hidden="true" />
      <p>Opening {origin} …</p>
    </main>
  );
}

function Failure() {
  const message = useStudio((value) => value.message);
  const origin = useStudio((value) => value.origin);
  return (
    <main className="notice">
      <div role="alert">
        <h1>{origin === '' ? 'The scenario' : origin} cannot be opened</h1>
        <pre>{message}</pre>
      </div>
      <button type="button" className="primary" onClick={showGallery}>
        All scenarios
      </button>
    </main>
  );
}

/** A run that cannot continue says why. */
function Fault({ session }: { session: Session }) {
  const { fault } = useStatus(session);
  if (fault === undefined) return null;
  return (
    <p className="fault" role="alert">
      The run has stopped: {fault}
    </p>
  );
}

/** A stage from which all have gone says so. */
function Ending({ session }: { session: Session }) {
  const { arrived, hasEnded, present, time } = useStatus(session);
  if (!hasEnded || present > 0) return null;
  const who = arrived === 1 ? 'The agent has' : `All ${arrived.toLocaleString('en')} agents have`;
  return (
    <p className="note" role="status">
      {who} arrived, after {time.toFixed(1)} s. Space plays the run again.
    </p>
  );
}

function Side({ session }: { session: Session }) {
  const chosen = useStudio((value) => value.panel);
  const { Content, name, title } = panels.find((panel) => panel.name === chosen) ?? panels[0];
  return (
    <aside className="side" aria-label="Panels">
      <div role="tablist" className="tabs" aria-label="Panels">
        {panels.map((panel) => (
          <button
            key={panel.name}
            type="button"
            role="tab"
            id={`tab-${panel.name}`}
            aria-selected={panel.name === name}
            aria-controls="panel"
            onClick={() => studio.set({ panel: panel.name })}
          >
            {panel.title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="panel" className="panel" aria-label={title}>
        <Content session={session} />
      </div>
    </aside>
  );
}
