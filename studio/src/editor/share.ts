/** The longest text that a link may unpack to: what a scenario file may have in the editor. */
const LONGEST = 20_000_000;

/** A scenario as a text for the part of an address behind #: compressed, in letters that addresses keep. */
export async function packScenario(scenario: unknown): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(scenario));
  const bytes = await through(text, new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The scenario that was packed. Rejects with an Error in words for anything else. */
export async function unpackScenario(packed: string): Promise<unknown> {
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const text = await through(bytes, new DecompressionStream('deflate-raw'));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text));
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new Error('the link is damaged: a part of it is missing or was changed');
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    // A few bytes may unpack to gigabytes.
    if (length > LONGEST) {
      await reader.cancel();
      throw new RangeError('the link holds more than the editor opens');
    }
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
