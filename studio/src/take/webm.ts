/** A picture of a video, as an encoder gives it. */
export type VideoChunk = { data: Uint8Array /** Milliseconds. */; time: number; isKey: boolean };

export type VideoHead = {
  codec: 'V_VP8' | 'V_VP9';
  width: number;
  height: number /** Milliseconds. */;
  duration: number;
};

/** Identifiers of WebM's elements, as RFC 8794 and the Matroska specification number them. */
const ID = {
  ebml: 0x1a45dfa3,
  ebmlVersion: 0x4286,
  ebmlReadVersion: 0x42f7,
  maxIdLength: 0x42f2,
  maxSizeLength: 0x42f3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timecodeScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cluster: 0x1f43b675,
  timecode: 0xe7,
  simpleBlock: 0xa3,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
} as const;

/** A video as a WebM file. Each key picture begins a cluster, and a table of clusters lets players jump. */
export function writeWebm(head: VideoHead, chunks: readonly VideoChunk[]): Uint8Array<ArrayBuffer> {
  const info = element(ID.info, [
    whole(ID.timecodeScale, 1_000_000),
    real(ID.duration, head.duration),
    text(ID.muxingApp, 'wend'),
    text(ID.writingApp, 'wend studio'),
  ]);
  const tracks = element(ID.tracks, [
    element(ID.trackEntry, [
      whole(ID.trackNumber, 1),
      whole(ID.trackUid, 1),
      whole(ID.trackType, 1),
      text(ID.codecId, head.codec),
      element(ID.video, [whole(ID.pixelWidth, head.width), whole(ID.pixelHeight, head.height)]),
    ]),
  ]);
  const clusters = clustersOf(chunks).map((part) => ({ time: part[0].time, bytes: clusterOf(part) }));
  let position = info.length + tracks.length;
  const cues = clusters.map(({ bytes, time }) => {
    const positions = [whole(ID.cueTrack, 1), whole(ID.cueClusterPosition, position)];
    position += bytes.length;
    return element(ID.cuePoint, [
      whole(ID.cueTime, Math.round(time)),
      element(ID.cueTrackPositions, positions),
    ]);
  });
  return joined([
    element(ID.ebml, [
      whole(ID.ebmlVersion, 1),
      whole(ID.ebmlReadVersion, 1),
      whole(ID.maxIdLength, 4),
      whole(ID.maxSizeLength, 8),
      text(ID.docType, 'webm'),
      whole(ID.docTypeVersion, 4),
      whole(ID.docTypeReadVersion, 2),
    ]),
    element(ID.segment, [info, tracks, ...clusters.map(({ bytes }) => bytes), element(ID.cues, cues)]),
  ]);
}

/** Milliseconds that a cluster may last: times in a cluster have 16 bits. */
const LONGEST = 30_000;

function clustersOf(chunks: readonly VideoChunk[]): VideoChunk[][] {
  const clusters: VideoChunk[][] = [];
  for (const chunk of chunks) {
    const last = clusters.at(-1);
    if (!last || chunk.isKey || chunk.time - last[0].time > LONGEST) clusters.push([chunk]);
    else last.push(chunk);
  }
  return clusters;
}

function clusterOf(chunks: readonly VideoChunk[]): Uint8Array {
  const begin = Math.round(chunks[0].time);
  const blocks = chunks.map(({ data, isKey, time }) => {
    const offset = Math.round(time) - begin;
    // The number of the track, the time in the cluster, and whether it is a key picture.
    const head = Uint8Array.of(0x81, (offset >> 8) & 0xff, offset & 0xff, isKey ? 0x80 : 0);
    return element(ID.simpleBlock, [head, data]);
  });
  return element(ID.cluster, [whole(ID.timecode, begin), ...blocks]);
}

/** An element: its identifier, its size in eight bytes, its content. */
function element(id: number, parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  const sized = new Uint8Array(8);
  const view = new DataView(sized.buffer);
  view.setUint32(0, 0x01000000 | Math.floor(size / 2 ** 32));
  view.setUint32(4, size % 2 ** 32);
  return joined([bytesOf(id), sized, ...parts]);
}

function whole(id: number, value: number): Uint8Array {
  return element(id, [bytesOf(value)]);
}

function real(id: number, value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return element(id, [bytes]);
}

function text(id: number, value: string): Uint8Array {
  return element(id, [new TextEncoder().encode(value)]);
}

/** A whole number in as few bytes as it needs, the highest first. */
function bytesOf(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256))
    bytes.unshift(rest % 256);
  return Uint8Array.from(bytes);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
