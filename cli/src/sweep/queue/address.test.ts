import { describe, expect, test } from 'vitest';
import { parseAddress } from './address.ts';

const parse = (text: string, environment: NodeJS.ProcessEnv = {}) =>
  parseAddress(text, '--queue', {}, environment);

describe('addresses of queues', () => {
  test('have a host, a port and a database, and the password of the environment', () => {
    expect(parse('redis://queue.example')).toEqual({
      shown: 'redis://queue.example:6379',
      host: 'queue.example',
      port: 6379,
      db: 0,
    });
    expect(parse('redis://me@[::1]:7000/3', { WEND_REDIS_PASSWORD: 'p' })).toEqual({
      shown: 'redis://[::1]:7000/3',
      host: '::1',
      port: 7000,
      db: 3,
      username: 'me',
      password: 'p',
    });
    expect(parse('rediss://a').tls).toEqual({});
  });

  test.each(['', 'localhost', 'http://a', 'redis://', 'redis://a/x', 'redis://a/-1', 'redis://a:99999'])(
    '%s is refused',
    (text) => {
      expect(() => parse(text)).toThrow('expected redis://HOST');
    },
  );

  test('a password in an address is refused, and not repeated', () => {
    expect(() => parse('redis://me:s3cret@a')).toThrow(
      /^--queue: expected an address without a password(?!.*s3cret)/,
    );
  });
});
