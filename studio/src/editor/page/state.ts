import { ScenarioError } from 'wend';
import { checkScenario, parseJson } from 'wend/scenario';
import { createStore, useStore } from '../../state/store.ts';
import { openScenario, studio } from '../../state/studio.ts';
import { createAutosave, type Saving } from '../autosave.ts';
import { type Draft, draftOf, emptyScenario, type Placed, place } from '../document.ts';
import { draftKeeper, newDraftId, readDraft } from '../drafts.ts';
import { type Complaint, complaintsOf } from '../forms.ts';
import { change, createHistory, type History, redo, replacePresent, settle, undo } from '../history.ts';
import { isTree } from '../tree.ts';

/** What the pointer does on the stage. */
export type ToolName = 'select' | Placed['kind'];

/** A picture to trace over; it is kept with the draft and is no part of the scenario. */
export type Plan = { picture: string; x: number; y: number; width: number; opacity: number };

/** Everything that the parts of the editor share. */
export type Editor = {
  /** Whether a draft is open. */
  isOpen: boolean;
  id: string;
  history: History<Draft>;
  tool: ToolName;
  isSnapping: boolean;
  complaints: readonly Complaint[];
  /** A mistake that no field has, such as a file that cannot be read. */
  message: string;
  saving: Saving;
  plan: Plan | undefined;
  tab: 'thing' | 'scenario' | 'text';
};

export const editor = createStore<Editor>({
  isOpen: false,
  id: '',
  history: createHistory(draftOf(emptyScenario())),
  tool: 'select',
  isSnapping: true,
  complaints: [],
  message: '',
  saving: { state: 'saved', message: '' },
  plan: undefined,
  tab: 'scenario',
});

export function useEditor<Part>(select: (value: Editor) => Part): Part {
  return useStore(editor, select);
}

export const draft = (): Draft => editor.get().history.present;

/** Milliseconds after the last change until the checks run, and the longest text that is checked while one edits. */
const PAUSE = 200;
const CHECKED = 1_500_000;
let timer: ReturnType<typeof setTimeout> | undefined;
let autosave: ReturnType<typeof createAutosave> | undefined;

/** Opens a scenario, an object or a JSON text, for editing. */
export function edit(given: unknown): void {
  const scenario = typeof given === 'string' ? parseJson(given, 'scenario') : given;
  begin(newDraftId(), draftOf(scenario), undefined);
}

function begin(id: string, opened: Draft, plan: Plan | undefined): void {
  studio.get().session?.pause();
  autosave = createAutosave(draftKeeper(id), (saving) => editor.set({ saving }));
  editor.set({
    ...{
      isOpen: true,
      id,
      history: createHistory(opened),
      plan,
      tool: 'select',
      message: '',
      complaints: [],
    },
    ...{ saving: { state: 'saved', message: '' }, tab: 'scenario' },
  });
  studio.set({ page: 'edit' });
  history.replaceState(null, '', `#draft=${id}`);
  document.title = `${String(opened.scenario.name ?? 'untitled')} · wend editor`;
  check();
  save();
}

/** Opens a draft that the browser has kept; resolves to whether it has one. */
export async function editKept(id: string): Promise<boolean> {
  const kept = await readDraft(id);
  if (!kept || !isTree(kept.scenario)) return false;
  begin(id, draftOf(kept.scenario), kept.plan as Plan | undefined);
  return true;
}

/** The next state of the draft. Changes with the same mark are one step of undo. */
export function apply(next: Draft, mark?: string): void {
  const { history } = editor.get();
  if (next === history.present) return;
  if (next.scenario === history.present.scenario) {
    editor.set({ history: replacePresent(history, next) });
    return;
  }
  editor.set({ history: change(history, next, mark), message: '' });
  follow();
}

/** Ends a drag or the typing in a field. */
export function endStretch(): void {
  editor.set({ history: settle(editor.get().history) });
}

export function undoEdit(): void {
  editor.set({ history: undo(editor.get().history) });
  follow();
}

export function redoEdit(): void {
  editor.set({ history: redo(editor.get().history) });
  follow();
}

/** Adds a thing, shows its form, and goes back to selecting. */
export function placeThing(placed: Placed): void {
  apply(place(draft(), placed));
  editor.set({ tool: 'select', tab: 'thing' });
}

export function setPlan(plan: Plan | undefined): void {
  editor.set({ plan });
  save();
}

export function tell(message: string): void {
  editor.set({ message });
}

function follow(): void {
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
  save();
}

function save(): void {
  const { plan } = editor.get();
  autosave?.save(JSON.stringify({ scenario: draft().scenario, ...(plan ? { plan } : {}) }));
}

/** Checks the scenario; the messages go to their fields. */
function check(): void {
  const { scenario } = draft();
  try {
    if (JSON.stringify(scenario).length < CHECKED) checkScenario(scenario);
    editor.set({ complaints: [] });
  } catch (error) {
    const problems =
      error instanceof ScenarioError ? error.problems : [{ path: '', message: (error as Error).message }];
    editor.set({ complaints: complaintsOf(problems) });
  }
}

/** Runs what is edited. */
export function runDraft(): void {
  const { scenario } = draft();
  void openScenario(scenario, String(scenario.name ?? 'untitled'));
}
