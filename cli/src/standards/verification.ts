import type { StandardTest } from './contract.ts';
import { allotted, closing, corner, exitFlow, hall, slowPerson, together } from './rooms.ts';
import { ages, men, normalSpeeds, starts, walkingSpeed, walkingTime } from './speeds.ts';

/** The tests of the four standards that are about single properties: speed, corner, rooms, exits. */

const same = (
  ids: readonly (readonly [id: string, source: string])[],
  test: Omit<StandardTest, 'id' | 'source'>,
): StandardTest[] => ids.map(([id, source]) => ({ id, source, ...test }));

const RIMEA = 'RiMEA 3.0';
const IMO = 'IMO MSC.1/Circ.1533';
const ISO = 'ISO 20414';
const NIST = 'NIST TN 1822';
const CAP =
  'experiments find more: Kretz 1.79, Seyfried 1.88, Daamen 2.25 people/s through 1 m; a model that is right at openings exceeds the cap';

export const verificationTests: readonly StandardTest[] = [
  {
    id: 'rimea/1',
    title: 'Set speed in a corridor',
    source: `${RIMEA}, test 1`,
    criterion: '40 m at 1.33 m/s in 26 to 34 s',
    single: true,
    run: (context) => walkingTime(context, 1.33, 26, 34),
  },
  {
    id: 'imo/1',
    title: 'Set speed in a corridor',
    source: `${IMO}, test 1`,
    criterion: '40 m at 1.0 m/s in 40 s (± 5 %)',
    single: true,
    run: (context) => walkingTime(context, 1, 38, 42),
  },
  ...same(
    [
      ['iso/2', `${ISO}, test 2`],
      ['nist/2.1', `${NIST}, Verif.2.1`],
    ],
    {
      title: 'Set speed in a corridor',
      criterion: '1.0 ± 0.05 m/s over 40 m',
      single: true,
      run: walkingSpeed,
    },
  ),
  ...same(
    [
      ['rimea/5', `${RIMEA}, test 5`],
      ['imo/5', `${IMO}, test 5`],
    ],
    { title: 'Premovement time', criterion: 'Ten people start at times drawn from 10 to 100 s', run: starts },
  ),
  ...same(
    [
      ['rimea/6', `${RIMEA}, test 6`],
      ['imo/6', `${IMO}, test 6`],
      ['iso/4', `${ISO}, test 4`],
      ['nist/2.3', `${NIST}, Verif.2.3`],
    ],
    {
      title: 'Corner',
      criterion: 'Twenty people walk around a corner of 2 m and cross no wall',
      run: corner,
    },
  ),
  {
    id: 'rimea/7',
    title: 'Speeds by age',
    source: `${RIMEA}, test 7 (after Weidmann)`,
    criterion: '50 people of each age walk at the speeds of the table',
    run: ages,
  },
  {
    id: 'imo/7',
    title: 'Demographics',
    source: `${IMO}, test 7, table 3.4`,
    criterion: '50 men walk at the speeds of the table',
    run: men,
  },
  ...same(
    [
      ['iso/5', `${ISO}, test 5`],
      ['nist/2.4', `${NIST}, Verif.2.4`],
    ],
    {
      title: 'Demographics',
      criterion: 'Walking speeds of 100 people are normal, 1.2 ± 0.2 m/s',
      run: normalSpeeds,
    },
  ),
  ...same(
    [
      ['imo/4', `${IMO}, test 4`],
      ['iso/11', `${ISO}, test 11`],
      ['nist/5.2', `${NIST}, Verif.5.2`],
    ],
    {
      title: 'Maximum flow through an exit',
      criterion: '100 people leave a room by an exit of 1 m, at most 1.33 people/s',
      conflict: CAP,
      run: exitFlow,
    },
  ),
  ...same(
    [
      ['rimea/9', `${RIMEA}, test 9`],
      ['imo/9', `${IMO}, test 9`],
    ],
    {
      title: 'Large public room',
      criterion: '1000 people take about twice as long by two doors as by four',
      seeds: 1,
      run: hall,
    },
  ),
  ...same(
    [
      ['rimea/10', `${RIMEA}, test 10`],
      ['imo/10', `${IMO}, test 10`],
      ['iso/8', `${ISO}, test 8`],
      ['nist/3.1', `${NIST}, Verif.3.1`],
    ],
    { title: 'Allotted exits', criterion: '23 people in twelve rooms leave by their exits', run: allotted },
  ),
  ...same(
    [
      ['iso/9', `${ISO}, test 9`],
      ['nist/4.1', `${NIST}, Verif.4.1`],
    ],
    { title: 'An exit closes', criterion: 'All leave by the other exit', run: closing },
  ),
  {
    id: 'iso/14',
    title: 'Groups',
    source: `${ISO}, test 14`,
    criterion: 'A group with a slow member arrives within 10 s',
    run: (context) => together(context, 0.5),
  },
  {
    id: 'nist/2.9',
    title: 'Groups',
    source: `${NIST}, Verif.2.9`,
    criterion: 'A group with a slow member arrives within 10 s',
    run: (context) => together(context, 0.2),
  },
  ...same(
    [
      ['iso/7', `${ISO}, test 7`],
      ['nist/2.10', `${NIST}, Verif.2.10`],
    ],
    { title: 'A slow person', criterion: '24 people are slower behind a slow, wide person', run: slowPerson },
  ),
];
