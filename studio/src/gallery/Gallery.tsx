import { useEffect, useState } from 'react';
import { Drafts } from '../editor/page/Drafts.tsx';
import { openBuiltIn } from '../state/studio.ts';
import { steerbenchTheme, themes } from './themes.ts';

/** A scenario that comes with wend, as scenarios/index.json lists it. */
type Entry = { name: string; description: string; agents: number; duration: number; dimension: 2 | 3 };

type Shelf = { title: string; text: string; entries: readonly (Entry & { watch: string })[] };

/** All scenarios that come with wend. */
export function Gallery() {
  const [entries, setEntries] = useState<readonly Entry[]>();
  const [fault, setFault] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    fetch('scenarios/index.json')
      .then((response) => response.json())
      .then(setEntries)
      .catch((error: Error) => setFault(error.message));
  }, []);
  const shelves = shelvesOf(entries ?? [], search);
  return (
    <main className="gallery">
      <div className="gallery-head">
        <div>
          <h1>Scenarios</h1>
          <p>Choose one to run it. Everything is simulated here, in your browser.</p>
        </div>
        <input
          type="search"
          placeholder="Search"
          aria-label="Search scenarios"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {fault !== '' && <p role="alert">The list of scenarios cannot be read: {fault}</p>}
      {!entries && fault === '' && <p role="status">Reading the list …</p>}
      {entries && shelves.length === 0 && (
        <p role="status" className="empty">
          No scenario is called or described like “{search}”.
        </p>
      )}
      {search === '' && <Drafts />}
      {shelves.map(({ title, text, entries: shown }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <p>{text}</p>
          <ul>
            {shown.map((entry) => (
              <Card key={entry.name} {...entry} />
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}

function Card({ name, description, watch, agents, duration, dimension }: Entry & { watch: string }) {
  return (
    <li>
      <button type="button" className="card" title={description} onClick={() => void openBuiltIn(name)}>
        <img src={`thumbnails/${name}.svg`} alt="" width="240" height="150" loading="lazy" />
        <b>{name.replace(/^steerbench\//, '')}</b>
        <span>{watch}</span>
        <small>
          {agents} {agents === 1 ? 'agent' : 'agents'} · {duration} s{dimension === 3 && ' · 3D'}
        </small>
      </button>
    </li>
  );
}

/** The entries that fit what is searched for, by theme. */
function shelvesOf(entries: readonly Entry[], search: string): Shelf[] {
  const words = search.toLowerCase().split(/\s+/);
  const fits = ({ name, description, watch }: Entry & { watch: string }, title: string) =>
    words.every((word) => `${name} ${description} ${watch} ${title}`.toLowerCase().includes(word));
  const named = new Set(themes.flatMap(({ watch }) => Object.keys(watch)));
  const isCase = ({ name }: Entry) => name.startsWith('steerbench/');
  const described = (list: readonly Entry[]) => list.map((entry) => ({ ...entry, watch: entry.description }));
  const others = entries.filter((entry) => !named.has(entry.name) && !isCase(entry));
  const shelves: Shelf[] = [
    ...themes.map(({ title, text, watch }) => ({
      ...{ title, text },
      entries: Object.entries(watch).flatMap(([name, sentence]) => {
        const entry = entries.find((one) => one.name === name);
        return entry ? [{ ...entry, watch: sentence }] : [];
      }),
    })),
    { title: 'More', text: 'Scenarios of other themes.', entries: described(others) },
    { ...steerbenchTheme, entries: described(entries.filter(isCase)) },
  ];
  return shelves
    .map((shelf) => ({ ...shelf, entries: shelf.entries.filter((entry) => fits(entry, shelf.title)) }))
    .filter((shelf) => shelf.entries.length > 0);
}
