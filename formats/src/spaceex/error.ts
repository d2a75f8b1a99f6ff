/** A file that is not a flat automaton of SpaceEx, or a model that SpaceEx cannot say; the message names the place. */
export class SpaceExError extends Error {
  override readonly name = 'SpaceExError';
}
