import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type VideoChunk, writeWebm } from './webm.ts';

/** Elements with elements inside; all others hold bytes. */
const MASTERS = new Set([
  0x1a45dfa3, 0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0x1f43b675, 0x1c53bb6b, 0xbb, 0xb7,
]);

type Element = { id: number; at: number; bytes: Uint8Array; inside: Element[] };

/** Reads EBML as RFC 8794 describes it: the leading zeros of an identifier and of a size say how long they are. */
function readElements(bytes: Uint8Array, from = 0, end = bytes.length): Element[] {
  const found: Element[] = [];
  for (let at = from; at < end; ) {
    const start = at;
    const number = (isSize: boolean): number => {
      const length = Math.clz32(bytes[at]) - 24 + 1;
      let value = isSize ? bytes[at] & (0xff >> length) : bytes[at];
      for (let k = 1; k < length; k++) value = value * 256 + bytes[at + k];
      at += length;
      return value;
    };
    const id = number(false);
    const size = number(true);
    const content = bytes.subarray(at, at + size);
    expect(at + size).toBeLessThanOrEqual(end);
    found.push({
      id,
      at: start,
      bytes: content,
      inside: MASTERS.has(id) ? readElements(bytes, at, at + size) : [],
    });
    at += size;
  }
  return found;
}

const numberIn = ({ bytes }: Element) => bytes.reduce((value, byte) => value * 256 + byte, 0);
const all = (elements: readonly Element[], id: number): Element[] =>
  elements.flatMap((one) => [...(one.id === id ? [one] : []), ...all(one.inside, id)]);

const chunks: fc.Arbitrary<VideoChunk[]> = fc
  .array(
    fc.record({
      data: fc.uint8Array({ maxLength: 300 }),
      isKey: fc.boolean(),
      step: fc.integer({ min: 1, max: 900 }),
    }),
    {
      minLength: 1,
      maxLength: 60,
    },
  )
  .map((list) => {
    let time = 0;
    return list.map(({ data, isKey, step }, k) => {
      const chunk = { data, time, isKey: isKey || k === 0 };
      time += step;
      return chunk;
    });
  });

test('a file has every picture with its time, in order, and its table finds every cluster', () => {
  fc.assert(
    fc.property(chunks, (list) => {
      const bytes = writeWebm({ codec: 'V_VP8', width: 640, height: 480, duration: 1234.5 }, list);
      const file = readElements(bytes);
      expect(file.map(({ id }) => id)).toEqual([0x1a45dfa3, 0x18538067]);
      const [, segment] = file;
      const clusters = all(segment.inside, 0x1f43b675);
      const read = clusters.flatMap((cluster) => {
        const begin = numberIn(all(cluster.inside, 0xe7)[0]);
        return all(cluster.inside, 0xa3).map(({ bytes: block }) => ({
          data: block.slice(4),
          time: begin + new DataView(block.buffer, block.byteOffset).getInt16(1),
          isKey: block[3] === 0x80,
        }));
      });
      expect(read).toEqual(list.map(({ data, isKey, time }) => ({ data: data.slice(), isKey, time })));
      const content = segment.at + 4 + 8;
      const cues = all(segment.inside, 0xf1).map((cue) => content + numberIn(cue));
      expect(cues).toEqual(clusters.map(({ at }) => at));
      expect(numberIn(all(segment.inside, 0xb0)[0])).toBe(640);
      const duration = all(segment.inside, 0x4489)[0].bytes;
      expect(new DataView(duration.buffer, duration.byteOffset).getFloat64(0)).toBe(1234.5);
    }),
  );
});
