/** Where drafts are kept. */
export type Keeper = { write(text: string): Promise<void>; read(): Promise<string | undefined> };

/** What the page says about saving. */
export type Saving = { state: 'saved' | 'saving' | 'failed'; message: string };

/**
 * Keeps the latest of a stream of texts. One write runs at a time; what comes meanwhile replaces what waits, so that the
 * last text is always the last one written. A write that fails is tried again with the next text.
 */
export function createAutosave(keeper: Keeper, report: (saving: Saving) => void) {
  let waiting: string | undefined;
  let running: Promise<void> | undefined;
  const writeAll = async () => {
    while (waiting !== undefined) {
      const text = waiting;
      waiting = undefined;
      try {
        await keeper.write(text);
        if (waiting === undefined) report({ state: 'saved', message: '' });
      } catch (error) {
        report({ state: 'failed', message: (error as Error).message });
      }
    }
    running = undefined;
  };
  return {
    save(text: string): void {
      waiting = text;
      report({ state: 'saving', message: '' });
      running ??= writeAll();
    },
    /** Resolves when everything is written. */
    async settled(): Promise<void> {
      while (running) await running;
    },
  };
}

const DATABASE = 'wend-studio';
const STORE = 'drafts';

/** Keeps a draft in the browser's database. It survives a reload and a crash of the page. */
export function browserKeeper(name: string): Keeper {
  return {
    async write(text) {
      const database = await openDatabase();
      const transaction = database.transaction(STORE, 'readwrite');
      transaction.objectStore(STORE).put({ text, time: Date.now() }, name);
      await new Promise<void>((done, fail) => {
        transaction.oncomplete = () => done();
        transaction.onabort = () => fail(transaction.error ?? new Error('the browser has no room for it'));
      });
      database.close();
    },
    async read() {
      const database = await openDatabase();
      const found = await answer(database.transaction(STORE).objectStore(STORE).get(name));
      database.close();
      return (found as { text: string } | undefined)?.text;
    },
  };
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return answer(request);
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}

/** Everything that the browser keeps. */
export async function keptTexts(): Promise<{ name: string; text: string; time: number }[]> {
  const database = await openDatabase();
  const store = database.transaction(STORE).objectStore(STORE);
  const [names, values] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
  database.close();
  return names.map((name, k) => ({ name: String(name), ...(values[k] as { text: string; time: number }) }));
}

export async function removeKept(name: string): Promise<void> {
  const database = await openDatabase();
  await answer(database.transaction(STORE, 'readwrite').objectStore(STORE).delete(name));
  database.close();
}
