import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

// A script without types: its path is not a literal, so that the compiler does not look for them.
const script = fileURLToPath(new URL('../scripts/check-english.js', import.meta.url));
const { commentsOf, findBadEnglish, proseOfDocument } = await import(script);

const foundIn = (text: string) => findBadEnglish(text).map(({ found }: { found: string }) => found);

describe('the check of the English', () => {
  test.each([
    ['Groups are drawn anew.', 'anew'],
    ['They stand there for ever.', 'for ever'],
    ['Whosoever is near counts.', 'Whosoever'],
    ['Sees whoever is near.', 'whoever'],
    ['Those whom it sees.', 'whom'],
    ['Nobody walks into a wall.', 'Nobody'],
    ['Unused options are read over.', 'read over'],
    ['It is done. Who is ahead waits.', 'Who is ahead waits'],
    ['A heading\n\nWho arrives vanishes.', 'Who arrives vanishes'],
  ])('finds what is wrong in %j', (text, found) => {
    expect(foundIn(text)).toEqual([found]);
  });

  test.each([
    'Who is near? An index tells.',
    'People who walk behind each other form lanes.',
    'A canoe, a canoe, everyone in the body of water.',
    'It is forever read again, overall.',
  ])('accepts %j', (text) => {
    expect(foundIn(text)).toEqual([]);
  });

  test('names the line', () => {
    expect(findBadEnglish('One.\nTwo.\nDrawn anew.\n')).toMatchObject([{ line: 3, found: 'anew' }]);
  });

  test('leaves out code and addresses of a document, and keeps its lines', () => {
    const text = 'See `whom` and [this](anew.md).\n\n```js\nconst anew = 1;\n```\nDrawn anew.\n';
    expect(findBadEnglish(proseOfDocument(text))).toMatchObject([{ line: 6, found: 'anew' }]);
  });

  test('reads the comments of a source, and neither its code nor its strings', () => {
    const text = [
      "const anew = 'whom // nobody'; // Nobody is here.",
      '/** Drawn',
      ' * for ever. */',
      'const pattern = `whom`;',
    ].join('\n');
    expect(findBadEnglish(commentsOf(text))).toMatchObject([
      { line: 1, found: 'Nobody' },
      { line: 3, found: 'for ever' },
    ]);
  });
});
