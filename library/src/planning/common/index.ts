/** What planners with fields share: which are kept and for what, and how they are saved. */
export { joinBytes, readColumns, splitBytes, writeColumns } from './bytes.ts';
export {
  addKept,
  beginKept,
  bytesOf,
  createKept,
  dropForgotten,
  findKept,
  hasMoved,
  isOutdated,
  type Kept,
  makeRoom,
  mostFieldBytes,
  oldestRequest,
} from './kept.ts';
