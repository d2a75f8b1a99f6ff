import { useEffect, useState } from 'react';
import { openBuiltIn } from '../state/studio.ts';

/** A scenario that comes with wend, as scenarios/index.json lists it. */
type Entry = { name: string; description: string; agents: number; duration: number };

/** All scenarios that come with wend. */
export function Gallery() {
  const [entries, setEntries] = useState<Entry[]>([]);
  const [fault, setFault] = useState('');
  useEffect(() => {
    fetch('scenarios/index.json')
      .then((response) => response.json())
      .then(setEntries)
      .catch((error: Error) => setFault(error.message));
  }, []);
  return (
    <main className="gallery">
      <h1>Scenarios</h1>
      {fault !== '' && <p role="alert">The list of scenarios cannot be read: {fault}</p>}
      <ul>
        {entries.map(({ name, description, agents, duration }) => (
          <li key={name}>
            <button type="button" className="card" onClick={() => void openBuiltIn(name)}>
              <b>{name}</b>
              <span>{description}</span>
              <small>
                {agents} {agents === 1 ? 'agent' : 'agents'} · {duration} s
              </small>
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}
