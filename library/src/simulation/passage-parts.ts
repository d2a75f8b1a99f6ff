import { passageRules } from '../steering/passage-rules.ts';
import type { WorldParts } from './parts.ts';

export const passageParts = { passages: passageRules } satisfies Partial<WorldParts>;
