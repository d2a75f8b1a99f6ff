import { bottleneckTests } from './bottlenecks.ts';
import type { StandardTest } from './contract.ts';
import { counterflowTests } from './counterflow.ts';
import { fundamentalTests } from './fundamental.ts';
import { groundTests } from './ground.ts';
import { looksTests } from './looks.ts';
import { openingTests } from './openings.ts';
import { passageTests } from './passages.ts';
import { predictionTests } from './prediction.ts';
import { randomRoomTests } from './random.ts';
import { verificationTests } from './verification.ts';

const FLOORS = 'worlds have one floor';
const GASES = 'smoke limits sight and speed, but has no toxic dose';
const BAND =
  'stairs slow agents by the same factor at every density, so the curve is that of a corridor; the reference band is not part of wend';
const SHORTCUT = 'the plan of the shortcut is not public';

/** Tests that a scenario cannot express, and why. */
const missing = (
  [
    ['rimea/8', 'Parameter study, three storeys', 'RiMEA 3.0, test 8', FLOORS],
    ['rimea/13-diagram', 'Fundamental diagram on stairs', 'RiMEA 4.1.1, test 13', BAND],
    ['rimea/14', 'Choice of routes over floors', 'RiMEA 3.0, test 14', FLOORS],
    ['iso/15', 'Social influence', 'ISO 20414, test 15', 'agents do not follow the choices of others'],
    ['iso/16', 'Familiar exits', 'ISO 20414, test 16', 'agents have no preference for an exit'],
    ['iso/17', 'Choice of routes by layout', 'ISO 20414, test 17', SHORTCUT],
    ['iso/19', 'Toxic gases', 'ISO 20414, test 19', GASES],
    ['nist/2.6', 'Incapacitation', 'NIST TN 1822, Verif.2.6', GASES],
    ['nist/2.7', 'Elevator', 'NIST TN 1822, Verif.2.7', FLOORS],
    ['nist/3.2', 'Social influence', 'NIST TN 1822, Verif.3.2', 'agents do not follow the choices of others'],
    ['nist/3.3', 'Affiliation', 'NIST TN 1822, Verif.3.3', 'agents have no preference for an exit'],
  ] as const
).map(
  ([id, title, source, because]): StandardTest => ({
    id,
    title,
    source,
    criterion: '',
    run: async () => ({ because }),
  }),
);

/** All tests: comparisons with experiments first, then each standard by its numbers. */
export const standardTests: readonly StandardTest[] = arrange([
  ...fundamentalTests,
  ...openingTests,
  ...counterflowTests,
  ...predictionTests,
  ...randomRoomTests,
  ...passageTests,
  ...looksTests,
  ...verificationTests,
  ...bottleneckTests,
  ...groundTests,
  ...missing,
]);

function arrange(tests: StandardTest[]): StandardTest[] {
  const families = [
    'diagram',
    'opening',
    'counterflow',
    'prediction',
    'rooms',
    'passages',
    'looks',
    'rimea',
    'imo',
    'iso',
    'nist',
  ];
  const familyOf = ({ id }: StandardTest) => families.indexOf(id.split('/')[0]);
  return tests.sort((a, b) => familyOf(a) - familyOf(b) || a.id.localeCompare(b.id, 'en', { numeric: true }));
}

/** Tests by their names, or by those of whole families such as imo; undefined where a name fits none. */
export function testsNamed(name: string): StandardTest[] | undefined {
  const found = standardTests.filter(({ id }) => id === name || id.startsWith(`${name}/`));
  return found.length > 0 ? found : undefined;
}
