import { addContact, type Crowd, EventKind, type Events } from '../../../crowd/index.ts';
import type { Elements, Lead, Surfaces } from './lead-bodies.ts';
import { wasTouchedBefore } from './paths.ts';

/**
 * Reports the obstacles that a row has touched, each once: the first along the straight path to the next position,
 * exactly; later ones, along which it slid, by its actual path. `carrier` is the element that carried it, or −1;
 * crowd.next is still where the body wanted to go.
 */
export function reportTouches<Table extends Elements, Index>(
  surfaces: Surfaces<Table, Index>,
  lead: Lead,
  crowd: Crowd,
  table: Table,
  row: number,
  carrier: number,
  dt: number,
  events: Events,
): void {
  const { trace } = lead;
  const { touched, touches } = trace;
  const { owner } = table;
  const radius = crowd.traits.radius[row];
  if (carrier >= 0) {
    // The carrier moves while the body does; where their paths miss each other, it came while the body still stood.
    if (!surfaces.reportStraight(lead, crowd, table, row, carrier, 0, true, dt, events)) {
      surfaces.reportStraight(lead, crowd, table, row, carrier, 0, false, dt, events);
    }
  }
  for (let k = 0; k < trace.touchCount; k++) {
    const at = 8 * k;
    const element = touched[k];
    if (wasTouchedBefore(trace, owner, k) || (carrier >= 0 && owner[carrier] === owner[element])) continue;
    if (k === 0 && surfaces.reportStraight(lead, crowd, table, row, element, touches[1], true, dt, events))
      continue;
    const normalX = touches[at + 5];
    const normalY = touches[at + 6];
    const normalZ = touches[at + 7];
    addContact(
      events,
      EventKind.obstacleContact,
      crowd.ids[row],
      owner[element],
      touches[at + 1],
      touches[at] * dt,
      touches[at + 2] - radius * normalX,
      touches[at + 3] - radius * normalY,
      touches[at + 4] - radius * normalZ,
      normalX,
      normalY,
      normalZ,
    );
  }
}
