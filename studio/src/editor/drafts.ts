import { browserKeeper, type Keeper, keptTexts, removeKept } from './autosave.ts';
import { isTree } from './tree.ts';

/** A draft that the browser keeps. */
export type KeptDraft = { id: string; name: string; time: number };

/** As many drafts are kept; older ones go. */
const MOST = 50;

/** A name that no other draft has. */
export function newDraftId(): string {
  return `${Date.now().toString(36)}-${Math.floor(Math.random() * 0xffffff).toString(36)}`;
}

export function draftKeeper(id: string): Keeper {
  return browserKeeper(`draft ${id}`);
}

/** What was kept of a draft; undefined if there is nothing or it cannot be read. */
export async function readDraft(id: string): Promise<{ scenario: unknown; plan?: unknown } | undefined> {
  try {
    const value: unknown = JSON.parse((await draftKeeper(id).read()) ?? 'null');
    return isTree(value) ? (value as { scenario: unknown }) : undefined;
  } catch {
    return undefined;
  }
}

/** The kept drafts, the latest first. The oldest are removed where there are too many. */
export async function keptDrafts(): Promise<KeptDraft[]> {
  const all = (await keptTexts())
    .filter(({ name }) => name.startsWith('draft '))
    .map(({ name, text, time }): KeptDraft => ({ id: name.slice(6), time, name: nameIn(text) }))
    .sort((a, b) => b.time - a.time);
  for (const { id } of all.slice(MOST)) await removeKept(`draft ${id}`);
  return all.slice(0, MOST);
}

/** Forgets a draft. */
export async function removeDraft(id: string): Promise<void> {
  await removeKept(`draft ${id}`);
}

/** The name of the scenario in a kept text. */
function nameIn(text: string): string {
  try {
    return String((JSON.parse(text) as { scenario: { name?: string } }).scenario.name ?? 'untitled');
  } catch {
    return 'unreadable';
  }
}
