/** Right of way in passages: a part of its own, for worlds that programs make do without it. */
export { settlePassages } from './walker/rights.ts';
