import { ScenarioError } from 'wend';

/** Something about one element of a file. */
export type Remark = {
  /** From 1. */ line: number /** 'agent[2]/goalSequence'. */;
  path: string;
  message: string;
};

/** A file that is being read: its name in messages, and what was found in it so far. */
export type Reading = { source: string; faults: Remark[]; omitted: number; warnings: Remark[] };

/** The most faults that an error lists. */
const MOST_FAULTS = 20;

/** A SteerSuite file that cannot become a scenario. The message names the file, the line, the element and what was expected. */
export class SteerSuiteError extends ScenarioError {
  /** That of the first fault, from 1. */
  readonly line: number;

  constructor(source: string, faults: readonly [Remark, ...Remark[]], omitted = 0) {
    super(
      source,
      faults.map((fault) => ({ path: placeInWords(fault), message: fault.message })),
      omitted,
    );
    this.name = 'SteerSuiteError';
    this.line = faults[0].line;
  }
}

/** 'line 12, agent[2]/goalSequence'. */
export function placeInWords({ line, path }: Remark): string {
  return path === '' ? `line ${line}` : `line ${line}, ${path}`;
}

/** Reads a part of the file. A fault in it is kept, so that the parts after it are read too; then nothing is returned. */
export function readPart<Result>(reading: Reading, read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    keepFault(reading, error);
    return undefined;
  }
}

function keepFault(reading: Reading, { remark }: Fault): void {
  if (reading.faults.length < MOST_FAULTS) reading.faults.push(remark);
  else reading.omitted++;
}

/** Reads all items of a part. Faults are kept, and the last one continues to what reads the part. */
export function readEach<Item, Result>(
  reading: Reading,
  items: readonly Item[],
  read: (item: Item, k: number) => Result,
): Result[] {
  let last: Fault | undefined;
  const results: Result[] = [];
  items.forEach((item, k) => {
    try {
      results.push(read(item, k));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (last) keepFault(reading, last);
      last = error;
    }
  });
  if (last) throw last;
  return results;
}

/** Throws what was found wrong in the file, all at once. */
export function throwFaults({ faults: [first, ...others], omitted, source }: Reading): void {
  if (first) throw new SteerSuiteError(source, [first, ...others], omitted);
}

/** One fault on its way to the part of the reader that continues after it. */
export class Fault extends Error {
  readonly remark: Remark;

  constructor(remark: Remark) {
    super(remark.message);
    this.remark = remark;
  }
}

/** Text of a file as messages quote it. */
export function quote(text: string): string {
  return JSON.stringify(text.length <= 60 ? text : `${text.slice(0, 60)}…`);
}
