import { readTextFile } from '@wend/formats/files';
import { BadInput } from '../../failure.ts';

/** Where a queue is, and how to get in. The password is never part of a message. */
export type QueueAddress = {
  /** For messages: without user and password. */
  shown: string;
  host: string;
  port: number;
  db: number;
  username?: string;
  password?: string;
  tls?: { ca?: string };
};

/** Where the password and the certificate come from. */
export type AddressOptions = {
  passwordFile?: string;
  /** Certificate of the authority that signed the server's, for rediss://. */
  tlsCa?: string;
};

const FORM = 'expected redis://HOST[:PORT][/DATABASE], or rediss:// for TLS';
const PASSWORD = 'WEND_REDIS_PASSWORD';

/** Reads the address of a queue. A password in it would be in the history of the shell and in lists of processes. */
export function parseAddress(
  text: string,
  option: string,
  { passwordFile, tlsCa }: AddressOptions,
  environment: NodeJS.ProcessEnv = process.env,
): QueueAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && url.password !== '') {
    throw new BadInput(
      `${option}: expected an address without a password, which others could see; set ${PASSWORD} or --password-file`,
    );
  }
  const db = url && /^\/?$/.test(url.pathname) ? 0 : Number(url?.pathname.slice(1));
  const isKnown = url?.protocol === 'redis:' || url?.protocol === 'rediss:';
  if (!url || !isKnown || url.hostname === '' || !Number.isInteger(db) || db < 0) {
    throw new BadInput(`${option} ${text}: ${FORM}`);
  }
  const isSecure = url.protocol === 'rediss:';
  if (tlsCa !== undefined && !isSecure) throw new BadInput('--tls-ca: expected with rediss://');
  const password = passwordFile === undefined ? environment[PASSWORD] : readTextFile(passwordFile).trimEnd();
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? 6379 : Number(url.port);
  return {
    shown: `${url.protocol}//${url.hostname}:${port}${db === 0 ? '' : `/${db}`}`,
    host,
    port,
    db,
    ...(url.username !== '' && { username: decodeURIComponent(url.username) }),
    ...(password !== undefined && password !== '' && { password }),
    ...(isSecure && { tls: tlsCa === undefined ? {} : { ca: readTextFile(tlsCa) } }),
  };
}
