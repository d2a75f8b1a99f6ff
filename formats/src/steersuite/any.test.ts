import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSteerSuite, SteerSuiteError } from './index.ts';
import {
  agent,
  bounds,
  chance,
  conditions,
  goal,
  region,
  seek,
  squares,
  testCase,
  tuple,
} from './test-case.fixture.ts';

const one = agent(0, 0, seek(1, 1));

describe('what does no harm', () => {
  const plain = readSteerSuite(testCase(one));

  test.each([
    ['a byte order mark', `\ufeff${testCase(one)}`],
    ['a declaration', `<?xml version="1.0" encoding="UTF-8"?>${testCase(one)}`],
    ['a declaration after a comment', `<!-- mine --><?xml version="1.0"?>${testCase(one)}`],
    [
      'comments and instructions',
      testCase(one.replace('>0.5<', '><!-- half --><?a b?>0.5<!-- of it --><'), '<!-- <agent> -->'),
    ],
    ['CDATA and character references', testCase(one.replace('>0.5<', '><![CDATA[0]]>&#46;5<'))],
    [
      'a prefix',
      testCase(one)
        .replace('xmlns=', 'xmlns:sb=')
        .replace(/<(\/?)(?=[a-zA-Z])/g, '<$1sb:'),
    ],
    ['no namespace', testCase(one).replace(/ xmlns="[^"]*"/, '')],
    ['carriage returns', testCase(one).replaceAll('\n', '\r\n')],
    ['attributes', testCase(one.replace('<agent>', '<agent id="7">'))],
    ['a colour', testCase(one.replace('<initialConditions>', '<initialConditions><color><r>1</r></color>'))],
  ])('%s', (_, text) => {
    expect(readSteerSuite(text)).toEqual(plain);
  });
});

const number = fc.double({ min: -40, max: 40, noNaN: true }).map((value) => value + 0);
const positive = fc.double({ min: 0.01, max: 9, noNaN: true });
const written = (value: number) => fc.constantFrom(`${value}`, value.toExponential(), ` ${value}\n`);

describe('any data', () => {
  test('are the same after reading', () => {
    const place = fc.tuple(number, number);
    const person = fc.record({
      at: place,
      goals: fc.array(fc.tuple(place, positive), { minLength: 1, maxLength: 3 }),
      radius: positive,
    });
    const box = fc.tuple(place, positive, positive);
    fc.assert(
      fc.property(
        fc.array(person, { maxLength: 5 }),
        fc.array(box, { maxLength: 5 }),
        fc.gen(),
        (people, boxes, gen) => {
          const text = (value: number) => gen(written, value);
          const agents = people.map(({ at, goals, radius }) => {
            const start = conditions({ at: tuple('position', text(at[0]), text(at[1])) }).replace(
              '0.5',
              text(radius),
            );
            const sequence = goals.map(([[x, z], speed]) =>
              goal('seekStaticTarget', tuple('targetLocation', text(x), text(z)), text(speed)),
            );
            return `<agent>${start}<goalSequence>${sequence.join('<!-- then -->')}</goalSequence></agent>`;
          });
          const walls = boxes.map(([[x, z], width, depth]) => bounds('obstacle', x, x + width, z, z + depth));
          const moved = new Set<number>();
          const sent = new Set<number>();
          const scenario = readSteerSuite(testCase(...agents, ...walls), 'any.xml', {
            // Agents that stand in each other or in a wall are moved, and so are goals in a wall or beside it.
            warn: (warning) => {
              const [, agent, what] = /agent\[(\d+)\].*: the (start|goal) /.exec(warning)!;
              (what === 'start' ? moved : sent).add(Number(agent) - 1);
            },
          });
          expect(scenario.agents!.map(({ radius }) => radius)).toEqual(people.map(({ radius }) => radius));
          people.forEach(({ at, radius }, k) => {
            if (!moved.has(k)) expect(scenario.agents![k].at).toEqual(at);
            const isAlone = [...people.slice(0, k), ...scenario.agents!.slice(0, k)].every(
              (other) =>
                Math.hypot(other.at[0] - at[0], other.at[1] - at[1]) > (other.radius as number) + radius,
            );
            if (isAlone && boxes.length === 0) expect(moved.has(k)).toBe(false);
          });
          scenario.agents!.forEach(({ goal, journey, speed }, k) => {
            const [[first, pace]] = people[k].goals;
            expect(speed).toBe(pace);
            if (sent.has(k)) return;
            const points = journey?.stages.map((stage) => 'point' in stage && stage.point) ?? [goal];
            expect(points).toEqual(people[k].goals.map(([point]) => point));
            expect(points[0]).toEqual(first);
          });
          expect(scenario.obstacles).toEqual(
            boxes.map(([[x, z], width, depth]) => ({
              shape: 'box',
              min: [x, z],
              max: [x + width, z + depth],
            })),
          );
        },
      ),
      { numRuns: 80 },
    );
  });

  test('whatever letters are changed, taken out or doubled, the answer is a scenario or a SteerSuiteError', () => {
    const whole = testCase(
      agent(0, 0, goal('idle', '', 1, 3) + seek(9, 9), 'A'),
      agent(5, 5, goal('seekDynamicTarget', '<targetName>A</targetName>')),
      region(3, goal('seekStaticTarget', chance('targetLocation'))),
      squares(2, 1),
      bounds('obstacle', 20, 21, 20, 21),
    );
    const change = fc.tuple(
      fc.nat(),
      fc.constantFrom(
        '',
        '<',
        '>',
        '/',
        '&',
        '9',
        '-',
        'e',
        '<x>',
        '</',
        '\u0000',
        '<!--',
        ']]>',
        '99999999',
      ),
    );
    let refused = 0;
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        let text = whole;
        for (const [where, letters] of changes) {
          const at = where % text.length;
          text = text.slice(0, at) + letters + text.slice(at + 1);
        }
        try {
          readSteerSuite(text);
        } catch (error) {
          expect(error).toBeInstanceOf(SteerSuiteError);
          refused++;
        }
      }),
      { numRuns: 1500 },
    );
    expect(refused).toBeGreaterThan(500);
  });
});
