import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

// A script without types: its path is not a literal, so that the compiler does not look for them.
const script = fileURLToPath(new URL('../scripts/check-english.js', import.meta.url));
const { commentsOf, findBadEnglish, proseOfDocument, textsOf } = await import(script);

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
    ['They avoid one another.', 'one another'],
    ['Ten agents at the most.', 'at the most'],
    ['The run goes on after that.', 'goes on'],
    ['Agents go round the pillar.', 'go round '],
    ['When an agent sets out.', 'sets out'],
    ['It is off for good.', 'for good'],
    ['It ends in good order.', 'in good order'],
    ['They try again and again.', 'again and again'],
    ['Walking aslant on stairs.', 'aslant'],
    ['Ends after so many seconds.', 'so many seconds'],
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
    'So many agents that the list is full; every so many steps.',
    'It works round by round.',
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

  test('reads the messages of a source, and neither its comments nor single words', () => {
    const text = [
      "const whom = 'whom'; // Nobody is here.",
      '',
      'fail(`expected whom it sees, got none`);',
    ].join('\n');
    expect(findBadEnglish(textsOf(text))).toMatchObject([{ line: 3, found: 'whom' }]);
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
