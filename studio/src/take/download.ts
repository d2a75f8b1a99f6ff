/** A name for a file from the name of a scenario. */
export function fileName(name: unknown): string {
  const safe = String(name ?? 'untitled').replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return safe.slice(0, 80) || 'untitled';
}

/** Gives the user a file. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
