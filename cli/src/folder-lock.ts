import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { BadInput } from './failure.ts';
import { cannotWrite } from './files.ts';

/*
 * One run at a time writes to a folder. A lock is an empty file whose name says which process holds it. A run makes its
 * own lock first and then looks for others; where it finds one of a living process, it withdraws. Of two runs that begin
 * at the same moment, at least one therefore sees the other. Nothing is ever exchanged under a common name, so a run
 * that removes the lock of a dead process cannot remove that of a living one.
 */
const PATTERN = /^\.wend-run@([^@]*)@([^@]*)@([^@]*)@(\d+)@(\d*)@(\d+)\.lock$/;

/** A process: numbers of processes hold for one machine, since its start, in one container; and they are used again. */
type Holder = { host: string; boot: string; space: string; pid: number; started: string };

/** Runs that begin at the same moment may both withdraw; each tries again after a random pause. */
const ATTEMPTS = 6;
const LONGEST_PAUSE = 40;

let locks = 0;

/** Locks a folder for this process and returns the function that ends it. Locks of processes that died are removed. */
export function lockFolder(folder: string): () => void {
  const own = join(folder, lockName(describeSelf(), locks++));
  const release = () => {
    process.off('exit', release);
    rmSync(own, { force: true });
  };
  process.on('exit', release);
  try {
    for (let attempt = 1; ; attempt++) {
      writeFileSync(own, '', { flag: 'wx' });
      const other = findOther(folder, own);
      if (other === undefined) return release;
      rmSync(own);
      if (attempt === ATTEMPTS) throw inUse(folder, other);
      pause(1 + LONGEST_PAUSE * Math.random());
    }
  } catch (error) {
    release();
    throw error instanceof BadInput ? error : cannotWrite(folder, error);
  }
}

function inUse(folder: string, lock: string): BadInput {
  const { host, pid } = holderOf(lock)!;
  return new BadInput(
    `${folder}: another run is writing here (process ${pid} on ${host}); wait for it or choose another folder. If that run has ended, remove ${join(folder, lock)}`,
  );
}

/** The name of a lock of another living process, or of another run of this one. Stale locks are removed. */
function findOther(folder: string, own: string): string | undefined {
  return readdirSync(folder).find((name) => {
    const holder = holderOf(name);
    if (holder === undefined || join(folder, name) === own) return false;
    if (isAlive(holder)) return true;
    rmSync(join(folder, name), { force: true });
    return false;
  });
}

function lockName({ host, boot, space, pid, started }: Holder, number: number): string {
  return `.wend-run@${host}@${boot}@${space}@${pid}@${started}@${number}.lock`;
}

function holderOf(name: string): Holder | undefined {
  const parts = PATTERN.exec(name);
  if (!parts) return undefined;
  const [, host, boot, space, pid, started] = parts;
  return { host, boot, space, pid: Number(pid), started };
}

function describeSelf(): Holder {
  return {
    host: hostname().replace(/[^\w.-]/g, ''),
    boot: textOr(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)),
    space: textOr(() => readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')),
    pid: process.pid,
    started: startOf(process.pid) ?? '',
  };
}

/** Where nothing can be found out about a process, it counts as alive. */
function isAlive({ host, boot, space, pid, started }: Holder): boolean {
  const self = describeSelf();
  if (host !== self.host) return true;
  if (boot !== self.boot) return false;
  if (space !== self.space) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return started === '' || self.started === '' || startOf(pid) === started;
}

/** When a process began, in ticks of Linux; undefined for one that has ended, and on other systems. */
function startOf(pid: number): string | undefined {
  // The second field is the name of the program in parentheses, which may contain anything.
  const fields = textOr(() => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '')).split(' ');
  return fields[1] === 'Z' ? undefined : fields[20];
}

function textOr(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
