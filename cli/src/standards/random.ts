import { runUntilArrived } from './arrivals.ts';
import { type Context, type Finding, type StandardTest, unmet } from './contract.ts';
import { type Family, families, roomOf } from './random-rooms.ts';
import { eachSeed } from './simulate.ts';

/** Runs the room of a family and a seed; why it is not solved, or undefined. */
async function failureIn(context: Context, family: Family, seed: number): Promise<string | undefined> {
  const room = roomOf(family, seed);
  const { all, arrived, serious } = await runUntilArrived(context, room, seed);
  if (arrived === all && serious === 0) return undefined;
  context.keep?.(context.prepare(room));
  return arrived < all ? `${arrived} of ${all} arrive` : `${serious} serious collisions`;
}

async function solve(context: Context, family: Family): Promise<Finding> {
  const { letter, share } = family;
  const failures = await eachSeed(context, `rooms ${letter}`, (seed) => failureIn(context, family, seed));
  const solved = failures.filter((failure) => failure === undefined).length;
  const named = failures.flatMap((failure, k) =>
    failure === undefined ? [] : [`${context.seeds[k]} (${failure})`],
  );
  const percent = (part: number) => `${Number((100 * part).toFixed(1))} %`;
  const figure = `${solved} of ${failures.length} rooms solved, ${percent(solved / failures.length)}${named.length > 0 ? `; not: ${named.join(', ')}` : ''}`;
  const values = failures.map((failure) => (failure === undefined ? 1 : 0));
  if (share === undefined) return { because: 'there is no bound: the share is documented', figure, values };
  return {
    failures: unmet([
      solved >= share * failures.length,
      `${failures.length - solved} of ${failures.length} rooms are not solved`,
    ]),
    figure,
    reference: `at least ${percent(share)} of the rooms solved`,
    values,
  };
}

export const randomRoomTests: readonly StandardTest[] = families.map((family) => ({
  id: `rooms/${family.letter}`,
  title: `Random rooms of ${family.size.join(' × ')} m: ${family.about}`,
  source: 'wend: rooms by seeds; a flood fill decides what can be solved',
  criterion: `All agents arrive within ${family.duration} s, without a serious collision${family.share === undefined ? '' : `, in ${100 * family.share} % of the rooms`}`,
  seeds: family.rooms,
  run: (context) => solve(context, family),
}));
