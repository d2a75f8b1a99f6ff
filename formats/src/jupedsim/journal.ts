import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';

/*
 * SQLite's rollback journal, https://www.sqlite.org/fileformat2.html#the_rollback_journal: headers, each on a
 * sector's border, followed by pages of the database as they were before the transaction.
 *
 * Why by hand: every SQLite rolls back the journal of a killed process when it next opens the file, except
 * node-sqlite3-wasm. SQLite leaves a journal alone while a connection holds the "reserved" lock. That library has a
 * single kind of lock, so the reader's own lock looks reserved, and it reads the torn file as it is.
 */
const magic = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
const headerBytes = 28;
/** A header with this number of records means: as many as fit into the rest of the journal. */
const allRecords = 0xffff_ffff;

/** The journal that belongs to a database file while a transaction is open, or after a kill inside one. */
export const journalOf = (path: string) => `${path}-journal`;

/** Undoes the transaction that a killed process left half-written in `path`, and removes its journal. */
export function rollBackJournal(path: string): void {
  if (!existsSync(journalOf(path))) return;
  const journal = openSync(journalOf(path), 'r');
  try {
    const database = openSync(path, 'r+');
    try {
      restorePages(journal, database);
    } finally {
      closeSync(database);
    }
  } finally {
    closeSync(journal);
  }
  rmSync(journalOf(path));
}

function restorePages(journal: number, database: number): void {
  const end = fstatSync(journal).size;
  let at = 0;
  for (;;) {
    const header = readHeader(journal, at);
    if (header === undefined) return;
    const { nonce, pagesBefore, sectorBytes, pageBytes } = header;
    if (at === 0) ftruncateSync(database, Math.min(fstatSync(database).size, pagesBefore * pageBytes));
    at += sectorBytes;
    const record = Buffer.alloc(pageBytes + 8);
    const room = Math.floor((end - at) / record.length);
    const records = header.records === allRecords ? room : Math.min(header.records, room);
    for (let k = 0; k < records; k++, at += record.length) {
      readSync(journal, record, 0, record.length, at);
      const page = record.subarray(4, 4 + pageBytes);
      const number = record.readUInt32BE(0);
      // The kill may have cut the journal's last record short: the page it saves is still untouched in the file.
      if (number === 0 || record.readUInt32BE(4 + pageBytes) !== checksum(page, nonce)) return;
      if (number <= pagesBefore) writeSync(database, page, 0, pageBytes, (number - 1) * pageBytes);
    }
    at = Math.ceil(at / sectorBytes) * sectorBytes;
  }
}

function readHeader(journal: number, at: number) {
  const bytes = Buffer.alloc(headerBytes);
  if (readSync(journal, bytes, 0, headerBytes, at) < headerBytes) return undefined;
  if (magic.some((byte, k) => bytes[k] !== byte)) return undefined;
  return {
    records: bytes.readUInt32BE(8),
    nonce: bytes.readUInt32BE(12),
    pagesBefore: bytes.readUInt32BE(16),
    sectorBytes: bytes.readUInt32BE(20),
    pageBytes: bytes.readUInt32BE(24),
  };
}

/** Every 200th byte, from the page's end backwards. */
function checksum(page: Uint8Array, nonce: number): number {
  let sum = nonce;
  for (let k = page.length - 200; k > 0; k -= 200) sum += page[k];
  return sum >>> 0;
}
