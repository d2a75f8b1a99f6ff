import { settlePassages } from '../steering/passage-rules.ts';
import type { WorldParts } from './parts.ts';

export const passageParts = { passages: settlePassages } satisfies Partial<WorldParts>;
