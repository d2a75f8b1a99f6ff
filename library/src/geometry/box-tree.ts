/**
 * A tree of boxes that do not change, for "which of them meet this box?". Items are sorted along a Z-order
 * curve and packed sixteen to a node, level by level, in one typed array: memory is linear whatever the boxes.
 */
export type BoxTree = {
  /** Items in the order of the leaves. */
  items: Int32Array;
  /** Four numbers a box: least x, least y, greatest x, greatest y; leaves first, root last. */
  boxes: Float64Array;
  /** First box of each level, then the end. */
  levels: number[];
  /** Nodes still to visit in a search, two numbers each; so only one search at a time. */
  stack: Int32Array;
};

const nodeSize = 16;

/** `boxes` holds four numbers an item, as in BoxTree. */
export function createBoxTree(boxes: Float64Array): BoxTree {
  const count = boxes.length / 4;
  const levels = [0];
  let size = count;
  let total = count;
  while (size > 1) {
    levels.push(total);
    size = Math.ceil(size / nodeSize);
    total += size;
  }
  levels.push(total);

  const tree: BoxTree = {
    items: zOrder(boxes),
    boxes: new Float64Array(total * 4),
    levels,
    stack: new Int32Array(2 * nodeSize * levels.length),
  };
  tree.items.forEach((item, leaf) => {
    tree.boxes.set(boxes.subarray(item * 4, item * 4 + 4), leaf * 4);
  });
  for (let level = 1; level + 1 < levels.length; level++) packLevel(tree, level);
  return tree;
}

function packLevel({ boxes, levels }: BoxTree, level: number): void {
  for (let node = levels[level]; node < levels[level + 1]; node++) {
    const first = levels[level - 1] + (node - levels[level]) * nodeSize;
    const end = Math.min(first + nodeSize, levels[level]);
    const box = boxes.subarray(node * 4, node * 4 + 4);
    box.set(boxes.subarray(first * 4, first * 4 + 4));
    for (let child = first + 1; child < end; child++) {
      box[0] = Math.min(box[0], boxes[child * 4]);
      box[1] = Math.min(box[1], boxes[child * 4 + 1]);
      box[2] = Math.max(box[2], boxes[child * 4 + 2]);
      box[3] = Math.max(box[3], boxes[child * 4 + 3]);
    }
  }
}

/** Calls `visit` with each item whose closed box meets the given one, until it returns true. */
export function searchBoxes(
  tree: BoxTree,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
  visit: (item: number) => boolean,
): boolean {
  const { boxes, levels, stack, items } = tree;
  if (items.length === 0) return false;
  stack[0] = levels.length - 2;
  stack[1] = levels[levels.length - 2];
  for (let depth = 1; depth > 0; ) {
    depth--;
    const level = stack[depth * 2];
    const node = stack[depth * 2 + 1];
    if (boxes[node * 4] > maxX || boxes[node * 4 + 1] > maxY) continue;
    if (boxes[node * 4 + 2] < minX || boxes[node * 4 + 3] < minY) continue;
    if (level === 0) {
      if (visit(items[node])) return true;
      continue;
    }
    const first = levels[level - 1] + (node - levels[level]) * nodeSize;
    const end = Math.min(first + nodeSize, levels[level]);
    for (let child = end - 1; child >= first; child--) {
      stack[depth * 2] = level - 1;
      stack[depth * 2 + 1] = child;
      depth++;
    }
  }
  return false;
}

/** Items sorted by the interleaved bits of their boxes' centres, at 16 bits an axis. */
function zOrder(boxes: Float64Array): Int32Array {
  const count = boxes.length / 4;
  let minX = Number.POSITIVE_INFINITY;
  let minY = Number.POSITIVE_INFINITY;
  let maxX = Number.NEGATIVE_INFINITY;
  let maxY = Number.NEGATIVE_INFINITY;
  for (let item = 0; item < count; item++) {
    minX = Math.min(minX, boxes[item * 4]);
    minY = Math.min(minY, boxes[item * 4 + 1]);
    maxX = Math.max(maxX, boxes[item * 4 + 2]);
    maxY = Math.max(maxY, boxes[item * 4 + 3]);
  }
  const scaleX = maxX > minX ? 65535 / (maxX - minX) : 0;
  const scaleY = maxY > minY ? 65535 / (maxY - minY) : 0;
  // Key and item in one double: 32 bits of key above 21 bits of item, so that a plain numeric sort serves.
  const keys = new Float64Array(count);
  for (let item = 0; item < count; item++) {
    const x = Math.floor(((boxes[item * 4] + boxes[item * 4 + 2]) / 2 - minX) * scaleX);
    const y = Math.floor(((boxes[item * 4 + 1] + boxes[item * 4 + 3]) / 2 - minY) * scaleY);
    keys[item] = (spread(x) + 2 * spread(y)) * maximumItems + item;
  }
  keys.sort();
  return Int32Array.from(keys, (key) => key % maximumItems);
}

/** 2^21: more than the limits of a scenario allow. */
const maximumItems = 2097152;

/** Moves bit k of 16 bits to bit 2k. */
function spread(value: number): number {
  let bits = (value | (value << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  bits = (bits | (bits << 1)) & 0x55555555;
  return bits;
}
