/** What planners with fields share: which are kept and for what, and how they are saved. */
export { joinBytes, readColumns, splitBytes, writeColumns } from './bytes.ts';
export {
  addKept,
  beginKept,
  createKept,
  findKept,
  hasMoved,
  isOutdated,
  type Kept,
  oldestRequest,
} from './kept.ts';
