import type { Redis } from 'ioredis';
import { BadInput } from '../../failure.ts';
import type { QueueAddress } from './address.ts';

type Packages = { bullmq: typeof import('bullmq'); Redis: typeof Redis };

/** Milliseconds until a server that does not answer counts as unreachable. */
const PATIENCE = 10_000;

/** Loads what only sweeps through a queue need: `npm install wend` does not bring it. */
export async function loadPackages(): Promise<Packages> {
  try {
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq, Redis: ioredis.Redis };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new BadInput(
      'a queue needs the packages bullmq and ioredis beside wend: npm install bullmq@6 ioredis@5',
    );
  }
}

/** Options for a connection that waits for a server that restarts. */
export function connectionOptions({ shown: _, ...address }: QueueAddress) {
  return {
    ...address,
    maxRetriesPerRequest: null,
    retryStrategy: (attempt: number) => Math.min(100 * attempt, 2000),
  };
}

/** A connection to a server that has answered; a server that refuses or is not there is the user's to correct. */
export async function connect({ Redis: Client }: Packages, address: QueueAddress): Promise<Redis> {
  const probe = new Client({
    ...connectionOptions(address),
    lazyConnect: true,
    connectTimeout: PATIENCE,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let cause: Error | undefined;
  probe.on('error', (error) => {
    cause ??= error;
  });
  try {
    await probe.connect();
    await probe.ping();
  } catch (error) {
    throw new BadInput(`${address.shown}: ${refusal(cause ?? (error as Error))}`);
  } finally {
    probe.disconnect();
  }
  const client = new Client(connectionOptions(address));
  // It connects again by itself.
  client.on('error', () => {});
  return client;
}

function refusal({ message }: Error): string {
  if (/NOAUTH|WRONGPASS|NOPERM/.test(message)) {
    return 'refuses this user and password: expected them in WEND_REDIS_PASSWORD or --password-file, and the user in the address';
  }
  return `expected a server of Redis or Valkey there, which answers: ${message}`;
}
