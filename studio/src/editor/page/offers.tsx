import { sendThroughQueue, setValue } from '../document.ts';
import { listAt, type Path, valueAt } from '../tree.ts';
import { apply, draft, useEditor } from './state.ts';

/** An obstacle that stands may be sent on a course. */
export function LetMove({ path }: { path: Path }) {
  const course = useEditor(({ history }) => valueAt(history.present.scenario, [...path, 'course']));
  if (course !== undefined) return null;
  const begin = { kind: 'oscillation', amplitude: [2, 0], period: 8 };
  return (
    <button
      type="button"
      className="quiet"
      onClick={() => apply(setValue(draft(), [...path, 'course'], begin))}
    >
      let it move
    </button>
  );
}

/** Groups may be sent through a queue before they go to their targets. */
export function LetWait({ path }: { path: Path }) {
  const name = useEditor(({ history: { present } }) =>
    valueAt(present.scenario, [...path, 'kind']) === 'queue'
      ? valueAt(present.scenario, [...path, 'name'])
      : undefined,
  );
  const hasGroups = useEditor(({ history: { present } }) =>
    listAt(present.scenario, ['groups']).some((group) => valueAt(group, ['targets']) !== undefined),
  );
  if (typeof name !== 'string' || !hasGroups) return null;
  return (
    <button type="button" className="quiet" onClick={() => apply(sendThroughQueue(draft(), name))}>
      let groups wait here
    </button>
  );
}
