import { useEffect, useState } from 'react';
import type { AgentDetails, Why } from '../engine/agents.ts';
import type { Dynamics } from '../engine/dynamics.ts';
import type { Session } from '../engine/session.ts';
import { flatStage } from '../view/flat.tsx';
import { solidStage } from '../view/solid-stage.ts';

/** What was last found out about the selected agent; overlays draw it. */
export type Inquiry = {
  agent: number;
  details: AgentDetails | undefined;
  why: Why | undefined;
  dynamics: Dynamics | undefined;
};

let latest: Inquiry | undefined;

export function latestInquiry(agent: number): Inquiry | undefined {
  return latest?.agent === agent ? latest : undefined;
}

/** Explanations advance copies of the world: in crowds larger than this, only while nothing plays. */
const MOST_WHILE_PLAYING = 400;

/** Asks about an agent whenever the world has moved on. One question at a time: the answer to the last one counts. */
export function useInquiry(session: Session, agent: number): Inquiry | undefined {
  const [inquiry, setInquiry] = useState<Inquiry>();
  useEffect(() => {
    let isAsking = false;
    let isStale = false;
    let isOver = false;
    const ask = async (): Promise<void> => {
      if (isAsking || agent < 0) {
        isStale = true;
        return;
      }
      isAsking = true;
      isStale = false;
      try {
        const details = (await session.remote.ask('agent', agent)) as AgentDetails | undefined;
        const isCheap = session.status.present <= MOST_WHILE_PLAYING;
        const wantsWhy = details !== undefined && (isCheap || !session.isPlaying);
        const why = wantsWhy
          ? ((await session.remote.ask('explanation', agent)) as Why | undefined)
          : undefined;
        const dynamics = wantsWhy
          ? ((await session.remote.ask('dynamics', agent)) as Dynamics | undefined)
          : undefined;
        if (isOver) return;
        latest = { agent, details, why, dynamics };
        setInquiry(latest);
        flatStage()?.refresh();
        solidStage()?.refresh();
      } catch {
        // The session has ended; its message is on the stage.
      }
      isAsking = false;
      if (isStale && !isOver) void ask();
    };
    void ask();
    const end = session.subscribe(() => void ask());
    return () => {
      isOver = true;
      latest = undefined;
      end();
    };
  }, [session, agent]);
  return inquiry?.agent === agent ? inquiry : undefined;
}
