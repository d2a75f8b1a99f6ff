import type { AutomatonShown } from '../engine/agents.ts';

/** The automata of an agent: every mode, the present one lit, and what would change it. */
export function Modes({ automata }: { automata: readonly AutomatonShown[] }) {
  return (
    <section aria-label="Automata">
      <h2>Moods</h2>
      {automata.map(({ modes, name, reason, transitions, values }) => (
        <div key={name} className="automaton">
          <p>{name}</p>
          <ul className="modes" aria-label={`Modes of ${name}`}>
            {modes.map((mode, k) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: the list of modes never changes its order
                key={`${k} ${mode.name}`}
                style={{ marginLeft: 14 * mode.depth }}
                aria-current={mode.isPresent ? 'true' : undefined}
              >
                {mode.name}
              </li>
            ))}
          </ul>
          {reason !== '' && <p className="description">{reason}</p>}
          {transitions.length > 0 && (
            <ul className="jumps" aria-label="What comes next">
              {transitions.map(({ holds, to, when }) => (
                <li key={`${to} ${when}`}>
                  → <b>{to}</b> when <code>{when}</code> <small>{holds ? 'holds' : 'does not hold'}</small>
                </li>
              ))}
            </ul>
          )}
          <dl className="facts">
            {Object.entries(values).map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value.toFixed(3)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}
