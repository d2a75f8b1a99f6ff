import { useSyncExternalStore } from 'react';
import type { Session, Status } from '../engine/session.ts';

/** What a session says about itself, in a component. */
export function useStatus(session: Session): Status {
  return useSyncExternalStore(session.subscribe, () => session.status);
}
