/** Free space between a disc in the world and the world's border; negative when it reaches beyond. */
export function gapToBorder(
  min: readonly number[],
  max: readonly number[],
  x: number,
  y: number,
  radius: number,
): number {
  return Math.min(x - min[0], max[0] - x, y - min[1], max[1] - y) - radius;
}
