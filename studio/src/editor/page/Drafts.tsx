import { useEffect, useState } from 'react';
import { Icon } from '../../parts/icons.tsx';
import { type KeptDraft, keptDrafts, removeDraft } from '../drafts.ts';
import { openDraft } from './entry.ts';

/** Drafts shown at most. */
const SHOWN = 8;

/** What was edited in this browser, the latest first; nothing where there is none. */
export function Drafts() {
  const [drafts, setDrafts] = useState<KeptDraft[]>([]);
  useEffect(() => {
    // A browser that keeps nothing has no drafts.
    keptDrafts().then(setDrafts, () => {});
  }, []);
  const forget = async (id: string) => {
    await removeDraft(id);
    setDrafts(drafts.filter((draft) => draft.id !== id));
  };
  if (drafts.length === 0) return null;
  return (
    <section className="drafts" aria-label="Your drafts">
      <h2>Your drafts</h2>
      <ul>
        {drafts.slice(0, SHOWN).map(({ id, name, time }) => (
          <li key={id}>
            <button type="button" className="card" onClick={() => void openDraft(id)}>
              <b>{name}</b>
              <small>
                {new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}
              </small>
            </button>
            <button
              type="button"
              className="tool"
              aria-label={`Delete the draft ${name}`}
              title="Delete this draft"
              onClick={() => void forget(id)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
