import type { ComponentType } from 'react';
import type { Session } from '../engine/session.ts';
import { MeasurePanel } from '../measure/MeasurePanel.tsx';
import { TakePanel } from '../take/TakePanel.tsx';
import { AgentPanel } from '../why/AgentPanel.tsx';
import { RunPanel } from './RunPanel.tsx';

/** A tab of the side panel. */
export type Panel = { name: string; title: string; Content: ComponentType<{ session: Session }> };

/** The tabs, from left to right. */
export const panels: Panel[] = [
  { name: 'run', title: 'Run', Content: RunPanel },
  { name: 'agent', title: 'Agent', Content: AgentPanel },
  { name: 'measure', title: 'Measure', Content: MeasurePanel },
  { name: 'take', title: 'Save', Content: TakePanel },
];
