import { describe, expect, test } from 'vitest';
import { automata } from 'wend';
import { readSpaceEx, writeSpaceEx } from './index.ts';

/** The bouncing ball as SpaceEx's own examples write it. */
const xml = `<?xml version="1.0" encoding="iso-8859-1"?>
<sspaceex xmlns="http://www-verimag.imag.fr/xml-namespaces/sspaceex" version="0.2" math="SpaceEx">
  <component id="ball_template">
    <param name="x" type="real" local="false" d1="1" d2="1" dynamics="any" />
    <param name="v" type="real" local="false" d1="1" d2="1" dynamics="any" />
    <param name="g" type="real" local="false" d1="1" d2="1" dynamics="const" />
    <param name="c" type="real" local="false" d1="1" d2="1" dynamics="const" />
    <param name="hop" type="label" local="false" />
    <location id="1" name="always" x="200.0" y="200.0" width="140.0" height="100.0">
      <invariant>x &gt;= 0</invariant>
      <flow>x' == v &amp; v' == -g</flow>
    </location>
    <transition source="1" target="1">
      <label>hop</label>
      <guard>x &lt;= 0 &amp; v &lt; 0</guard>
      <assignment>v := -c*v</assignment>
    </transition>
  </component>
</sspaceex>`;
const cfg =
  'system = "ball_template"\ninitially = "x==1 & v==0 & g==9.81 & c==0.8 & loc(ball_template)==always"\n';

describe('a model of SpaceEx', () => {
  test('is read as an automaton that does what the closed form says', () => {
    const model = readSpaceEx({ xml, cfg });
    expect(model).toEqual({
      name: 'ball_template',
      policy: 'lazy',
      parameters: { g: 9.81, c: 0.8 },
      variables: { x: { start: 1 }, v: { start: 0 } },
      start: 'always',
      modes: { always: { flow: { x: 'v', v: '-g' }, invariant: 'x >= 0' } },
      transitions: [{ from: 'always', to: 'always', when: 'x <= 0 and v < 0', do: { v: '(-c) * v' } }],
    });
    const { jumps } = automata.simulateAutomaton(model, { duration: 2, dt: 0.05 });
    const fall = Math.sqrt(2 / 9.81);
    expect(jumps[0].time).toBeCloseTo(fall, 8);
    expect(jumps[1].time).toBeCloseTo(fall * (1 + 2 * 0.8), 8);
  });

  test('written and read again is the same automaton', () => {
    const model = readSpaceEx({ xml, cfg });
    expect(readSpaceEx(writeSpaceEx(model))).toEqual(model);
  });

  test('a guard with or becomes several transitions; rate is the flow of the mode; chains are comparisons', () => {
    const model: automata.AutomatonModel = {
      name: 'mood',
      variables: { comfort: { start: 2 } },
      start: 'shy',
      modes: { shy: { flow: { comfort: '0.1 * comfort' } }, bold: { flow: { comfort: -1 } } },
      transitions: [
        { from: 'shy', to: 'bold', when: 'comfort > 6 or comfort > 4 and rate(comfort) > 0' },
        { from: '*', to: 'shy', when: 'not (comfort > 1 or comfort < -1)' },
      ],
    };
    const again = readSpaceEx(writeSpaceEx(model));
    expect(again.start).toBe('shy');
    expect(again.transitions).toEqual([
      { from: 'shy', to: 'bold', when: 'comfort > 6' },
      { from: 'shy', to: 'bold', when: 'comfort > 4 and 0.1 * comfort > 0' },
      { from: 'shy', to: 'shy', when: 'comfort <= 1 and comfort >= -1' },
      { from: 'bold', to: 'shy', when: 'comfort <= 1 and comfort >= -1' },
    ]);
    const chained = xml.replace('x &gt;= 0', '0 &lt;= x &lt;= 5');
    expect(readSpaceEx({ xml: chained, cfg }).modes!.always.invariant).toBe('0 <= x and x <= 5');
  });

  test.each<[string, { xml: string; cfg?: string }, string]>([
    ['no XML', { xml: 'ball' }, 'm.xml:1: expected XML'],
    ['another format', { xml: '<a/>' }, 'm.xml:1: expected <sspaceex>, got <a>'],
    ['no component', { xml: '<sspaceex/>' }, 'm.xml:1: expected one component with locations, got 0'],
    ['a constant without a value', { xml }, 'm.xml:6: param g: expected its value in the configuration'],
    [
      'a flow that is none',
      { xml: xml.replace("x' == v", 'x = v'), cfg },
      "m.xml:9: location always: flow: expected x' == …",
    ],
    [
      'an unknown name',
      { xml: xml.replace('v &lt; 0', 'w &lt; 0'), cfg },
      'm.xml: transitions.0.when: unknown name "w"',
    ],
    [
      'an unknown location',
      { xml: xml.replace('target="1"', 'target="7"'), cfg },
      'transition: no location has the id "7"',
    ],
    [
      'a document type',
      { xml: `<!DOCTYPE a [<!ENTITY b "c">]>${xml.slice(xml.indexOf('<sspaceex'))}`, cfg },
      'expected no document type',
    ],
    [
      'initial values that are ranges',
      { xml, cfg: 'initially = "x<=1"' },
      'initially: expected name==number, got "x<=1"',
    ],
  ])('%s is refused with its place', (_, files, message) => {
    expect(() => readSpaceEx(files, 'm.xml')).toThrow(message);
  });

  test.each<[Partial<automata.AutomatonModel>, string]>([
    [{ noise: { f: [0, 1] } }, 'mood: noise: SpaceEx has flat automata without this'],
    [{ modes: { a: { set: { speed: 1 } } } }, 'mood: modes.a.set: SpaceEx has flat automata without this'],
    [
      { variables: { n: { kind: 'integer' } } },
      'mood: variables.n: expected a number that flows or jumps, got integer',
    ],
    [{ modes: { a: { flow: { c: 'max(c, 1)' } } } }, 'modes.a.flow.c: SpaceEx has no max'],
    [{ transitions: [{ from: 'a', to: 'a', when: 'c > 1', priority: 1 }] }, 'SpaceEx has no priorities'],
  ])('%j cannot be written', (more, message) => {
    const model = { name: 'mood', variables: { c: {} }, start: 'a', modes: { a: {} }, ...more };
    expect(() => writeSpaceEx(model as automata.AutomatonModel)).toThrow(message);
  });
});
