import { bottleneckTests } from './bottlenecks.ts';
import type { StandardTest } from './contract.ts';
import { counterflowTests } from './counterflow.ts';
import { fundamentalTests } from './fundamental.ts';
import { openingTests } from './openings.ts';
import { predictionTests } from './prediction.ts';
import { verificationTests } from './verification.ts';

const STAIRS = 'scenarios have no stairs: regions that change the speed are missing';
const FLOORS = 'worlds have one floor';
const SMOKE = 'scenarios have no smoke';

/** Tests that a scenario cannot express, and why. */
const missing = (
  [
    ['rimea/2', 'Speed up stairs', 'RiMEA 3.0, test 2', STAIRS],
    ['rimea/3', 'Speed down stairs', 'RiMEA 3.0, test 3', STAIRS],
    ['rimea/8', 'Parameter study, three storeys', 'RiMEA 3.0, test 8', FLOORS],
    ['rimea/13', 'Congestion before stairs', 'RiMEA 3.0, test 13', STAIRS],
    ['rimea/13-diagram', 'Fundamental diagram on stairs', 'RiMEA 4.1.1, test 13', STAIRS],
    ['rimea/14', 'Choice of routes over floors', 'RiMEA 3.0, test 14', FLOORS],
    ['imo/2', 'Speed up stairs', 'IMO MSC.1/Circ.1533, test 2', STAIRS],
    ['imo/3', 'Speed down stairs', 'IMO MSC.1/Circ.1533, test 3', STAIRS],
    ['imo/11', 'Staircase', 'IMO MSC.1/Circ.1533, test 11', STAIRS],
    ['iso/1', 'Pre-evacuation time', 'ISO 20414, test 1', 'groups have no distribution of premovement times'],
    ['iso/3', 'Speed on stairs', 'ISO 20414, test 3', STAIRS],
    ['iso/10', 'Congestion before stairs', 'ISO 20414, test 10', STAIRS],
    ['iso/12', 'Flow on stairs', 'ISO 20414, test 12', STAIRS],
    ['iso/15', 'Social influence', 'ISO 20414, test 15', 'agents do not follow the choices of others'],
    ['iso/16', 'Familiar exits', 'ISO 20414, test 16', 'agents have no preference for an exit'],
    ['iso/17', 'Choice of routes by layout', 'ISO 20414, test 17', STAIRS],
    ['iso/18', 'Speed in smoke', 'ISO 20414, test 18', SMOKE],
    ['iso/19', 'Toxic gases', 'ISO 20414, test 19', SMOKE],
    [
      'nist/1.1',
      'Pre-evacuation time',
      'NIST TN 1822, Verif.1.1',
      'groups have no distribution of premovement times',
    ],
    ['nist/2.2', 'Speed on stairs', 'NIST TN 1822, Verif.2.2', STAIRS],
    ['nist/2.5', 'Reduced visibility', 'NIST TN 1822, Verif.2.5', SMOKE],
    ['nist/2.6', 'Incapacitation', 'NIST TN 1822, Verif.2.6', SMOKE],
    ['nist/2.7', 'Elevator', 'NIST TN 1822, Verif.2.7', FLOORS],
    ['nist/3.2', 'Social influence', 'NIST TN 1822, Verif.3.2', 'agents do not follow the choices of others'],
    ['nist/3.3', 'Affiliation', 'NIST TN 1822, Verif.3.3', 'agents have no preference for an exit'],
    ['nist/5.1', 'Congestion', 'NIST TN 1822, Verif.5.1', STAIRS],
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
  ...verificationTests,
  ...bottleneckTests,
  ...missing,
]);

function arrange(tests: StandardTest[]): StandardTest[] {
  const families = ['diagram', 'opening', 'counterflow', 'prediction', 'rimea', 'imo', 'iso', 'nist'];
  const familyOf = ({ id }: StandardTest) => families.indexOf(id.split('/')[0]);
  return tests.sort((a, b) => familyOf(a) - familyOf(b) || a.id.localeCompare(b.id, 'en', { numeric: true }));
}

/** Tests by their names, or by those of whole families such as imo; undefined where a name fits none. */
export function testsNamed(name: string): StandardTest[] | undefined {
  const found = standardTests.filter(({ id }) => id === name || id.startsWith(`${name}/`));
  return found.length > 0 ? found : undefined;
}
