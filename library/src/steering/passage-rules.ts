import type { PassageRules } from './contract.ts';
import { followRetreat } from './walker/retreat.ts';
import { settlePassages } from './walker/rights.ts';

/** Right of way in passages: a part of its own, for worlds that programs make do without it. */
export const passageRules: PassageRules = { settle: settlePassages, retreat: followRetreat };
