import { describe, expect, test } from 'vitest';
import { refusalOf } from './refusal.fixture.ts';
import { withValue } from './scenarios.fixture.ts';

const sharing = (value: unknown) => withValue(['groups', 4, 'sharing'], value);
const at = 'groups[4].sharing';

describe('sharing', () => {
  test('needs no more than a distance', () => {
    expect(refusalOf(sharing({ distance: 5 }))).toBe('accepted');
  });

  test.each<[string, unknown, string]>([
    [
      'no object',
      true,
      `${at}: expected an object {"channel", "distance", "delay", "memory", "subjects", "attention"}, got true`,
    ],
    ['no distance', {}, `${at}.distance: expected a number above 0 and at most 1000 m, got nothing`],
    [
      'a distance of 0',
      { distance: 0 },
      `${at}.distance: expected a number above 0 and at most 1000 m, got 0`,
    ],
    [
      'an endless distance',
      { distance: 1e9 },
      `${at}.distance: expected a number above 0 and at most 1000 m, got 1000000000`,
    ],
    [
      'news from the future',
      { distance: 5, delay: -0.1 },
      `${at}.delay: expected a number from 0 to 1000 s, got -0.1`,
    ],
    [
      'no memory',
      { distance: 5, memory: 0 },
      `${at}.memory: expected a number above 0 and at most 1000000 s, got 0`,
    ],
    [
      'an unknown subject',
      { distance: 5, subjects: 'targets' },
      `${at}.subjects: expected "obstacles", "agents" or "all", got "targets"`,
    ],
    [
      'no attention',
      { distance: 5, attention: 0 },
      `${at}.attention: expected a number above 0 and at most 1000 m, got 0`,
    ],
    [
      'a channel without a name',
      { distance: 5, channel: '' },
      expect.stringMatching(/^groups\[4\]\.sharing\.channel: expected text of 1 to \d+ characters, got ""$/),
    ],
    ['a misspelt key', { distance: 5, delays: 1 }, `${at}.delays: unknown key, did you mean "delay"?`],
  ])('refuses %s', (_, value, message) => {
    expect(refusalOf(sharing(value))).toEqual(message);
  });
});
