import { registerAddress } from '../../state/address.ts';
import { studio } from '../../state/studio.ts';

// The editor is loaded when it is needed: a page that only plays does without it.
const load = () => Promise.all([import('./state.ts'), import('./files.ts')]);

/** Opens the scenario of the stage, or an empty one, in the editor. */
export async function openEditor(scenario?: unknown): Promise<void> {
  const [{ draft, edit, editor, tell }] = await load();
  const { emptyScenario } = await import('../document.ts');
  // Back from a run of the draft: undo continues where it was.
  if (scenario !== undefined && editor.get().isOpen && scenario === draft().scenario) {
    studio.get().session?.pause();
    studio.set({ page: 'edit' });
    return;
  }
  try {
    edit(scenario ?? emptyScenario());
  } catch (error) {
    edit(emptyScenario());
    tell((error as Error).message);
  }
}

/** Opens a draft that the browser has kept. */
export async function openDraft(id: string): Promise<void> {
  const [{ editKept, tell }] = await load();
  if (await editKept(id)) return;
  await openEditor();
  tell('The browser has no such draft any more.');
}

async function openShared(packed: string): Promise<void> {
  const { unpackScenario } = await import('../share.ts');
  try {
    await openEditor(await unpackScenario(packed));
  } catch (error) {
    studio.set({ page: 'stage', phase: 'failed', origin: 'The link', message: (error as Error).message });
  }
}

registerAddress((parameters) => {
  const id = parameters.get('draft');
  const packed = parameters.get('shared');
  if (id) void openDraft(id);
  else if (packed) void openShared(packed);
  return Boolean(id || packed);
});

/** Files may be dropped anywhere on the page. */
export function listenToDrops(): void {
  let hint: HTMLElement | undefined;
  const end = () => {
    hint?.remove();
    hint = undefined;
  };
  addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    if (hint) return;
    hint = document.createElement('div');
    hint.className = 'drop';
    hint.textContent =
      'Drop a scenario, SteerSuite XML, WKT, GeoJSON, a MovingAI map, or a picture of a floor plan';
    document.body.append(hint);
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) end();
  });
  addEventListener('drop', (event) => {
    end();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void load().then(async ([{ editor }, { openFiles }]) => {
      if (!editor.get().isOpen) await openEditor();
      await openFiles(files);
    });
  });
}
